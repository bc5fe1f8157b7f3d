/** A pair of tables with the same rows: one with stored types, one with the declared ones. */
import type { OpenTestEngine, TestEngine } from '../engines/test-engine.ts';
import type { Declared, StoredColumn } from './column.ts';

export type Side = 'stored' | 'plain';
export type Nullness = 'nullable' | 'required';
const SIDES: readonly Side[] = ['stored', 'plain'];

interface Ddl {
  readonly types: Readonly<Record<Declared, string>>;
  readonly nullable: (type: string) => string;
  readonly required: (type: string) => string;
  readonly list: (type: string) => string;
  readonly record: (type: string) => string;
  readonly struct: (field: string) => string;
}

/** A type that a nullable column may wrap, and whose columns may be NULL. */
const NEVER_NULL = /^(Array|Map|Tuple|JSON)/;
const WRAPPER = /^(?:LowCardinality\(|SimpleAggregateFunction\(max, )(.*)\)$/;

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
    record: type => `Tuple(v ${type})`,
    struct: field => `tuple(${field})`,
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
    record: type => `STRUCT(v ${type})`,
    struct: field => `{ 'v': ${field} }`,
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
    record: type => `STRUCT<v ${type}>`,
    struct: field => `STRUCT(${field} AS v)`,
  },
};

function ddlOf(engine: string): Ddl {
  const found = DDL[engine];
  if (found === undefined) throw new Error(`no types of ${engine}`);
  return found;
}

/** The type of a single value, as items of lists and fields have it. */
function bare(type: string): string {
  return /^SimpleAggregateFunction\(max, (.*)\)$/.exec(type)?.[1] ?? type;
}

export type NameOfTable = (side: Side, nullness: Nullness) => string;

export function tableName(side: Side, nullness: Nullness): string {
  return `${side}_${nullness}`;
}

/** The data sets over the four tables. */
export function sourcesOf(
  { engine, stored, declared }: StoredColumn,
  nameOf: NameOfTable = tableName,
): string {
  const digits = declared === 'decimal' ? ', precision: 38, scale: 9' : '';
  const hasLists = declared !== 'decimal' && declared !== 'json';
  return SIDES.flatMap(side =>
    NULLNESS.map(nullness => {
      const as = (type: string) =>
        side === 'plain' ? '' : `, stored: { ${engine}: ${JSON.stringify(type)} }`;
      const required = nullness === 'required' ? ', required: true' : '';
      const name = nameOf(side, nullness);
      const list = hasLists
        ? `      l: { list: ${declared}, required: true${as(ddlOf(engine).list(bare(stored)))} }\n`
        : '';
      return `  ${name}:
    tables: { ${engine}: { table: ${name} } }
    key: [id]
    columns:
      id: { type: int64, required: true }
      v: { type: ${declared}${digits}${required}${as(stored)} }
      r: { record: { v: { type: ${declared}${digits}${as(bare(stored))} } } }
${list}`;
    }),
  ).join('');
}

const NULLNESS: readonly Nullness[] = ['nullable', 'required'];

interface Cells {
  readonly v: string;
  readonly l: string;
  readonly r: string;
}

/** The cells of the rows of a table, in SQL. The first row of a nullable one has NULL. */
function cellsOf(column: StoredColumn, side: Side, nullness: Nullness): readonly Cells[] {
  const { engine, stored, declared, values, literal } = column;
  const ddl = ddlOf(engine);
  const type = ddl.types[declared];
  const texts = values.map(([from, to]) =>
    side === 'stored' ? literal(from) : `CAST('${to}' AS ${type})`,
  );
  const rows = texts.map((v, i) => ({
    v,
    l: `[${v}, ${texts[(i + 1) % texts.length] ?? v}]`,
    r: ddl.struct(v),
  }));
  const hasNull = nullness === 'nullable' && !NEVER_NULL.test(stored);
  const none = `CAST(NULL AS ${ddl.nullable(side === 'stored' ? bare(stored) : type)})`;
  return hasNull ? [{ v: none, l: `[${texts[0]}]`, r: ddl.struct(none) }, ...rows] : rows;
}

/** Makes the four tables. */
export async function makeTables(engine: OpenTestEngine, column: StoredColumn): Promise<void> {
  for (const statement of tablesIn(column)) await engine.execute(statement);
}

/** The statements that make the four tables, also where there are old ones. */
export function tablesIn(column: StoredColumn, nameOf: NameOfTable = tableName): readonly string[] {
  const ddl = ddlOf(column.engine);
  const isKey = column.declared !== 'json' && !column.stored.startsWith('Simple');
  return SIDES.flatMap(side =>
    NULLNESS.flatMap(nullness => {
      const name = nameOf(side, nullness);
      const type = side === 'stored' ? column.stored : ddl.types[column.declared];
      const isNullable = nullness === 'nullable';
      const v = isNullable ? ddl.nullable(type) : ddl.required(type);
      const l = ddl.required(ddl.list(bare(type)));
      const columns = `id ${ddl.required(ddl.types.int64)}, v ${v}, l ${l}, r ${ddl.record(ddl.nullable(bare(type)))}`;
      const kept =
        column.engine === 'clickhouse'
          ? ` ENGINE = MergeTree ORDER BY (${isNullable || !isKey ? 'id' : 'v, id'}) SETTINGS index_granularity = 2`
          : '';
      return [
        `DROP TABLE IF EXISTS ${name}`,
        `CREATE TABLE ${name} (${columns})${kept}`,
        ...cellsOf(column, side, nullness).map(
          (cells, i) => `INSERT INTO ${name} SELECT ${i + 1}, ${cells.v}, ${cells.l}, ${cells.r}`,
        ),
      ];
    }),
  );
}

/** BigQuery's embedded evaluator has no tables of such types, so the rows stand in front of each statement. */
export function withRows(engine: TestEngine, column: StoredColumn): TestEngine {
  const steps = SIDES.flatMap(side =>
    NULLNESS.map(nullness => {
      const rows = cellsOf(column, side, nullness).map(
        ({ v, l, r }, i) => `SELECT ${i + 1} AS id, ${v} AS v, ${l} AS l, ${r} AS r`,
      );
      return `${tableName(side, nullness)} AS (${rows.join(' UNION ALL ')})`;
    }),
  ).join(', ');
  return {
    ...engine,
    run: (sql, bindings, options) => {
      const plain = sql.replace(/^(--.*\n)+/, '');
      const text = plain.startsWith('WITH ')
        ? plain.replace('WITH ', `WITH ${steps}, `)
        : `WITH ${steps} ${plain}`;
      return engine.run(text, bindings, options);
    },
  };
}
