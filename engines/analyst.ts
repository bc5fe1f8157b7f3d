/**
 * The contract of an engine's analyst: it asks the engine's parser about an author's own statement, on a database
 * without data. It runs in a child process, which is killed at the deadline, so all questions and answers are plain
 * data.
 */
import type { Scalar } from '../generator/core/scalar.ts';
import type { Source } from '../generator/core/source.ts';
import type { CatalogueColumn } from './engine.ts';

/** The declarations of a project, once for all its statements. */
export interface Declared {
  /** The data sets. */
  readonly sources: readonly Source[];
  /** The text of `schema.sql`, which creates their tables on this engine. */
  readonly schema: string;
}

/** A statement with placeholders in the engine's form. */
export interface Question {
  readonly sql: string;
  readonly parameters: readonly AskedParameter[];
}
export interface AskedParameter {
  readonly name: string;
  readonly scalar: Scalar;
  readonly isOptional: boolean;
  /** A value that the parameter accepts, in the text form of `generator/params/sample.ts`. */
  readonly sample: string;
}

/** The engine's parser does not accept it as one read-only statement. */
export interface Refused {
  readonly kind: 'refused';
  /** In plain words; never only the engine's. */
  readonly message: string;
  /** A remedy; `null` if the message is enough. */
  readonly hint: string | null;
  /** A UTF-16 offset in the statement's text; `null` if the engine reports none. */
  readonly at: number | null;
}
export interface Understood {
  readonly kind: 'understood';
  /**
   * Names of the tables that it reads, without table functions. Each is the parts of the name as written, outermost
   * first.
   */
  readonly tables: readonly (readonly string[])[];
  /** Names of the parameters that the parser found, each once. */
  readonly parameters: readonly string[];
  /** The columns of its rows in order; `null` if they are unknown, for the cause in `reason`. */
  readonly columns: readonly CatalogueColumn[] | null;
  readonly reason: Refused | null;
}
export type Analysis = Refused | Understood;

export interface Analyst {
  /** Resolves to an `Analysis` for any text of a statement. It rejects only if quern has a bug. */
  readonly analyse: (question: Question) => Promise<Analysis>;
  readonly close: () => Promise<void>;
}
export interface AnalystOpener {
  /** Packages that must be installed for it, by their npm names. */
  readonly packages: readonly string[];
  /** Rejects with `NotInstalled` if a package is missing. */
  readonly open: (declared: Declared) => Promise<Analyst>;
}

export class NotInstalled extends Error {
  readonly packages: readonly string[];

  constructor(packages: readonly string[], options?: ErrorOptions) {
    super(`not installed: ${packages.join(', ')}`, options);
    this.name = 'NotInstalled';
    this.packages = packages;
  }
}
