/** The context that all endpoints of a project share while they are resolved. */

import type { Report, SourceText } from '../core/report/diagnostics.ts';
import type { BodySpec } from '../core/spec/body-spec.ts';
import type { Entry, Located } from '../core/spec/located.ts';
import type { Source } from '../core/spec/source.ts';
import type {
  GoogleSqlAnswer,
  GoogleSqlQuestion,
  TeamFunction,
} from '../googlesql/question/question.ts';
import type { OwnAnswer, OwnQuestion } from '../own/question.ts';
import type { OwnSql } from '../sql/author/own-sql.ts';
import type { Abilities } from './usage.ts';

/** A data set. An unsound one has reported faults, but is kept so that the faults of its endpoints are found, too. */
export interface KnownSource {
  readonly source: Source;
  readonly sound: boolean;
}
/** How to read an engine's own SQL; `null` for an engine that quern does not have. */
export type OwnSqlOf = (engine: string) => OwnSql | null;
/** The text of a file whose name is relative to another file. Returns `null` if the file is missing or has faults, which are reported. */
export type TextOf = (from: SourceText, name: Located<string>, report: Report) => SourceText | null;

/** A relation of `sources.yaml`. An unsound one has reported faults. */
export interface SharedRelation {
  readonly spec: Entry<BodySpec>;
  readonly sound: boolean;
}
/** The relations by name, and the reports of their faults. */
export interface SharedRelations {
  readonly byName: ReadonlyMap<string, SharedRelation>;
  readonly told: ReadonlySet<string>;
}

/** How to read GoogleSQL texts. */
export interface GoogleSql {
  /** The dialects of the engines that speak GoogleSQL, at least one. */
  readonly spoken: ReadonlyMap<string, OwnSql>;
  /** The analyser's answer. Returns `null` if it was not asked; the question is recorded. */
  readonly answerTo: (question: GoogleSqlQuestion) => GoogleSqlAnswer | null;
  /** The generated file with the translation of an endpoint's text, even if its hash is outdated. Returns `null` if the file is missing. */
  readonly keptOf: (endpoint: string) => string | null;
}

/** How to find what own SQL reads. */
export interface Parsers {
  /** The answer of the engine's parser. Returns `null` if it was not asked; the question is recorded. */
  readonly answerTo: (question: OwnQuestion) => OwnAnswer | null;
  /** The generated file with the tables of an endpoint's statements, even if it is outdated. Returns `null` if the file is missing. */
  readonly keptOf: (endpoint: string) => string | null;
}

/** Facts that all endpoints of a project share. */
export interface Surroundings {
  /** Keyed by name. */
  readonly sources: ReadonlyMap<string, KnownSource>;
  readonly relations: SharedRelations;
  /** Whether faults may hide further data sets. */
  readonly sourcesIncomplete: boolean;
  /** The dialects that quern has, and those for which the project is compiled. */
  readonly known: readonly string[];
  readonly enabled: readonly string[];
  readonly abilities: Abilities;
  /** The engines that tests of endpoints can run on; `null` if no test runs. */
  readonly testEngines: readonly string[] | null;
  readonly ownSql: OwnSqlOf;
  /** `null` if no parser answers. */
  readonly parsers: Parsers | null;
  readonly textOf: TextOf;
  /** Whether the project has an endpoint of that name. */
  readonly isEndpoint: (name: string) => boolean;
  /** `null` if no engine speaks GoogleSQL. */
  readonly googleSql: GoogleSql | null;
  readonly functions: readonly TeamFunction[];
}
