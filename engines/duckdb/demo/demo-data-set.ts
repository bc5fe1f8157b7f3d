import { quote, type SqlText, uuid } from './draw.ts';

/** Names of fields and their values; records may contain records. */
interface Fields {
  readonly [name: string]: SqlText | Fields;
}

/**
 * How to make the entries of one data set. The expressions may use `h` (the entry's own random bits), `p` (its project's rank), `ref` (that
 * project's reference), `ts` (its time), `burst` (whether errors pile up at that time), and earlier steps.
 */
export interface DemoDataSet {
  readonly table: string;
  /** Per cent of all entries. */
  readonly share: number;
  /** Values that other expressions use. Each group may use the groups before it. */
  readonly steps: readonly Readonly<Record<string, SqlText>>[];
  readonly message: SqlText;
  /** Whether entries also name their project outside `metadata`. */
  readonly projectColumn: boolean;
  readonly metadata: Fields;
}

/** The statement that fills the table of `set` from `rows`, in the order of `rows`. */
export function insertInto(set: DemoDataSet, rows: string): SqlText {
  const project = set.projectColumn ? ', ref AS project' : '';
  const from = set.steps.reduce((inner, step) => `(SELECT *, ${named(step)} FROM ${inner})`, rows);
  return [
    // By name: the order of columns and fields does not matter. A missing field is NULL.
    `INSERT INTO ${set.table} BY NAME`,
    `SELECT ${uuid('id')} AS id, ts AS timestamp, ${set.message} AS event_message${project},`,
    `${printStructText(set.metadata)} AS metadata`,
    `FROM ${from}`,
  ].join('\n');
}

/** Fields as a STRUCT. */
export const printStructText = (fields: Fields): SqlText =>
  `{${Object.entries(fields)
    .map(
      ([name, field]) =>
        `${quote(name)}: ${typeof field === 'string' ? `(${field})` : printStructText(field)}`,
    )
    .join(', ')}}`;

const named = (step: Readonly<Record<string, SqlText>>): SqlText =>
  Object.entries(step)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ');

/** `time` as RFC 3339 text with whole seconds. */
export const isoSeconds = (time: SqlText): SqlText => `strftime(${time}, '%Y-%m-%dT%H:%M:%SZ')`;

/** `time` as the text of an HTTP date. */
export const httpDate = (time: SqlText): SqlText =>
  `strftime(${time}, '%a, %d %b %Y %H:%M:%S GMT')`;
