/**
 * Compares the cost of the gallery's statements on DuckDB with the best that a careful person writes by hand: kinds of
 * questions over ten million rows, in turns. It compares CPU seconds, because other processes do not add to them. Both must read
 * the same columns of the same tables and return the same rows. The benchmark fails if they do not, or if a statement costs
 * more than it may. A file named after the command keeps the tables for the next run.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckDb } from '../engines/duckdb/driver/driver.ts';
import type { BoundStatement, Cell, Engine } from '../engines/engine.ts';
import { compile, emit } from '../generator/compile.ts';
import { manifestOf } from '../generator/emitters/manifest.ts';
import { createBinder } from '../server/answers/bind.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../server/answers/manifest/manifest.ts';
import { createReader } from '../server/answers/reading.ts';
import { QUESTIONS, type Question, READ_ONCE } from './gallery/by-hand.ts';
import { scansIn } from './gallery/scans.ts';
import { makeTables, NOW } from './gallery/tables.ts';
import { table, writeSection } from './support/results.ts';

const FOLDER = 'examples/gallery/endpoints';
const ROUNDS = 7;
/** The most that a statement may cost, as a multiple of the statement by hand. */
const MOST = 1.15;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const database = process.argv[2] ?? join(folder, 'gallery.duckdb');
  const { files, manifest } = emitted();
  if (!existsSync(database)) await makeTables(database, files('sql/duckdb/schema.sql'));
  const engine = await openDuckDb({ source: { database }, concurrency: 1 });
  const faults: string[] = [];
  const rows: string[][] = [];
  for (const question of [...QUESTIONS, ...READ_ONCE]) {
    const isReadOnce = READ_ONCE.includes(question);
    const ours = boundFor(engine, question, manifest);
    const byHand = { ...ours, sql: question.sql };
    faults.push(...(await unlike(engine, question, { ours, byHand }, isReadOnce)));
    const [hand, own] = await inTurns(engine, [byHand, ours]);
    const ratio = own / hand;
    if (ratio > MOST && !isReadOnce)
      faults.push(`${question.endpoint} costs ${ratio.toFixed(2)} x`);
    const { endpoint, of } = question;
    rows.push([endpoint, of, (hand * 1e3).toFixed(0), ratio.toFixed(2)]);
    process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  await engine.close();
  rmSync(folder, { recursive: true });
  const head = ['endpoint', 'question', 'by hand, ms', 'ours'];
  writeSection('Statements of the gallery', `${TEXT}\n${table(head, rows)}`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

const TEXT = `\`npm run bench:gallery\`: ten million rows in DuckDB. By hand in milliseconds of CPU, ours as a multiple of it. Both return the same rows
and, but for two periods, read the same columns once.
`;

function emitted() {
  const inputs = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.yaml'))
    .map(file => ({ path: join(FOLDER, file), bytes: readFileSync(join(FOLDER, file)) }));
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  const [fault] = diagnostics;
  if (fault !== undefined) throw new Error(fault.message);
  const texts = new Map(emit(compilation).map(({ path, text }) => [path, text]));
  const files = (path: string) => texts.get(path) ?? '';
  return { files, manifest: catalogue(manifestOf(compilation)) };
}

/** The statement that answers the question through the service. */
function boundFor(
  engine: Engine,
  { endpoint: name, search }: Question,
  manifest: Catalogue<WholeEndpoint>,
): BoundStatement {
  const endpoint = manifest.byName.get(name);
  const statements = endpoint?.engines[engine.name];
  if (endpoint === undefined || statements === undefined) throw new Error(`no ${name}`);
  const reading = createReader(endpoint, {
    engine: engine.name,
    unknown: 'reject',
    cursors: null,
    nowMs: Date.now,
  })(null, search);
  if (!('values' in reading)) throw new Error(`${name}: the request is refused`);
  return createBinder(statements, endpoint)(reading.values, NOW);
}

interface Pair {
  readonly ours: BoundStatement;
  readonly byHand: BoundStatement;
}

/** The differences between the two in their rows or in their scans. */
async function unlike(
  engine: Engine,
  { endpoint }: Question,
  { ours, byHand }: Pair,
  isReadOnce: boolean,
): Promise<readonly string[]> {
  const [own, hand] = [await rowsOf(engine, ours), await rowsOf(engine, byHand)];
  const [ownScans, handScans] = [await scansIn(engine, ours), await scansIn(engine, byHand)];
  return [
    ...(own === hand
      ? []
      : [`${endpoint} answers\n${own.slice(0, 300)}\nby hand\n${hand.slice(0, 300)}`]),
    ...(ownScans === handScans || isReadOnce
      ? []
      : [`${endpoint} reads\n${ownScans}\nby hand\n${handScans}`]),
  ];
}

async function rowsOf(engine: Engine, statement: BoundStatement): Promise<string> {
  const { rows } = await engine.run(statement, limits());
  if (rows.length === 0) throw new Error(`no rows:\n${statement.sql}`);
  return rows.map(row => row.map(plain).join(' | ')).join('\n');
}

/** The last digits of a float depend on the order of the sum. */
function plain(cell: Cell): string {
  return typeof cell === 'number' ? cell.toPrecision(12) : String(cell);
}

async function inTurns(
  engine: Engine,
  [first, second]: readonly [BoundStatement, BoundStatement],
): Promise<readonly [number, number]> {
  const cpu: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    cpu[0].push(await cpuOf(() => engine.run(first, limits())));
    cpu[1].push(await cpuOf(() => engine.run(second, limits())));
  }
  return [median(cpu[0]), median(cpu[1])];
}

/** User and system seconds of this process and its threads. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function limits() {
  return {
    maxRows: 2_000,
    maxBytes: 32 * 1024 ** 2,
    timeoutMs: 300_000,
    signal: new AbortController().signal,
    label: { endpoint: 'bench', request: 'bench' },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await main();
