/** Names in Python for what endpoints, parameters and records are called in a specification. */
import { operationNames } from '../../names.ts';
import { isDevice } from '../client-language.ts';
import { isKeyword } from './text.ts';

/** Methods that all clients have, and names that annotations of a client's methods use for something else. */
const ON_CLIENTS: ReadonlySet<string> = new Set(
  'arrow close with_response pages bool float int property str'.split(' '),
);

/** The name of a method and of its module for each endpoint, by the endpoint's name: `usageApiCounts` is `usage_api_counts`. */
export function methodNames(
  endpoints: readonly { readonly name: string; readonly id: string }[],
): ReadonlyMap<string, string> {
  const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  const isTaken = (name: string) => ON_CLIENTS.has(name) || isKeyword(name) || isDevice(name);
  const method = (name: string) => (isTaken(name) ? `${name}_` : name);
  // equal ones would be equal without `_` and regard to case too, which names of operations never are
  return new Map(
    [...operationNames(endpoints)].map(([endpoint, name]) => [endpoint, method(snake(name))]),
  );
}

/** Arguments of a call besides the parameters of its endpoint. */
const OPTIONS = ['self', 'timeout', 'max_retries', 'headers'];

/** The keyword of each parameter, by its name: the name itself, or one that is free, as PEP 8 has it: `class_`. */
export function keywordNames(params: readonly string[]): ReadonlyMap<string, string> {
  const isPlain = (name: string) => !isKeyword(name) && !OPTIONS.includes(name) && !isMangled(name);
  const taken = new Set([...OPTIONS, ...params.filter(isPlain)]);
  return new Map(
    params.map(name => {
      // within a class such a name would get the class's name in front
      const start = isMangled(name) ? `param${name}` : `${name}_`;
      return [name, isPlain(name) ? name : claimed(start, taken, '_')];
    }),
  );
}

/** Whether Python or its readers give a name within a class another meaning. */
export function isMangled(name: string): boolean {
  return name.startsWith('__');
}

/** `usage_api` as `UsageApi`; what is left of `_1` still needs a beginning. */
export function pascal(name: string): string {
  return name
    .split('_')
    .map(part => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');
}

/** The first of `name`, and `name` with ever more of `more` or a growing number, that is not taken; it is from then on. */
export function claimed(name: string, taken: Set<string>, more: '_' | 'number'): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = more === '_' ? `${free}_` : name + count;
  taken.add(free);
  return free;
}
