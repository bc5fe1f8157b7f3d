/** DuckDB over the entries of a test, with an NDJSON file for each table. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManifestField } from '../../generator/core/output/manifest.ts';
import { type Field, storedName } from '../../generator/core/spec/source.ts';
import { isRecords } from '../../generator/core/types/scalar.ts';
import type { EmbeddedEngine, EmbeddedOpener, GivenTable } from '../embedded.ts';
import { exactEntry, storedFields } from '../support/entries.ts';
import { type DuckDbFiles, openDuckDb } from './driver/driver.ts';

export default {
  open: async () => ({ run, close: async () => {} }),
} satisfies EmbeddedOpener;

const run: EmbeddedEngine['run'] = async (tables, statement, limits) => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
  try {
    const files = await Promise.all(
      tables.map((table, index) => written(table, join(folder, `${index}.ndjson`))),
    );
    const engine = await openDuckDb({ source: { files }, concurrency: 1, threads: 1 });
    return await engine.run(statement, limits).finally(() => engine.close());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function written({ source, entries }: GivenTable, glob: string): Promise<DuckDbFiles> {
  const lines = entries.map(entry => `${underStoredNames(entry, source.columns)}\n`);
  await writeFile(glob, lines.join(''));
  const { name, tables, columns } = source;
  const { name: table = [name], records = 'nested' } = tables[ENGINE] ?? {};
  return { table, glob, records, columns: storedFields(columns).map(columnOf) };
}

/** An entry whose keys are the names of the table. */
function underStoredNames(entry: string, columns: readonly Field[]): string {
  if (!columns.some(hasOtherName)) return entry;
  return JSON.stringify(renamed(exactEntry(entry), columns));
}

function hasOtherName(field: Field): boolean {
  return storedName(field, ENGINE) !== field.name || field.fields.some(hasOtherName);
}

function renamed(value: unknown, fields: readonly Field[]): unknown {
  if (Array.isArray(value)) return value.map(item => renamed(item, fields));
  if (value === null || typeof value !== 'object') return value;
  const byName = new Map(fields.map(field => [field.name, field]));
  const entries = Object.entries(value).map(([key, part]) => {
    const field = byName.get(key);
    if (field === undefined) return [key, part];
    const isRecord = field.type === 'record' || isRecords(field.type);
    return [storedName(field, ENGINE), isRecord ? renamed(part, field.fields) : part];
  });
  return Object.fromEntries(entries);
}

const ENGINE = 'duckdb';

/** A test's entries contain only what matters to it. A column that they lack is NULL, as in a row of a table. */
function columnOf(field: Field): ManifestField {
  const { type, digits, fields } = field;
  return {
    name: storedName(field, ENGINE),
    ...(isRecords(type) ? { type: 'record', array: true, list: true } : { type }),
    nullable: true,
    optional: true,
    ...digits,
    ...(type === 'record' || isRecords(type) ? { fields: storedFields(fields).map(columnOf) } : {}),
  };
}
