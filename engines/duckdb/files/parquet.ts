/** Writes rows as a Parquet file: in a database of its own in memory, by way of a folder of temporary files. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { held, type Type } from '../../../generator/core/types/scalar.ts';
import type { ParquetWriter } from '../../parquet.ts';
import { leafType, quoteName } from '../driver/text.ts';

const write: ParquetWriter = async (lines, fields) => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-parquet-'));
  try {
    const [from, to] = [join(folder, 'rows.ndjson'), join(folder, 'rows.parquet')];
    await writeFile(from, lines);
    await run(copyStatement(from, to, fields, Buffer.byteLength(lines)));
    return await readFile(to);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
export default write;

async function run(statement: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  try {
    const connection = await instance.connect();
    await connection.run(statement).finally(() => connection.closeSync());
  } finally {
    instance.closeSync();
  }
}

function copyStatement(
  from: string,
  to: string,
  fields: readonly ManifestField[],
  bytes: number,
): string {
  const columns = fields.map(field => `${quoteText(field.name)}: ${quoteText(typeOf(field))}`);
  const options = [
    quoteText(from),
    `format = 'newline_delimited'`,
    `columns = {${columns.join(', ')}}`,
    // A line is never longer than all of them.
    `maximum_object_size = ${Math.max(bytes, 1)}`,
  ];
  return `COPY (SELECT * FROM read_json(${options.join(', ')})) TO ${quoteText(to)} (FORMAT parquet)`;
}

function typeOf({ type, fields = [], array, list }: ManifestField): string {
  if (type !== 'record') return valueType(type);
  const members = fields.map(field => `${quoteName(field.name)} ${typeOf(field)}`);
  const record = `STRUCT(${members.join(', ')})`;
  return array === true || list === true ? `${record}[]` : record;
}

/** Parquet marks these as instants of UTC. */
function valueType(type: Type): string {
  const name = leafType(type);
  return held(type).of === 'timestamp' ? name.replace('TIMESTAMP', 'TIMESTAMPTZ') : name;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
