/**
 * Measures how long `quern dev` needs from a saved file until the service answers with it, in projects of 100 and of 1,000
 * endpoints. Also measures how long requests wait meanwhile: 50 a second, one after another. `quern dev` runs in its own
 * process. Times are milliseconds on the clock. The time of the first compilation is printed too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { emit, type InputFile } from '../generator/compile.ts';
import { packageRoot } from '../server/pages/templates.ts';
import { compiled, inputs, putFiles } from './support/projects.ts';

const SIZES = [100, 1_000];
const SAVES = 40;
const REQUESTS_A_SECOND = 50;
/** The most milliseconds that the median save may take, by number of endpoints. */
const MOST: Readonly<Record<number, number>> = { 100: 100, 1000: 300 };
const BIN = fileURLToPath(new URL('dist/cli/bin.js', packageRoot()));
const DATABASE = 'logs.duckdb';

async function main(): Promise<void> {
  const slow: number[] = [];
  for (const size of SIZES) {
    const { first, saves, requests } = await measure(size);
    process.stdout.write(`${size} endpoints: first compiled in ${first} ms\n`);
    process.stdout.write(`  a save: ${row(saves)}\n  a request: ${row(requests)}\n`);
    if (!(at(saves, 0.5) <= (MOST[size] ?? 0))) slow.push(size);
  }
  if (slow.length > 0)
    throw new Error(`a save takes too long with ${slow.join(' and ')} endpoints`);
}

function row(times: readonly number[]): string {
  const [median, most] = [at(times, 0.5), at(times, 0.95)].map(ms => ms.toFixed(0));
  return `median ${median}, 95 % ${most} ms (${times.length})`;
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

async function measure(size: number) {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const files = inputs(size);
  const edited = files.find(({ path }) => path.includes('usage.api-counts'));
  if (edited === undefined) throw new Error('a file is missing');
  putFiles(folder, [...files, { path: 'quern.yaml', bytes: 'dialects: [duckdb]\n' }]);
  await makeTables(folder, files);
  const words = ['dev', '--port', '0', '--database', DATABASE];
  const child = spawn(process.execPath, [BIN, ...words], { cwd: folder });
  try {
    const { url, first } = await started(child);
    return { first, ...(await saving(url, folder, edited)) };
  } finally {
    child.kill('SIGKILL');
    await pause(100);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeTables(folder: string, files: readonly InputFile[]): Promise<void> {
  const outputs = emit(compiled(files.slice(0, 4)));
  const schema = outputs.find(({ path }) => path === 'sql/duckdb/schema.sql');
  if (schema === undefined) throw new Error('the statements for the tables are missing');
  const instance = await DuckDBInstance.create(join(folder, DATABASE));
  const connection = await instance.connect();
  await connection.run(schema.text);
  connection.closeSync();
  instance.closeSync();
}

/** The address of the service that the process prints, and how long its first compilation took. */
async function started(child: ChildProcess): Promise<{ url: string; first: number }> {
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(text)));
    child.stderr?.on('data', more => {
      text += more;
      const found = /(http:\S+)\/ shows/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return { url, first: Number(/\((\d+) ms\)/.exec(text)?.[1]) };
}

interface Listed {
  readonly number: number;
  readonly fault: string | null;
}

/**
 * The times from a save to its news, which arrive once the service answers with the saved file, and the times of the requests
 * meanwhile.
 */
async function saving(url: string, folder: string, { path, bytes }: InputFile) {
  let isOver = false;
  const requests: number[] = [];
  const name = path.slice('endpoints/'.length, -'.yaml'.length);
  const asking = (async () => {
    while (!isOver) {
      const start = performance.now();
      const response = await fetch(`${url}/api/endpoints/${name}?project=abc&interval=hourly`);
      if (response.status !== 200) throw new Error(await response.text());
      await response.arrayBuffer();
      requests.push(performance.now() - start);
      await pause(1_000 / REQUESTS_A_SECOND);
    }
  })();
  const news = async (search: string) =>
    (await (await fetch(`${url}/news${search}`)).json()) as Listed;
  const saves: number[] = [];
  let { number } = await news('');
  for (let save = 0; save < SAVES; save += 1) {
    const start = performance.now();
    const text = String(bytes).replace(/^summary: .*$/m, `summary: Version ${save}.`);
    putFiles(folder, [{ path, bytes: text }]);
    const next = await news(`?after=${number}`);
    if (next.fault !== null) throw new Error(next.fault);
    saves.push(performance.now() - start);
    number = next.number;
    await pause(300 + 30 * (save % 7));
  }
  isOver = true;
  await asking;
  return { saves, requests };
}

await main();
