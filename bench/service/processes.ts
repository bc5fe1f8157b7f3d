/**
 * Measures the CPU of a kept answer of `quern serve` as one process and as two, and of an answer of as many constant bytes from `node:http`
 * alone (`processes-server.ts`): what two processes of it cost more than one, they cost by themselves. They take turns in rounds. The load is
 * the same: callers ask as fast as they are answered. CPU is that of all processes of the service, the primary among them. The best quarter
 * of the rounds counts: other load of the machine makes the same instructions take longer. The last column is the ratio of the service
 * divided by that of `node:http`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createKey } from '../../server/access/keys/keys.ts';
import { makeLogsFile } from '../support/demo-logs.ts';
import { table, writeSection } from '../support/results.ts';

const COUNTS = [1, 2] as const;
const CONNECTIONS = [20, 64] as const;
const ROUNDS = 24;
const LISTENS = /on (http:\S+)\n/;
/** Clock ticks a second. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

type Kind = 'node' | 'quern';
interface Service {
  readonly kind: Kind;
  readonly processes: number;
  readonly url: string;
  readonly child: ChildProcess;
}
interface Round {
  readonly perSecond: number;
  readonly cpuUs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
const database = join(folder, 'logs.duckdb');
const now = BigInt(Date.now()) * 1_000n;
const [project = ''] = await makeLogsFile(database, { rows: 10_000, days: 1, now });
const keys = join(folder, 'keys.json');
const { token } = await createKey(keys, { name: 'bench' });

function start(kind: Kind, processes: number, bytes: number): Promise<Service> {
  const words = ['serve', '--port', '0', '--keys', keys, '--database', database];
  const all = {
    quern: ['dist/cli/bin.js', ...words, '--processes', String(processes)],
    node: ['dist/bench/service/processes-server.js', String(processes), String(bytes)],
  }[kind];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      if (told.length < 4_096) told += more;
      const [, url] = LISTENS.exec(told) ?? [];
      const isWhole = processes === 1 || told.includes(`${processes} processes listen`);
      if (url !== undefined && isWhole) resolve({ kind, processes, url, child });
    });
    child.once('exit', () => reject(new Error(told)));
  });
}

/** Milliseconds of CPU of a process and of those that it has started, on Linux. */
function cpuMs({ child: { pid } }: Service): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const all = [String(pid), ...children.split(' ')].filter(one => one !== '');
  const ticks = all.map(one => {
    // the name of the program, in brackets, may contain spaces
    const [, rest = ''] = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return (ticks.reduce((sum, one) => sum + one, 0) * 1_000) / TICKS;
}

const PATH = `/api/endpoints/functions.invocation-stats?project=${project}`;
const HEADERS = { 'X-API-KEY': token };

async function round(service: Service, connections: number): Promise<Round> {
  const before = cpuMs(service);
  const url = `${service.url}${PATH}`;
  const result = await autocannon({ url, connections, duration: 1, headers: HEADERS });
  const failed = result.errors + result.non2xx + result.timeouts;
  if (failed > 0) throw new Error(`${failed} requests failed`);
  const requests = result['2xx'];
  return {
    perSecond: requests / result.duration,
    cpuUs: ((cpuMs(service) - before) * 1_000) / requests,
  };
}

/** Each process compiles the same code by itself, after so many requests. */
const WARM = 60_000;

async function warm({ url, processes }: Service): Promise<void> {
  const amount = WARM * processes;
  await autocannon({ url: `${url}${PATH}`, connections: 64, amount, headers: HEADERS });
}

/** The bytes of the answer, which a round of the smallest services has too. */
async function bytesOf({ url }: Service): Promise<number> {
  const response = await fetch(`${url}${PATH}`, { headers: HEADERS });
  return (await response.arrayBuffer()).byteLength;
}

/** The mean of the lowest quarter. */
function meanOfBest(all: readonly number[]): number {
  const best = all.toSorted((a, b) => a - b).slice(0, Math.ceil(all.length / 4));
  return best.reduce((sum, one) => sum + one, 0) / best.length;
}

const services: Service[] = [];
for (const processes of COUNTS) services.push(await start('quern', processes, 0));
const [first] = services;
const bytes = first === undefined ? 0 : await bytesOf(first);
for (const processes of COUNTS) services.push(await start('node', processes, bytes));
for (const service of services) await warm(service);
const rows: (readonly string[])[] = [];
for (const connections of CONNECTIONS) {
  const rounds = new Map(services.map(service => [service, [] as Round[]]));
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const service of services) rounds.get(service)?.push(await round(service, connections));
  const roundsOf = (kind: Kind, processes: number): readonly Round[] => {
    const known = services.find(one => one.kind === kind && one.processes === processes);
    return known === undefined ? [] : (rounds.get(known) ?? []);
  };
  const cpuOf = (kind: Kind, processes: number) =>
    meanOfBest(roundsOf(kind, processes).map(({ cpuUs }) => cpuUs));
  const ofOne = (kind: Kind, processes: number) => cpuOf(kind, processes) / cpuOf(kind, 1);
  for (const { kind, processes } of services) {
    const beside = ofOne(kind, processes) / ofOne('node', processes);
    rows.push([
      String(connections),
      kind,
      String(processes),
      Math.max(...roundsOf(kind, processes).map(({ perSecond }) => perSecond)).toFixed(0),
      cpuOf(kind, processes).toFixed(1),
      ofOne(kind, processes).toFixed(2),
      kind === 'node' || processes === 1 ? '' : beside.toFixed(2),
    ]);
  }
}
for (const { child } of services) {
  child.removeAllListeners('exit');
  child.kill('SIGTERM');
}
const head = [
  'connections',
  'server',
  'processes',
  'requests/s',
  'CPU us each',
  'of one process',
  'beside node',
];
const told = table(head, rows);
process.stdout.write(`${told}\n`);
writeSection('A kept answer, by processes', `\`npm run bench:processes\`\n\n${told}`);
rmSync(folder, { recursive: true });
