/** `quern serve` as its users have it: the built command as a process, on a project in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type ApiKey, KEY_FILE_FORMAT } from '../../server/access/keys/key-file.ts';
import { quern, temporaryFolder, temporaryProject } from '../cli/cli-fixture.ts';
import type { Reached } from '../engines/kit.ts';
import { TEST_PACKAGES } from '../support/packages.ts';
import { builtScripts } from '../support/processes/built.ts';

export interface ServeProcessOptions {
  readonly engine: string;
  /** The server or the database file of the engine. */
  readonly reached: Pick<Reached, 'settings' | 'environment'>;
  /** The specifications, by their paths. `quern generate` makes the generated files from them. */
  readonly files: Readonly<Record<string, string>>;
  /** `service` of `quern.yaml`. */
  readonly service?: Readonly<Record<string, unknown>>;
  /** `openapi` of `quern.yaml`. */
  readonly openapi?: Readonly<Record<string, unknown>>;
  /** `null`: no key is needed. */
  readonly keys?: readonly ApiKey[] | null;
  /** The instant of the start by the clock of the process, in microseconds since 1970 UTC; by default the machine's. */
  readonly now?: bigint;
  /** Further variables of the process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the analyser of GoogleSQL is installed beside the project. */
  readonly hasAnalyser?: boolean;
  /** Code that the process runs before the command. */
  readonly before?: string;
  /** Further words of the command. */
  readonly words?: readonly string[];
}

export interface ServeProcess {
  readonly url: string;
  readonly folder: string;
  readonly keyFile: string;
  readonly child: ChildProcess;
  /** Standard error so far. */
  readonly told: () => string;
  /** Lines of the log so far. */
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
  /** The exit code, or the signal. */
  readonly ended: Promise<number | string | null>;
  /** Sends SIGTERM and waits for the end. */
  readonly stop: () => Promise<number | string | null>;
  /** Starts it again, in the same folder and on the same port. */
  readonly again: () => Promise<ServeProcess>;
}

/** Generates the project, starts the service and waits until it listens. */
export async function serveProcess(options: ServeProcessOptions): Promise<ServeProcess> {
  const { keys = null, hasAnalyser = true } = options;
  const folder = projectOf(options);
  if (hasAnalyser) symlinkSync(TEST_PACKAGES, join(folder, 'node_modules'));
  const generated = await quern(folder, ['generate'], { environment: options.environment ?? {} });
  if (generated.exit !== 0) throw new Error(`generate: ${generated.stderr}`);
  const keyFile = join(folder, 'keys.json');
  if (keys !== null) {
    writeFileSync(keyFile, JSON.stringify({ format: KEY_FILE_FORMAT, keys }), { mode: 0o600 });
  }
  const access = keys === null ? ['--insecure-no-auth'] : ['--keys', keyFile];
  const { words = SEVERAL === undefined ? [] : ['--processes', SEVERAL] } = options;
  return started(folder, keyFile, options, ['serve', ...access, ...words], '0');
}

/**
 * Additions to the services of all suites, unless a suite says otherwise: `QUERN_TEST_PROCESSES=2`, and
 * `QUERN_TEST_STORE=redis://127.0.0.1:6379`.
 */
const { QUERN_TEST_PROCESSES: SEVERAL, QUERN_TEST_STORE: STORE } = process.env;
const ON_STORE =
  STORE === undefined
    ? {}
    : { shared: STORE, secret: 'a secret of a test, of 32 characters and more' };

/** Serves a new DuckDB file, which the statements fill. */
export async function serveTables(
  statements: string,
  files: ServeProcessOptions['files'],
  options: Partial<ServeProcessOptions> = {},
): Promise<ServeProcess> {
  const reached = await tablesFile(statements);
  return serveProcess({ engine: 'duckdb', reached, files, ...options });
}

/** Makes a DuckDB file, which the statements fill. */
export async function tablesFile(statements: string): Promise<ServeProcessOptions['reached']> {
  const database = join(temporaryFolder(), 'tables.duckdb');
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(statements);
  connection.closeSync();
  instance.closeSync();
  return { settings: { database }, environment: {} };
}

/** JSON is YAML. */
function projectOf({ engine, reached, files, service, openapi = {} }: ServeProcessOptions): string {
  const config = {
    dialects: [...new Set(['bigquery', 'duckdb', 'clickhouse', engine])],
    openapi,
    clients: { typescript: null, python: null, go: null },
    service: { engine, public: ['docs', 'metrics'], ...ON_STORE, ...service },
    engines: { [engine]: reached.settings },
  };
  return temporaryProject({
    'package.json': '{ "name": "served" }',
    'quern.yaml': JSON.stringify(config),
    ...files,
  });
}

const LISTENS = /on (http:\S+)\n/;

async function started(
  folder: string,
  keyFile: string,
  options: ServeProcessOptions,
  words: readonly string[],
  port: string,
): Promise<ServeProcess> {
  const { reached, now, before = '', environment = {} } = options;
  const code = ENDS_WITH_PARENT + before + (now === undefined ? '' : movedClock(now));
  const imports = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  const all = [...imports, join(builtScripts(), 'cli/bin.js'), ...words, '--port', port];
  const child = spawn(process.execPath, all, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...reached.environment, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let told = '';
  const ended = new Promise<number | string | null>(done => {
    child.once('exit', (code, signal) => {
      done(code ?? signal);
    });
  });
  const listening = new Promise<string>((resolve, reject) => {
    let isListening = false;
    child.stderr?.setEncoding('utf8').on('data', more => {
      told += more;
      if (isListening) return;
      const [, url] = LISTENS.exec(told) ?? [];
      if (url === undefined) return;
      isListening = true;
      resolve(url);
    });
    void ended.then(code => reject(new Error(`serve ended with ${code}: ${told}`)));
  });
  const url = await listening;
  return {
    url,
    folder,
    keyFile,
    child,
    told: () => told,
    lines: () => linesOf(told),
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    again: () => started(folder, keyFile, options, words, new URL(url).port),
  };
}

/** A test process that is killed leaves no service behind. Processes of the service take over its options, but not this. */
const ENDS_WITH_PARENT = `import cluster from 'node:cluster';
if (cluster.isPrimary && process.argv[1].endsWith('bin.js')) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}
`;

/** Code that lets the clock of a process begin at an instant. */
function movedClock(now: bigint): string {
  return `const Real = Date;
    const by = ${now / 1_000n} - Real.now();
    globalThis.Date = class extends Real {
      static now() { return Real.now() + by; }
      constructor(...given) { super(...(given.length === 0 ? [Real.now() + by] : given)); }
    };`;
}

function linesOf(told: string): ReturnType<ServeProcess['lines']> {
  return told
    .split('\n')
    .filter(line => line.startsWith('{') && line.endsWith('}'))
    .map(line => JSON.parse(line));
}

/** MiB of memory that a process holds now (`VmRSS`) or held at most (`VmHWM`), on Linux. */
export function memoryOf({ child }: ServeProcess, which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
}

/** Identifiers of the processes that it has started and that run, on Linux. */
export function childrenOf({ child: { pid } }: ServeProcess): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
