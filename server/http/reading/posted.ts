/** Reads parameters from a JSON body: `{ "project": "abc", "status": [200, 404] }`. */
import type { Param } from '../../../generator/core/plan/param.ts';
import type { Scalar } from '../../../generator/core/types/scalar.ts';
import { repeatedParameter } from '../../../generator/params/fault-words.ts';
import { paramType } from '../../../generator/params/index.ts';
import type { Answer } from '../context.ts';
import type { Incoming } from '../incoming.ts';
import { problem } from '../problem.ts';
import { exactJson } from './exact-json.ts';
import { type Fault, parseQuery, type RequestQuery, shown } from './read-request.ts';

/** The most bytes of a body. */
const LONGEST_BODY = 1_048_576;

/**
 * Reads a request's body as the parameters of an endpoint, when its turn has come, or returns the problem. `search` has the
 * parameters of the address.
 */
export async function readPosted(
  incoming: Incoming,
  search: string,
  params: readonly Param[],
  turn: () => Promise<void>,
): Promise<RequestQuery | Answer> {
  if (search !== '') {
    return refused(400, 'Send parameters in the address or in the body, not in both.');
  }
  const bytes = await readBody(incoming, LONGEST_BODY);
  if (!(bytes instanceof Uint8Array)) return bytes;
  await turn();
  return readBytes(incoming, bytes, params, 'declared');
}

/**
 * Reads the parameters of a request from its address and its body, as Logflare does with any method. A parameter in both is
 * a fault. Returns the text of the address if the body has no bytes.
 */
export async function readBoth(
  incoming: Incoming,
  search: string,
  params: readonly Param[],
  turn: () => Promise<void>,
): Promise<string | RequestQuery | Answer> {
  const bytes = await readBody(incoming, LONGEST_BODY);
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (bytes.length === 0) return search;
  await turn();
  const query = readBytes(incoming, bytes, params, 'any');
  return 'status' in query ? query : together(parseQuery(search, params), query);
}

function together(one: RequestQuery, other: RequestQuery): RequestQuery {
  const repeated = [...one.texts.keys()].filter(name => other.texts.has(name));
  return {
    texts: new Map([...one.texts, ...other.texts]),
    faults: [...one.faults, ...other.faults, ...repeated.map(repeatedFault)],
  };
}

const JSON_TYPE = /^application\/json *(;|$)/i;
/** ASCII is UTF-8. */
const OTHER_CHARSET = /; *charset *= *(?!"?(?:utf-?8|us-ascii)"? *(?:;|$))/i;

function readBytes(
  { header }: Incoming,
  bytes: Uint8Array,
  params: readonly Param[],
  scalars: Scalars,
): RequestQuery | Answer {
  const type = header('content-type') ?? '';
  if (!JSON_TYPE.test(type)) {
    return refused(415, 'A body must be JSON: `Content-Type: application/json`.');
  }
  if (OTHER_CHARSET.test(type)) return refused(415, 'A body must be in UTF-8.');
  if (!/^(identity)?$/i.test(header('content-encoding') ?? '')) {
    return refused(415, 'A body must not be compressed.');
  }
  const query = parseBody(bytes, params, scalars);
  return query ?? refused(400, 'The body must be a JSON object of parameters, in UTF-8.');
}

function refused(status: number, detail: string, headers: Record<string, string> = {}): Answer {
  return problem('invalid_request', detail, { status, headers, parameters: [] });
}

/** Returns the body of a request, of at most `most` bytes; or the problem, if it cannot be read. */
export async function readBody(
  { header, body }: Incoming,
  most: number,
): Promise<Uint8Array | Answer> {
  const tooLong = () =>
    refused(413, `A body may have at most ${most} bytes.`, { Connection: 'close' });
  if (Number(header('content-length')) > most) return tooLong();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      if (length > most) return tooLong();
      chunks.push(chunk);
    }
  } catch {
    return problem('cancelled', 'The caller cancelled the request.');
  }
  return Buffer.concat(chunks);
}

/**
 * The scalars that a member may be: those of the parameter's type, as the OpenAPI document declares, or its text; or any, where
 * callers write for another service or for a tool.
 */
type Scalars = 'declared' | 'any';

/** Returns the texts that an address would have, and faults for other members; `null` if the bytes are not a JSON object. */
export function parseBody(
  bytes: Uint8Array,
  params: readonly Param[],
  scalars: Scalars = 'declared',
): RequestQuery | null {
  const parsed = exactJson(bytes);
  if (parsed === null) return null;
  const { value, repeated } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return readMembers(value, params, [...new Set(repeated.map(memberName))], scalars);
}

/** Names of nested members are written `status[gte]`. */
function memberName([name = '', inner]: readonly string[]): string {
  return inner === undefined ? name : `${name}[${inner}]`;
}

/** Reads members that were parsed elsewhere; `repeated` has the names that occur more than once. */
export function readMembers(
  members: object,
  params: readonly Param[],
  repeated: readonly string[] = [],
  scalars: Scalars = 'any',
): RequestQuery {
  const texts = new Map<string, readonly string[]>();
  const readsTexts = scalars === 'any' ? () => false : textsOnly(params);
  const lists = new Set(params.filter(({ list }) => list !== null).flatMap(namesOf));
  const maps = new Set(params.flatMap(({ filter }) => (filter?.key ? `${filter.name}[` : [])));
  const isList = (name: string) =>
    lists.has(name) || maps.has(name.slice(0, name.indexOf('[') + 1));
  const filters = new Set(params.flatMap(({ filter }) => filter?.name ?? []));
  const faults = repeated.map(repeatedFault);
  for (const [name, value] of Object.entries(members).flatMap(member => pairsOf(member, filters))) {
    if (value === null || repeated.includes(name)) continue;
    const read = textsOf(value, isList(name), readsTexts(name));
    if (texts.has(name)) faults.push(repeatedFault(name));
    else if (Array.isArray(read)) texts.set(name, read);
    else {
      const message = `\`${shown(name)}\` must be ${read}.`;
      faults.push({ code: 'invalid_parameter', name: shown(name), message });
    }
  }
  return { texts, faults };
}

function repeatedFault(name: string): Fault {
  const message = repeatedParameter(shown(name));
  return { code: 'repeated_parameter', name: shown(name), message };
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
/** Returns whether a name is that of a parameter whose values are texts. */
function textsOnly(params: readonly Param[]): (name: string) => boolean {
  const ofTexts = params.filter(({ type, scalar, filter }) => {
    const written = paramType(type).wire ?? scalar;
    // A filter of a map also has the names of keys, and its texts are `key=value`.
    return filter?.key !== true && !NUMBERS.has(written) && written !== 'bool';
  });
  const names = new Set(ofTexts.flatMap(namesOf));
  return name => names.has(name);
}

const NUMBERS: ReadonlySet<Scalar> = new Set<Scalar>(['int64', 'float64', 'decimal']);

/** Returns the texts of a value; or, as a string, what it must be. */
function textsOf(value: unknown, isList: boolean, isText: boolean): readonly string[] | string {
  if (!Array.isArray(value)) return textsOfAll([value], isList, isText);
  return isList ? textsOfAll(value, isList, isText) : 'a single value, not a list';
}

function textsOfAll(
  values: readonly unknown[],
  isList: boolean,
  isText: boolean,
): readonly string[] | string {
  const texts: string[] = [];
  for (const value of values) {
    if (typeof value === 'string') texts.push(value);
    else if (isText) return isList ? 'a list of texts' : 'a text';
    else if (typeof value === 'boolean') texts.push(String(value));
    else if (typeof value !== 'number') {
      return isList ? 'a list of texts, numbers or booleans' : 'a text, a number or a boolean';
    } else if (!Number.isFinite(value) || isBeyond(value)) {
      // Most JSON writers have already lost digits of a large number.
      return 'sent as text, because it has a number that JSON writers round';
    } else texts.push(String(value));
  }
  return texts;
}

function isBeyond(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
