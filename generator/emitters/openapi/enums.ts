/** Components of enums: generators write one type for a component, and a type for each place where an enum stands without one. */
import { onceFor } from '../../core/memo.ts';
import type { ManifestEndpoint } from '../../core/output/manifest.ts';
import { capitalized, claimed, findNames, operationNames } from '../facts/names.ts';

/** Names of components by the names of parameters. */
export type EnumNames = ReadonlyMap<string, string>;

/** The endings that the document and generators append to the name of an operation, for other types. */
const OTHER_TYPES =
  /^(?:row|body)|^(?:api|data|enum|errors?|params|requests?|responses?|result|success)$/;

/**
 * Returns the names of each endpoint's enums, by the endpoint's name: `UsageApiCountsInterval` for the parameter `interval` of
 * `usage.api-counts`. `taken` are other components. An enum stays in its places if another type may have its name, because
 * generators would make one type of both.
 */
export function enumNames(
  endpoints: readonly ManifestEndpoint[],
  taken: readonly string[],
): ReadonlyMap<string, EnumNames> {
  return onceFor(endpoints, 'enums', taken, () => namesOf(endpoints, taken));
}

function namesOf(endpoints: readonly ManifestEndpoint[], taken: readonly string[]) {
  const operations = operationNames(endpoints);
  const callable = new Set([...operations.values()].flatMap(claimed));
  const wanted = endpoints.map(({ name, params }) => {
    const operation = capitalized(findNames(operations, name));
    const enums = params.filter(({ values }) => values !== null);
    const names = enums.map(param => [param.name, `${operation}${joined(param.name)}`] as const);
    return [name, names] as const;
  });
  const claims = new Map<string, number>();
  for (const type of [...taken, ...wanted.flatMap(([, names]) => names.map(([, type]) => type))])
    claims.set(alike(type), (claims.get(alike(type)) ?? 0) + 1);
  const isOwn = (type: string) => claims.get(type) === 1 && !isOther(type, callable);
  return new Map(
    wanted.map(([name, names]) => [name, new Map(names.filter(([, type]) => isOwn(alike(type))))]),
  );
}

function joined(param: string): string {
  return param
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');
}

/** Generators change the case of names. */
function alike(type: string): string {
  return type.toLowerCase();
}

/** Whether the name is that of an operation and of another type of it. */
function isOther(type: string, callable: ReadonlySet<string>): boolean {
  return Array.from(type).some(
    (_, at) => callable.has(type.slice(0, at)) && OTHER_TYPES.test(type.slice(at)),
  );
}
