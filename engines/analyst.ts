/**
 * The contract of an engine's analyst: it asks the engine's parser about an author's own statement, on a database without data.
 * It runs in a child process, which is killed at the deadline; everything that passes between is plain data.
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

/** A statement, its placeholders as the engine takes them. */
export interface Question {
  readonly sql: string;
  readonly parameters: readonly AskedParameter[];
}
export interface AskedParameter {
  readonly name: string;
  readonly scalar: Scalar;
  readonly isOptional: boolean;
  /** A value that the parameter takes, in the text form of `generator/params/sample.ts`. */
  readonly sample: string;
}

/** The engine's parser does not take it for one read-only statement. */
export interface Refused {
  readonly kind: 'refused';
  /** In plain words; never those of the engine alone. */
  readonly message: string;
  /** A remedy; `null` where the message says it all. */
  readonly hint: string | null;
  /** A UTF-16 offset in the statement's text, where the engine gives one. */
  readonly at: number | null;
}
export interface Understood {
  readonly kind: 'understood';
  /** Names of the tables that it reads, each by its parts as written, outermost first; no table functions. */
  readonly tables: readonly (readonly string[])[];
  /** Names of the parameters that the parser found, each once. */
  readonly parameters: readonly string[];
  /** The columns of its rows in order; `null` where they are unknown, and `reason` says why. */
  readonly columns: readonly CatalogueColumn[] | null;
  readonly reason: Refused | null;
}
export type Analysis = Refused | Understood;

export interface Analyst {
  /** Resolves to an `Analysis` for any text of a statement; it rejects only where quern has a bug. */
  readonly analyse: (question: Question) => Promise<Analysis>;
  readonly close: () => Promise<void>;
}
export interface AnalystOpener {
  /** Packages that must be installed for it, by their names in npm. */
  readonly packages: readonly string[];
  /** Rejects with `NotInstalled` where one of the packages is missing. */
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
