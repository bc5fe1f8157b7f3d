/** Ways in which a table stops fitting its data set, on each engine. */

/** The engines whose stored types this suite knows. */
export type DriftEngine = 'duckdb' | 'clickhouse' | 'bigquery';

/** A field of a schema in BigQuery's REST API. */
export interface BigQueryField {
  readonly name: string;
  readonly type: string;
  readonly mode?: 'REPEATED';
  readonly precision?: string;
  readonly scale?: string;
  readonly fields?: readonly BigQueryField[];
}

export interface Way {
  /** The column `x` as it is declared. */
  readonly declared: string;
  /** The columns that the endpoint selects; `x` itself by default. */
  readonly read?: string;
  /** The columns of the engine's table; `null`: there is no table. */
  readonly duckdb: string | null;
  readonly clickhouse: string | null;
  /** The column `x` or what stands in its place, as BigQuery's `tables.get` has it. */
  readonly bigquery: BigQueryField | null;
  /** The rest of the finding behind the name of the table, by engine. */
  readonly told: Readonly<Record<DriftEngine, string>>;
}
const same = (told: string) => ({ duckdb: told, clickhouse: told, bigquery: told });

export const WAYS: Readonly<Record<string, Way>> = {
  missing_table: {
    declared: 'string',
    ...{ duckdb: null, clickhouse: null, bigquery: null },
    told: same(' is missing'),
  },
  missing_column: {
    declared: 'string',
    ...{ duckdb: 'y VARCHAR', clickhouse: 'y String' },
    bigquery: { name: 'y', type: 'STRING' },
    told: same(': `x` is missing'),
  },
  other_type: {
    declared: '{ type: int64 }',
    ...{ duckdb: 'x VARCHAR', clickhouse: 'x Nullable(String)' },
    bigquery: { name: 'x', type: 'STRING' },
    told: {
      duckdb: ': `x` is VARCHAR, and `int64` is declared',
      clickhouse: ': `x` is Nullable(String), and `int64` is declared',
      bigquery: ': `x` is STRING, and `int64` is declared',
    },
  },
  number_as_time: {
    declared: 'timestamp',
    ...{ duckdb: 'x BIGINT', clickhouse: 'x Int64' },
    bigquery: { name: 'x', type: 'INTEGER' },
    told: {
      duckdb: ': `x` is BIGINT, and `timestamp` is declared',
      clickhouse: ': `x` is Int64, and `timestamp` is declared',
      bigquery: ': `x` is INTEGER, and `timestamp` is declared',
    },
  },
  nullable: {
    declared: '{ type: string, required: true }',
    ...{ duckdb: 'x VARCHAR', clickhouse: 'x Nullable(String)' },
    bigquery: { name: 'x', type: 'STRING' },
    told: same(': `x` may be NULL, but is declared as required'),
  },
  list_of_records: {
    declared: '{ record: { a: string } }',
    read: '{ x: x.a }',
    ...{ duckdb: 'x STRUCT(a VARCHAR)[]', clickhouse: 'x Array(Tuple(a String))' },
    bigquery: {
      name: 'x',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [{ name: 'a', type: 'STRING' }],
    },
    told: same(': `x` is a list of records, and a record is declared'),
  },
  no_record: {
    declared: '{ record: { a: string } }',
    read: '{ x: x.a }',
    ...{ duckdb: 'x VARCHAR', clickhouse: 'x String' },
    bigquery: { name: 'x', type: 'STRING' },
    told: {
      duckdb: ': `x` is VARCHAR, and a record is declared',
      clickhouse: ': `x` is String, and a record is declared',
      bigquery: ': `x` is STRING, and a record is declared',
    },
  },
  list_items: {
    declared: '{ list: int64 }',
    ...{ duckdb: 'x VARCHAR[]', clickhouse: 'x Array(String)' },
    bigquery: { name: 'x', type: 'STRING', mode: 'REPEATED' },
    told: {
      duckdb: ': `x` is VARCHAR[], and `list<int64>` is declared',
      clickhouse: ': `x` is Array(String), and `list<int64>` is declared',
      bigquery: ': `x` is STRING (REPEATED), and `list<int64>` is declared',
    },
  },
  no_list: {
    declared: '{ list: string }',
    ...{ duckdb: 'x VARCHAR', clickhouse: 'x String' },
    bigquery: { name: 'x', type: 'STRING' },
    told: {
      duckdb: ': `x` is VARCHAR, and `list<string>` is declared',
      clickhouse: ': `x` is String, and `list<string>` is declared',
      bigquery: ': `x` is STRING, and `list<string>` is declared',
    },
  },
  decimal_scale: {
    declared: '{ type: decimal, precision: 12, scale: 2 }',
    ...{ duckdb: 'x DECIMAL(12, 4)', clickhouse: 'x Decimal(12, 4)' },
    bigquery: { name: 'x', type: 'NUMERIC', precision: '12', scale: '4' },
    told: {
      duckdb:
        ': `x` is DECIMAL(12,4), and a `decimal` of 12 digits, 2 of them after the point, is declared',
      clickhouse:
        ': `x` is Decimal(12, 4), and a `decimal` of 12 digits, 2 of them after the point, is declared',
      bigquery:
        ': `x` is NUMERIC(12, 4), and a `decimal` of 12 digits, 2 of them after the point, is declared',
    },
  },
  renamed_field: {
    declared: '{ record: { a: string } }',
    read: '{ x: x.a }',
    ...{ duckdb: 'x STRUCT(b VARCHAR)', clickhouse: 'x Tuple(b String)' },
    bigquery: { name: 'x', type: 'RECORD', fields: [{ name: 'b', type: 'STRING' }] },
    told: same(': `x.a` is missing'),
  },
  map_as_record: {
    declared: '{ map: string }',
    ...{ duckdb: 'x STRUCT(k VARCHAR)', clickhouse: 'x Tuple(k String)' },
    bigquery: { name: 'x', type: 'RECORD', fields: [{ name: 'k', type: 'STRING' }] },
    told: {
      duckdb: ': `x` is STRUCT("k" VARCHAR), and `map<string>` is declared',
      clickhouse: ': `x` is Tuple(k String), and `map<string>` is declared',
      bigquery: ': `x` is RECORD, and `map<string>` is declared',
    },
  },
};
