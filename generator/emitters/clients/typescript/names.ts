/** Turns names of endpoints into TypeScript names. */
import { capitalized, operationNames } from '../../facts/names.ts';
import { isDevice } from '../client-language.ts';

export interface TypeScriptNames {
  /** The name of the function and of its module. All are different, even without regard to case. */
  readonly run: string;
  /** The names of the types. All are different, because each begins with the function's name. */
  readonly params: string;
  readonly row: string;
  /** The name of the lists of enum values. No function has it, because functions begin with a lower-case letter. */
  readonly values: string;
}

/** Names that the package exports or that modules import. */
const TAKEN: ReadonlySet<string> = new Set([
  'createClient',
  'responseAs',
  'validateRows',
  'endpoint',
  'filtered',
  'opened',
]);

/** Returns names by the endpoint's name. Operation names never contain `_`, so a name with one cannot collide. */
export function typescriptNames(
  endpoints: readonly { readonly name: string; readonly id: string }[],
): ReadonlyMap<string, TypeScriptNames> {
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
