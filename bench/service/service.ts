/**
 * Measures the overhead of the service for an answer, compared with the smallest servers that return the same bytes: a bare
 * Hono handler and a bare `node:http` one. Each writes one log line for each request. Servers run in their own processes.
 * Rounds are short and take turns, so that other load affects all servers alike. The ratios are of the server's CPU time for
 * each request.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { createToken } from '../../server/access/tokens.ts';
import { table, writeSection } from '../support/results.ts';

const SERVERS = ['node', 'hono', 'quern'] as const;
type ServerName = (typeof SERVERS)[number];
const ROUNDS = 15;
const SECONDS = 1;
const CONNECTIONS = [20, 64];
const PATH = '/api/endpoints/functions.invocation-stats?project=abc';

const token = createToken();

interface Server {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
}
interface Usage {
  readonly cpuMs: number;
  readonly rssBytes: number;
}
interface Round {
  readonly perSecond: number;
  readonly cpuUs: number;
}

async function start(name: string, ...rest: readonly string[]): Promise<Server> {
  const file = new URL('./service-server.js', import.meta.url);
  const child = fork(file, [name, token, ...rest]);
  const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }];
  return { name, url, child };
}

async function usage({ child }: Server): Promise<Usage> {
  child.send('usage');
  const [told] = (await once(child, 'message')) as [Usage];
  return told;
}

async function round(server: Server, seconds: number, connections: number): Promise<Round> {
  const before = await usage(server);
  const result = await autocannon({
    url: server.url + PATH,
    connections,
    duration: seconds,
    headers: { 'X-API-KEY': token },
  });
  const after = await usage(server);
  const failed = result.errors + result.non2xx + result.timeouts;
  if (failed > 0) throw new Error(`${failed} requests to ${server.name} failed`);
  const requests = result['2xx'];
  return {
    perSecond: requests / result.duration,
    cpuUs: ((after.cpuMs - before.cpuMs) * 1_000) / requests,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A row for each server. */
async function measured(
  servers: readonly Server[],
  connections: number,
): Promise<readonly (readonly string[])[]> {
  const rounds = new Map<string, Round[]>(SERVERS.map(name => [name, []]));
  for (const server of servers) await round(server, 1, connections);
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const server of servers) {
      rounds.get(server.name)?.push(await round(server, SECONDS, connections));
    }
  }
  const of = (name: ServerName, field: keyof Round) =>
    median((rounds.get(name) ?? []).map(one => one[field]));
  return SERVERS.map(name => [
    String(connections),
    name,
    of(name, 'perSecond').toFixed(0),
    of(name, 'cpuUs').toFixed(1),
    (of('hono', 'cpuUs') / of(name, 'cpuUs')).toFixed(2),
    (of('node', 'cpuUs') / of(name, 'cpuUs')).toFixed(2),
  ]);
}

const HEAD = [
  ...['connections', 'server', 'requests/s', 'CPU us each'],
  ...['of hono by CPU', 'of node:http by CPU'],
];

async function main(): Promise<void> {
  const servers = await Promise.all(SERVERS.map(name => start(name)));
  const rows = [];
  for (const connections of CONNECTIONS) rows.push(...(await measured(servers, connections)));
  const told = table(HEAD, rows);
  process.stdout.write(`${told}\n`);
  writeSection('A kept answer of 24 rows', told);
  for (const { child } of servers) child.disconnect();
}

await main();
