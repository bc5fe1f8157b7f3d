/** Copies of rollups that quern keeps, in tables beside the entries. */
import type { Type } from '../types/scalar.ts';
import type { Rollup, Source } from './source.ts';

/** The copy of a rollup. */
export interface RollupCopy {
  readonly dialect: string;
  /** Its table, and its name in the table `COVERED`. */
  readonly name: string;
}

/** The copy of a rollup of a data set that a plan reads. */
export interface ReadCopy {
  readonly source: Source;
  readonly rollup: Rollup;
  readonly copy: RollupCopy;
}

/** A copy in SQL of the dialect, for its keeper. */
export interface CopyDefinition {
  /** The names of the data set and of the rollup. */
  readonly source: string;
  readonly rollup: string;
  /** The name of its table. */
  readonly name: string;
  /** The table with the entries, quoted. */
  readonly table: string;
  /** The timestamp of an entry. */
  readonly of: string;
  /** In microseconds. */
  readonly step: bigint;
  /** The keys first: quoted names, and their values as in a SELECT over the table. */
  readonly columns: readonly { readonly name: string; readonly of: string }[];
  readonly keys: number;
  /** A SELECT of no rows, with the columns in their declared types. */
  readonly empty: string;
}

/** The table that says of each copy, by `name`, where it ends, `until`, and how many `entries` it counts. */
export const COVERED = 'rollup covered';
export const COVERED_COLUMNS = {
  name: 'string',
  until: 'timestamp',
  entries: 'int64',
} as const satisfies Readonly<Record<string, Type>>;

interface Named {
  readonly name: string;
  readonly expr: { readonly scalar: Type };
}

/** The columns of a copy, by their names. */
export function copyColumns({
  dimensions,
  parts,
}: {
  readonly [Key in keyof Pick<Rollup, 'dimensions' | 'parts'>]: readonly Named[];
}): ReadonlyMap<string, Type> {
  const named = [...dimensions, ...parts].map(({ name, expr }) => [name, expr.scalar] as const);
  return new Map<string, Type>([['step', 'timestamp'], ...named]);
}
