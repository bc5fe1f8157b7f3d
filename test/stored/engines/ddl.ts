/** How each engine writes the tables: its types, NULLs, lists and records. */
import type { Declared } from '../column.ts';
import { inline, POSTGRES_RECORDS, type Records } from '../records.ts';

export interface Ddl {
  readonly types: Readonly<Record<Declared, string>>;
  readonly nullable: (type: string) => string;
  readonly required: (type: string) => string;
  readonly list: (type: string) => string;
  readonly items: (texts: readonly string[]) => string;
  readonly records: Records;
}

/** A type that a nullable column may wrap, and whose columns may be NULL. */
export const NEVER_NULL = /^(Array|Map|Tuple|JSON)/;
const WRAPPER = /^(?:LowCardinality\(|SimpleAggregateFunction\(max, )(.*)\)$/;

const brackets = (texts: readonly string[]) => `[${texts.join(', ')}]`;

const DDL: Readonly<Record<string, Ddl>> = {
  clickhouse: {
    types: {
      string: 'String',
      int64: 'Int64',
      float64: 'Float64',
      decimal: 'Decimal(38, 9)',
      timestamp: "DateTime64(6, 'UTC')",
      date: 'Date32',
      json: 'String',
    },
    nullable: type => {
      const inner = WRAPPER.exec(type)?.[1];
      if (inner !== undefined) return type.replace(inner, `Nullable(${inner})`);
      return NEVER_NULL.test(type) ? type : `Nullable(${type})`;
    },
    required: type => type,
    list: type => `Array(${type})`,
    items: brackets,
    records: inline({
      type: fields => `Tuple(${fields})`,
      of: fields => `tuple(${fields.map(([, value]) => value).join(', ')})`,
      list: type => `Array(${type})`,
      items: brackets,
    }),
  },
  duckdb: {
    types: {
      string: 'VARCHAR',
      int64: 'BIGINT',
      float64: 'DOUBLE',
      decimal: 'DECIMAL(38, 9)',
      timestamp: 'TIMESTAMP',
      date: 'DATE',
      json: 'JSON',
    },
    nullable: type => type,
    required: type => `${type} NOT NULL`,
    list: type => `${type}[]`,
    items: brackets,
    records: inline({
      type: fields => `STRUCT(${fields})`,
      of: fields => `{ ${fields.map(([name, value]) => `'${name}': ${value}`).join(', ')} }`,
      list: type => `${type}[]`,
      items: brackets,
    }),
  },
  bigquery: {
    types: {
      string: 'STRING',
      int64: 'INT64',
      float64: 'FLOAT64',
      decimal: 'NUMERIC',
      timestamp: 'TIMESTAMP',
      date: 'DATE',
      json: 'JSON',
    },
    nullable: type => type,
    required: type => type,
    list: type => `ARRAY<${type}>`,
    items: brackets,
    records: inline({
      type: fields => `STRUCT<${fields}>`,
      of: fields => `STRUCT(${fields.map(([name, value]) => `${value} AS ${name}`).join(', ')})`,
      list: type => `ARRAY<${type}>`,
      items: brackets,
    }),
  },
  postgres: {
    types: {
      string: 'text',
      int64: 'bigint',
      float64: 'float8',
      decimal: 'numeric(38, 9)',
      timestamp: 'timestamptz',
      date: 'date',
      json: 'jsonb',
    },
    nullable: type => type,
    required: type => `${type} NOT NULL`,
    list: type => `${type}[]`,
    items: texts => `ARRAY${brackets(texts)}`,
    records: POSTGRES_RECORDS,
  },
};

export function ddlOf(engine: string): Ddl {
  const found = DDL[engine];
  if (found === undefined) throw new Error(`no types of ${engine}`);
  return found;
}
