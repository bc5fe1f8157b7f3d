/** Surveys the tables of a ClickHouse database, by its own catalogue. */
import { listed } from '../../generator/core/report/words.ts';
import { WHOLE_DIGITS } from '../../generator/core/types/decimal.ts';
import { isScalar } from '../../generator/core/types/scalar.ts';
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
  type Remarks,
  type Survey,
  SurveyError,
  type SurveyedColumn,
  type SurveyedTable,
  type SurveyLeaf,
  type Surveyor,
  surveyedField,
  surveyReadable,
  wholeLeaves,
  wholeNumbersOf,
} from '../survey.ts';
import { columnOf, itemsMayBeNull, nestedIn } from './catalog.ts';
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
  const { tables, passedOver } = await surveyReadable(
    kept,
    names !== null,
    table => surveyTable(ask, table),
    ({ shown }, cause) => `The table \`${shown}\`: ${messageOf(cause)}`,
  );
  const ofStreams = streams.map(
    ({ shown, engine }) =>
      `The table \`${shown}\` is passed over: ${engine} keeps no rows to read again`,
  );
  return { tables, passedOver: [...ofStreams, ...passedOver] };
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
  const columns = withNested(
    rows.map(row => {
      const [column = '', type = '', description = ''] = row.map(String);
      const known = withoutNullItems(columnOf(column, type));
      return { ...known, ...(description === '' ? {} : { description }) };
    }),
  );
  const keys = columns.filter(column => column.nullable === false && mayBeKey(column));
  const whole = wholeLeaves(columns);
  const { looked, distinct, extents } = await lookedAt(ask, table, keys, whole);
  const remark = (column: CatalogueColumn, path: readonly string[]) =>
    remarksOf(column, extents.get(path.join('.')) ?? null);
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
    warnings: unmergedIn(shown, columns),
    columns: columns.map((column): SurveyedColumn => {
      const count = distinct.get(column.name);
      const isUnique = count === undefined ? null : looked > 0 && count === looked;
      return { ...surveyedField(column, remark), nulls: null, isUnique };
    }),
  };
}

/**
 * How many of the first rows exist, how many different values each of the columns `keys` has in them, and between which numbers those of
 * `whole` are, by path.
 */
async function lookedAt(
  ask: Ask,
  { database, name }: Table,
  keys: readonly CatalogueColumn[],
  whole: readonly SurveyLeaf[],
) {
  const counts = keys.map(({ name: column }) => `uniqExact(${quoteTableName(column)})`);
  const ends = whole.flatMap(leaf => extentSql(leaf));
  const read = new Set([
    ...keys.map(key => key.name),
    ...whole.map(({ path: [root = ''] }) => root),
  ]);
  if (read.size === 0)
    return { looked: 0, distinct: new Map<string, number>(), extents: new Map<string, Extent>() };
  const names = [...read].map(quoteTableName).join(', ');
  const from = `${quoteTableName(database)}.${quoteTableName(name)}`;
  const [[looked, ...found] = []] = await ask(
    `SELECT ${['count()', ...counts, ...ends].join(', ')} FROM (SELECT ${names} FROM ${from} LIMIT ${LOOKED_AT + 1})`,
  );
  const bounds = found.slice(keys.length);
  return {
    looked: Number(looked ?? 0),
    distinct: new Map(keys.map((column, index) => [column.name, Number(found[index] ?? 0)])),
    extents: new Map(
      whole.map(({ path }, index) => [path.join('.'), extentOf(bounds.slice(2 * index))]),
    ),
  };
}

/** The smallest and the largest number of a column, of its lists or of its maps, as texts. */
function extentSql({ path, column }: SurveyLeaf): readonly string[] {
  const stored = path.map(quoteTableName).join('.');
  const form = wholeNumbersOf(column);
  const lists = form === 'map' ? `mapValues(${stored})` : stored;
  const ends = ['min', 'max'].map(end => {
    const one = form === 'one' ? stored : `array${end === 'min' ? 'Min' : 'Max'}(${lists})`;
    return `toString(${end}OrNull(${one}))`;
  });
  return ends;
}

/** The first time column that the table is sorted by, even if the key cuts it to hours or days. */
function storedBy(sortingKey: string, columns: readonly CatalogueColumn[]): string | null {
  const words = sortingKey.match(/\w+/g) ?? [];
  const times = columns.filter(({ type }) => /^Date/.test(unwrapped(type)));
  return words.find(word => times.some(({ name }) => name === word)) ?? null;
}

/** The columns with a list of records in place of a `Nested`, if statements can read one of its arrays. */
function withNested(columns: readonly CatalogueColumn[]): readonly CatalogueColumn[] {
  const nested = nestedIn(columns).filter(
    ({ records: { fields } }) =>
      fields?.some(
        ({ fields, readAs, kinds }) =>
          fields === null && (readAs.length > 0 || kinds.converted.length > 0),
      ) === true,
  );
  const owner = (column: CatalogueColumn) => nested.find(({ arrays }) => arrays.includes(column));
  return columns.flatMap(column => {
    const found = owner(column);
    if (found === undefined) return [column];
    return found.arrays[0] === column ? [found.records] : [];
  });
}

// ---- types ----------------------------------------------------------------------------------------------------------

/** The column without the groups of items that may be NULL: it is read as one value. */
function withoutNullItems({ fields, kinds, ...column }: CatalogueColumn): CatalogueColumn {
  return {
    ...column,
    fields: fields?.map(withoutNullItems) ?? null,
    kinds: itemsMayBeNull(column.type)
      ? { ...kinds, list: null, map: null, converted: kinds.converted.filter(isScalar) }
      : kinds,
  };
}

const UNMERGED = /\bSimpleAggregateFunction\(/;

/** The engine merges rows of one key at some later time. */
function unmergedIn(table: string, columns: readonly CatalogueColumn[]): readonly string[] {
  const unmerged = columns
    .filter(({ type }) => UNMERGED.test(type))
    .map(({ name }) => `\`${name}\``);
  if (unmerged.length === 0) return [];
  return [
    `The table \`${table}\` has several rows of a key until they merge: ${listed(unmerged, 'and')} ${unmerged.length === 1 ? 'is a SimpleAggregateFunction' : 'are SimpleAggregateFunctions'}. Add \`final: true\` beside the table, and a \`key\``,
  ];
}

function isWide({ kinds: { one, list, map } }: CatalogueColumn): boolean {
  return [one, list, map].includes('wide integer');
}

function remarksOf(column: CatalogueColumn, extent: Extent): Remarks {
  const { type } = column;
  const isUnmerged = UNMERGED.test(type);
  return {
    holds: isWide(column) ? holderOf(extent, type.includes('UInt64') ? 20 : WHOLE_DIGITS) : null,
    exceedsJson: exceedsJson(extent),
    note: isUnmerged ? `${type}: a key has several rows until they merge` : null,
    unread: type.startsWith('AggregateFunction(') ? 'only a measure reads AggregateFunction' : null,
  };
}
