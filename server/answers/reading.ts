/** Reads a caller's request to an endpoint: the values of its parameters, and the key under which their rows are cached. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CURSOR } from '../../generator/core/plan/pages.ts';
import { textsOf } from '../../generator/params/list.ts';
import { mayRun, nameOneOf, unprovenFor, withinScope } from '../access/access.ts';
import { fixedParams } from '../access/fixed-values.ts';
import type { Caller } from '../access/keys/key-file.ts';
import type { Answer, Texts } from '../http/context.ts';
import { faultsProblem, problem } from '../http/problem.ts';
import type {
  RequestFault,
  RequestQuery,
  UnknownParameters,
} from '../http/reading/read-request.ts';
import { parseQuery, readValues } from '../http/reading/read-request.ts';
import type { Values } from './bind.ts';
import type { Cursors } from './cursor.ts';
import { readFilters } from './filters.ts';
import type { WholeEndpoint } from './manifest/manifest.ts';
import { type Page, pageKey, pageReader, without } from './pages.ts';

/** A valid request. `values` include defaults, `otherwise`, and the key's fixed values. */
export interface Reading {
  readonly values: Values;
  /** Equal for two requests if and only if the same rows answer both. */
  readonly key: string;
  /** The bytes that long texts occupy; 0 for short texts. */
  readonly heldBytes: number;
  readonly texts: Texts;
  /** `null`: the answer has no pages. */
  readonly page: Page | null;
}
/** The answer to a rejected request. */
interface Refusal extends Answer {
  /** Faults of the parameters. */
  readonly faults: readonly RequestFault[];
}
/**
 * Reads a request with a key, from the text after an address's question mark or from parameters that were read elsewhere; or
 * returns the refusal.
 */
export type RequestReader = (key: Caller | null, asked: string | RequestQuery) => Reading | Refusal;

/** The most readings of short texts that are kept for an endpoint: reading a pattern costs more than any other step. */
const KEPT_READINGS = 1_024;
const LONGEST_KEPT = 512;

export interface ReaderOptions {
  /** The name of the engine. */
  readonly engine: string;
  readonly unknown: UnknownParameters;
  /** `null`: there is no secret for cursors. */
  readonly cursors: Cursors | null;
  /** Returns milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** Creates the reader of an endpoint's requests. Throws if the endpoint has pages and there are no cursors. */
export function createReader(
  endpoint: WholeEndpoint,
  { engine, unknown, cursors, nowMs }: ReaderOptions,
): RequestReader {
  const readPage = pageReader(endpoint, cursors, nowMs);
  const prefix = `${endpoint.name} ${endpoint.hash} ${engine}`;
  const filters = readFilters(endpoint.params);
  const passed = new Set(endpoint.ignore);
  // created late, because a cache allocates its memory at once, which 1,000 endpoints without requests do not need
  let made: LRUCache<string, Reading> | null = null;
  const kept = () => {
    made ??= new LRUCache({ max: KEPT_READINGS });
    return made;
  };
  const read = (key: Caller | null, asked: RequestQuery) => {
    const named = filters === null ? asked : filters.named(asked);
    const query = key === null ? named : withinScope(key, endpoint, named);
    if (query === null) return forbidden('run this endpoint with these values');
    const fixed = key === null ? {} : fixedParams(key, endpoint.params);
    const read = readValues(endpoint.params, query, { unknown, passed, fixed });
    const values = filters === null ? read.values : filters.bound(read.values);
    const faults = [...read.faults, ...(filters?.faults(values) ?? [])];
    const [first, ...others] = faults;
    if (first !== undefined) return { ...faultsProblem([first, ...others]), faults };
    const whole = textsIn(endpoint, read.values);
    if (readPage === null) {
      const { name, heldBytes } = nameOf(whole);
      return { values, texts: whole, page: null, key: `${prefix} ${name}`, heldBytes };
    }
    const page = readPage(values, whole, key === null ? '' : fixedBy(key));
    if ('code' in page) return { ...faultsProblem([page]), faults: [page] };
    const texts = without(whole, [CURSOR]);
    const { name, heldBytes } = nameOf(texts);
    return { values, texts, page, key: `${prefix} ${name}${pageKey(page)}`, heldBytes };
  };
  return (key, asked) => {
    if (key !== null && !mayRun(key, endpoint)) return notRun(key, endpoint);
    if (typeof asked !== 'string') return read(key, asked);
    // Of the key, a reading depends only on its fixed values.
    const name = key === null ? asked : `${fixedBy(key)} ${asked}`;
    const known = kept().get(name);
    if (known !== undefined) return known;
    const reading = read(key, parseQuery(asked, endpoint.params));
    // not kept with a cursor, which expires
    const isKept = 'values' in reading && (reading.page?.begin ?? null) === null;
    if (isKept && asked.length <= LONGEST_KEPT) kept().set(name, reading);
    return reading;
  };
}

/** Longer names are hashed: a cache keeps the name of each entry, and a caller's statement may have up to 64 KiB. */
const LONGEST_NAME = 512;

/** Returns a name that is equal only for equal texts; hashes a long name. */
function nameOf(texts: Texts): { readonly name: string; readonly heldBytes: number } {
  const name = JSON.stringify(texts);
  if (name.length <= LONGEST_NAME) return { name, heldBytes: 0 };
  // at most two bytes per character; refreshes keep the values in memory
  return { name: hash('sha256', name, 'base64url'), heldBytes: 2 * name.length };
}

const fixed = new WeakMap<Caller, string>();

function fixedBy(key: Caller): string {
  const known = fixed.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(key.params);
  fixed.set(key, text);
  return text;
}

/** Returns the texts of values in the order of declaration, without absent parameters. */
function textsIn({ params }: WholeEndpoint, values: Values): Texts {
  const present = params.filter(({ name }) => values.has(name));
  return Object.fromEntries(
    present.map(param => [param.name, textsOf(param, values.get(param.name) ?? [])]),
  );
}

/** Says what is missing only to keys that would run the endpoint. */
function notRun(key: Caller, endpoint: WholeEndpoint): Refusal {
  const unproven = unprovenFor(key, endpoint);
  if (unproven === null) return forbidden('run this endpoint');
  const { params } = unproven;
  return params === null
    ? forbidden('run this endpoint', UNNAMED_TENANTS)
    : forbidden(
        'run this endpoint',
        `it must also fix ${nameOneOf(params)}, which separates tenants`,
      );
}

const UNNAMED_TENANTS =
  'it fixes values, and the generated files do not name the parameters that separate tenants; `quern generate` adds them';

function forbidden(what: string, why: string | null = null): Refusal {
  const detail = `The key may not ${what}${why === null ? '' : `: ${why}`}.`;
  return { ...problem('forbidden', detail), faults: [] };
}
