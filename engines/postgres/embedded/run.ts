/** A run over the tables of a test: one transaction, of which nothing stays. */
import type { Field, Source } from '../../../generator/core/spec/source.ts';
import { printSchema } from '../../../generator/sql/schema.ts';
import type { GivenTable } from '../../embedded.ts';
import type { BoundStatement, Result, Row } from '../../engine.ts';
import { exactEntry } from '../../support/entries.ts';
import { createByteCount } from '../../support/result-rows.ts';
import { withLabels } from '../analyst/labels.ts';
import type { PgLite, PgLiteAnswer } from '../analyst/pglite.ts';
import { createTables, findEnums } from '../analyst/stand-ins.ts';
import dialect from '../dialect.ts';
import { quotedName } from '../driver/names.ts';
import { numberParameters, type ReadCell, readCompiled, readRow } from '../driver/values.ts';
import { MEANING } from '../meaning.ts';
import { ownColumns } from '../results/own.ts';
import { insertionOf } from './entries.ts';
import type { AskedRun } from './protocol.ts';

/** The schema of tables whose names have no dot. */
const SCHEMA = quotedName(['quern test']);

export async function runOver(database: PgLite, asked: AskedRun): Promise<Result> {
  setClock(asked.now);
  await database.script('BEGIN');
  try {
    await store(database, asked.tables.map(emptyable));
    const { statement, limits } = asked;
    const answer = await withLabels(
      database,
      () => readOnly(database, statement, limits.maxRows),
      () => database.script('ROLLBACK TO stored; RELEASE stored'),
    );
    return await resultOf(database, answer, asked);
  } finally {
    await database.script('ROLLBACK');
  }
}

/** WebAssembly asks JavaScript for the time, and cuts it to microseconds. */
function setClock(micros: bigint): void {
  const half = 0.0005;
  Date.now = () => Number(micros) / 1_000 + half;
}

/** A column that an entry lacks is NULL. */
function emptyable({ source, entries }: GivenTable): GivenTable {
  const columns = source.columns.map(column => ({ ...column, nullable: true }));
  return { source: { ...source, columns }, entries };
}

async function store(database: PgLite, tables: readonly GivenTable[]): Promise<void> {
  const sources = tables.map(({ source }) => source);
  const settings = MEANING.map(setting => `SET LOCAL ${setting};`).join(' ');
  await database.script(`${settings} CREATE SCHEMA ${SCHEMA}; SET LOCAL search_path = ${SCHEMA}`);
  const entriesOf = new Map(tables.map(({ source, entries }) => [source, entries]));
  const labels = findEnums(sources, dialect.name, (source, column) =>
    labelsIn(entriesOf.get(source) ?? [], column),
  );
  await createTables(database, printSchema(named(sources), dialect), labels);
  for (const table of tables) {
    if (table.entries.length === 0) continue;
    const { sql, rows } = insertionOf(table);
    await database.ask(sql, [rows]);
  }
}

/** A data set without a table on the engine has one of its own name, by which compiled statements read it. */
function named(sources: readonly Source[]): readonly Source[] {
  return sources.map(source => {
    const { name, tables } = source;
    const table = tables[dialect.name] ?? { name: [name], records: 'nested', where: null };
    return { ...source, tables: { [dialect.name]: table } };
  });
}

function labelsIn(entries: readonly string[], { name }: Field): readonly string[] {
  const values = entries.map(entry => new Map(Object.entries(exactEntry(entry))).get(name));
  return values.flatMap(value => (typeof value === 'string' ? value : []));
}

async function readOnly(
  database: PgLite,
  { sql, values }: BoundStatement,
  mostRows: number,
): Promise<PgLiteAnswer> {
  await database.script('SAVEPOINT stored; SET TRANSACTION READ ONLY');
  return database.run(sql, numberParameters(values), mostRows);
}

async function resultOf(
  database: PgLite,
  { columns, rows }: PgLiteAnswer,
  { statement, limits }: AskedRun,
): Promise<Result> {
  const own = statement.isOwn === true ? await ownColumns(database.ask, columns) : null;
  const reads: readonly ReadCell[] =
    own?.map(({ read }) => read) ?? columns.map(({ dataTypeID }) => readCompiled(dataTypeID));
  const count = createByteCount(limits.maxBytes);
  const read = rows.map((texts): Row => {
    const row = readRow(texts, reads);
    count(row);
    return row;
  });
  const told = own === null ? {} : { columns: own.map(({ column }) => column) };
  return { rows: read, scannedBytes: null, ...told };
}
