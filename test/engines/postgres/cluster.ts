/**
 * One PostgreSQL server for a run of tests. The first process that needs it starts it, all processes of the run share it, and it ends
 * with the process that started them. Texts are ordered as in English, so that SQL that forgets its collation is found.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface Cluster {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

const PASSWORD = 'it is only for tests';
const DEBIAN = '/usr/lib/postgresql';

/** The folder of the server's programs; `null` where there is none, or where no user may run them. */
function findPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const [found] = versions
    .map(version => join(DEBIAN, version, 'bin'))
    .filter(folder => existsSync(join(folder, 'initdb')));
  if (found === undefined || process.getuid?.() !== 0) return found ?? null;
  return existsSync('/usr/sbin/runuser') && hasUser() ? found : null;
}

function hasUser(): boolean {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .some(line => line.startsWith('postgres:'));
}

const PROGRAMS = findPrograms();

/** Why no test runs on a server; `null` where one can be started. */
export const LACKING =
  PROGRAMS === null ? 'the programs of a PostgreSQL server are not installed' : null;

let started: Promise<Cluster> | null = null;

export function cluster(): Promise<Cluster> {
  started ??= start();
  return started;
}

async function start(): Promise<Cluster> {
  if (PROGRAMS === null) throw new Error(`${LACKING}`);
  const folder = join(tmpdir(), `quern-postgres-${process.ppid}`);
  const ready = join(folder, 'ready');
  if (isFirst(folder)) {
    try {
      const port = await freePort();
      launch(PROGRAMS, folder, port);
      writeFileSync(ready, String(port));
    } catch (cause) {
      writeFileSync(ready, `failed: ${cause}`);
    }
  }
  while (!existsSync(ready) || readFileSync(ready, 'utf8') === '') await setTimeout(50);
  const port = Number(readFileSync(ready, 'utf8'));
  if (Number.isNaN(port)) throw new Error(readFileSync(ready, 'utf8'));
  return atPort(port);
}

function atPort(port: number): Cluster {
  return { host: '127.0.0.1', port, username: 'postgres', password: PASSWORD };
}

/** Another server, for a test that ends it: its connections break without a word. */
export async function mortalCluster() {
  if (PROGRAMS === null) throw new Error(`${LACKING}`);
  const folder = mkdtempSync(join(tmpdir(), 'quern-postgres-'));
  const port = await freePort();
  launch(PROGRAMS, folder, port);
  const [pid] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
  return { ...atPort(port), end: () => process.kill(Number(pid), 'SIGQUIT') };
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** The server refuses to run as root. */
function asUser(command: string, args: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  const [program, all] = isRoot
    ? ['runuser', ['-u', 'postgres', '--', command, ...args]]
    : [command, args];
  execFileSync(program, all, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
}

function launch(programs: string, folder: string, port: number): void {
  const data = join(folder, 'data');
  const secret = join(folder, 'secret');
  writeFileSync(secret, PASSWORD);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', folder]);
  const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${secret}`];
  asUser(join(programs, 'initdb'), ['-D', data, '--no-sync', '-E', 'UTF8', ...locale, ...access]);
  const options = `-c listen_addresses=127.0.0.1,::1 -c port=${port} -c unix_socket_directories= -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200`;
  asUser(join(programs, 'pg_ctl'), [
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    options,
    'start',
  ]);
  const end = `while kill -0 ${process.ppid} 2>/dev/null; do sleep 1; done; [ -e ${data}/postmaster.pid ] && kill -QUIT $(head -1 ${data}/postmaster.pid); sleep 1; rm -rf ${folder}`;
  spawn('sh', ['-c', end], { detached: true, stdio: 'ignore' }).unref();
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}
