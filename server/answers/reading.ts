/** What a caller asks of an endpoint: the values of its parameters and the name under which their rows are kept. */
import { LRUCache } from 'lru-cache';
import { textsOf } from '../../generator/params/list.ts';
import { mayRun, withFixedValues } from '../access/access.ts';
import type { ApiKey } from '../access/key-file.ts';
import type { Answer, Texts } from '../http/context.ts';
import { faultsProblem, problem } from '../http/problem.ts';
import type { Fault, Query, UnknownParameters } from '../http/read-request.ts';
import { parseQuery, readValues } from '../http/read-request.ts';
import type { Values } from './bind.ts';
import { filtersOf } from './filters.ts';
import type { ServedEndpoint } from './manifest.ts';

/** Values after defaults, `otherwise` and what the key fixes. */
export interface Reading {
  readonly values: Values;
  /** The same for two requests exactly when the same rows answer both. */
  readonly key: string;
  readonly texts: Texts;
}
/** The answer to a request that is not to be run. */
export interface Refusal extends Answer {
  /** Of its parameters. */
  readonly faults: readonly Fault[];
}
/**
 * Reads what the holder of a key asks: the text behind an address's question mark, or parameters that were read elsewhere; or
 * says what is wrong with it.
 */
export type Reader = (key: ApiKey | null, asked: string | Query) => Reading | Refusal;

/** Readings that are kept for an endpoint, of texts that are not too long: a pattern costs more to read than all else. */
const KEPT_READINGS = 1_024;
const LONGEST_KEPT = 512;

/** Makes the reader of an endpoint's requests on the named engine. */
export function createReader(
  endpoint: ServedEndpoint,
  engine: string,
  unknown: UnknownParameters,
): Reader {
  const prefix = `${endpoint.name} ${endpoint.definition.hash} ${engine}`;
  const filters = filtersOf(endpoint.params);
  const kept = new LRUCache<string, Reading>({ max: KEPT_READINGS });
  const read = (key: ApiKey | null, asked: Query) => {
    const named = filters === null ? asked : filters.named(asked);
    const query = key === null ? named : withFixedValues(key, endpoint, named);
    if (query === null) return forbidden('run this endpoint with these values');
    const read = readValues(endpoint.params, query, unknown);
    const { values } = read;
    const faults = [...read.faults, ...(filters?.faults(values) ?? [])];
    const [first, ...others] = faults;
    if (first !== undefined) return { ...faultsProblem([first, ...others]), faults };
    const texts = textsIn(endpoint, values);
    return { values, texts, key: `${prefix} ${JSON.stringify(texts)}` };
  };
  return (key, asked) => {
    if (key !== null && !mayRun(key, endpoint)) return forbidden('run this endpoint');
    if (typeof asked !== 'string') return read(key, asked);
    // A reading depends on what the key fixes, and on nothing else of it.
    const name = key === null ? asked : `${fixedBy(key)} ${asked}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const reading = read(key, parseQuery(asked));
    if ('values' in reading && asked.length <= LONGEST_KEPT) kept.set(name, reading);
    return reading;
  };
}

const fixed = new WeakMap<ApiKey, string>();

function fixedBy(key: ApiKey): string {
  const known = fixed.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(key.params);
  fixed.set(key, text);
  return text;
}

/** In the order of the declaration; absent ones are left out. */
function textsIn({ params }: ServedEndpoint, values: Values): Texts {
  const present = params.flatMap(param => {
    const value = values.get(param.name);
    return value === undefined ? [] : [[param.name, textsOf(param, value)] as const];
  });
  return Object.fromEntries(present);
}

function forbidden(what: string): Refusal {
  return { ...problem('forbidden', `The key may not ${what}.`), faults: [] };
}
