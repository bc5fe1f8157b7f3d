/** Specifications as the reference reads them: loaded and validated, never resolved. */

import { DIALECTS } from '../../../engines/index.ts';
import type { InputFile } from '../../../generator/compile.ts';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import type { BodySpec } from '../../../generator/core/spec/body-spec.ts';
import type { RelationSpec, SourceSpec } from '../../../generator/core/spec/sources-spec.ts';
import type { EndpointSpec, ParamSpec } from '../../../generator/core/spec/spec.ts';
import { loadDocument } from '../../../generator/load/load.ts';
import { validateEndpoint, validateSources } from '../../../generator/validate/validate.ts';
import { type ReferenceEndpoint, readEndpoint } from '../../reference/endpoint.ts';

export interface Specs {
  readonly sources: readonly SourceSpec[];
  readonly relations: readonly RelationSpec[];
  readonly endpoints: readonly EndpointSpec[];
}

/** Throws where one of `inputs` has a fault. */
export function specsOf(inputs: readonly InputFile[]): Specs {
  const { diagnostics, report } = collector();
  const sources: SourceSpec[] = [];
  const relations: RelationSpec[] = [];
  const endpoints: EndpointSpec[] = [];
  const shared = new Map<string, ParamSpec>();
  for (const { path, bytes } of inputs) {
    if (path.endsWith('.sql')) continue;
    const document = loadDocument(path, bytes, report);
    if (document === null) continue;
    if (path.endsWith('sources.yaml')) {
      const file = validateSources(document, report, [...DIALECTS.keys()]);
      sources.push(...(file?.sources ?? []));
      relations.push(...(file?.relations ?? []));
      for (const { name, value } of file?.params ?? []) shared.set(name, value);
    } else {
      const spec = validateEndpoint(document, report);
      if (spec !== null) endpoints.push(spec);
    }
  }
  const [fault] = diagnostics;
  if (fault !== undefined) throw new Error(`${fault.place.source.file}: ${fault.message}`);
  return {
    sources,
    relations: relations.map(one => ({ ...one, value: withFilters(one.value, sources) })),
    endpoints: endpoints.map(spec => inAllBodies(withShared(spec, shared), sources)),
  };
}

function inAllBodies(spec: EndpointSpec, sources: readonly SourceSpec[]): EndpointSpec {
  if (spec.body !== 'portable') return spec;
  const steps = spec.steps.map(step => ({ ...step, value: withFilters(step.value, sources) }));
  return { ...withFilters(spec, sources), steps };
}

/** The filters of a data set in place of their names: what the body says itself wins. */
function withFilters<B extends Pick<BodySpec, 'from' | 'filters'>>(
  body: B,
  sources: readonly SourceSpec[],
): B {
  const { from } = body;
  const set = sources.find(
    one => from !== null && 'value' in from && one.name.value === from.value,
  );
  const filters = body.filters.map(entry => {
    const base = set?.filters.find(({ name }) => name === entry.value.use?.value);
    if (base === undefined) return entry;
    const { of, use, ...own } = entry.value;
    const said = Object.entries(own).filter(([, value]) => value !== null);
    const value = { ...base.value, ...Object.fromEntries(said) };
    return {
      ...entry,
      value: own.operators === null ? value : { ...value, by: null, cases: null },
    };
  });
  return { ...body, filters };
}

/** Parameters of all endpoints where an endpoint uses them: what it says itself wins, and a default and `required` exclude each other. */
function withShared(spec: EndpointSpec, shared: ReadonlyMap<string, ParamSpec>): EndpointSpec {
  const params = spec.params.map(entry => {
    const base = shared.get(entry.value.use?.value ?? '');
    if (base === undefined) return entry;
    const own = Object.entries(entry.value).filter(([, value]) => value !== null);
    const value: ParamSpec = { ...base, ...Object.fromEntries(own) };
    const { default: byDefault, required } = entry.value;
    if (byDefault !== null && required === null) return { ...entry, value: { ...value, required } };
    const isRequired = required?.value === true && byDefault === null;
    return { ...entry, value: isRequired ? { ...value, default: null } : value };
  });
  return { ...spec, params };
}

/** Every endpoint of `inputs` that has rows of its own, as the reference reads it, by name. */
export function references(inputs: readonly InputFile[]): ReadonlyMap<string, ReferenceEndpoint> {
  const { sources, relations, endpoints } = specsOf(inputs);
  return new Map(
    endpoints
      .filter(spec => spec.body === 'portable')
      .filter(({ from, union }) => from !== null || union !== null)
      .map(spec => [spec.endpoint.value, readEndpoint(spec, sources, relations)]),
  );
}

/** The endpoint of that name as the reference reads it. Throws where there is none. */
export function referenceOf(inputs: readonly InputFile[], name: string): ReferenceEndpoint {
  const found = references(inputs).get(name);
  if (found === undefined) throw new Error(`no endpoint is named ${name}`);
  return found;
}
