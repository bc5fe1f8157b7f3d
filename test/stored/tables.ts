/** A pair of tables with the same rows: one with stored types, one with the declared ones. */
import type { OpenTestEngine, TestEngine } from '../engines/test-engine.ts';
import type { Declared, StoredColumn } from './column.ts';
import { ddlOf, NEVER_NULL } from './engines/ddl.ts';
import { type Form, hasRecords, type Records } from './records.ts';

export type Side = 'stored' | 'plain';
export type Nullness = 'nullable' | 'required';
const SIDES: readonly Side[] = ['stored', 'plain'];

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
export function sourcesOf(column: StoredColumn, nameOf: NameOfTable = tableName): string {
  const { engine, stored, declared } = column;
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
      const inRecord = (type: string) => (records.areStored ? as(type) : '');
      const held = hasList(declared)
        ? `, l: { list: ${declared}${inRecord(list(bare(stored)))} }`
        : '';
      const v = `v: { type: ${declared}${digits}${inRecord(bare(stored))}`;
      const ofItem = `${v}${side === 'plain' ? '' : `, column: ${ITEM_FIELD}`} }`;
      const inner = `more: { list: { record: { ${ofItem} } } }`;
      const one = records.one[side].declare === undefined ? '' : as(namesOfTypes(name).one);
      const r = hasRecords(column)
        ? `      r: { record: { ${v} } }${one} }
      e: { list: { record: { held: { record: { ${ofItem}${held}, ${inner} } } } } }\n`
        : '';
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
  /** `null` where there are no records. */
  readonly r: string | null;
  readonly e: string | null;
}

const withoutNone = (...parts: readonly (string | null)[]) =>
  parts.filter(part => part !== null).join(', ');

/** The cells of the rows of a table, in SQL. The first row of a nullable one has NULL. */
function cellsOf(
  column: StoredColumn,
  side: Side,
  nullness: Nullness,
  table: string,
): readonly Cells[] {
  const { engine, stored, declared, values, literal } = column;
  const ddl = ddlOf(engine);
  const type = ddl.types[declared];
  const texts = values.map(([from, to]) =>
    side === 'stored' ? literal(from) : `CAST('${to}' AS ${type})`,
  );
  const list = (items: readonly string[]) => (hasList(declared) ? ddl.items(items) : null);
  const itemField = side === 'stored' ? ITEM_FIELD : 'v';
  const types = namesOfTypes(table);
  const record = (v: string) =>
    hasRecords(column) ? ddl.records.one[side].of([['v', v]], types.one) : null;
  const records = (values: readonly string[], listed = values) => {
    if (!hasRecords(column)) return null;
    const { of, items } = ddl.records.listed[side];
    const all = list(listed);
    const held = (v: string) =>
      of(
        [
          [itemField, v],
          ...(all === null ? [] : [['l', all] as const]),
          ['more', items(values.map(one => of([[itemField, one]], types.item)))],
        ],
        types.held,
      );
    return items(values.map(v => of([['held', held(v)]], types.entry)));
  };
  const rows = texts.map((v, i) => {
    const items = [v, texts[(i + 1) % texts.length] ?? v];
    return { v, l: list(items), r: record(v), e: records(items) };
  });
  const hasNull = nullness === 'nullable' && !NEVER_NULL.test(stored);
  const none = `CAST(NULL AS ${ddl.nullable(side === 'stored' ? bare(typeInTable(stored)) : type)})`;
  const first = {
    v: none,
    l: list(texts.slice(0, 1)),
    r: record(none),
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
      const inner = hasList(column.declared) ? `l ${ddl.list(bare(type))}` : null;
      const records = hasRecords(column)
        ? typesOfRecords(ddl.records, side, name, [field, itemField, inner])
        : null;
      const r = records && `r ${records.one}`;
      const e = records && `e ${records.type}`;
      const columns = withoutNone(`id ${ddl.required(ddl.types.int64)}`, `v ${v}`, l, r, e);
      const kept =
        column.engine === 'clickhouse'
          ? ` ENGINE = MergeTree ORDER BY (${isNullable || !isKey ? 'id' : 'v, id'}) SETTINGS index_granularity = 2`
          : '';
      const rows = cellsOf(column, side, nullness, name).map(
        ({ v, l, r, e }, i) => `(${withoutNone(String(i + 1), v, l, r, e)})`,
      );
      return [
        `DROP TABLE IF EXISTS ${name}`,
        ...(records?.before ?? []),
        `CREATE TABLE ${name} (${columns})${kept}`,
        `INSERT INTO ${name} VALUES ${rows.join(', ')}`,
      ];
    }),
  );
  return [...column.before, ...tables];
}

interface NamesOfTypes {
  readonly one: string;
  readonly item: string;
  readonly held: string;
  readonly entry: string;
}

/** The names of the types of the records of a table. */
function namesOfTypes(table: string): NamesOfTypes {
  return {
    one: `${table}_one`,
    item: `${table}_item`,
    held: `${table}_held`,
    entry: `${table}_entry`,
  };
}

/**
 * The type of a record, and of a list of records, each with a record of a field, the list `l` and a list of records of the field;
 * statements that make them.
 */
function typesOfRecords(
  { one: ones, listed }: Records,
  side: Side,
  table: string,
  [of, itemField, l]: readonly [of: string, itemField: string, l: string | null],
) {
  const { type, list, declare }: Form = listed[side];
  const { one, item, held, entry } = namesOfTypes(table);
  const field = `"${itemField}" ${of}`;
  const ofHeld = withoutNone(field, l, `more ${list(type(field, item))}`);
  const ofEntry = `held ${type(ofHeld, held)}`;
  return {
    one: ones[side].type(`v ${of}`, one),
    type: list(type(ofEntry, entry)),
    before:
      declare === undefined
        ? []
        : [
            `DROP TYPE IF EXISTS ${one}, ${entry}, ${held}, ${item}`,
            ...[declare(`v ${of}`, one), declare(field, item)],
            ...[declare(ofHeld, held), declare(ofEntry, entry)],
          ],
  };
}

/** BigQuery's embedded evaluator has no tables of such types, so the rows stand in front of each statement. */
export function withRows(engine: TestEngine, column: StoredColumn): TestEngine {
  const steps = SIDES.flatMap(side =>
    NULLNESS.map(nullness => {
      const rows = cellsOf(column, side, nullness, tableName(side, nullness)).map(
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
