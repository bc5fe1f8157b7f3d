/** Names of operations, which become methods of clients. Each language adapts them to its own style. */
import { onceFor } from '../../core/memo.ts';

/**
 * Names that many languages forbid for functions, and names with a meaning on a client's object. A language that reserves more
 * names changes them itself: adding a word here would rename an operation in every language.
 */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'and arguments as assert async await break case catch class const constructor continue debugger def default del delete',
    'do elif else enum eval except export extends false finally for from function global if implements import in instanceof',
    'interface is lambda let match new nonlocal not null or package pass private protected prototype public raise return self',
    'static super switch then this throw true try type typeof undefined var void while with yield',
  ].flatMap(line => line.split(' ')),
);

/** The names of the service's own operations. */
export const OWN_NAMES = [
  'listEndpoints',
  'getHealth',
  'getReadiness',
  'getMetrics',
  'getOpenApi',
] as const;

interface Named {
  readonly name: string;
  readonly id: string;
}

/** The name of the operation that runs an endpoint by its identifier; `operation` runs it by name. */
export function byId(operation: string): string {
  return `${operation}ById`;
}

/** The name of the operation that accepts the parameters in a body; `operation` has the same path and accepts them in the query. */
export function byPost(operation: string): string {
  return `${operation}ByPost`;
}

/**
 * Returns an operation name for each endpoint, by the endpoint's name: `usage.api-counts` becomes `usageApiCounts`. Names
 * differ even without regard to case, so they stay different in languages that change the case. Endpoints that would share a
 * name are all marked with the beginning of their identifier: if one kept the plain name, a new endpoint could take it over and
 * callers would silently reach the wrong one.
 */
export function operationNames(endpoints: readonly Named[]): ReadonlyMap<string, string> {
  // each emitter needs the names for the same list
  return onceFor(endpoints, 'operations', [], () => namesOf(endpoints));
}

function namesOf(endpoints: readonly Named[]): ReadonlyMap<string, string> {
  const inOrder = [...endpoints].sort((a, b) => (a.name < b.name ? -1 : 1));
  const claims = claimsOf(inOrder);
  const isShared = (name: string) => claimed(name).some(one => (claims.get(one) ?? 0) > 1);
  const plain = inOrder.filter(({ name }) => !isShared(plainName(name)));
  const taken = new Set([...OWN, ...plain.flatMap(({ name }) => claimed(plainName(name)))]);
  const names = new Map(plain.map(({ name }) => [name, plainName(name)]));
  for (const endpoint of inOrder.filter(({ name }) => !names.has(name))) {
    const marked = markedName(endpoint, name => claimed(name).every(one => !taken.has(one)));
    for (const one of claimed(marked)) taken.add(one);
    names.set(endpoint.name, marked);
  }
  return names;
}

const OWN = OWN_NAMES.map(name => name.toLowerCase());

/** Lists the names that an endpoint with that operation name occupies, in lower case. */
export function claimed(name: string): readonly string[] {
  return [name, byId(name), byPost(name), byPost(byId(name))].map(one => one.toLowerCase());
}

/** Counts how many operations claim each name. */
function claimsOf(endpoints: readonly Named[]): ReadonlyMap<string, number> {
  const claims = new Map<string, number>();
  for (const one of [...OWN, ...endpoints.flatMap(({ name }) => claimed(plainName(name)))]) {
    claims.set(one, (claims.get(one) ?? 0) + 1);
  }
  return claims;
}

/** Marks a shared name with the beginning of the identifier and, if that is shared too, with a number. */
function markedName({ name, id }: Named, isFree: (candidate: string) => boolean): string {
  const marked = `${plainName(name)}${id.slice(0, 8)}`;
  if (isFree(marked)) return marked;
  for (let count = 2; ; count += 1) {
    const counted = `${marked}N${count}`;
    if (isFree(counted)) return counted;
  }
}

/** Returns the name of an endpoint if no other endpoint claims it. Endpoint names begin with a letter, so this name does too. */
export function plainName(name: string): string {
  const [first = '', ...rest] = name.split(/[._-]+/);
  const camel = first + rest.map(capitalized).join('');
  return RESERVED.has(camel) ? `run${capitalized(camel)}` : camel;
}

/** Turns `usageApiCounts` into `UsageApiCounts`, the form of schema names. */
export function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Returns an endpoint's entry in `names`. Throws if there is none, because every endpoint has one. */
export function findNames<T>(names: ReadonlyMap<string, T>, endpoint: string): T {
  const found = names.get(endpoint);
  if (found === undefined) throw new Error(`${endpoint} has no name`);
  return found;
}
