/** Turns names of endpoints, parameters and records into Python names. */
import { operationNames } from '../../facts/names.ts';
import { isDevice } from '../client-language.ts';
import { isKeyword } from './text.ts';

/** Methods that all clients or mocks have, and names that annotations of a client's methods use with another meaning. */
const ON_CLIENTS: ReadonlySet<string> = new Set(
  'answer arrow close with_response pages bool float int property str'.split(' '),
);

/** Returns the name of each endpoint's method and module, by the endpoint's name: `usageApiCounts` becomes `usage_api_counts`. */
export function methodNames(
  endpoints: readonly { readonly name: string; readonly id: string }[],
): ReadonlyMap<string, string> {
  const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  const isTaken = (name: string) => ON_CLIENTS.has(name) || isKeyword(name) || isDevice(name);
  const method = (name: string) => (isTaken(name) ? `${name}_` : name);
  // two equal results would mean operation names that are equal without regard to `_` and case, which do not exist
  return new Map(
    [...operationNames(endpoints)].map(([endpoint, name]) => [endpoint, method(snake(name))]),
  );
}

/** Arguments of a call besides the parameters of its endpoint. */
const OPTIONS = ['self', 'timeout', 'max_retries', 'headers'];

/** Returns the keyword of each parameter, by its name: the name itself, or a free name in the style of PEP 8: `class_`. */
export function keywordNames(params: readonly string[]): ReadonlyMap<string, string> {
  const isPlain = (name: string) => !isKeyword(name) && !OPTIONS.includes(name) && !isMangled(name);
  const taken = new Set([...OPTIONS, ...params.filter(isPlain)]);
  return new Map(
    params.map(name => {
      // inside a class, Python would put the class's name before such a name
      const start = isMangled(name) ? `param${name}` : `${name}_`;
      return [name, isPlain(name) ? name : claimed(start, taken, '_')];
    }),
  );
}

/** Whether a name has another meaning inside a class, for Python or its readers. */
export function isMangled(name: string): boolean {
  return name.startsWith('__');
}

/** Turns `usage_api` into `UsageApi`. Keeps only letters and digits of ASCII. The result for `_1` begins with a digit, so callers must put something before it. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(part => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');
}

/** Returns the first free name among `name` and `name` followed by underscores or a growing number, and marks it as taken. */
export function claimed(name: string, taken: Set<string>, more: '_' | 'number'): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = more === '_' ? `${free}_` : name + count;
  taken.add(free);
  return free;
}
