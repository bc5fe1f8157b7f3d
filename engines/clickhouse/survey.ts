/** Surveys the tables of a ClickHouse database, by its own catalogue. */
import type { BoundValue, CatalogueColumn, Engine, Row } from '../engine.ts';
import {
  type Converted,
  LOOKED_AT,
  mayBeKey,
  type Survey,
  SurveyError,
  type SurveyedColumn,
  type SurveyedTable,
  type Surveyor,
  surveyedField,
} from '../survey.ts';
import { columnOf } from './catalog.ts';
import { openClickHouse } from './driver/driver.ts';
import { quoteTableName } from './driver/tables.ts';
import type { ClickHouseSettings } from './settings.ts';
import { unwrapped } from './type-text.ts';

export default { survey, surveyFiles: null } satisfies Surveyor<ClickHouseSettings>;

async function survey(
  settings: ClickHouseSettings,
  names: readonly string[] | null,
): Promise<Survey> {
  const engine = await openClickHouse({ ...settings, concurrency: 1 });
  try {
    return await surveyDatabase(asker(engine), settings.database, names);
  } finally {
    await engine.close();
  }
}

// ---- questions ------------------------------------------------------------------------------------------------------

type Ask = (sql: string, texts?: Readonly<Record<string, string>>) => Promise<readonly Row[]>;

/** A look at 100,000 rows may take long if a table stores its columns in one file. */
const LIMITS = {
  timeoutMs: 60_000,
  maxRows: 1_000_000,
  maxBytes: 64 * 1024 ** 2,
  label: { endpoint: 'survey', request: 'survey' },
};

function asker(engine: Engine): Ask {
  return async (sql, texts = {}) => {
    const values = Object.entries(texts).map(
      ([name, value]): BoundValue => ({ name, scalar: 'string', value }),
    );
    const limits = { ...LIMITS, signal: new AbortController().signal };
    return (await engine.run({ sql, values }, limits)).rows;
  };
}

// ---- tables ---------------------------------------------------------------------------------------------------------

interface Table {
  readonly database: string;
  readonly name: string;
  /** The name that its data set uses. */
  readonly shown: string;
  readonly engine: string;
  readonly comment: string;
  readonly sortingKey: string;
}

/** Engines whose rows disappear once they are read, or were never stored. */
const STREAMS = /^(Kafka|RabbitMQ|NATS|FileLog|S3Queue|AzureQueue|Redis|Null)$/;

async function surveyDatabase(
  ask: Ask,
  database: string,
  names: readonly string[] | null,
): Promise<Survey> {
  const all =
    names === null ? await tablesOf(ask, database, database) : await chosen(ask, database, names);
  if (all.length === 0)
    throw new SurveyError(
      [`The database \`${database}\` has no table that may be read`],
      'Name another database behind the host, or grant its user SELECT.',
    );
  const streams = all.filter(({ engine }) => STREAMS.test(engine));
  const kept = all.filter(table => !streams.includes(table));
  const tables: SurveyedTable[] = [];
  for (const table of kept) tables.push(await surveyTable(ask, table));
  return {
    tables,
    passedOver: streams.map(
      ({ shown, engine }) =>
        `The table \`${shown}\` is passed over: ${engine} keeps no rows to read again`,
    ),
  };
}

/** The tables that may be read. The tables that ClickHouse keeps for views have names that begin with a dot. */
async function tablesOf(ask: Ask, database: string, home: string): Promise<readonly Table[]> {
  const rows = await ask(
    `SELECT name, engine, comment, sorting_key FROM system.tables
     WHERE database = {database:String} AND NOT is_temporary AND name NOT LIKE '.%' ORDER BY name`,
    { database },
  );
  return rows.map(row => {
    const [name = '', engine = '', comment = '', sortingKey = ''] = row.map(String);
    const shown = database === home ? name : `${database}.${name}`;
    return { database, name, shown, engine, comment, sortingKey };
  });
}

async function chosen(ask: Ask, home: string, names: readonly string[]): Promise<readonly Table[]> {
  const found: Table[] = [];
  const faults: string[] = [];
  for (const written of names) {
    const dot = written.indexOf('.');
    const database = dot === -1 ? home : written.slice(0, dot);
    const tables = await tablesOf(ask, database, home);
    const table = tables.find(({ name }) => name === written.slice(dot + 1));
    if (table === undefined) faults.push(`There is no table \`${written}\``);
    else found.push(table);
  }
  if (faults.length === 0) return found;
  const known = (await tablesOf(ask, home, home)).map(({ name }) => `\`${name}\``).join(', ');
  throw new SurveyError(faults, known === '' ? null : `Name one of ${known}.`);
}

async function surveyTable(ask: Ask, table: Table): Promise<SurveyedTable> {
  const { database, name, shown, engine, comment, sortingKey } = table;
  // Columns that exist only for INSERT cannot be read.
  const rows = await ask(
    `SELECT name, type, comment FROM system.columns
     WHERE database = {database:String} AND table = {name:String} AND default_kind != 'EPHEMERAL' ORDER BY position`,
    { database, name },
  );
  const columns = rows.map(row => {
    const [column = '', type = '', description = ''] = row.map(String);
    return { ...columnOf(column, type), ...(description === '' ? {} : { description }) };
  });
  const keys = columns.filter(column => column.nullable === false && mayBeKey(column));
  const { looked, distinct } = await lookedAt(ask, table, keys);
  return {
    name: shown,
    // the types of a view's columns state whether they may be NULL
    origin: engine.endsWith('View') ? 'view' : 'table',
    description: comment === '' ? null : comment,
    looked,
    isWhole: looked <= LOOKED_AT,
    key: null,
    time: storedBy(sortingKey, columns),
    needsTime: false,
    columns: columns.map((column): SurveyedColumn => {
      const count = distinct.get(column.name);
      const isUnique = count === undefined ? null : looked > 0 && count === looked;
      return { ...surveyedField(column, converted), nulls: null, isUnique };
    }),
  };
}

/** How many of the first rows exist, and how many different values each of the columns has in them. */
async function lookedAt(ask: Ask, { database, name }: Table, columns: readonly CatalogueColumn[]) {
  if (columns.length === 0) return { looked: 0, distinct: new Map<string, number>() };
  const names = columns.map(column => quoteTableName(column.name));
  const counts = names.map(column => `uniqExact(${column})`);
  const from = `${quoteTableName(database)}.${quoteTableName(name)}`;
  const [row = []] = await ask(
    `SELECT count(), ${counts.join(', ')} FROM (SELECT ${names.join(', ')} FROM ${from} LIMIT ${LOOKED_AT + 1})`,
  );
  const [looked = 0, ...found] = row.map(Number);
  return {
    looked,
    distinct: new Map(columns.map((column, index) => [column.name, found[index] ?? 0])),
  };
}

/** The first time column that the table is sorted by, even if the key cuts it to hours or days. */
function storedBy(sortingKey: string, columns: readonly CatalogueColumn[]): string | null {
  const words = sortingKey.match(/\w+/g) ?? [];
  const times = columns.filter(({ type }) => /^Date/.test(unwrapped(type)));
  return words.find(word => times.some(({ name }) => name === word)) ?? null;
}

// ---- types ----------------------------------------------------------------------------------------------------------

/** SQL for types that statements cannot read as stored. */
function converted({ type }: CatalogueColumn, path: readonly string[]): Converted | null {
  const plain = unwrapped(type);
  const stored = path.map(quoteTableName).join('.');
  // With two arguments the primary key is still used.
  if (/^DateTime(\(|$)/.test(plain))
    return { type: 'timestamp', sql: `toDateTime64(${stored}, 6)` };
  if (/^(Array|Map|Tuple|Nested|Variant|JSON|Object)\(|^(Dynamic|JSON)\b/.test(plain))
    return { type: 'json', sql: `toJSONString(${stored})` };
  if (/^(Time|Time64|Interval\w*|Decimal)(\(|$)/.test(plain))
    return { type: 'string', sql: `toString(${stored})` };
  return null;
}
