/** Requests to the service that the page was loaded from, and to no other. */
import type { AnswerRow, Column } from '../rows/data/row.ts';
import { type Given, writeQuery } from './given.ts';
import type { ListedEndpoint, ServiceListing } from './listing.ts';
import { problemOf, RequestRefused } from './problem.ts';

export interface RowsAnswer {
  readonly rows: readonly AnswerRow[];
  /** Milliseconds from the request to the last row, measured in the page. */
  readonly ms: number;
  /** Whether the service has more rows than it may return. */
  readonly isTruncated: boolean;
  /** The maximum number of rows that it may return. */
  readonly limit: number | null;
  /** `hit`, `miss`, `stale` or `bypass`. */
  readonly cache: string | null;
  /** Seconds since the rows were read. */
  readonly age: number | null;
  readonly requestId: string | null;
  /** The step that the length of the window selected, such as `6 hours`; `null` if it selected none. */
  readonly step: string | null;
  /** The cursor of the next page; `null` if there is none. */
  readonly next: string | null;
  /** The columns of a caller's own statement; `null` if the endpoint declares them. */
  readonly columns: readonly Column[] | null;
  /** The rollups whose copies the statement read; empty for kept rows. */
  readonly rollups: readonly string[];
}

/** Some servers on the way refuse longer addresses. */
const LONGEST_QUERY = 1_800;

export async function listEndpoints(key: string): Promise<ServiceListing> {
  const { body } = await asked('./api/endpoints', key, {});
  const { result, service } = Object(body);
  return { endpoints: result, service };
}

/** Rejects with `RequestRefused` if the service answers with a problem. */
export async function runEndpoint(
  key: string,
  endpoint: ListedEndpoint,
  given: Given,
  signal: AbortSignal,
): Promise<RowsAnswer> {
  const started = performance.now();
  const { path, init } = requestOf(endpoint, given);
  const { response, body } = await asked(path, key, { ...init, signal });
  const { headers } = response;
  const number = (name: string) => (headers.has(name) ? Number(headers.get(name)) : null);
  return {
    rows: Object(body).result,
    ms: performance.now() - started,
    isTruncated: headers.has('X-Truncated'),
    limit: number('X-Row-Limit'),
    cache: headers.get('X-Cache'),
    age: number('Age'),
    requestId: headers.get('X-Request-Id'),
    step: headers.get('X-Step'),
    next: headers.get('X-Next-Cursor'),
    columns: columnsIn(headers.get('X-Columns'), Object(body).result),
    rollups: rollupsIn(headers.get('Server-Timing') ?? ''),
  };
}

function rollupsIn(timing: string): readonly string[] {
  return [...timing.matchAll(/\brollup;desc="(\w+)"/g)].map(([, name = '']) => name);
}

/** The columns of a statement, from its header; if they are too many for a header, from the first row. */
function columnsIn(header: string | null, rows: readonly AnswerRow[]): readonly Column[] | null {
  if (header === null) return null;
  if (header !== 'omitted') return JSON.parse(decodeURIComponent(header));
  return Object.entries(rows[0] ?? {}).map(([name, value]) => {
    const type =
      typeof value === 'number' ? 'float64' : typeof value === 'boolean' ? 'bool' : 'string';
    return { name, type, nullable: true };
  });
}

/** A GET, or a POST if the query is too long for an address. */
export function requestOf(
  endpoint: Pick<ListedEndpoint, 'name' | 'parameters'>,
  given: Given,
): { readonly path: string; readonly init: RequestInit } {
  const path = `./api/endpoints/${encodeURIComponent(endpoint.name)}`;
  const query = writeQuery(given);
  if (query.length <= LONGEST_QUERY) {
    return { path: query === '' ? path : `${path}?${query}`, init: {} };
  }
  const headers = { 'Content-Type': 'application/json' };
  return { path, init: { method: 'POST', headers, body: postBody(endpoint, given) } };
}

/** Lists are arrays; numbers and booleans are no texts, if JSON has them exactly. */
export function postBody({ parameters }: Pick<ListedEndpoint, 'parameters'>, given: Given): string {
  const known = new Map(parameters.map(parameter => [parameter.name, parameter]));
  const members = [...given].map(([name, texts]) => {
    const { type, list } = known.get(name) ?? {};
    const values = texts.map(text => jsonOf(type, text));
    return [name, list === undefined ? values[0] : values];
  });
  return JSON.stringify(Object.fromEntries(members));
}

/** A text that its type does not accept stays a text: the service says what it must be. */
function jsonOf(type: string | undefined, text: string): string | number | boolean {
  if (type === 'bool') return text === 'true' || text === 'false' ? text === 'true' : text;
  const number = type === 'int64' || type === 'float64' ? Number(text) : Number.NaN;
  return text !== '' && text.trim() === text && isExact(number, type) ? number : text;
}

function isExact(number: number, type: string | undefined): boolean {
  return type === 'int64' ? Number.isSafeInteger(number) : Number.isFinite(number);
}

/** The text of the metrics; `null` if the key may not read them. */
export async function readMetrics(key: string): Promise<string | null> {
  const response = await fetch('./metrics', { headers: headersFor(key) });
  return response.ok ? response.text() : null;
}

/** Whether the service has a reference of its endpoints. */
export async function hasReference(): Promise<boolean> {
  const { ok } = await fetch('./docs', { method: 'HEAD' });
  return ok;
}

function headersFor(key: string): Record<string, string> {
  return key === '' ? {} : { 'X-API-KEY': key };
}

async function asked(path: string, key: string, init: RequestInit) {
  const headers = { ...init.headers, ...headersFor(key), Accept: 'application/json' };
  const response = await fetch(path, { ...init, headers, referrerPolicy: 'no-referrer' });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return { response, body };
  const { status } = response;
  throw new RequestRefused(problemOf(status, body, response.headers.get('X-Request-Id')));
}
