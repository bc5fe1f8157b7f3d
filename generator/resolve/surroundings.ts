/** The context that all endpoints of a project share while they are resolved. */

import type { BodySpec } from '../core/body-spec.ts';
import type { Report, SourceText } from '../core/diagnostics.ts';
import type { Entry, Located } from '../core/located.ts';
import type { Source } from '../core/source.ts';
import type { Answer, Question, TeamFunction } from '../googlesql/question.ts';
import type { OwnSql } from '../sql/own-sql.ts';
import type { Abilities } from './usage.ts';

/** A data set. An unsound one has reported faults and is kept so that the faults of its endpoints are found, too. */
export interface Known {
  readonly source: Source;
  readonly sound: boolean;
}
/** How to read own SQL of an engine; `null` for an engine that quern does not have. */
export type OwnSqlOf = (engine: string) => OwnSql | null;
/**
 * The text of a file, whose name is relative to another file; `null` where the file is missing or has faults, which is
 * reported.
 */
export type TextOf = (from: SourceText, name: Located<string>, report: Report) => SourceText | null;

/** A relation of `sources.yaml`. An unsound one has reported faults. */
export interface SharedRelation {
  readonly spec: Entry<BodySpec>;
  readonly sound: boolean;
}
/** The relations by name, and reports of their faults. */
export interface SharedRelations {
  readonly byName: ReadonlyMap<string, SharedRelation>;
  readonly told: ReadonlySet<string>;
}

/** How to read GoogleSQL texts. */
export interface GoogleSql {
  /** The dialects of the engines that speak GoogleSQL, at least one. */
  readonly spoken: ReadonlyMap<string, OwnSql>;
  /** The analyser's answer; `null` where it was not asked, and the question is noted. */
  readonly answerTo: (question: Question) => Answer | null;
  /**
   * The generated file with the translation of an endpoint's text, even if its hash is outdated; `null` where there is
   * none.
   */
  readonly keptOf: (endpoint: string) => string | null;
}

/** Facts that all endpoints of a project share. */
export interface Surroundings {
  /** By name. */
  readonly sources: ReadonlyMap<string, Known>;
  readonly relations: SharedRelations;
  /** Whether faults may hide further data sets. */
  readonly sourcesIncomplete: boolean;
  /** The dialects that quern has, and those that the project is compiled for. */
  readonly known: readonly string[];
  readonly enabled: readonly string[];
  readonly abilities: Abilities;
  readonly ownSql: OwnSqlOf;
  readonly textOf: TextOf;
  /** `null` where no engine speaks GoogleSQL. */
  readonly googleSql: GoogleSql | null;
  readonly functions: readonly TeamFunction[];
}
