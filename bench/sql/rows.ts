/**
 * Synthetic log entries: 200 projects, of which the largest has a sixth of all rows, over the seven days before `NOW`, the
 * newest row last. DuckDB writes them to Parquet files in each shape, and the engines load their own tables from these files.
 */
import { DuckDBInstance } from '@duckdb/node-api';
import type { ManifestField } from '../../generator/core/output/manifest.ts';

/** Microseconds since 1970 UTC. */
export const NOW = 1_767_225_600_000_000n;
/** How a table stores records: as they are, each as an array of one, or their leaves as columns. */
export const SHAPES = ['nested', 'arrays', 'flat'] as const;
export type Shape = (typeof SHAPES)[number];
export type RowCounts = Readonly<Record<Shape, number>>;
/** DuckDB reads an array in a Parquet file as a whole, a hundred times slower than a record, so there are fewer of them. */
export const FULL_ROWS: RowCounts = { nested: 10_000_000, arrays: 100_000, flat: 10_000_000 };
/** Enough for the questions of a quick run to have rows. */
export const QUICK_ROWS = sameRows(5_000);

export function sameRows(rows: number): RowCounts {
  return { nested: rows, arrays: rows, flat: rows };
}

const SPAN = 7 * 86_400;
/** A number below `most` that looks random, and is the same in each run. */
const chance = (most: number, salt: number) => `CAST(hash(i * 1000 + ${salt}) % ${most} AS BIGINT)`;
/** Rank 1 is the most frequent, because the logarithm of a rank is evenly spread. */
const PROJECT = `'project-' || CAST(floor(exp(${chance(1_000_000, 1)} / 1e6 * ln(201))) AS BIGINT)`;
const PATH = `['/rest/v1/orders', '/auth/v1/token', '/storage/v1/object/a.png', '/realtime/v1/websocket', '/rest/v1/items'][1 + ${chance(5, 2)}]`;

/** The leaves that the statements read. Every other leaf is a text of twelve characters, a number or a bool. */
const LEAVES: Readonly<Record<string, string>> = {
  id: `'entry-' || lpad(i::VARCHAR, 9, '0')`,
  event_message: `'GET | 200 | 10.0.0.1 | ' || i || ' | https://' || ${PROJECT} || '.example.com' || ${PATH} || ' | node'`,
  project: PROJECT,
  project_ref: PROJECT,
  url: `'https://' || ${PROJECT} || '.example.com' || ${PATH}`,
  path: PATH,
  status_code: `CASE ${chance(12, 3)} WHEN 0 THEN 500 WHEN 1 THEN 404 ELSE 200 END::BIGINT`,
  execution_time_ms: `round(exp(${chance(1_000_000, 4)} / 1e6 * 8), 3)`,
  function_id: `'function-' || ${chance(40, 5)}`,
};
const OF_TYPE: Readonly<Record<string, string>> = {
  int64: chance(1_000, 6),
  float64: `${chance(1_000_000, 7)} / 1e3`,
  bool: `${chance(2, 8)} = 1`,
};

export interface Written {
  readonly table: string;
  readonly columns: readonly ManifestField[];
}

/** Writes `rows` entries of each table to `<folder>/<table>.parquet`. */
export async function writeRows(
  folder: string,
  tables: readonly Written[],
  shape: Shape,
  rows: number,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { preserve_insertion_order: 'true' });
  const connection = await instance.connect();
  for (const { table, columns } of tables) {
    const list = columns
      .map(field => `${writtenValue(field, shape)} AS "${field.name}"`)
      .join(', ');
    const time = `TIMESTAMP '2026-01-01' - to_microseconds((${rows} - i) * ${SPAN}000000 // ${rows})`;
    await connection.run(
      `COPY (SELECT ${list.replaceAll('{time}', time)} FROM range(${rows}) AS rows(i)) TO '${folder}/${table}.parquet' (COMPRESSION zstd)`,
    );
  }
  connection.closeSync();
  instance.closeSync();
}

function writtenValue({ name, type, fields = [] }: ManifestField, shape: Shape): string {
  if (type === 'timestamp') return '{time}';
  if (type !== 'record') return leafOf(name) ?? OF_TYPE[String(type)] ?? textOf(name);
  const of = `{${fields.map(field => `"${field.name}": ${writtenValue(field, shape)}`).join(', ')}}`;
  return shape === 'arrays' ? `[${of}]` : of;
}

/** The name of a column for a leaf ends in the name of the leaf. */
function leafOf(name: string): string | undefined {
  const known = Object.keys(LEAVES).filter(leaf => name === leaf || name.endsWith(`_${leaf}`));
  const [longest] = known.sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : LEAVES[longest];
}

function textOf(name: string): string {
  const salt = [...name].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) % 100_003;
  return `'text-' || lpad(${chance(300, salt)}::VARCHAR, 7, '0')`;
}
