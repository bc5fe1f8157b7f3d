/**
 * Compares the cost of the three endpoints' statements with the best that a careful person writes by hand, on DuckDB and
 * ClickHouse. The tables have records as they are, records in arrays of one, or a column for each leaf. All statements must
 * return the same rows, or the benchmark fails. The statements take turns, and it compares CPU seconds of this process, because
 * other processes do not add to them.
 *
 * A folder named after the command keeps the tables for the next run. `QUERN_ROWS` is the number of rows, if it is
 * the same for all tables.
 * With the address of a PostgreSQL server in `QUERN_POSTGRES`, as in `postgres://postgres@127.0.0.1:5432`, it measures that server alone.
 * `--quick` only checks, over few rows, that one question of each endpoint has equal answers; it measures nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QUESTIONS, QUICK_QUESTIONS } from './sql/by-hand.ts';
import type { Measured } from './sql/compared.ts';
import { comparedEverywhere } from './sql/everywhere.ts';
import { MOST_ROWS } from './sql/postgres.ts';
import { FULL_ROWS, QUICK_ROWS, type RowCounts, SHAPES, sameRows } from './sql/rows.ts';
import { table, writeSection } from './support/results.ts';

const ROUNDS = 7;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { quick } = values;
  const [kept] = positionals;
  const postgres = process.env['QUERN_POSTGRES'] ?? null;
  const full = postgres === null ? FULL_ROWS : sameRows(MOST_ROWS);
  const rows = quick ? QUICK_ROWS : rowsOf(process.env['QUERN_ROWS'], full);
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const { measured, faults, equal } = await comparedEverywhere({
    folder,
    postgres,
    rows,
    questions: quick ? QUICK_QUESTIONS : QUESTIONS,
    rounds: quick ? 0 : ROUNDS,
    tell: one => process.stdout.write(`${cells(one).join('  ')}\n`),
  });
  if (kept === undefined) rmSync(folder, { recursive: true });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  process.stdout.write(`${equal} statements answer the same rows as those by hand\n`);
  const title = 'Statements of the three endpoints';
  if (!quick)
    writeSection(postgres === null ? title : `${title}, PostgreSQL`, page(rows, measured));
}

function rowsOf(given: string | undefined, full: RowCounts): RowCounts {
  return given === undefined ? full : sameRows(Number(given));
}

function page(rows: RowCounts, measured: readonly Measured[]): string {
  const head = ['over', 'question', 'by hand, ms', 'ours', 'saved query', 'literal'];
  const whys = new Map(QUESTIONS.map(({ endpoint, why }) => [endpoint, why]));
  return [
    `\`npm run bench:sql\`. Rows of each table: ${SHAPES.filter(shape =>
      measured.some(({ over }) => over.endsWith(shape)),
    )
      .map(shape => `${rows[shape].toLocaleString('en')} ${shape}`)
      .join(', ')}.`,
    'By hand in milliseconds of CPU, the others as multiples of it; of each statement, the best run counts. The literal',
    "statement has the shape of the warehouse's own text, which joins each array of one; after ten seconds it is stopped. The saved query of logs.all",
    'reads tables of nine data sets, which the files do not stand for.',
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
  const stopped = literal?.isStopped ? `> ${literal.ratio.toFixed(0)}, stopped` : null;
  return [
    over,
    asked,
    (byHand * 1e3).toFixed(1),
    ratio(ours),
    ratio(saved),
    stopped ?? ratio(literal?.ratio ?? null),
  ];
}

await main();
