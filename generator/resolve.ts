/** resolve: names bound, expressions typed, defaults and tables expanded. */
import type { Report } from './diagnostics.ts';
import type { AggregateName, Endpoint, FunctionName, Project, Source } from './ir.ts';
import { resolveEndpoint, type Surroundings } from './resolve/endpoint.ts';
import { distinct } from './resolve/names.ts';
import { counting } from './resolve/scope.ts';
import { resolveSource } from './resolve/sources.ts';
import type { EndpointSpec, SourcesSpec } from './spec.ts';

export interface ResolveOptions {
  /** Names of the dialects that the project is compiled for. */
  readonly dialects: readonly string[];
  /** Names of all dialects that quern has; by default the ones above. */
  readonly known?: readonly string[];
  /** Whether a file of data sets was refused: a name that is missing may be declared in it and is not reported. */
  readonly sourcesIncomplete?: boolean;
  /** Whether a dialect has a spelling for a function; by default each has one for all. */
  readonly canSpell?: (dialect: string, fn: FunctionName | AggregateName) => boolean;
}

/**
 * Binds everything that the specifications name. Reports every fault of every data set and endpoint; what has one is left out
 * of the project.
 */
export function resolveProject(
  sources: readonly SourcesSpec[],
  endpoints: readonly EndpointSpec[],
  options: ResolveOptions,
  report: Report,
): Project {
  const { dialects, known = dialects } = options;
  const byName = resolveSources(sources, known, report);
  const surroundings: Surroundings = {
    sources: byName,
    sourcesIncomplete: options.sourcesIncomplete ?? false,
    known,
    enabled: dialects,
    canSpell: options.canSpell ?? (() => true),
  };
  const clashing = new Set([...sameNames(endpoints, report), ...sameIds(endpoints, report)]);
  const resolved = endpoints.map(spec => {
    const endpoint = resolveEndpoint(spec, surroundings, report);
    return clashing.has(spec) ? null : endpoint;
  });
  return {
    sources: [...byName.values()].filter((source): source is Source => source !== null),
    endpoints: resolved.filter((endpoint): endpoint is Endpoint => endpoint !== null),
  };
}

function resolveSources(
  files: readonly SourcesSpec[],
  known: readonly string[],
  report: Report,
): ReadonlyMap<string, Source | null> {
  const named = files.flatMap(file =>
    file.sources.map(spec => ({ name: spec.name.value, place: spec.name.place, spec })),
  );
  const resolved = distinct(named, 'data set', report).map(({ name, spec }) => {
    const faults = counting(report);
    const source = resolveSource(spec, known, faults.report);
    return [name, faults.count() === 0 ? source : null] as const;
  });
  return new Map(resolved);
}

// ---- endpoints that share a name or an identifier -------------------------------------------------------------------

function sameNames(specs: readonly EndpointSpec[], report: Report): readonly EndpointSpec[] {
  const named = specs.map(spec => ({
    name: spec.endpoint.value,
    place: spec.endpoint.place,
    spec,
  }));
  const first = new Set(distinct(named, 'endpoint', report).map(({ spec }) => spec));
  return specs.filter(spec => !first.has(spec));
}

function sameIds(specs: readonly EndpointSpec[], report: Report): readonly EndpointSpec[] {
  const seen = new Map<string, EndpointSpec>();
  return specs.filter(spec => {
    const id = spec.id.value.toLowerCase();
    const first = seen.get(id);
    if (first === undefined) {
      seen.set(id, spec);
      return false;
    }
    const message = `The endpoint \`${first.endpoint.value}\` has the same identifier`;
    report('duplicate-id', spec.id.place, message, 'Use a new UUID, as `uuidgen` prints one.');
    return true;
  });
}
