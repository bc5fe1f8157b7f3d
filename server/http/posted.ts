/** Reads parameters that are too long for an address from a JSON body: `{ "project": "abc", "status": [200, 404] }`. */
import type { Param } from '../../generator/core/param.ts';
import { repeatedParameter } from '../../generator/params/fault-words.ts';
import type { Answer, Exchange } from './context.ts';
import { problem } from './problem.ts';
import { type Fault, type Query, shown } from './read-request.ts';

/** The most bytes of a body. */
const LONGEST_BODY = 1_048_576;

/** Reads a request's body as the parameters of an endpoint, or returns the problem. */
export async function readPosted(
  { incoming: { request, search } }: Exchange,
  params: readonly Param[],
): Promise<Query | Answer> {
  if (search !== '') {
    return refused(400, 'Send parameters in the address or in the body, not in both.');
  }
  const { headers } = request;
  if (!/^application\/json *(;|$)/i.test(headers.get('content-type') ?? '')) {
    return refused(415, 'A body must be JSON: `Content-Type: application/json`.');
  }
  if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) {
    return refused(415, 'A body must not be compressed.');
  }
  const bytes = await bytesOf(request, LONGEST_BODY);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const query = parseBody(bytes, params);
  return query ?? refused(400, 'The body must be a JSON object of parameters, in UTF-8.');
}

function refused(status: number, detail: string, headers: Record<string, string> = {}): Answer {
  return problem('invalid_request', detail, { status, headers, parameters: [] });
}

/** Returns the body of a request, of at most `most` bytes; or the problem, if it cannot be read. */
export async function bytesOf(request: Request, most: number): Promise<Uint8Array | Answer> {
  const tooLong = () =>
    refused(413, `A body may have at most ${most} bytes.`, { Connection: 'close' });
  if (Number(request.headers.get('content-length')) > most) return tooLong();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > most) return tooLong();
      chunks.push(chunk);
    }
  } catch {
    return problem('cancelled', 'The caller cancelled the request.');
  }
  return Buffer.concat(chunks);
}

/** Returns the texts that an address would have, and faults for other members; `null` if the bytes are not a JSON object. */
export function parseBody(bytes: Uint8Array, params: readonly Param[]): Query | null {
  const parsed = parseObject(bytes);
  if (parsed === null) return null;
  return queryOf(parsed.value, params, parsed.repeated);
}

/** Reads members that were parsed elsewhere; `repeated` has the names that occur more than once. */
export function queryOf(
  members: object,
  params: readonly Param[],
  repeated: readonly string[] = [],
): Query {
  const lists = new Set(params.filter(({ list }) => list !== null).flatMap(namesOf));
  const maps = new Set(params.flatMap(({ filter }) => (filter?.key ? `${filter.name}[` : [])));
  const isList = (name: string) =>
    lists.has(name) || maps.has(name.slice(0, name.indexOf('[') + 1));
  const filters = new Set(params.flatMap(({ filter }) => filter?.name ?? []));
  const texts = new Map<string, readonly string[]>();
  const faults = repeated.map((name): Fault => {
    return {
      code: 'repeated_parameter',
      name: shown(name),
      message: repeatedParameter(shown(name)),
    };
  });
  for (const [name, value] of Object.entries(members).flatMap(member => pairsOf(member, filters))) {
    if (value === null || repeated.includes(name)) continue;
    const read = textsOf(value, isList(name));
    if (Array.isArray(read)) texts.set(name, read);
    else {
      const message = `\`${shown(name)}\` must be ${read}.`;
      faults.push({ code: 'invalid_parameter', name: shown(name), message });
    }
  }
  return { texts, faults };
}

/** The names that a body may use for a parameter. */
function namesOf({ name, filter }: Param): readonly string[] {
  return filter === undefined ? [name] : [name, `${filter.name}[${filter.operator}]`];
}

/** Flattens an object of a filter's operators or a map's keys: `{ "status": { "gte": 400 } }` is `status[gte]`. */
function pairsOf([name, value]: Member, filters: ReadonlySet<string>): readonly Member[] {
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isNested || !filters.has(name)) return [[name, value]];
  return Object.entries(value).map(([operator, given]) => [`${name}[${operator}]`, given]);
}

type Member = readonly [name: string, value: unknown];
interface Parsed {
  readonly value: object;
  /** Names of more than one member. */
  readonly repeated: readonly string[];
}

function parseObject(bytes: Uint8Array): Parsed | null {
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return { value, repeated: repeatedNames(text) };
}

const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)|[[\]{}]/g;

/**
 * Returns the names that occur twice in an object, because `JSON.parse` only keeps the last of such members. Names in nested
 * objects are written `status[gte]`. The text is a JSON object.
 */
function repeatedNames(text: string): readonly string[] {
  const names = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  let outer = '';
  for (const [token, written, colon] of text.matchAll(TOKENS)) {
    if (written === undefined) depth += token === '{' || token === '[' ? 1 : -1;
    else if (depth <= 2 && colon === ':') {
      const own: string = JSON.parse(written);
      if (depth === 1) outer = own;
      const name = depth === 1 ? own : `${outer}[${own}]`;
      (names.has(name) ? repeated : names).add(name);
    }
  }
  return [...repeated];
}

/** Returns the texts of a value; or, as a string, what it must be. */
function textsOf(value: unknown, isList: boolean): readonly string[] | string {
  if (!Array.isArray(value)) return textsOfAll([value], isList);
  return isList ? textsOfAll(value, isList) : 'a single value, not a list';
}

function textsOfAll(values: readonly unknown[], isList: boolean): readonly string[] | string {
  const texts: string[] = [];
  for (const value of values) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'boolean') texts.push(String(value));
    else if (typeof value !== 'number') {
      return isList ? 'a list of texts, numbers or booleans' : 'a text, a number or a boolean';
    } else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      // Most JSON writers have already lost digits of such a number.
      return `sent as text, because it has a number beyond ${Number.MAX_SAFE_INTEGER}`;
    } else texts.push(String(value));
  }
  return texts;
}
