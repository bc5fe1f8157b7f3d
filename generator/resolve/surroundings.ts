/** The surroundings that all endpoints of a project share while they are resolved. */

import type { BodySpec } from '../core/body-spec.ts';
import type { Report, SourceText } from '../core/diagnostics.ts';
import type { Entry, Located } from '../core/located.ts';
import type { Source } from '../core/source.ts';
import type { Answer, Question, TeamFunction } from '../googlesql/question.ts';
import type { OwnSql } from '../sql/own-sql.ts';
import type { Abilities } from './usage.ts';

/** A data set; one that is not sound has faults, which are reported, and serves to find those of endpoints. */
export interface Known {
  readonly source: Source;
  readonly sound: boolean;
}
/** How an engine reads an author's own statement; `null` where quern has no such engine. */
export type OwnSqlOf = (engine: string) => OwnSql | null;
/** The text of a file, named as seen from another; `null` where it is not there or is at fault, which is reported. */
export type TextOf = (from: SourceText, name: Located<string>, report: Report) => SourceText | null;

/** A relation of `sources.yaml`. One that is not sound has faults, which are reported. */
export interface SharedRelation {
  readonly spec: Entry<BodySpec>;
  readonly sound: boolean;
}
/** The relations by name, and reports of their faults. */
export interface SharedRelations {
  readonly byName: ReadonlyMap<string, SharedRelation>;
  readonly told: ReadonlySet<string>;
}

/** How texts in GoogleSQL are read. */
export interface GoogleSql {
  /** Those engines whose own SQL it is, one at least, by the names of their dialects. */
  readonly spoken: ReadonlyMap<string, OwnSql>;
  /** The answer of the analyser; `null` where it was not asked, which is noted. */
  readonly answerTo: (question: Question) => Answer | null;
  /** The file that keeps the translation of an endpoint's text, whatever its hash; `null` where it does not exist. */
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
  /** `null` where no engine's own SQL is GoogleSQL. */
  readonly googleSql: GoogleSql | null;
  readonly functions: readonly TeamFunction[];
}
