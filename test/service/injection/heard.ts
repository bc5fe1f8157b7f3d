/** Asks the service and holds against every answer what none may do, whatever was asked. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { App } from '../../../server/http/app.ts';
import { PROBLEMS } from '../../../server/http/problem.ts';
import type { Row } from './rows.ts';
import { MANIFEST } from './service.ts';

export interface Heard {
  readonly status: number;
  readonly code: string | null;
  /** The rows of a success. */
  readonly rows: readonly Row[];
  readonly body: string;
  readonly headers: Headers;
}
export type Headers = Readonly<Record<string, string>>;
export type Ask = (path: string, headers?: Headers) => Promise<Heard>;

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const HEADERS = new Set(
  `access-control-allow-origin access-control-expose-headers age cache-control connection content-encoding
  content-length content-security-policy content-type date etag keep-alive ratelimit ratelimit-policy
  referrer-policy retry-after server-timing vary www-authenticate x-cache x-content-type-options x-request-id
  x-row-limit x-truncated allow`.split(/\s+/),
);

/** Long enough to be nobody's text but the manifest's. */
const SQL_LINES = Object.values(MANIFEST.endpoints).flatMap(({ engines }) =>
  Object.values(engines).flatMap(({ texts }) =>
    texts
      .flatMap(text => text.split('\n').map(line => line.trim()))
      .filter(line => line.length > 24),
  ),
);
const SQL = new RegExp([...new Set(SQL_LINES)].map(escaped).join('|'));

/** Where this code lies, and the databases. */
const PLACES = ['node_modules', 'node:internal', process.cwd(), join(tmpdir(), 'injection-')];

/** A literal as a pattern, in JavaScript and in RE2. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Asks an app; `secrets` stand in no answer. */
export function asker(app: App, secrets: readonly string[] = []): Ask {
  return async (path, headers = {}) => {
    const response = await app.fetch(new Request(`http://localhost${path}`, { headers }));
    const heard = await listen(response);
    expectHarmless(heard, secrets);
    return heard;
  };
}

async function listen(response: Response): Promise<Heard> {
  const body = Buffer.from(await response.arrayBuffer()).toString();
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  return { status, headers, body, ...readBody(status, headers, body) };
}

/** Every answer of rows or of a problem is JSON; of a problem, by the table of codes. */
function readBody(status: number, headers: Headers, body: string): Pick<Heard, 'rows' | 'code'> {
  const type = headers['content-type'] ?? '';
  if (body === '' || !type.includes('json')) return { rows: [], code: null };
  const value = JSON.parse(body);
  if (status === 200) return { rows: value.result ?? [], code: null };
  const { code, error } = value as { code: keyof typeof PROBLEMS; error: { code: string } };
  expect([type, value.status, error.code]).toEqual(['application/problem+json', status, code]);
  expect(PROBLEMS[code]?.[0]).toBe(status);
  return { rows: [], code };
}

/** What holds of every answer: no failure of ours, no header of a caller's making, nothing from behind the service. */
function expectHarmless(heard: Heard, secrets: readonly string[]): void {
  const { status, headers, body } = heard;
  expect(status < 500, body).toBe(true);
  const unknown = Object.keys(headers).filter(name => !HEADERS.has(name));
  expect(unknown).toEqual([]);
  const all = Object.values(headers).join('');
  expect(/^[\x20-\x7e]*$/.test(all), all).toBe(true);
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  // Written as escapes in JSON; pages have ends of lines.
  const isJson = headers['content-type']?.includes('json') === true;
  expect(isJson && [...body].some(character => character < ' '), body).toBe(false);
  if (status >= 400) {
    expect(SQL.exec(body)?.[0]).toBe(undefined);
    for (const place of PLACES) expect(body).not.toContain(place);
  }
  for (const secret of secrets) expect(body + all).not.toContain(secret);
}

const MEMBERS = new Set(
  `level time id method route status ms code endpoint key cache rows queueMs engineMs scannedBytes`.split(
    ' ',
  ),
);
const PLAIN_LINE =
  /^\{"level":"(?:info|warn)","time":"[^"]*","id":"[A-Za-z0-9._-]{1,64}","method":"[A-Z]+","route":"[/:*.a-z]+",[^\\]*\}$/;

/** The readiness watch may write one between any two requests. */
const READINESS_LINE =
  /^\{"level":"(?:info|error)","time":"[^"]*","event":"(?:all endpoints can run|cannot run: [a-z., -]+)"(?:,"failure":"[^"\\]*")?\}$/;

/** One line for each request, each of known members with plain values. */
export function expectPlainLog(log: string, requests: number, secrets: readonly string[]): void {
  const all = log.split('\n');
  expect(all.pop()).toBe('');
  const lines = all.filter(line => !READINESS_LINE.test(line));
  expect(lines.length).toBe(requests);
  for (const line of lines) {
    const members = Object.keys(JSON.parse(line));
    expect(
      members.filter(name => !MEMBERS.has(name)),
      line,
    ).toEqual([]);
    expect(PLAIN_LINE.test(line), line).toBe(true);
  }
  for (const secret of secrets) expect(log).not.toContain(secret);
}

/** Does the work for each, so many at once. */
export async function together<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const take = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T, at);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}
