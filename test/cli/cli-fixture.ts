/** Runs the command line in this process, on a project in a folder of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { main } from '../../cli/main.ts';
import type { Environment } from '../../generator/config/config.ts';

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}
export interface RunOptions {
  readonly environment?: Environment;
  /** Which outputs are terminals. */
  readonly terminal?: boolean;
  readonly interrupted?: AbortSignal;
  readonly clock?: () => bigint;
  /** Called with all that was written so far, whenever there is more of it. */
  readonly onOutput?: (written: { readonly stdout: string; readonly stderr: string }) => void;
}
export interface Project {
  readonly folder: string;
  /** Writes a file of the project. */
  readonly put: (path: string, text: string) => void;
  /** Runs `quern` in the project's folder. */
  readonly quern: (words: readonly string[], options?: RunOptions) => Promise<Ran>;
}

/** 2026-01-15T10:07:12.345678Z */
export const NOW = 1_768_471_632_345_678n;

export const SOURCES = `sources:
  edge_logs:
    tables:
      bigquery: { table: edge }
      duckdb: { table: edge_logs }
      clickhouse: { table: edge_logs }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      project: string
      size: int64
`;

export const LOGS = `endpoint: logs
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01
summary: The newest entries.
from: edge_logs
params:
  project: { type: string, required: true, example: abc }
  least: int64
where:
  - project = @project
  - { when: least, filter: size >= @least }
select: [id, timestamp, project, size]
order_by: [timestamp desc, id]
max_rows: 3
`.replace('least: int64', 'least: { type: int64 }');

export const COUNTS = `endpoint: counts
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a02
from: edge_logs
params:
  span: { enum: [hour, day], required: true }
buckets:
  of: timestamp
  by: span
  intervals:
    hour: { last: 1 hour, step: minute }
    day: { last: 1 day, step: hour }
select:
  count: count()
`;

const folders: string[] = [];

/** A new empty folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quern-cli-'));
  folders.push(folder);
  return folder;
}

/** Removes the folders that were made. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A project of two endpoints, with these files besides, or without those that are `null`. */
export function project(files: Readonly<Record<string, string | null>> = {}): Project {
  const all = {
    'package.json': '{ "name": "logs" }',
    'quern.yaml': 'dialects: [bigquery, duckdb, clickhouse]\n',
    'endpoints/sources.yaml': SOURCES,
    'endpoints/logs.yaml': LOGS,
    'endpoints/counts.yaml': COUNTS,
    ...files,
  };
  const folder = temporaryProject(all);
  const put = (path: string, text: string) => putIn(folder, path, text);
  return { folder, put, quern: (words, options) => quern(folder, words, options) };
}

/** A new folder of these files, without those that are `null`. */
export function temporaryProject(files: Readonly<Record<string, string | null>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) if (text !== null) putIn(folder, path, text);
  return folder;
}

function putIn(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Runs `quern` in a folder. Nothing of this process's environment reaches it. */
export async function quern(
  cwd: string,
  words: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const isTerminal = options.terminal ?? false;
  const exit = await main(words, {
    stdout: {
      isTerminal,
      written: async () => null,
      write: text => {
        stdout += text;
        options.onOutput?.({ stdout, stderr });
      },
    },
    stderr: {
      isTerminal,
      written: async () => null,
      write: text => {
        stderr += text;
        options.onOutput?.({ stdout, stderr });
      },
    },
    environment: options.environment ?? {},
    cwd,
    clock: options.clock ?? (() => NOW),
    interrupted: options.interrupted ?? new AbortController().signal,
  });
  return { exit, stdout, stderr };
}

export interface Started {
  /** The match of the pattern. */
  readonly found: RegExpExecArray;
  /** Its standard error so far. */
  readonly told: () => string;
  /** Interrupts, and waits for the end. */
  readonly stop: () => Promise<Ran>;
}

/** Starts a command that runs until it is interrupted, and waits until its output matches `pattern`. */
export function start(
  folder: string,
  words: readonly string[],
  pattern: RegExp,
  options: RunOptions = {},
): Promise<Started> {
  const interruption = new AbortController();
  let told = '';
  return new Promise((resolveStart, reject) => {
    const ended = quern(folder, words, {
      ...options,
      interrupted: interruption.signal,
      onOutput: ({ stdout, stderr }) => {
        told = stderr;
        const found = pattern.exec(stdout) ?? pattern.exec(stderr);
        if (found === null) return;
        const stop = () => {
          interruption.abort();
          return ended;
        };
        resolveStart({ found, told: () => told, stop });
      },
    });
    ended.then(ran => reject(new Error(`ended with ${ran.exit}: ${ran.stderr}`)), reject);
  });
}
