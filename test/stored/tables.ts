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
  readonly items: (texts: readonly string[]) => string;
  /** `null`: fields of records have no stored types. */
  readonly records: {
    readonly type: (fields: string) => string;
    readonly of: (fields: readonly (readonly [name: string, value: string])[]) => string;
  } | null;
}

/** A type that a nullable column may wrap, and whose columns may be NULL. */
const NEVER_NULL = /^(Array|Map|Tuple|JSON)/;
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
    records: {
      type: fields => `Tuple(${fields})`,
      of: fields => `tuple(${fields.map(([, value]) => value).join(', ')})`,
    },
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
    records: {
      type: fields => `STRUCT(${fields})`,
      of: fields => `{ ${fields.map(([name, value]) => `'${name}': ${value}`).join(', ')} }`,
    },
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
    records: {
      type: fields => `STRUCT<${fields}>`,
      of: fields => `STRUCT(${fields.map(([name, value]) => `${value} AS ${name}`).join(', ')})`,
    },
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
    records: null,
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

/** The type in statements that make a table. PostgreSQL's enums have a word before their name in a project alone. */
function typeInTable(stored: string): string {
  return stored.replace(/^enum /, '');
}

export type NameOfTable = (side: Side, nullness: Nullness) => string;

export function tableName(side: Side, nullness: Nullness): string {
  return `${side}_${nullness}`;
}

export function hasList(declared: Declared): boolean {
  return declared !== 'decimal' && declared !== 'json';
}

/** The data sets over the four tables. */
export function sourcesOf(
  { engine, stored, declared }: StoredColumn,
  nameOf: NameOfTable = tableName,
): string {
  const digits = declared === 'decimal' ? ', precision: 38, scale: 9' : '';
  return SIDES.flatMap(side =>
    NULLNESS.map(nullness => {
      const as = (type: string) =>
        side === 'plain' ? '' : `, stored: { ${engine}: ${JSON.stringify(type)} }`;
      const required = nullness === 'required' ? ', required: true' : '';
      const name = nameOf(side, nullness);
      const { list, records } = ddlOf(engine);
      const l = hasList(declared)
        ? `      l: { list: ${declared}, required: true${as(list(bare(stored)))} }\n`
        : '';
      const held = hasList(declared) ? `, l: { list: ${declared}${as(list(bare(stored)))} }` : '';
      const v = `v: { type: ${declared}${digits}${as(bare(stored))}`;
      const ofItem = `${v}${side === 'plain' ? '' : `, column: ${ITEM_FIELD}`} }`;
      const inner = `more: { list: { record: { ${ofItem} } } }`;
      const r =
        records === null
          ? ''
          : `      r: { record: { ${v} } } }
      e: { list: { record: { held: { record: { ${ofItem}${held}, ${inner} } } } } }\n`;
      return `  ${name}:
    tables: { ${engine}: { table: ${name} } }
    key: [id]
    columns:
      id: { type: int64, required: true }
      v: { type: ${declared}${digits}${required}${as(stored)} }
${r}${l}`;
    }),
  ).join('');
}

/** The stored name of the field in the records of a list. */
const ITEM_FIELD = 'Value';

const NULLNESS: readonly Nullness[] = ['nullable', 'required'];

interface Cells {
  readonly v: string;
  /** `null` where there are no lists. */
  readonly l: string | null;
  /** `null` where fields of records have no stored types. */
  readonly r: string | null;
  readonly e: string | null;
}

const withoutNone = (...parts: readonly (string | null)[]) =>
  parts.filter(part => part !== null).join(', ');

/** The cells of the rows of a table, in SQL. The first row of a nullable one has NULL. */
function cellsOf(column: StoredColumn, side: Side, nullness: Nullness): readonly Cells[] {
  const { engine, stored, declared, values, literal } = column;
  const ddl = ddlOf(engine);
  const type = ddl.types[declared];
  const texts = values.map(([from, to]) =>
    side === 'stored' ? literal(from) : `CAST('${to}' AS ${type})`,
  );
  const list = (items: readonly string[]) => (hasList(declared) ? ddl.items(items) : null);
  const itemField = side === 'stored' ? ITEM_FIELD : 'v';
  const records = (items: readonly string[], listed = items) => {
    if (ddl.records === null) return null;
    const { of } = ddl.records;
    const all = list(listed);
    const held = (v: string) =>
      of([
        [itemField, v],
        ...(all === null ? [] : [['l', all] as const]),
        ['more', ddl.items(items.map(one => of([[itemField, one]])))],
      ]);
    return ddl.items(items.map(v => of([['held', held(v)]])));
  };
  const rows = texts.map((v, i) => {
    const items = [v, texts[(i + 1) % texts.length] ?? v];
    return { v, l: list(items), r: ddl.records?.of([['v', v]]) ?? null, e: records(items) };
  });
  const hasNull = nullness === 'nullable' && !NEVER_NULL.test(stored);
  const none = `CAST(NULL AS ${ddl.nullable(side === 'stored' ? bare(typeInTable(stored)) : type)})`;
  const first = {
    v: none,
    l: list(texts.slice(0, 1)),
    r: ddl.records?.of([['v', none]]) ?? null,
    e: records([none], texts.slice(0, 1)),
  };
  return hasNull ? [first, ...rows] : rows;
}

/** Makes the four tables. */
export async function makeTables(engine: OpenTestEngine, column: StoredColumn): Promise<void> {
  for (const statement of tablesIn(column)) await engine.execute(statement);
}

/** The statements that make the four tables, also where there are old ones. */
export function tablesIn(column: StoredColumn, nameOf: NameOfTable = tableName): readonly string[] {
  const ddl = ddlOf(column.engine);
  const isKey = column.declared !== 'json' && !column.stored.startsWith('Simple');
  const tables = SIDES.flatMap(side =>
    NULLNESS.flatMap(nullness => {
      const name = nameOf(side, nullness);
      const type = side === 'stored' ? typeInTable(column.stored) : ddl.types[column.declared];
      const isNullable = nullness === 'nullable';
      const v = isNullable ? ddl.nullable(type) : ddl.required(type);
      const l = hasList(column.declared) ? `l ${ddl.required(ddl.list(bare(type)))}` : null;
      const field = ddl.nullable(bare(type));
      const itemField = side === 'stored' ? ITEM_FIELD : 'v';
      const r = ddl.records === null ? null : `r ${ddl.records.type(`v ${field}`)}`;
      const inner = hasList(column.declared) ? `l ${ddl.list(bare(type))}` : null;
      const e =
        ddl.records === null ? null : `e ${typeOfRecords(ddl, `${itemField} ${field}`, inner)}`;
      const columns = withoutNone(`id ${ddl.required(ddl.types.int64)}`, `v ${v}`, l, r, e);
      const kept =
        column.engine === 'clickhouse'
          ? ` ENGINE = MergeTree ORDER BY (${isNullable || !isKey ? 'id' : 'v, id'}) SETTINGS index_granularity = 2`
          : '';
      return [
        `DROP TABLE IF EXISTS ${name}`,
        `CREATE TABLE ${name} (${columns})${kept}`,
        ...cellsOf(column, side, nullness).map(
          ({ v, l, r, e }, i) =>
            `INSERT INTO ${name} SELECT ${withoutNone(String(i + 1), v, l, r, e)}`,
        ),
      ];
    }),
  );
  return [...column.before, ...tables];
}

/** The type of a list of records, each with a record of `field`, the list `l` and a list of records of `field`. */
function typeOfRecords({ records, list }: Ddl, field: string, l: string | null): string {
  if (records === null) throw new Error('no lists of records');
  const inner = `more ${list(records.type(field))}`;
  return list(records.type(`held ${records.type(withoutNone(field, l, inner))}`));
}

/** BigQuery's embedded evaluator has no tables of such types, so the rows stand in front of each statement. */
export function withRows(engine: TestEngine, column: StoredColumn): TestEngine {
  const steps = SIDES.flatMap(side =>
    NULLNESS.map(nullness => {
      const rows = cellsOf(column, side, nullness).map(
        (cells, i) =>
          `SELECT ${i + 1} AS id, ${Object.entries(cells).flatMap(([name, cell]) => (cell === null ? [] : `${cell} AS ${name}`))}`,
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
