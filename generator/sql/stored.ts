/** How an engine reads columns that its table stores as another type than `schema.sql` declares. */
import type { RawCondition } from '../core/plan/relation.ts';
import type { EngineSql } from '../core/spec/engine-sql.ts';
import type { Field } from '../core/spec/source.ts';
import { held, type Scalar, type Type } from '../core/types/scalar.ts';
import { infix, type Spelling } from './spelling.ts';
import type { Sql } from './sql.ts';

export interface StoredTypes {
  /** Types that people have, those that are read alike behind one another, as the engine writes them. */
  readonly common: readonly string[];
  /** The declared types as which statements read a type of `schema.sql` unchanged; none for any other type. */
  readonly exact: (type: string) => readonly Scalar[];
  /** The group of stored types that statements read alike; `null` for a type that no statement reads. */
  readonly kind: (type: string) => string | null;
  /** The stored type of the items of a list, or of the values of a map whose keys are texts; `null` for any other type. */
  readonly item: (type: string, as: 'list' | 'map') => string | null;
  /** By group, then by the declared type. Types of `schema.sql` are in no such group. */
  readonly readings: Readonly<Record<string, Readonly<Partial<Record<Scalar, StoredReading>>>>>;
  /** For columns with `invalid: absent`: NULL in place of a converted value that the declared type lacks. */
  readonly absent: Readonly<Partial<Record<Scalar, Spelling>>>;
  /** A record of a type of the database's own, as `schema.sql` stores records; `null` if the engine has no such types. */
  readonly record: Spelling | null;
  /** The type of a column in `schema.sql`, from the type that the author wrote. */
  readonly column: (type: EngineSql, isNullable: boolean) => Sql;
}

/** For each of an engine's groups, a reading for each type that a column of it may be declared as. */
export type StoredReadings<
  Groups extends Readonly<Record<string, { readonly declared: readonly Scalar[] }>>,
> = {
  readonly [Group in keyof Groups]: Readonly<
    Record<Groups[Group]['declared'][number], StoredReading>
  >;
};

/** The part of a dialect that reads stored types. */
interface Reader {
  readonly name: string;
  readonly stored: StoredTypes;
}

export interface StoredReading {
  readonly value: (of: Sql, isNullable: boolean) => Sql;
  /** The same with NULL in place of a value that the declared type lacks; `null` if it lacks none. */
  readonly orNull: Spelling | null;
  /** How a condition reads the values of a stored type, so that indexes and statistics leave out parts of the table; `null` if it cannot. */
  readonly raw: (type: EngineSql) => RawComparisons | null;
}

/** Comparisons with one value. */
export type StoredComparison = Exclude<RawCondition['fn'], 'in_list'>;

export type RawComparisons = Readonly<Partial<Record<RawCondition['fn'], RawComparison>>>;
export interface RawComparison {
  /** Whether it is true for the same rows as the comparison of the converted values, which it then replaces. */
  readonly isExact: boolean;
  /** `of`: the stored column; `to`: a value of the declared type, or a list of them; never NULL where the condition is true. */
  readonly compare: (of: Sql, to: Sql) => Sql;
}

const OPERATORS = {
  eq: infix('comparison')`=`,
  lt: infix('comparison')`<`,
  le: infix('comparison')`<=`,
  gt: infix('comparison')`>`,
  ge: infix('comparison')`>=`,
} satisfies Record<StoredComparison, Spelling>;

/** Compares the stored value by the same operator, with `change` applied to the other value. */
export function compareAs(
  change: Spelling,
  { isExact, of }: { readonly isExact: boolean; readonly of: readonly StoredComparison[] },
): RawComparisons {
  const compare = (fn: StoredComparison) => (stored: Sql, to: Sql) =>
    OPERATORS[fn]([stored, change([to])]);
  return Object.fromEntries(of.map(fn => [fn, { isExact, compare: compare(fn) }]));
}

export const STORED_COMPARISONS: readonly StoredComparison[] = ['eq', 'lt', 'le', 'gt', 'ge'];

/** A reading that cannot fail and that conditions do not use. */
export function plainReading(value: Spelling): StoredReading {
  return { value: of => value([of]), orNull: null, raw: () => null };
}

/** How the engine reads the values of a column, or the items of a list or map; `null` if they are stored as declared. */
export function findStoredReading(field: Field, dialect: Reader): StoredReading | null {
  const written = writtenType(field, dialect);
  if (written === null || field.type === 'record') return null;
  return storedReading(written, field.type, dialect.stored);
}

function writtenType({ stored }: Field, { name }: Reader): EngineSql | null {
  return stored?.[name]?.type ?? null;
}

/** How a stored type is read as `declared`; `null` if they are the same. Throws if no statement can: `resolve` reports this. */
function storedReading(written: string, declared: Type, types: StoredTypes): StoredReading | null {
  const { as, of } = held(declared);
  const item = as === 'one' ? written : types.item(written, as);
  if (item !== null && types.exact(item).includes(of)) return null;
  const kind = item === null ? null : types.kind(item);
  if (kind === null) throw new Error(`${written} cannot be read as ${declared}`);
  const reading = types.readings[kind]?.[of];
  if (reading === undefined) throw new Error(`${written} cannot be read as ${declared}`);
  return reading;
}

/** How the engine reads a column that is a record of a type of its own; `null` for any other column. */
export function recordReading(field: Field, dialect: Reader): Spelling | null {
  return field.type === 'record' && writtenType(field, dialect) !== null
    ? dialect.stored.record
    : null;
}

/** How a comparison of the column reads stored values; `null` if it cannot. */
export function rawComparison(
  field: Field,
  fn: RawCondition['fn'],
  dialect: Reader,
): RawComparison | null {
  // an author's SQL may replace the column, and a list is not compared
  if (field.text[dialect.name] !== undefined || field.type === 'record') return null;
  if (held(field.type).as !== 'one') return null;
  const written = writtenType(field, dialect);
  if (written === null) return null;
  const found = findStoredReading(field, dialect)?.raw(written)?.[fn] ?? null;
  if (found === null || field.absent !== true) return found;
  return { ...found, isExact: false };
}
