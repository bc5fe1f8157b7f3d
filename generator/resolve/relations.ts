/** Relations that `sources.yaml` defines next to data sets. They are checked once, with the shared parameters. */
import { collector, type Report } from '../core/report/diagnostics.ts';
import type { RelationSpec, SourcesSpec } from '../core/spec/sources-spec.ts';
import { MAX_ROWS } from '../shape/clauses/order.ts';
import { Steps, saying } from './bodies/steps.ts';
import { firstOfEach } from './names.ts';
import { resolveParams } from './params/params.ts';
import type { SharedParams } from './params/shared.ts';
import type { SharedRelations, Surroundings } from './surroundings.ts';

/** The relations of all files; their names are already known to be unique. Reports the faults of each. */
export function resolveRelations(
  files: readonly SourcesSpec[],
  surroundings: Omit<Surroundings, 'relations'>,
  { incomplete }: SharedParams,
  unique: ReadonlySet<RelationSpec>,
  report: Report,
): SharedRelations {
  const specs = firstOfEach(files.flatMap(file => file.relations));
  const { diagnostics, report: collect } = collector();
  // a refused file may declare the missing names
  const sound = incomplete ? new Set<string>() : soundOnes(specs);
  for (const { code, place, message, hint } of diagnostics) report(code, place, message, hint);
  return {
    byName: new Map(
      specs.map(spec => [
        spec.name,
        { spec, sound: spec.sound && unique.has(spec) && sound.has(spec.name) },
      ]),
    ),
    told: new Set(diagnostics.map(saying)),
  };

  function soundOnes(relations: readonly RelationSpec[]): ReadonlySet<string> {
    const params = resolveParams(firstOfEach(files.flatMap(file => file.params)), () => {});
    const shared = {
      params,
      used: new Set<string>(),
      clauses: [],
      report: collect,
      isShared: true as const,
      maxRows: MAX_ROWS,
    };
    const names = relations.map(({ name }) => name);
    const none = { byName: new Map(), told: new Set<string>() };
    const finding = {
      surroundings: { ...surroundings, relations: none },
      engines: [],
      steps: names,
      report: collect,
    };
    const target = { engines: [], abilities: surroundings.abilities };
    return new Steps(relations, shared, finding, target, 'relation').sound();
  }
}
