/** Shared parameters: declared once, next to the data sets. Endpoints use them by name and may change some options. */
import { counting, type Report } from '../../core/report/diagnostics.ts';
import type { Entry } from '../../core/spec/located.ts';
import type { SourcesSpec } from '../../core/spec/sources-spec.ts';
import type { EndpointSpec, ParamSpec } from '../../core/spec/spec.ts';
import { distinctNames, firstOfEach, suggest } from '../names/names.ts';
import { resolveParams } from './params.ts';

export interface SharedParams {
  readonly byName: ReadonlyMap<string, ParamSpec>;
  /** Names of the parameters with a fault of their own, which is reported. */
  readonly faulty: ReadonlySet<string>;
  /** Whether a refused file may declare more of them. */
  readonly incomplete: boolean;
}

/** The shared parameters of all files. Reports the faults of each. */
export function resolveShared(
  files: readonly SourcesSpec[],
  incomplete: boolean,
  report: Report,
): SharedParams {
  const specs = files.flatMap(file => file.params);
  const unique = new Set(distinctNames(specs, 'shared parameter', report));
  const first = firstOfEach(specs);
  const faulty = first.filter(spec => {
    const faults = counting(report);
    resolveParams([spec], faults.report);
    return faults.count() > 0 || !unique.has(spec);
  });
  return {
    byName: new Map(first.map(({ name, value }) => [name, value])),
    faulty: new Set(faulty.map(({ name }) => name)),
    incomplete,
  };
}

/**
 * `spec` with each use of a shared parameter replaced by the full parameter. A use is left unchanged if the shared parameter is missing,
 * which is reported, or has faults; its type is then unknown.
 */
export function withShared(spec: EndpointSpec, shared: SharedParams, report: Report): EndpointSpec {
  if (spec.params.every(({ value }) => value.use === null)) return spec;
  let { sound } = spec;
  const params = spec.params.map((entry): Entry<ParamSpec> => {
    const base = baseOf(entry.value, shared, report);
    if (base === null) {
      sound &&= entry.value.use === null;
      return entry;
    }
    return { ...entry, value: changed(base, entry.value) };
  });
  return { ...spec, params, sound };
}

function baseOf({ use }: ParamSpec, shared: SharedParams, report: Report): ParamSpec | null {
  if (use === null || shared.faulty.has(use.value)) return null;
  const base = shared.byName.get(use.value);
  if (base !== undefined) return base;
  if (shared.incomplete) return null;
  const names = [...shared.byName.keys()];
  const message = `There is no shared parameter \`${use.value}\``;
  const hint = suggest(use.value, names) ?? 'Declare it under `params` in `sources.yaml`.';
  report('unknown-parameter', use.place, message, hint);
  return null;
}

/** The endpoint's options replace the shared ones. A default also replaces `required`, and `required` replaces a default. */
function changed(base: ParamSpec, own: ParamSpec): ParamSpec {
  const said = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  const all: ParamSpec = { ...base, ...said };
  if (own.default !== null) {
    const required = own.required === null ? null : all.required;
    return { ...all, moving: own.moving, required };
  }
  return own.required?.value === true ? { ...all, default: null, moving: null } : all;
}
