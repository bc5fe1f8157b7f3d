/**
 * The cost of the three endpoints' statements beside that of the best that a careful person writes by hand, on DuckDB and ClickHouse, over
 * tables with records as they are, in arrays of one, and with a column for each leaf. All answer the same rows, or it fails. The statements take
 * turns, and CPU seconds of this process are compared, to which other processes add none.
 *
 * A folder named behind the command keeps the tables for the next run. `QUERN_ROWS` is the number of rows of each table.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table, writeSection } from './results.ts';
import { QUESTIONS } from './sql/by-hand.ts';
import { openClickHouseTables } from './sql/clickhouse.ts';
import { compared, type Measured } from './sql/compared.ts';
import { openDuckDbFiles, openDuckDbTables } from './sql/duckdb.ts';
import { projectOf } from './sql/project.ts';
import { SHAPES, writeRows } from './sql/rows.ts';

const ROWS = Number(process.env['QUERN_ROWS'] ?? 10_000_000);
const ROUNDS = 7;
const OPENERS = {
  'DuckDB, Parquet': openDuckDbFiles,
  'DuckDB, tables': openDuckDbTables,
  'ClickHouse, MergeTree': openClickHouseTables,
};

async function main(): Promise<void> {
  const [kept] = process.argv.slice(2);
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const measured: Measured[] = [];
  const faults: string[] = [];
  for (const shape of SHAPES) {
    const project = projectOf(shape);
    const files = join(folder, `${shape}-${ROWS}`);
    mkdirSync(files, { recursive: true });
    if (!existsSync(join(files, 'function_edge_logs.parquet')))
      await writeRows(files, project.written, shape, ROWS);
    for (const [name, open] of Object.entries(OPENERS)) {
      const tables = await open(project, files);
      const of = await compared({ tables, project, shape, name, rounds: ROUNDS });
      await tables.close();
      measured.push(...of.measured);
      faults.push(...of.faults);
      for (const one of of.measured) process.stdout.write(`${cells(one).join('  ')}\n`);
    }
  }
  if (kept === undefined) rmSync(folder, { recursive: true });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  writeSection('Statements of the three endpoints', page(measured));
}

function page(measured: readonly Measured[]): string {
  const head = ['over', 'question', 'by hand, ms', 'ours', 'saved query', 'literal'];
  const whys = new Map(QUESTIONS.map(({ endpoint, why }) => [endpoint, why]));
  return [
    `\`npm run bench:sql\`, ${ROWS.toLocaleString('en')} rows in each table. By hand in milliseconds of CPU, the others as multiples of it. The literal`,
    "statement has the shape of the warehouse's own text, which joins each array of one. The saved query of logs.all reads tables of nine data sets, which",
    'the files do not stand for.',
    '',
    'By hand:',
    '',
    ...[...whys].map(([endpoint, why]) => `* \`${endpoint}\`: ${why}.`),
    '',
    table(head, measured.map(cells)),
  ].join('\n');
}

function cells({ over, question, byHand, ours, saved, literal }: Measured): readonly string[] {
  const ratio = (of: number | null) => (of === null ? '' : of.toFixed(2));
  const { endpoint, search } = question;
  const asked = `${endpoint}?${search}`;
  return [over, asked, (byHand * 1e3).toFixed(1), ratio(ours), ratio(saved), ratio(literal)];
}

await main();
