/** Many callers at once, and what must hold for each of their answers. */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROBLEMS } from '../../../server/http/problem.ts';
import { expectedRow, PROJECTS, ROWS, type Times } from './endpoints.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}
export interface Asked {
  readonly id: string;
  readonly endpoint: 'fresh' | 'kept';
  readonly project: string;
  readonly tag: number;
}
/** `null`: the caller went away. */
export interface Told extends Asked {
  readonly sentMs: number;
  readonly reply: Reply | null;
}

/** The same numbers for the same seed and words, each from 0 to 1. */
export function chance(seed: number, ...words: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...words]))
    .digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

/** One of the choices, by the same rule. */
function choose<T>(choices: readonly T[], seed: number, ...words: readonly string[]): T {
  const found = choices[Math.floor(chance(seed, ...words) * choices.length)];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}

/** Longer than any answer may take: a longer wait would never end. */
const HANG_MS = 30_000;
const agent = new Agent({ keepAlive: true });

export function get(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  signal: AbortSignal = AbortSignal.timeout(HANG_MS),
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers, signal }, response => {
      let body = '';
      response
        .setEncoding('utf8')
        .on('data', text => {
          body += text;
        })
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
        .on('error', reject);
    });
    asked.on('error', reject).end();
  });
}

export function pathOf({ endpoint, project, tag }: Omit<Asked, 'id'>): string {
  return `/api/endpoints/${endpoint}?project=${encodeURIComponent(project)}&tag=${tag}`;
}

/** Asks, and goes away after `leavesMs`, if that is given. */
export async function ask(url: string, asked: Asked, leavesMs: number | null): Promise<Told> {
  const sentMs = Date.now();
  const signal = AbortSignal.timeout(leavesMs ?? HANG_MS);
  const headers = { 'X-Request-Id': asked.id };
  try {
    return { ...asked, sentMs, reply: await get(url + pathOf(asked), headers, signal) };
  } catch (cause) {
    if (leavesMs === null) throw new Error(`no answer to ${asked.id} ever`, { cause });
    return { ...asked, sentMs, reply: null };
  }
}

export interface StormOptions {
  readonly url: string;
  readonly seed: number;
  readonly callers: number;
  readonly turns: number;
  /** Between two requests of a caller. */
  readonly pauseMs: number;
  readonly endpoint: Asked['endpoint'];
  /** How many different tags; few of them are shared by many. */
  readonly tags: number;
}

/** Each caller asks in turn; one request in twelve is left by its caller before long. */
export async function storm(options: StormOptions): Promise<readonly Told[]> {
  const { url, seed, callers, turns, pauseMs, endpoint, tags } = options;
  const all = Array.from({ length: callers }, async (_, caller) => {
    const told: Told[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const id = `${seed}-${caller}-${turn}`;
      const asked = {
        id,
        endpoint,
        project: choose(PROJECTS, seed, id, 'project'),
        tag: Math.floor(chance(seed, id, 'tag') * tags),
      };
      await sleep(pauseMs);
      const leaves = chance(seed, id, 'leaves') < 1 / 12;
      told.push(await ask(url, asked, leaves ? Math.ceil(chance(seed, id, 'when') * 60) : null));
    }
    return told;
  });
  return (await Promise.all(all)).flat();
}

/** What is wrong with an answer; nothing, for every answer there is. */
export function faultsOf(told: readonly Told[], times: Times): readonly string[] {
  return told.flatMap(one => {
    if (one.reply === null) return [];
    const fault =
      one.reply.status === 200 ? rowsFault(one, one.reply, times) : problemFault(one.reply);
    return fault === null ? [] : [`${one.id} ${pathOf(one)}: ${one.reply.status}: ${fault}`];
  });
}

function rowsFault(asked: Told, { body, headers }: Reply, times: Times): string | null {
  const { result } = JSON.parse(body) as { result: readonly { at: number }[] };
  const { project, tag, sentMs, endpoint } = asked;
  const at = result[0]?.at;
  const expected = Array.from({ length: ROWS }, (_, n) => ({
    ...expectedRow(project, tag, n),
    at,
  }));
  if (JSON.stringify(result) !== JSON.stringify(expected)) return `other rows: ${body}`;
  const state = headers['x-cache'];
  const states = endpoint === 'fresh' ? ['bypass'] : ['hit', 'miss', 'stale'];
  if (!states.includes(String(state))) return `an unknown state: ${state}`;
  // Rows that are kept are younger than the ttl when the request arrives; a run is no older than its time-out.
  const isRun = state === 'miss' || state === 'bypass';
  const oldest = sentMs - (isRun ? times.timeoutMs : times.ttl * 1_000);
  const age = oldest - (at ?? 0) / 1_000;
  return age <= 2 ? null : `${state}, but ${age} ms too old`;
}

function problemFault({ status, headers, body }: Reply): string | null {
  if (headers['content-type'] !== 'application/problem+json') return 'no problem';
  const { code, error, detail, status: told } = JSON.parse(body) as Record<string, unknown>;
  const [expected] = Object.entries(PROBLEMS).find(([name]) => name === code)?.[1] ?? [];
  if (expected !== status || told !== status) return `the code \`${code}\``;
  if (status === 499) return 'nobody was given up';
  if (status === 503 && !/^[1-9]\d*$/.test(String(headers['retry-after']))) return 'no Retry-After';
  if (JSON.stringify(error) !== JSON.stringify({ code, message: detail })) return 'another `error`';
  return /SELECT|injected|Exception|\bat \//i.test(body) ? `it tells too much: ${body}` : null;
}

/** The service's own numbers that must be nought when nothing is asked for longer than a ttl. */
const BUSY = [
  'quern_limiter_running',
  'quern_limiter_waiting',
  'quern_cache_flights',
  'quern_cache_warm_entries',
];

export async function busyWith(url: string): Promise<readonly string[]> {
  const { body } = await get(`${url}/metrics`);
  return BUSY.filter(name => !new RegExp(`^${name} 0$`, 'm').test(body));
}

/** The value of a metric, over all its labels that match. */
export async function metric(url: string, pattern: RegExp): Promise<number> {
  const { body } = await get(`${url}/metrics`);
  const lines = body.split('\n').filter(line => pattern.test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** How often each outcome came. */
export function outcomes(told: readonly Told[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { reply } of told) {
    const code = reply?.status === 200 ? String(reply.headers['x-cache']) : codeOf(reply);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

export function codeOf(reply: Reply | null): string {
  return reply === null ? 'left' : String(JSON.parse(reply.body).code ?? 'rows');
}
