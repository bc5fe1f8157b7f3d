/** The tables of an engine or of files, for new data sets. */
import { WHOLE_DIGITS } from '../generator/core/types/decimal.ts';
import { held } from '../generator/core/types/scalar.ts';
import {
  type BoundValue,
  type CatalogueColumn,
  type Engine,
  EngineFailure,
  type Row,
} from './engine.ts';

export interface SurveyedTable {
  /** The engine's name for it; for files, the pattern that found them. */
  readonly name: string;
  /**
   * The source of its types and NULLs. A table declares both. A view declares its types, and on some engines its NULLs.
   * Files declare neither.
   */
  readonly origin: 'table' | 'view' | 'files';
  readonly description: string | null;
  /** How many rows were looked at: every row, or the first 100,000. */
  readonly looked: number;
  readonly isWhole: boolean;
  /** Whether NULLs are counted in all rows, even if only the first were looked at. */
  readonly nullsAreOfAll?: boolean;
  readonly columns: readonly SurveyedColumn[];
  /** The key that the table declares. */
  readonly key: readonly string[] | null;
  /** The time column that the table is stored by. */
  readonly time: string | null;
  /** Whether the engine refuses statements that do not restrict the time. */
  readonly needsTime: boolean;
  /** A sentence for each reason why its rows may not be what a reader expects. */
  readonly warnings: readonly string[];
}

/** A column, or a field of a record. */
export interface SurveyedField extends Omit<CatalogueColumn, 'fields' | 'description'>, Remarks {
  readonly fields: readonly SurveyedField[] | null;
  readonly description: string | null;
}
/** The facts about a column beyond its type. */
export interface Remarks {
  /** Only for whole numbers that an int64 may lack: the type that holds those of the rows that were looked at. */
  readonly holds: Holder | null;
  /** Whether one of the whole numbers that were looked at is beyond those that every reader of JSON keeps. */
  readonly exceedsJson: boolean;
  /** A fact that the author of a data set must know, in words. */
  readonly note: string | null;
  /** Why no statement reads the column; `null` if the type says it all. */
  readonly unread: string | null;
}
export type Holder =
  | { readonly type: 'int64' | 'string' }
  | { readonly type: 'decimal'; readonly precision: number };

export const NO_REMARKS: Remarks = { holds: null, exceedsJson: false, note: null, unread: null };

export interface SurveyedColumn extends SurveyedField {
  /** Its stored name, if files are read under another name. */
  readonly storedName?: string;
  /** How many of the rows that were looked at have no value; `null` if they were not counted. */
  readonly nulls: number | null;
  /** Whether all rows have different values; `null` if that was not checked. */
  readonly isUnique: boolean | null;
}

export interface Survey {
  readonly tables: readonly SurveyedTable[];
  /** A sentence for each table that is skipped. */
  readonly passedOver: readonly string[];
}
/** Paths as their users type them. */
export interface UserPaths {
  /** Turns a path from the settings into a path of the system. */
  readonly pathOf: (path: string) => string;
  readonly shown: Shown;
}
/** A path as its user would type it. */
export type Shown = (path: string) => string;

export interface Surveyor<Settings> {
  /**
   * Surveys the tables and views with these names, or all of them. Rejects with a `SurveyError` that lists all faults,
   * or with `EngineFailure` if the engine cannot be asked.
   */
  readonly survey: (
    settings: Settings,
    names: readonly string[] | null,
    paths: UserPaths,
  ) => Promise<Survey>;
  /**
   * Surveys the files under an absolute path or pattern as one table. Rejects with a `SurveyError`. `null` for an engine
   * that reads no files.
   */
  readonly surveyFiles: ((path: string, shown: Shown) => Promise<SurveyedTable>) | null;
}

/** The most rows that are looked at. */
export const LOOKED_AT = 100_000;

/** Asks the engine whose tables are surveyed. `texts` are bound in their order, under their names. */
export type Ask = (
  sql: string,
  texts?: Readonly<Record<string, string>>,
) => Promise<readonly Row[]>;

/** A look at 100,000 rows may take long if a table stores its columns in one file. */
const LIMITS = {
  timeoutMs: 60_000,
  maxRows: 1_000_000,
  maxBytes: 64 * 1024 ** 2,
  label: { endpoint: 'survey', request: 'survey' },
};

export function asker(engine: Engine): Ask {
  return async (sql, texts = {}) => {
    const values = Object.entries(texts).map(
      ([name, value]): BoundValue => ({ name, scalar: 'string', value }),
    );
    const limits = { ...LIMITS, signal: new AbortController().signal };
    return (await engine.run({ sql, values }, limits)).rows;
  };
}

/** Why no data set can be made from the source: a sentence for each fault, with its place. */
export class SurveyError extends Error {
  readonly faults: readonly string[];
  readonly hint: string | null;

  constructor(faults: readonly string[], hint: string | null = null, options?: ErrorOptions) {
    super(faults.join('\n'), options);
    this.name = 'SurveyError';
    this.faults = faults;
    this.hint = hint;
  }
}

/**
 * Surveys tables one after another. A table that cannot be read is skipped, such as a view over a table that is gone, unless it was named or
 * no other is left. `faultOf` says why in a sentence without a full stop.
 */
export async function surveyReadable<T>(
  wanted: readonly T[],
  areNamed: boolean,
  of: (table: T) => Promise<SurveyedTable>,
  faultOf: (table: T, cause: unknown) => string,
): Promise<Survey> {
  const tables: SurveyedTable[] = [];
  const faults: string[] = [];
  for (const table of wanted)
    try {
      tables.push(await of(table));
    } catch (cause) {
      // no other table could be read either
      if (cause instanceof EngineFailure && cause.kind === 'unavailable') throw cause;
      faults.push(faultOf(table, cause));
    }
  if (faults.length > 0 && (areNamed || tables.length === 0))
    throw new SurveyError(faults, 'Repair them, or name others with `--table`.');
  return { tables, passedOver: faults.map(fault => `${fault}; it is passed over`) };
}

/** A column in the form of a survey, with its fields. `remark` receives each with its path. */
export function surveyedField(
  { fields, description, ...column }: CatalogueColumn,
  remark: (column: CatalogueColumn, path: readonly string[]) => Remarks,
  above: readonly string[] = [],
): SurveyedField {
  const path = [...above, column.name];
  return {
    ...column,
    ...remark({ ...column, fields }, path),
    fields: fields?.map(field => surveyedField(field, remark, path)) ?? null,
    description: description ?? null,
  };
}

/** A column, or a field of a record, with its path. */
export interface SurveyLeaf {
  readonly path: readonly string[];
  readonly column: CatalogueColumn;
}

/** The columns, and the fields of records, that are not records themselves. Lists of records are leaves. */
export function surveyLeaves(
  columns: readonly CatalogueColumn[],
  above: readonly string[] = [],
): readonly SurveyLeaf[] {
  return columns.flatMap((column): readonly SurveyLeaf[] => {
    const path = [...above, column.name];
    const isRecord = column.fields !== null && column.isList !== true;
    return isRecord ? surveyLeaves(column.fields ?? [], path) : [{ path, column }];
  });
}

/** How a column has whole numbers whose extent is looked at; `null` for any other column. */
export function wholeNumbersOf({
  readAs,
  kinds,
}: Pick<CatalogueColumn, 'readAs' | 'kinds'>): 'one' | 'list' | 'map' | null {
  const forms = ['one', 'list', 'map'] as const;
  const wide = forms.find(form => kinds[form] === 'wide integer');
  if (wide !== undefined) return wide;
  const first = readAs.find(type => type !== 'json');
  return first !== undefined && held(first).of === 'int64' ? held(first).as : null;
}

/** The columns and fields of records whose extent is looked at. No path leads to a field without a name. */
export function wholeLeaves(columns: readonly CatalogueColumn[]): readonly SurveyLeaf[] {
  return surveyLeaves(columns).filter(
    ({ path, column }) => !path.includes('') && wholeNumbersOf(column) !== null,
  );
}

/** The smallest and the largest of the whole numbers that were looked at; `null` if there are none. */
export type Extent = readonly [least: bigint, most: bigint] | null;

const MOST_IN_JSON = BigInt(Number.MAX_SAFE_INTEGER);

export function exceedsJson(extent: Extent): boolean {
  return extent !== null && (extent[0] < -MOST_IN_JSON || extent[1] > MOST_IN_JSON);
}

/** The extent whose ends an engine answers as texts. */
export function extentOf([least, most]: readonly unknown[]): Extent {
  return typeof least === 'string' && typeof most === 'string'
    ? [BigInt(least), BigInt(most)]
    : null;
}

const INT64: readonly [bigint, bigint] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The type that holds whole numbers; `digits`: the most that their stored type has. */
export function holderOf(extent: Extent, digits: number): Holder {
  if (extent === null || (extent[0] >= INT64[0] && extent[1] <= INT64[1])) return { type: 'int64' };
  const bound = 10n ** BigInt(WHOLE_DIGITS);
  if (extent[0] <= -bound || extent[1] >= bound) return { type: 'string' };
  return { type: 'decimal', precision: Math.min(digits, WHOLE_DIGITS) };
}

/** The most common names of keys first. */
const KEY_NAMES = [
  /(^|_)(id|uid|uuid|guid|key|number|no)$/i,
  /[a-z0-9](Id|ID|Uid|UID|Uuid|UUID|Guid|GUID|Key|Number|No)$/,
  /(^|_)(sku|isbn|ean|slug|code|handle|email)$/i,
];

type KeyColumn = Pick<CatalogueColumn, 'name' | 'readAs' | 'kinds'>;

/** Whether a column of that name and type may be a key. */
export function mayBeKey(column: KeyColumn): boolean {
  return hasKeyType(column) && keyRank(column) < KEY_NAMES.length;
}

/** Whether a column of that type may be a key. */
export function hasKeyType({ readAs, kinds }: Omit<KeyColumn, 'name'>): boolean {
  const [first] = [...readAs, ...kinds.converted];
  return (
    first === 'string' || [...readAs, first].some(type => type === 'int64' || type === 'decimal')
  );
}

/** How common the column's name is for a key: the lower, the more. */
export function keyRank({ name }: Pick<KeyColumn, 'name'>): number {
  const rank = KEY_NAMES.findIndex(pattern => pattern.test(name));
  return rank === -1 ? KEY_NAMES.length : rank;
}
