/** Data sets as declared: columns, and where they lie in each engine. */
import type { Scalar } from './scalar.ts';

/** A column or nested field of a data set as declared. */
export interface Field {
  readonly name: string;
  readonly type: Scalar | 'record';
  readonly nullable: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  /** Fields of a record; empty for scalars. */
  readonly fields: readonly Field[];
  /** Path of the leaf that a derived column reads (`is:`). */
  readonly is: readonly string[] | null;
  /** Trusted SQL of one engine in place of the path, by dialect name. */
  readonly text: Readonly<Record<string, string>>;
}

/** Where a data set lies in one engine. */
export interface Table {
  /** Parts of the table's name, outermost first. */
  readonly name: readonly string[];
  /** How the engine stores records: as they are, or each as an array of one. */
  readonly records: 'nested' | 'repeated';
  /** A fixed predicate in that engine's SQL, trusted. */
  readonly where: string | null;
}

export interface Source {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly columns: readonly Field[];
  /** By dialect name. */
  readonly tables: Readonly<Record<string, Table>>;
}
