/**
 * ClickHouse within this process, over the entries of a test. It runs one statement at a time, and a process can have only one.
 * Its settings are the service's. If a statement reads the clock, it gets the machine's time.
 */

import type { Field, Source } from '../../generator/core/spec/source.ts';
import { held, isRecords } from '../../generator/core/types/scalar.ts';
import { formatInstant } from '../../generator/params/time/instant.ts';
import { printSchema } from '../../generator/sql/schema.ts';
import { messageOf } from '../../generator/system/errors.ts';
import { takingTurns } from '../../generator/system/in-turn.ts';
import type { EmbeddedOpener, GivenTable } from '../embedded.ts';
import { type BoundStatement, EngineFailure, type Result, type RunLimits } from '../engine.ts';
import { withDeadline } from '../support/deadline.ts';
import { type StoredValue, storedFields, storedRow } from '../support/entries.ts';
import { type ChDb, openChDb } from './analyst/chdb.ts';
import dialect from './dialect.ts';
import { ownQuestion } from './driver/driver.ts';
import { SAME_MEANING } from './driver/request.ts';
import { compiledLines, FORMAT, readLines, writeParameters } from './driver/values.ts';
import { OWN_FORMAT, OWN_SETTINGS, ownLines } from './results/lines.ts';

/** In chdb's own database, the name of a table that does not exist means a file. */
const DATABASE = 'quern_test';

/** The format of entries, and no limit on how many days they span. */
const LOADING = {
  date_time_input_format: 'best_effort',
  input_format_json_named_tuples_as_objects: 0,
  max_partitions_per_insert_block: 0,
} as const;

export default {
  open: async folder => {
    const chdb = openChDb(folder);
    const inTurn = takingTurns();
    await chdb.ask(`CREATE DATABASE ${DATABASE}`);
    await chdb.ask(`USE ${DATABASE}`);
    await chdb.ask(settings({ ...SAME_MEANING, ...LOADING }));
    return {
      run: (tables, statement, limits) => {
        // a run that was given up continues, and still needs its tables
        const next = inTurn(() => runOver(chdb, tables, statement, limits));
        return withDeadline(limits, () => next);
      },
      close: () => inTurn(async () => chdb.close()),
    };
  },
} satisfies EmbeddedOpener;

async function runOver(
  chdb: ChDb,
  tables: readonly GivenTable[],
  statement: BoundStatement,
  limits: RunLimits,
): Promise<Result> {
  const stored = tables.map(({ source, entries }) => ({ source: asStored(source), entries }));
  try {
    await chdb.ask(createTables(stored.map(({ source }) => source)));
    for (const table of stored) await load(chdb, table);
    return await run(chdb, statement, limits);
  } catch (cause) {
    if (cause instanceof EngineFailure) throw cause;
    throw new EngineFailure('failed', messageOf(cause), { cause });
  } finally {
    for (const { source } of stored) await chdb.ask(`DROP TABLE IF EXISTS ${nameOf(source)} SYNC`);
  }
}

/** Values of a map may be NULL in an entry, but not in the tables of `schema.sql`. */
function createTables(sources: readonly Source[]): string {
  const values = /\bMap\(String, (\w+(?:\(6, 'UTC'\))?)\)/g;
  return printSchema(sources, dialect).replace(values, 'Map(String, Nullable($1))');
}

/** A tuple cannot be NULL. If a record is NULL, its fields are. */
function asStored(source: Source): Source {
  return {
    ...source,
    columns: source.columns.map(column => ({ ...column, fields: withNull(column.fields) })),
  };
}

function withNull(fields: readonly Field[]): readonly Field[] {
  return fields.map(field => ({ ...field, nullable: true, fields: withNull(field.fields) }));
}

function nameOf({ name, tables }: Source): string {
  const { name: parts = [name] } = tables[dialect.name] ?? {};
  return parts.map(part => `\`${part.replace(/[\\`]/g, '\\$&')}\``).join('.');
}

async function load(chdb: ChDb, { source, entries }: GivenTable): Promise<void> {
  if (entries.length === 0) return;
  const columns = storedFields(source.columns);
  const repeated = source.tables[dialect.name]?.records === 'repeated';
  const lines = entries.map(entry => {
    const row = storedRow(entry, columns);
    return JSON.stringify(columns.map((column, i) => inserted(row[i] ?? null, column, repeated)));
  });
  await chdb.ask(`INSERT INTO ${nameOf(source)} FORMAT JSONCompactEachRow ${lines.join('\n')}`);
}

/** A value in the form of `JSONCompactEachRow`: numbers as texts, because only texts keep 64 bits, and tuples as arrays. */
function inserted(value: StoredValue, field: Field, repeated: boolean): unknown {
  const { type } = field;
  if (type === 'record') {
    if (repeated && value === null) return [];
    const record = fieldsOf(value, field, repeated);
    return repeated ? [record] : record;
  }
  if (isRecords(type)) {
    const items = Array.isArray(value) ? value : [];
    return items.map(item => fieldsOf(item, field, false));
  }
  const { as, of } = held(type);
  const one = (item: StoredValue) => {
    if (of === 'timestamp' && item !== null) return formatInstant(BigInt(String(item)));
    return typeof item === 'bigint' || typeof item === 'number' ? String(item) : item;
  };
  if (as === 'one') return one(value);
  if (as === 'list') return ((value ?? []) as readonly StoredValue[]).map(one);
  const entries = value instanceof Map ? [...value] : [];
  return Object.fromEntries(entries.map(([key, item]) => [key, one(item)]));
}

function fieldsOf(value: StoredValue, { fields }: Field, repeated: boolean): readonly unknown[] {
  const values = Array.isArray(value) ? value : [];
  return storedFields(fields).map((field, i) => inserted(values[i] ?? null, field, repeated));
}

async function run(
  chdb: ChDb,
  { sql, values, isOwn }: BoundStatement,
  { maxRows, maxBytes }: RunLimits,
): Promise<Result> {
  const own = isOwn === true ? ownLines() : null;
  if (own !== null) await chdb.ask(settings(OWN_SETTINGS));
  try {
    const text = own === null ? sql : ownQuestion(sql, maxRows);
    const format = own === null ? FORMAT : OWN_FORMAT;
    const answer = await chdb.ask(text, writeParameters(values), format);
    const limits = { maxRows, maxBytes, sentRows: null };
    const rows = await readLines(bytesOf(answer), limits, own ?? compiledLines());
    return { rows, scannedBytes: null, ...(own === null ? {} : { columns: own.columns() }) };
  } finally {
    if (own !== null) await chdb.ask(settings({ ...DEFAULTS, ...SAME_MEANING }));
  }
}

const DEFAULTS = Object.fromEntries(Object.keys(OWN_SETTINGS).map(name => [name, 'DEFAULT']));

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

function settings(values: Readonly<Record<string, string | number>>): string {
  const each = Object.entries(values).map(([name, value]) => {
    return `${name} = ${typeof value === 'number' || value === 'DEFAULT' ? value : `'${value}'`}`;
  });
  return `SET ${each.join(', ')}`;
}
