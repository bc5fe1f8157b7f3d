/**
 * The closed core: the nouns that every phase, dialect and emitter shares.
 *
 * Everything here is plain readonly data. Nothing here knows an engine or a language; what those differ in are the open
 * sets beside it (`params/`, `dialects/`, `emitters/`).
 */

/** The closed list of value types. A parameter type, an engine and a client language each say how they spell these. */
export const SCALARS = ['string', 'int64', 'float64', 'bool', 'timestamp', 'date', 'json'] as const;
export type Scalar = (typeof SCALARS)[number];

/** How a literal of each scalar is held: timestamps as microseconds since 1970 UTC, dates as `YYYY-MM-DD`. */
export type Value = string | bigint | number | boolean;

/**
 * Scalar functions and operators of the portable library. Every dialect spells each of them, or says that it cannot.
 * `fits` says whether a text is of a grammar of quern's own: a literal in the common part of RE2, ECMAScript and POSIX, which
 * engines without RE2 can spell too.
 * The `_from_string` ones read a text that has been matched against the grammar of its type: they are NULL where such a
 * text is out of range, and mean nothing for any other.
 */
export const FUNCTIONS = [
  'or',
  'and',
  'not',
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'between',
  'in',
  'is_null',
  'is_not_null',
  'add',
  'subtract',
  'multiply',
  'divide',
  'negate',
  'if',
  'contains',
  'starts_with',
  'ends_with',
  'matches',
  'fits',
  'lower',
  'upper',
  'length',
  'concat',
  'coalesce',
  'nullif',
  'abs',
  'round',
  'floor',
  'ceil',
  'string_from_int64',
  'string_from_bool',
  'string_from_date',
  'int64_from_string',
  'int64_from_float64',
  'int64_from_bool',
  'float64_from_string',
  'float64_from_int64',
  'timestamp_from_string',
  'date_from_string',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** Aggregate functions of the portable library. `quantile` and `approx_quantile` carry their rank in the node. */
export const AGGREGATES = [
  'count_rows',
  'count',
  'count_if',
  'count_distinct',
  'approx_count_distinct',
  'sum_int64',
  'sum_float64',
  'avg',
  'min',
  'max',
  'quantile',
  'approx_quantile',
  'any_value',
] as const;
export type AggregateName = (typeof AGGREGATES)[number];

/** Length of a truncation step in microseconds, and its name where it has one of a single unit. */
export interface Step {
  readonly micros: bigint;
  readonly unit: StepUnit | null;
}
export const STEP_UNITS = ['second', 'minute', 'hour', 'day', 'week'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];
export const UNIT_MICROS: Readonly<Record<StepUnit, bigint>> = {
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
  week: 604_800_000_000n,
};

interface Typed {
  readonly scalar: Scalar;
  readonly nullable: boolean;
}

/** A quantile's rank as an exact fraction `numerator / denominator`, so that no engine rounds it differently. */
export interface Rank {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** One leaf or record of a selected record, in declared order. */
export interface RecordField {
  readonly name: string;
  readonly value: Expr | RecordExpr;
}
/** A record of a data set as a whole: answered field by field. It may stand only as an output. */
export interface RecordExpr {
  readonly kind: 'record';
  readonly path: readonly string[];
  readonly fields: readonly RecordField[];
}

export interface ColumnExpr extends Typed {
  readonly kind: 'column';
  /** The data set whose leaf this is, and the path to it: the column's name, then the names of nested fields. */
  readonly path: readonly string[];
}
export interface ParamExpr extends Typed {
  readonly kind: 'param';
  readonly name: string;
  /** `value`: typed and present. `text`: as a caller of the saved query wrote it, NULL or '' when absent. */
  readonly form: 'value' | 'text';
}
export interface CallExpr extends Typed {
  readonly kind: 'call';
  readonly fn: FunctionName;
  readonly args: readonly Expr[];
}
export interface AggregateExpr extends Typed {
  readonly kind: 'aggregate';
  readonly fn: AggregateName;
  readonly args: readonly Expr[];
  readonly rank: Rank | null;
}
/** A value that depends on an enum parameter, one case a value of it. Specialising folds it; the saved form decodes it. */
export interface ChoiceExpr extends Typed {
  readonly kind: 'choice';
  readonly param: string;
  readonly cases: readonly { readonly value: string; readonly result: Expr }[];
}

/** A typed expression. Every node knows its scalar and whether it may be NULL. */
export type Expr =
  | (Typed & { readonly kind: 'literal'; readonly value: Value | null })
  | ColumnExpr
  /** A column of the step below: a key or a measure of an aggregation. */
  | (Typed & { readonly kind: 'field'; readonly name: string })
  | ParamExpr
  | (Typed & { readonly kind: 'now' })
  | CallExpr
  | AggregateExpr
  /** Start of the step of UTC time that holds `of`; steps are counted from Monday 0001-01-01, weeks start on Monday. */
  | (Typed & { readonly kind: 'trunc'; readonly of: Expr; readonly step: Step })
  /** `of` moved by an exact number of microseconds, negative into the past. */
  | (Typed & { readonly kind: 'shift'; readonly of: Expr; readonly micros: bigint })
  | ChoiceExpr
  | (Typed & {
      readonly kind: 'case';
      readonly subject: Expr;
      readonly whens: readonly { readonly value: string; readonly result: Expr }[];
      readonly otherwise: Expr | null;
    })
  /** The wire form of a value: timestamps as microseconds; the decoder of the service turns it into JSON. */
  | (Typed & { readonly kind: 'wire'; readonly of: Expr });

/** A condition on rows; with `when` it holds where that parameter is absent. */
export interface Predicate {
  readonly when: string | null;
  readonly expr: Expr;
}

export interface NamedExpr {
  readonly name: string;
  readonly expr: Expr | RecordExpr;
}
export interface NamedScalar {
  readonly name: string;
  readonly expr: Expr;
}
export interface SortKey {
  readonly expr: Expr;
  readonly descending: boolean;
}

// ---- data sets ------------------------------------------------------------------------------------------------------

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

// ---- endpoints ------------------------------------------------------------------------------------------------------

/** Constraints of a parameter; `null` where there is none. Bounds are of the parameter's scalar. */
export interface Constraints {
  readonly min: Value | null;
  readonly max: Value | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** An RE2 pattern that the whole text must match. */
  readonly pattern: string | null;
}
export interface Param {
  readonly name: string;
  /** Name of the parameter type in `params/`. */
  readonly type: string;
  readonly scalar: Scalar;
  /** The values of an enum, in declared order; `null` for other types. */
  readonly values: readonly string[] | null;
  readonly required: boolean;
  readonly default: Value | null;
  /** What any other value of an enum means. */
  readonly otherwise: 'reject' | 'default';
  readonly constraints: Constraints;
  readonly description: string | null;
  readonly example: Value | null;
  readonly deprecated: boolean;
}

export const ENCODINGS = ['rfc3339', 'epoch_micros', 'epoch_millis', 'string', 'plain'] as const;
/** How a value is written in JSON beyond what its scalar says; `plain` says nothing more. */
export type Encoding = (typeof ENCODINGS)[number];

export interface Output {
  readonly name: string;
  readonly role: 'bucket' | 'group' | 'value';
  /** Over columns of the data set, with aggregates inside where the endpoint aggregates. Other outputs are substituted. */
  readonly expr: Expr | RecordExpr;
  readonly hidden: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  readonly encode: Encoding;
}
/** A span of time back from now and the step of its buckets. */
export interface Interval {
  readonly last: bigint;
  readonly step: Step;
}
/** One value, or one for each value of an enum parameter. */
export type ByChoice<T> =
  | { readonly by: null; readonly value: T }
  | {
      readonly by: string;
      readonly cases: readonly { readonly value: string; readonly result: T }[];
    };

export interface Buckets {
  readonly of: Expr;
  readonly window: 'aligned' | 'sliding';
  readonly gaps: 'omit' | 'zero';
  readonly intervals: ByChoice<Interval>;
}
/** Rows must be newer than now minus the window (microseconds), strictly. */
export interface Retention {
  readonly windows: ByChoice<bigint>;
}
/** One data set with the endpoint's conditions bound to its columns. */
export interface Reading {
  readonly source: Source;
  readonly where: readonly Predicate[];
  /** The column that the retention window is measured on. */
  readonly retentionOf: Expr | null;
}
export interface Cache {
  /** Seconds. */
  readonly ttl: number;
  /** Seconds; 0 means no warming. */
  readonly refresh: number;
}
/** A value of JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };
/** A request on given entries, and the rows that it must answer. */
export interface EndpointTest {
  readonly name: string;
  /** What the clock says, in microseconds since 1970 UTC. */
  readonly now: bigint;
  /** Texts as a caller would write them, by parameter. */
  readonly params: Readonly<Record<string, string>>;
  /** Entries of the data set that is answered, each as JSON text: no digit of a number is lost. */
  readonly given: readonly string[];
  /** `null` where nobody has said yet. */
  readonly expect: readonly { readonly [column: string]: Json }[] | null;
}
/** One endpoint with all names bound, all expressions typed and all defaults in place. */
export interface Endpoint {
  readonly name: string;
  readonly id: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly params: readonly Param[];
  readonly from: Reading;
  readonly views: readonly Reading[];
  readonly buckets: Buckets | null;
  readonly retention: Retention | null;
  readonly aggregates: boolean;
  /** In output order: bucket, groups, values. */
  readonly outputs: readonly Output[];
  readonly orderBy: readonly { readonly output: string; readonly descending: boolean }[];
  readonly limit: number | null;
  readonly maxRows: number;
  readonly cache: Cache | null;
  readonly sandbox: boolean;
  /** Names of the dialects that it is compiled for. */
  readonly engines: readonly string[];
  readonly tests: readonly EndpointTest[];
}

/** All that one compilation knows. */
export interface Project {
  readonly sources: readonly Source[];
  readonly endpoints: readonly Endpoint[];
}

// ---- plans ----------------------------------------------------------------------------------------------------------

/**
 * A relational tree, engine-free. `step` is the name under which a result stands where a statement needs it as a named
 * step. Columns and aggregates refer to the data set of the scan below, fields to the nearest aggregation or fill.
 */
export type Plan =
  | { readonly node: 'scan'; readonly source: Source }
  | { readonly node: 'filter'; readonly input: Plan; readonly predicates: readonly Predicate[] }
  | { readonly node: 'sort'; readonly input: Plan; readonly keys: readonly SortKey[] }
  /** `isCap`: the most that the service answers, of which the running statement asks one more to know that there is more. */
  | {
      readonly node: 'limit';
      readonly input: Plan;
      readonly count: number;
      readonly isCap: boolean;
    }
  | AggregatePlan
  | FillPlan
  | { readonly node: 'project'; readonly input: Plan; readonly columns: readonly NamedExpr[] }
  /** The rows of `input` under the name `step`, all columns as they are. */
  | { readonly node: 'named'; readonly input: Plan; readonly step: string }
  /** `input`, with further named queries defined beside it that it does not read. */
  | {
      readonly node: 'views';
      readonly input: Plan;
      readonly views: readonly { readonly name: string; readonly plan: Plan }[];
    };
export interface AggregatePlan {
  readonly node: 'aggregate';
  readonly input: Plan;
  readonly step: string;
  readonly keys: readonly NamedScalar[];
  readonly measures: readonly NamedScalar[];
}
/** Every bucket from `first` to `last` for every group of `input`; what `input` lacks is 0 for counts, else NULL. */
export interface FillPlan {
  readonly node: 'fill';
  readonly input: AggregatePlan;
  readonly step: string;
  /** Name of the key that holds the bucket; the other keys are the groups. */
  readonly bucket: string;
  /** Names of the steps that hold every group and every bucket of every group, and of the series' column. */
  readonly names: { readonly groups: string; readonly calendar: string; readonly start: string };
  readonly first: Expr;
  readonly last: Expr;
  /** Length of a bucket in microseconds. */
  readonly every: Expr;
}

// ---- statements and files -------------------------------------------------------------------------------------------

/** A value that the service binds to a statement. */
export interface Binding {
  readonly name: string;
  readonly from: 'param' | 'clock';
  readonly scalar: Scalar;
  /** Bound only where one of these parameters is present; absent when it always is. */
  readonly when?: readonly string[];
}
/** Text that is always there, or there as a whole where a parameter is present. */
export type Segment = string | { readonly when: string; readonly sql: string };
export interface Statement {
  readonly sql: readonly Segment[];
  readonly bind: readonly Binding[];
}
/** A file of `generated/`: a relative path with `/`, and its whole text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}
