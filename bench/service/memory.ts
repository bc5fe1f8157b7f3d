/**
 * Measures the memory of an answer of 10,000 rows of logs.all: the peak of the service's process above its idle memory.
 * Compares it with a process in which only DuckDB reads the same rows, and drops them.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OLD_FORMAT } from '../../generator/core/output/manifest.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { makeLogsFile } from '../support/demo-logs.ts';
import { compiled } from '../support/projects.ts';
import { table, writeSection } from '../support/results.ts';

const ROWS = 10_000;
const LOGS = 1_000_000;
const DAYS = 7;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-memory-'));
  try {
    const [database, manifest] = [join(folder, 'logs.duckdb'), join(folder, 'manifest.json')];
    const size = { rows: LOGS, days: DAYS, now: BigInt(Date.now()) * 1_000n };
    const [project = ''] = await makeLogsFile(database, size);
    writeFileSync(
      manifest,
      JSON.stringify({ format: OLD_FORMAT, ...manifestOf(compiled(files())) }),
    );
    const rows: string[][] = [];
    for (const kind of ['duckdb', 'quern']) {
      const args = [kind, database, manifest, project];
      const child = fork(new URL('./memory-server.js', import.meta.url), args);
      const { idle, first, later, bytes } = await measured(child);
      const above = (all: number) => `${mebibytes(all - idle)} MiB`;
      rows.push([
        kind,
        `${mebibytes(bytes)} MiB`,
        `${mebibytes(idle)} MiB`,
        above(first),
        above(later),
      ]);
    }
    const told = table(
      ['process', 'body', 'idle', 'most above idle, one answer', 'ten more'],
      rows,
    );
    process.stdout.write(`${told}\n`);
    writeSection('Memory of 10,000 rows', told);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The project's own endpoints, with more rows for logs.all. */
function files() {
  return ['sources', 'logs.all'].map(name => {
    const path = `endpoints/${name}.yaml`;
    const text = readFileSync(path, 'utf8');
    const bytes = text.replace('limit: 100\nmax_rows: 1000', `limit: ${ROWS}\nmax_rows: ${ROWS}`);
    return { path, bytes };
  });
}

interface Measured {
  /** In bytes, like the others. */
  readonly idle: number;
  readonly first: number;
  readonly later: number;
  readonly bytes: number;
}

async function measured(child: ChildProcess): Promise<Measured> {
  const [found] = (await once(child, 'message')) as [Measured];
  child.disconnect();
  return found;
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}

await main();
