/**
 * Measures the CPU of a kept answer of `quern serve` as one process and as two, which take turns in rounds. The load is the same: callers
 * ask as fast as they are answered. CPU is that of all processes of the service, the primary among them. The best round counts: other load of
 * the machine makes the same instructions take longer.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createKey } from '../server/access/keys/keys.ts';
import { makeLogsFile } from './demo-logs.ts';
import { table, writeSection } from './results.ts';

const COUNTS = [1, 2] as const;
const CONNECTIONS = [20, 64] as const;
const ROUNDS = 15;
const LISTENS = /on (http:\S+)\n/;
/** Clock ticks a second. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface Service {
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

function start(processes: number): Promise<Service> {
  const words = ['serve', '--port', '0', '--keys', keys, '--database', database];
  const all = ['dist/cli/bin.js', ...words, '--processes', String(processes)];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      if (told.length < 4_096) told += more;
      const [, url] = LISTENS.exec(told) ?? [];
      const isWhole = processes === 1 || told.includes(`${processes} processes listen`);
      if (url !== undefined && isWhole) resolve({ processes, url, child });
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

async function round(service: Service, connections: number): Promise<Round> {
  const before = cpuMs(service);
  const result = await autocannon({
    url: `${service.url}/api/endpoints/functions.invocation-stats?project=${project}`,
    connections,
    duration: 1,
    headers: { 'X-API-KEY': token },
  });
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
  await autocannon({
    url: `${url}/api/endpoints/functions.invocation-stats?project=${project}`,
    connections: 64,
    amount: WARM * processes,
    headers: { 'X-API-KEY': token },
  });
}

const services: Service[] = [];
for (const processes of COUNTS) services.push(await start(processes));
const rows: (readonly string[])[] = [];
for (const connections of CONNECTIONS) {
  const rounds = new Map(services.map(service => [service, [] as Round[]]));
  if (rows.length === 0) for (const service of services) await warm(service);
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const service of services) rounds.get(service)?.push(await round(service, connections));
  const cpu = services.map(service =>
    Math.min(...(rounds.get(service) ?? []).map(one => one.cpuUs)),
  );
  for (const [at, service] of services.entries()) {
    const perSecond = Math.max(...(rounds.get(service) ?? []).map(one => one.perSecond));
    rows.push([
      String(connections),
      String(service.processes),
      perSecond.toFixed(0),
      (cpu[at] ?? Number.NaN).toFixed(1),
      ((cpu[at] ?? Number.NaN) / (cpu[0] ?? Number.NaN)).toFixed(2),
    ]);
  }
}
for (const { child } of services) {
  child.removeAllListeners('exit');
  child.kill('SIGTERM');
}
const head = ['connections', 'processes', 'requests/s', 'CPU us each', 'of one process'];
const told = table(head, rows);
process.stdout.write(`${told}\n`);
writeSection('A kept answer, by processes', `\`npm run bench:processes\`\n\n${told}`);
rmSync(folder, { recursive: true });
