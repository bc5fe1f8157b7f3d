/** Specifications as the reference reads them: loaded and validated, never resolved. */

import { DIALECTS } from '../../engines/dialects.ts';
import type { InputFile } from '../../generator/compile.ts';
import { collector } from '../../generator/core/diagnostics.ts';
import type { EndpointSpec, SourceSpec } from '../../generator/core/spec.ts';
import { loadDocument } from '../../generator/load/load.ts';
import { validateEndpoint, validateSources } from '../../generator/validate/validate.ts';
import { type ReferenceEndpoint, readEndpoint } from '../reference/endpoint.ts';

export interface Specs {
  readonly sources: readonly SourceSpec[];
  readonly endpoints: readonly EndpointSpec[];
}

/** Throws where one of `inputs` has a fault. */
export function specsOf(inputs: readonly InputFile[]): Specs {
  const { diagnostics, report } = collector();
  const sources: SourceSpec[] = [];
  const endpoints: EndpointSpec[] = [];
  for (const { path, bytes } of inputs) {
    if (path.endsWith('.sql')) continue;
    const document = loadDocument(path, bytes, report);
    if (document === null) continue;
    if (path.endsWith('sources.yaml')) {
      sources.push(...(validateSources(document, report, [...DIALECTS.keys()])?.sources ?? []));
    } else {
      const spec = validateEndpoint(document, report);
      if (spec !== null) endpoints.push(spec);
    }
  }
  const [fault] = diagnostics;
  if (fault !== undefined) throw new Error(`${fault.place.source.file}: ${fault.message}`);
  return { sources, endpoints };
}

/** Every endpoint of `inputs` as the reference reads it, by name. */
export function references(inputs: readonly InputFile[]): ReadonlyMap<string, ReferenceEndpoint> {
  const { sources, endpoints } = specsOf(inputs);
  return new Map(
    endpoints
      .filter(spec => spec.body === 'portable')
      .map(spec => [spec.endpoint.value, readEndpoint(spec, sources)]),
  );
}

/** The endpoint of that name as the reference reads it. Throws where there is none. */
export function referenceOf(inputs: readonly InputFile[], name: string): ReferenceEndpoint {
  const found = references(inputs).get(name);
  if (found === undefined) throw new Error(`no endpoint is named ${name}`);
  return found;
}
