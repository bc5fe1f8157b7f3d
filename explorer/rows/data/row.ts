/** A row as the service returns it: values by the names of columns. */
export type AnswerRow = Readonly<Record<string, unknown>>;

/** The sum of values, the least, the greatest, their mean, or the last. */
export type Overall = 'sum' | 'min' | 'max' | 'mean' | 'last';

/** A column as `GET /api/endpoints` lists it. */
export interface Column {
  readonly name: string;
  /** A scalar such as `int64`, `record`, or a list or a map of scalars: `list<string>`. */
  readonly type: string;
  readonly nullable: boolean;
  /** How the service writes a value, such as `epoch_millis`; absent means the usual way. */
  readonly encode?: string;
  readonly unit?: string;
  readonly description?: string;
  /** The names of the columns that its values come from. */
  readonly shows?: readonly string[];
  /** Only for a column by which rows are grouped, other than the bucket. */
  readonly group?: true;
  /** Its place among the columns by which rows are ordered, from 0; absent if they are not. */
  readonly order?: number;
  /** The column whose value of the period before it shows. */
  readonly previous?: string;
  /** The value that stands for its values in several groups; absent if that is unknown. */
  readonly overall?: Overall;
  /** Only for the column that contains the beginning of each bucket. */
  readonly bucket?: {
    /** The length of buckets; `null` if it is unknown, and for months and longer buckets, which differ in length. */
    readonly seconds: number | null;
  };
}

/** A column together with how all its values look. */
export interface LookingColumn extends Column {
  /** Writes all its numbers with the same digits after the point. */
  readonly format?: Intl.NumberFormat;
  /** The zone in which all its instants are beginnings of days. */
  readonly dayZone?: string;
}

/** The value under a name; `null` if the row itself has none: its prototype is ignored. */
export function cellOf(row: AnswerRow, name: string): unknown {
  return Object.hasOwn(row, name) ? (row[name] ?? null) : null;
}
