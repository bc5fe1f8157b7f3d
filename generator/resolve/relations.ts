/** Relations that `sources.yaml` defines next to data sets. They are checked once, with the shared parameters. */
import { collector, type Report } from '../core/report/diagnostics.ts';
import type { BodySpec } from '../core/spec/body-spec.ts';
import type { Entry } from '../core/spec/located.ts';
import type { RelationSpec, SourcesSpec } from '../core/spec/sources-spec.ts';
import { MAX_ROWS } from '../shape/clauses/order.ts';
import { EMPTY_BODY } from '../shape/files/sandbox.ts';
import { Steps, saying } from './bodies/steps.ts';
import { copied, findSharedFilters, type SharedFilters } from './filters/shared.ts';
import { firstOfEach } from './names/names.ts';
import { type Params, resolveParams } from './params/params.ts';
import type { SharedParams } from './params/shared.ts';
import type { SharedRelations, Surroundings } from './surroundings.ts';

/** The relations of all files; their names are already known to be unique. Reports the faults of each. */
export function resolveRelations(
  files: readonly SourcesSpec[],
  surroundings: Omit<Surroundings, 'relations'>,
  {
    shared: { incomplete },
    filters,
  }: { readonly shared: SharedParams; readonly filters: SharedFilters },
  unique: ReadonlySet<RelationSpec>,
  report: Report,
): SharedRelations {
  const { diagnostics, report: collect } = collector();
  const params = resolveParams(firstOfEach(files.flatMap(file => file.params)), () => {});
  const names = new Set(params.byName.keys());
  const written = firstOfEach(files.flatMap(file => file.relations));
  const specs = written.map((spec): RelationSpec => {
    const of = copied(spec.value, { shared: filters, params: names, report: collect });
    return {
      ...spec,
      value: { ...spec.value, filters: of.filters },
      sound: spec.sound && of.isSound,
    };
  });
  // a refused file may declare the missing names
  const sound = incomplete ? new Set<string>() : soundOnes(specs);
  for (const { code, place, message, hint } of diagnostics) report(code, place, message, hint);
  return {
    byName: new Map(
      specs.map((spec, i) => [
        spec.name,
        { spec, sound: spec.sound && isUnique(i) && sound.has(spec.name) },
      ]),
    ),
    told: new Set(diagnostics.map(saying)),
  };

  function isUnique(i: number): boolean {
    const spec = written[i];
    return spec !== undefined && unique.has(spec);
  }

  function soundOnes(relations: readonly RelationSpec[]): ReadonlySet<string> {
    return stepsOf(relations, params, surroundings, collect).sound();
  }
}

function stepsOf(
  relations: readonly Entry<BodySpec>[],
  params: Params,
  surroundings: Omit<Surroundings, 'relations'>,
  report: Report,
): Steps {
  const shared = {
    params,
    used: new Set<string>(),
    clauses: [],
    report,
    isShared: true as const,
    maxRows: MAX_ROWS,
  };
  const none = { byName: new Map(), told: new Set<string>() };
  const finding = {
    surroundings: { ...surroundings, relations: none },
    engines: [],
    steps: relations.map(({ name }) => name),
    report,
  };
  const target = { engines: [], abilities: surroundings.abilities };
  return new Steps(relations, shared, finding, target, 'relation');
}

/** The filters of all data sets, each checked as if a relation of its own had them. */
export function sharedFiltersOf(
  files: readonly SourcesSpec[],
  surroundings: Omit<Surroundings, 'relations'>,
  report: Report,
): SharedFilters {
  const { sourcesIncomplete } = surroundings;
  const declared = firstOfEach(files.flatMap(file => file.params));
  return findSharedFilters(
    files,
    sourcesIncomplete,
    ({ name, filters }, tell) => {
      const { place } = name;
      const value: BodySpec = {
        ...EMPTY_BODY,
        from: name,
        filters,
        select: [],
        unscoped: { value: true, place },
      };
      const params = resolveParams(declared, () => {});
      if (!sourcesIncomplete)
        stepsOf(
          [{ name: `filters of ${name.value}`, place, value }],
          params,
          surroundings,
          tell,
        ).sound();
    },
    report,
  );
}
