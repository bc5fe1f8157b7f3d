/** Names of operations: methods of clients, whatever way each language spells them. */

/**
 * What many languages let no function be named, and what means something on a client's object. A language that reserves more
 * changes its own names: one word more here would rename an operation for everybody.
 */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'and arguments as assert async await break case catch class const constructor continue debugger def default del delete',
    'do elif else enum eval except export extends false finally for from function global if implements import in instanceof',
    'interface is lambda let match new nonlocal not null or package pass private protected prototype public raise return self',
    'static super switch then this throw true try type typeof undefined var void while with yield',
  ].flatMap(line => line.split(' ')),
);

/** Of the service's own operations. */
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

/** The name of the operation that runs an endpoint by identifier, from that of the one by name. */
export function byId(operation: string): string {
  return `${operation}ById`;
}

/**
 * An operation's name for each endpoint, by the endpoint's name: `usage.api-counts` is `usageApiCounts`. No two are equal
 * without regard to case, so they stay apart where a language writes them otherwise. Of endpoints that would share a name the
 * first, by the endpoints' names, has it; the others get the beginning of their identifier, so that one more endpoint
 * renames no other.
 */
export function operationNames(endpoints: readonly Named[]): ReadonlyMap<string, string> {
  const taken = new Set(OWN_NAMES.map(name => name.toLowerCase()));
  const isFree = (name: string) => !taken.has(name.toLowerCase());
  const names = new Map<string, string>();
  for (const endpoint of [...endpoints].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = firstFree(endpoint, candidate => isFree(candidate) && isFree(byId(candidate)));
    taken.add(name.toLowerCase()).add(byId(name).toLowerCase());
    names.set(endpoint.name, name);
  }
  return names;
}

function firstFree({ name, id }: Named, isFree: (candidate: string) => boolean): string {
  const plain = plainName(name);
  if (isFree(plain)) return plain;
  const marked = `${plain}${id.slice(0, 8)}`;
  if (isFree(marked)) return marked;
  for (let count = 2; ; count += 1) {
    const counted = `${marked}N${count}`;
    if (isFree(counted)) return counted;
  }
}

/** Endpoint names begin with a letter, so this does too. */
function plainName(name: string): string {
  const [first = '', ...rest] = name.split(/[._-]+/);
  const camel = first + rest.map(capitalized).join('');
  return RESERVED.has(camel) ? `run${capitalized(camel)}` : camel;
}

/** `usageApiCounts` as `UsageApiCounts`, the way that schemas are named. */
export function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
