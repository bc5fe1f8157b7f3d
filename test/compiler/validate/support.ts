/** One text through validating, for tests. */
import {
  collector,
  positionAt,
  sortDiagnostics,
} from '../../../generator/core/report/diagnostics.ts';
import type { SourcesSpec } from '../../../generator/core/spec/sources-spec.ts';
import type { EndpointSpec } from '../../../generator/core/spec/spec.ts';
import { loadDocument } from '../../../generator/load/load.ts';
import { validateEndpoint, validateSources } from '../../../generator/validate/validate.ts';
import { portableSpec } from '../../support/projects/portable.ts';

export const DIALECTS = ['bigquery', 'duckdb', 'clickhouse'];

function run<Spec>(
  file: string,
  text: string,
  validate: (
    document: NonNullable<ReturnType<typeof loadDocument>>,
    report: ReturnType<typeof collector>['report'],
  ) => Spec,
) {
  const { diagnostics, report } = collector();
  const document = loadDocument(file, text, report);
  const spec = document === null ? null : validate(document, report);
  const found = sortDiagnostics(diagnostics).map(({ code, place }) => {
    const { line, column } = positionAt(place.source.text, place.start);
    return `${line}:${column} ${code}`;
  });
  return { spec, diagnostics, found };
}
/** An endpoint's file as its specification, with every diagnostic as `line:column code`. */
export const endpoint = (text: string, file = 'a.yaml') => {
  const ran = run(file, text, validateEndpoint);
  return { ...ran, spec: ran.spec === null ? null : portableSpec(ran.spec) };
};
/** Likewise a file of data sets. */
export const sources = (text: string) =>
  run('sources.yaml', text, (document, report) => validateSources(document, report, DIALECTS));

/** Whether a specification came, without a fault of its own. */
export function isSound(spec: EndpointSpec | SourcesSpec | null): boolean {
  if (spec === null) return false;
  return 'sources' in spec ? spec.sources.every(({ sound }) => sound) : spec.sound;
}
