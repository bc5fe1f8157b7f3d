/** resolve: binds names, types expressions, expands defaults and tables. */

import { type Endpoint, LONGEST_DESCRIPTION, type Project } from '../core/plan/endpoint.ts';
import { counting, type Report } from '../core/report/diagnostics.ts';
import { reportingCuts } from '../core/report/reporting-cuts.ts';
import type { Source } from '../core/spec/source.ts';
import type { RelationSpec, SourcesSpec } from '../core/spec/sources-spec.ts';
import type { EndpointSpec } from '../core/spec/spec.ts';
import { foreignCallsHint } from '../language/syntax/foreign-functions.ts';
import { freshId } from '../shape/faults/fresh-id.ts';
import { resolvePortable } from './endpoint.ts';
import { type SharedFilters, withSharedFilters } from './filters/shared.ts';
import { resolveFunctions } from './googlesql/functions.ts';
import { resolveGoogleSql } from './googlesql/googlesql.ts';
import { checkSuccessor } from './life.ts';
import { clashingAliases } from './names/aliases.ts';
import { reportAwkward } from './names/awkward-names.ts';
import { distinctNames, firstOfEach } from './names/names.ts';
import { resolveOwn } from './own/own.ts';
import { resolveShared, type SharedParams, withShared } from './params/shared.ts';
import { resolveRelations, sharedFiltersOf } from './relations.ts';
import { resolveSource } from './sources/sources.ts';
import type { AuthorSqlOf } from './sources/sql-text.ts';
import type { StoredTypesOf } from './sources/stored.ts';
import { reportMissingTypes, reportUnspellableColumns } from './sources/types.ts';
import type {
  GoogleSql,
  KnownSource,
  OwnSqlOf,
  Parsers,
  Surroundings,
  TextOf,
} from './surroundings.ts';
import type { Abilities } from './usage.ts';

export interface ResolveOptions {
  /** Names of the dialects that the project is compiled for. */
  readonly dialects: readonly string[];
  /** Names of all dialects that quern has; by default those of `dialects`. */
  readonly known?: readonly string[];
  /** Whether a file of data sets was refused. It may declare missing names, so these are not reported. */
  readonly sourcesIncomplete?: boolean;
  /** The rules for an author's SQL in an engine; by default there are none. */
  readonly authorSql?: AuthorSqlOf;
  /** How an engine reads columns of other stored types; by default, that is unknown. */
  readonly storedTypes?: StoredTypesOf;
  /** The abilities of the engines; by default they can do everything. */
  readonly abilities?: Abilities;
  /** The engines that tests of endpoints can run on; absent if no test runs. */
  readonly testEngines?: readonly string[];
  /** How to read an engine's own SQL; by default, no engine's can be read. */
  readonly ownSql?: OwnSqlOf;
  /** Reads the files that endpoints name; by default, no file is found. */
  readonly textOf?: TextOf;
  /** Whether the project has an endpoint of that name; by default, it has all. */
  readonly isEndpoint?: Surroundings['isEndpoint'];
  /** How to read GoogleSQL texts; `null` or absent if they cannot be read. */
  readonly googleSql?: GoogleSql | null;
  /** How to find what own SQL reads; `null` or absent if no parser answers. */
  readonly parsers?: Parsers | null;
}

const ABLE: Abilities = { canSpell: () => true, hasType: () => true, canSearch: () => true };

/** The data sets, with everything else that resolving any endpoint needs. */
export interface Ground {
  readonly surroundings: Surroundings;
  readonly shared: SharedParams;
  readonly filters: SharedFilters;
  /** The data sets without faults. */
  readonly sources: readonly Source[];
}

/**
 * Binds everything that the specifications name. Reports every fault of every data set and endpoint; a data set or endpoint with a fault is
 * left out of the project.
 */
export function resolveProject(
  sources: readonly SourcesSpec[],
  endpoints: readonly EndpointSpec[],
  options: ResolveOptions,
  report: Report,
): Project {
  return resolveEndpoints(endpoints, resolveGround(sources, options, report), report);
}

/** Like `resolveProject`, with resolved data sets. `one` resolves an endpoint. */
export function resolveEndpoints(
  endpoints: readonly EndpointSpec[],
  ground: Ground,
  report: Report,
  one = resolveEndpoint,
): Project {
  const clashing = clashingEndpoints(endpoints, report);
  const resolved = endpoints.map(spec => {
    const endpoint = one(spec, ground, report);
    return clashing.has(spec) ? null : endpoint;
  });
  return {
    sources: ground.sources,
    endpoints: resolved.filter((endpoint): endpoint is Endpoint => endpoint !== null),
  };
}

/** Binds the declarations of `sources.yaml`. Reports all their faults. */
export function resolveGround(
  sources: readonly SourcesSpec[],
  options: ResolveOptions,
  report: Report,
): Ground {
  const { dialects, known = dialects } = options;
  const { byName, unique } = resolveSources(sources, options, report);
  const around = {
    sources: byName,
    sourcesIncomplete: options.sourcesIncomplete ?? false,
    known,
    enabled: dialects,
    abilities: options.abilities ?? ABLE,
    testEngines: options.testEngines ?? null,
    ownSql: options.ownSql ?? (() => null),
    textOf: options.textOf ?? (() => null),
    isEndpoint: options.isEndpoint ?? (() => true),
    googleSql: options.googleSql ?? null,
    parsers: options.parsers ?? null,
    functions: functionsOf(sources, options, report),
  };
  const shared = resolveShared(sources, around.sourcesIncomplete, report);
  const filters = sharedFiltersOf(sources, around, report);
  const relations = resolveRelations(sources, around, { shared, filters }, unique, report);
  return {
    surroundings: { ...around, relations },
    shared,
    filters,
    sources: [...byName.values()].filter(({ sound }) => sound).map(({ source }) => source),
  };
}

/** The endpoints whose name, identifier or alias is also another endpoint's. Reports each. */
export function clashingEndpoints(
  endpoints: readonly EndpointSpec[],
  report: Report,
): ReadonlySet<EndpointSpec> {
  // of two clashing files, one with faults of its own is probably the copy
  const ranked = [...endpoints].sort((a, b) => Number(b.sound) - Number(a.sound));
  return new Set([
    ...sameNames(ranked, report),
    ...sameIds(ranked, report),
    ...clashingAliases(ranked, report),
  ]);
}

function functionsOf(
  sources: readonly SourcesSpec[],
  { googleSql }: ResolveOptions,
  report: Report,
): Surroundings['functions'] {
  const [lexis] = googleSql?.spoken.values() ?? [];
  return lexis === undefined ? [] : resolveFunctions(sources, lexis, report);
}

/** Resolves one endpoint. Returns `null` if it has faults, which are reported. */
export function resolveEndpoint(
  written: EndpointSpec,
  { surroundings, shared, filters }: Ground,
  reportAny: Report,
): Endpoint | null {
  const report = reportingCuts(reportAny, foreignCallsHint);
  const spec = withSharedFilters(withShared(written, shared, report), filters, report);
  const faults = counting(report);
  checkSuccessor(spec, surroundings, faults.report);
  const endpoint = resolveKind(spec, surroundings, report);
  if (endpoint === null || faults.count() > 0) return null;
  reportAwkward(spec, endpoint, report);
  reportLength(spec, report);
  return endpoint;
}

/** Tools for models show the beginning of a long description. */
function reportLength({ description }: EndpointSpec, report: Report): void {
  if (description === null || description.value.length <= LONGEST_DESCRIPTION) return;
  const message = `The description has ${description.value.length} characters; tools for models show the sentences of the first ${LONGEST_DESCRIPTION}`;
  report('long-description', description.place, message, 'Begin with what models need.');
}

function resolveKind(
  spec: EndpointSpec,
  surroundings: Surroundings,
  report: Report,
): Endpoint | null {
  switch (spec.body) {
    case 'own':
      return resolveOwn(spec, surroundings, report);
    case 'googlesql':
      return resolveGoogleSql(spec, surroundings, report);
    case 'portable':
      return resolvePortable(spec, surroundings, report);
  }
}

function resolveSources(
  files: readonly SourcesSpec[],
  options: ResolveOptions,
  report: Report,
): {
  readonly byName: ReadonlyMap<string, KnownSource>;
  readonly unique: ReadonlySet<RelationSpec>;
} {
  const { dialects, known = dialects, abilities = ABLE } = options;
  const { authorSql = () => null, storedTypes = () => null } = options;
  const named = files.flatMap(file =>
    file.sources.map(spec => ({ name: spec.name.value, place: spec.name.place, spec })),
  );
  const relations = files.flatMap(file => file.relations);
  const unique = new Set<unknown>(distinctNames([...named, ...relations], 'data set', report));
  const resolved = named.map(entry => {
    const faults = counting(report);
    const source = resolveSource(entry.spec, known, { authorSql, storedTypes }, faults.report);
    reportMissingTypes(entry.spec, dialects, abilities, faults.report);
    reportUnspellableColumns(entry.spec, source, dialects, abilities, faults.report);
    const sound = unique.has(entry) && entry.spec.sound && faults.count() === 0;
    return { ...entry, source, sound };
  });
  return {
    byName: new Map(firstOfEach(resolved).map(entry => [entry.name, entry])),
    unique: new Set(relations.filter(relation => unique.has(relation))),
  };
}

// ---- endpoints that share a name or an identifier -------------------------------------------------------------------

function sameNames(specs: readonly EndpointSpec[], report: Report): readonly EndpointSpec[] {
  const named = specs.map(spec => ({
    name: spec.endpoint.value,
    place: spec.endpoint.place,
    spec,
  }));
  const first = new Set(distinctNames(named, 'endpoint', report).map(({ spec }) => spec));
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
    const message = `The endpoint \`${first.endpoint.value}\` in \`${first.source.file}\` has the same identifier`;
    report(
      'duplicate-id',
      spec.id.place,
      message,
      `Write \`id: ${freshId(spec.source)}\`, if this one is the copy.`,
    );
    return true;
  });
}
