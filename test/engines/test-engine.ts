/**
 * One interface over the engines that tests execute SQL on. The engines disagree about types,
 * NULL records and text; what goes in and what comes out is the same plain data on all of them, so
 * that a test compares rows with `toEqual` and an inequality is always a fault of the SQL, never of
 * the reading.
 */

/** The closed list of scalars that a source may declare. */
export type ColumnScalar =
  | 'string'
  | 'int64'
  | 'float64'
  | 'decimal'
  | 'bool'
  | 'timestamp'
  | 'datetime'
  | 'date'
  | 'json';

/** How many digits a stored decimal has, and how many of them stand after the point. */
export interface Digits {
  readonly precision: number;
  readonly scale: number;
}

/** A `decimal` without digits of its own has all that the language knows. */
export type FieldType =
  | ColumnScalar
  | { readonly decimal: Digits }
  | { readonly list: ColumnScalar }
  | { readonly map: ColumnScalar }
  | { readonly record: Readonly<Record<string, FieldType>> }
  /** A list of records, whose own records are nested in every layout. */
  | { readonly records: Readonly<Record<string, FieldType>> };

export interface TableColumn {
  readonly type: FieldType;
  /** A required column holds no NULL; loading one that does throws. */
  readonly required?: boolean;
  /** Only where the table stores it, or a field of it, as another type: the whole type in the engine's words. */
  readonly stored?: string;
}

/** How records lie: `nested` as records, `repeated` as arrays of records at every level. */
export type RecordLayout = 'nested' | 'repeated';

export interface TableShape {
  readonly name: string;
  readonly columns: Readonly<Record<string, TableColumn>>;
  readonly layout: RecordLayout;
}

/**
 * Rows are plain: timestamp as bigint microseconds since 1970 UTC, int64 as bigint, float64 as
 * number, decimal as text such as `12.5`, date as `YYYY-MM-DD`, json as its text, a record as an object, NULL as null or left out.
 * A list is an array of its items, a map an object. A record may also be an explicit array of objects: stored as given in a repeated layout, by its
 * first element in a nested one.
 */
export interface TestTable extends TableShape {
  /** The columns by which newer rows replace older ones, where the engine has FINAL; else left out. */
  readonly replacedBy?: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * One value for a named parameter; a value is written like a row's, and NULL needs its scalar all
 * the same.
 */
export interface Binding {
  readonly name: string;
  readonly scalar: ColumnScalar;
  /** An array is bound as one, of items of the scalar. */
  readonly value: BoundScalar | readonly BoundScalar[] | null;
  /** Its number in the statement, where some before it are left out; else its place in the list. */
  readonly position?: number;
}

export type BoundScalar = string | bigint | number | boolean;

/** An answered value: what rows are made of, plus arrays. */
export type Value =
  | null
  | string
  | bigint
  | number
  | boolean
  | readonly Value[]
  | { readonly [field: string]: Value };

export interface ResultColumn {
  readonly name: string;
  /** The engine's own text for the type; empty where its expressions have none. */
  readonly type: string;
}

export interface ResultSet {
  readonly columns: readonly ResultColumn[];
  /**
   * Every integer is a bigint, floats are numbers, decimals are texts without needless zeros,
   * timestamps and datetimes are bigint microseconds.
   */
  readonly rows: readonly (readonly Value[])[];
}

export interface RunOptions {
  /**
   * Microseconds since 1970 UTC that `CURRENT_TIMESTAMP` and its kin answer. ZetaSQL alone can be
   * pinned; on the others a statement that reads its engine's clock reads the real one.
   */
  readonly now?: bigint;
}

export interface TestEngine {
  /** That of the dialect whose statements it runs. */
  readonly name: string;
  /**
   * Stores the tables in place of all that were loaded before. Throws on a row that is not of its
   * table.
   */
  load(tables: readonly TestTable[]): Promise<void>;
  /**
   * Runs one SELECT. Bindings that it does not name are left out. Throws `SqlError` when the engine
   * refuses.
   */
  run(sql: string, bindings?: readonly Binding[], options?: RunOptions): Promise<ResultSet>;
  close(): Promise<void>;
}

/** An engine whose tables a test may also make with its own statements. */
export interface OpenTestEngine extends TestEngine {
  /** Runs a statement that is not a SELECT. */
  execute(sql: string): Promise<void>;
}
