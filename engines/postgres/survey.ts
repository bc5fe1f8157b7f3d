/** Surveys the tables of a PostgreSQL database, by its own catalogue. */
import {
  FRACTION_DIGITS,
  MAX_PRECISION,
  WHOLE_DIGITS,
} from '../../generator/core/types/decimal.ts';
import { messageOf } from '../../generator/system/errors.ts';
import type { CatalogueColumn } from '../engine.ts';
import {
  type Ask,
  asker,
  type Extent,
  exceedsJson,
  extentOf,
  holderOf,
  LOOKED_AT,
  mayBeKey,
  NO_REMARKS,
  type Remarks,
  type Survey,
  SurveyError,
  type SurveyedColumn,
  type SurveyedTable,
  type SurveyLeaf,
  type Surveyor,
  surveyedField,
  surveyLeaves,
  surveyReadable,
  wholeNumbersOf,
} from '../survey.ts';
import { type Composites, compositesOf, describeRow } from './catalog.ts';
import { openPostgres } from './driver/driver.ts';
import { quotedName } from './driver/names.ts';
import { COLUMNS, COMPOSITES } from './driver/tables.ts';
import type { PostgresSettings } from './settings.ts';

export default { survey, surveyFiles: null } satisfies Surveyor<PostgresSettings>;

async function survey(
  settings: PostgresSettings,
  names: readonly string[] | null,
): Promise<Survey> {
  const engine = await openPostgres({ ...settings, concurrency: 1 });
  try {
    return await surveyDatabase(asker(engine), settings.database, names);
  } finally {
    await engine.close();
  }
}

// ---- tables ---------------------------------------------------------------------------------------------------------

interface Table {
  readonly schema: string;
  readonly name: string;
  /** The name that its data set uses. */
  readonly shown: string;
  readonly origin: 'table' | 'view';
  readonly comment: string | null;
}

const PUBLIC = 'public';

async function surveyDatabase(
  ask: Ask,
  database: string,
  names: readonly string[] | null,
): Promise<Survey> {
  const all = await tablesOf(ask);
  const kept = names === null ? all : chosen(all, names);
  if (kept.length === 0)
    throw new SurveyError(
      [`The database \`${database}\` has no table that may be read`],
      'Name another database behind the host, or grant its user SELECT.',
    );
  const composites = compositesOf(await ask(COMPOSITES));
  return surveyReadable(
    kept,
    names !== null,
    table => surveyTable(ask, table, composites),
    ({ origin, shown }, cause) => `The ${origin} \`${shown}\`: ${messageOf(cause)}`,
  );
}

/** The tables that the user may read, without parts of partitioned ones and without those of extensions. */
async function tablesOf(ask: Ask): Promise<readonly Table[]> {
  const rows = await ask(
    `SELECT n.nspname::text, c.relname::text, c.relkind::text, obj_description(c.oid, 'pg_class')
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
       AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_t%'
       AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
       AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
     ORDER BY n.nspname <> $1::text, 1, 2`,
    { home: PUBLIC },
  );
  return rows.map(([schema, name, kind, comment]) => ({
    schema: String(schema),
    name: String(name),
    shown: schema === PUBLIC ? String(name) : `${schema}.${name}`,
    origin: kind === 'v' || kind === 'm' ? ('view' as const) : ('table' as const),
    comment: comment == null ? null : String(comment),
  }));
}

function chosen(all: readonly Table[], names: readonly string[]): readonly Table[] {
  const found = names.flatMap(
    name =>
      all.find(table => table.shown === name || `${table.schema}.${table.name}` === name) ?? [],
  );
  const faults = names
    .filter(
      name =>
        !all.some(({ shown, schema, name: own }) => shown === name || `${schema}.${own}` === name),
    )
    .map(name => `There is no table \`${name}\``);
  if (faults.length === 0) return found;
  const known = all.map(({ shown }) => `\`${shown}\``).join(', ');
  throw new SurveyError(faults, known === '' ? null : `Name one of ${known}.`);
}

async function surveyTable(ask: Ask, table: Table, composites: Composites): Promise<SurveyedTable> {
  const { schema, name, shown, origin, comment } = table;
  const stored = quotedName([schema, name]);
  const columns = (await ask(COLUMNS, { table: stored })).map(row => describeRow(row, composites));
  const keys = columns.filter(mayBeKey);
  const { looked, nulls, distinct, extents } = await lookedAt(ask, stored, columns, keys);
  const remark = (column: CatalogueColumn, path: readonly string[]): Remarks => {
    const extent = extents.get(path.join('.')) ?? null;
    const holds = isNumeric(column) && path.length === 1 ? holderOf(extent, WHOLE_DIGITS) : null;
    return { ...NO_REMARKS, holds, exceedsJson: exceedsJson(extent) };
  };
  return {
    name: shown,
    origin,
    description: comment,
    looked,
    isWhole: looked <= LOOKED_AT,
    key: await keyOf(ask, stored),
    time: await timeOf(ask, stored),
    needsTime: false,
    warnings: [],
    columns: columns.map((column): SurveyedColumn => {
      const count = distinct.get(column.name);
      return {
        ...surveyedField(withDigits(column), remark),
        nulls: nulls.get(column.name) ?? null,
        isUnique: count === undefined ? null : looked > 0 && count === looked,
      };
    }),
  };
}

/** A `numeric` without digits is declared with the most that a decimal has, and rounded to them. */
function withDigits(column: CatalogueColumn): CatalogueColumn {
  const isBare = column.digits === undefined && column.readAs.includes('decimal');
  return {
    ...column,
    ...(isBare ? { digits: { precision: MAX_PRECISION, scale: FRACTION_DIGITS } } : {}),
    fields: column.fields?.map(withDigits) ?? null,
  };
}

/** The first rows: how many there are, without a value of each column, and with different values of the columns `keys`. */
async function lookedAt(
  ask: Ask,
  stored: string,
  columns: readonly CatalogueColumn[],
  keys: readonly CatalogueColumn[],
) {
  const whole = surveyLeaves(columns).filter(
    ({ path, column }) =>
      wholeNumbersOf(column) !== null || (path.length === 1 && isNumeric(column)),
  );
  const items = [
    'count(*)',
    ...columns.map(column => `count(*) - count(${quotedName([column.name])})`),
    ...keys.map(key => `count(DISTINCT ${quotedName([key.name])})`),
    ...whole.flatMap(extentSql),
  ];
  const [[looked, ...found] = []] = await ask(
    `SELECT ${items.join(', ')} FROM (SELECT * FROM ${stored} LIMIT ${LOOKED_AT + 1}) AS looked`,
  );
  const counts = found.slice(columns.length);
  const ends = counts.slice(keys.length);
  return {
    looked: Number(looked),
    nulls: new Map(columns.map(({ name }, i) => [name, Number(found[i])])),
    distinct: new Map(keys.map(({ name }, i) => [name, Number(counts[i])])),
    extents: new Map(
      whole.map(({ path }, i): [string, Extent] => [path.join('.'), extentOf(ends.slice(2 * i))]),
    ),
  };
}

/** Whether it is a `numeric` of whole numbers. */
function isNumeric({ type, digits }: CatalogueColumn): boolean {
  return type.startsWith('numeric') && digits?.scale === 0;
}

/** The smallest and the largest number of a column, of a field of it, or of its lists, as texts. */
function extentSql({ path: [root = '', ...fields], column }: SurveyLeaf): readonly string[] {
  const stored = fields.reduce(
    (record, field) => `(${record}).${quotedName([field])}`,
    quotedName([root]),
  );
  return ['min', 'max'].map(end => {
    const items = `(SELECT ${end}(item) FROM unnest(${stored}) AS item)`;
    return `${end}(${wholeNumbersOf(column) === 'list' ? items : stored})::text`;
  });
}

/** The columns of the primary key, or of the shortest other key without NULLs, in its order. */
async function keyOf(ask: Ask, stored: string): Promise<readonly string[] | null> {
  const rows = await ask(
    `WITH keys AS (
       SELECT i.indexrelid, i.indisprimary, a.attname::text, a.attnotnull, k.place FROM pg_index AS i
         CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(number, place)
         JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
       WHERE i.indrelid = to_regclass($1) AND i.indisunique AND i.indisvalid AND i.indimmediate
         AND i.indpred IS NULL AND i.indexprs IS NULL AND k.place <= i.indnkeyatts)
     SELECT attname FROM keys WHERE indexrelid = (
       SELECT indexrelid FROM keys GROUP BY indexrelid, indisprimary HAVING bool_and(attnotnull)
       ORDER BY NOT indisprimary, count(*), indexrelid LIMIT 1) ORDER BY place`,
    { table: stored },
  );
  return rows.length === 0 ? null : rows.map(([name]) => String(name));
}

/** The first column of time that begins an index: a BRIN one before any other, then the key of a partitioned table. */
async function timeOf(ask: Ask, stored: string): Promise<string | null> {
  const [[name] = []] = await ask(
    `SELECT a.attname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
       JOIN pg_am AS m ON m.oid = c.relam JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE i.indrelid = to_regclass($1) AND a.atttypid IN ('timestamp'::regtype, 'timestamptz'::regtype, 'date'::regtype)
     ORDER BY m.amname <> 'brin', a.attnum LIMIT 1`,
    { table: stored },
  );
  return name == null ? null : String(name);
}
