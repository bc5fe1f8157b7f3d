/** Names in TypeScript for what endpoints are called in a specification. */
import { capitalized, operationNames } from '../../names.ts';
import { isDevice } from '../client-language.ts';

export interface Names {
  /**
   * The name of the function and of its module. Without regard to case no two are equal.
   */
  readonly run: string;
  /** Of the types. No two are equal: what stands before their ends is the function's name. */
  readonly params: string;
  readonly row: string;
  /** Of the lists of enum values. Functions begin with a small letter, so none has this name. */
  readonly values: string;
}

/** Values that the package exports, and what modules import. */
const TAKEN: ReadonlySet<string> = new Set([
  'createClient',
  'validateRows',
  'endpoint',
  'filtered',
  'opened',
]);

/** By the endpoint's name. Operation names never contain `_`, so a name with one cannot collide. */
export function namesOf(
  endpoints: readonly { readonly name: string; readonly id: string }[],
): ReadonlyMap<string, Names> {
  return new Map(
    [...operationNames(endpoints)].map(([endpoint, name]) => {
      const run = TAKEN.has(name) || isDevice(name) ? `${name}_` : name;
      const type = capitalized(run);
      return [
        endpoint,
        { run, params: `${type}Params`, row: `${type}Row`, values: `${type}Values` },
      ];
    }),
  );
}
