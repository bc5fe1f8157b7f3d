/**
 * The contract of an engine's analyst: it asks the engine's parser about an author's own statement, on a database
 * without data. It runs in a child process, which is killed at the deadline, so all questions and answers are plain
 * data.
 */
import type { Source } from '../generator/core/spec/source.ts';
import type { AskedText, Reads, StatementRefused } from '../generator/own/question.ts';
import type { CatalogueColumn } from './engine.ts';

/** The declarations of a project, once for all its statements. */
export interface Declarations {
  /** The data sets. */
  readonly sources: readonly Source[];
  /** The text of `schema.sql`, which creates their tables on this engine. */
  readonly schema: string;
}

export type {
  AskedParameter,
  AskedText as Question,
  HiddenRead,
  Reads,
  StatementRefused,
} from '../generator/own/question.ts';

export interface Understood extends Reads {
  /** Names of the parameters that the parser found, each once. */
  readonly parameters: readonly string[];
  /** The columns of its rows in order; `null` if they are unknown, for the cause in `reason`. */
  readonly columns: readonly CatalogueColumn[] | null;
  readonly reason: StatementRefused | null;
}
export type Analysis = StatementRefused | Understood;

export interface Analyst {
  /** Resolves to an `Analysis` for any text of a statement. It rejects only if quern has a bug. */
  readonly analyse: (question: AskedText) => Promise<Analysis>;
  readonly close: () => Promise<void>;
}
export interface AnalystOpener {
  /** Rejects with `NotInstalled` if a package is missing. */
  readonly open: (declared: Declarations) => Promise<Analyst>;
}

export class NotInstalled extends Error {
  readonly packages: readonly string[];

  constructor(packages: readonly string[], options?: ErrorOptions) {
    super(`not installed: ${packages.join(', ')}`, options);
    this.name = 'NotInstalled';
    this.packages = packages;
  }
}
