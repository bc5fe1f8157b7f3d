/** DuckDB over the entries of a test, with an NDJSON file for each table. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManifestField } from '../../generator/core/output/manifest.ts';
import type { Field } from '../../generator/core/spec/source.ts';
import type { EmbeddedEngine, EmbeddedOpener, GivenTable } from '../embedded.ts';
import { storedFields } from '../support/entries.ts';
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
  await writeFile(glob, entries.map(entry => `${entry}\n`).join(''));
  const { name, tables, columns } = source;
  const { name: table = [name], records = 'nested' } = tables['duckdb'] ?? {};
  return { table, glob, records, columns: storedFields(columns).map(columnOf) };
}

/** A test's entries contain only what matters to it. A column that they lack is NULL, as in a row of a table. */
function columnOf({ name, type, digits, fields }: Field): ManifestField {
  return {
    name,
    type,
    nullable: true,
    optional: true,
    ...digits,
    ...(type === 'record' ? { fields: storedFields(fields).map(columnOf) } : {}),
  };
}
