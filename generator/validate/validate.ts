/** validate: the tree of a specification file as typed data, checked by the JSON Schemas that quern ships. */
import type { Report } from '../core/report/diagnostics.ts';
import type { Document } from '../core/spec/document.ts';
import type { SourcesSpec } from '../core/spec/sources-spec.ts';
import type { EndpointSpec } from '../core/spec/spec.ts';
import { endpointSchema } from '../schema/endpoint-schema.ts';
import type { JsonSchema } from '../schema/parts.ts';
import { sourcesSchema } from '../schema/sources-schema.ts';
import { buildEndpoint } from './endpoint.ts';
import { reportSchemaFaults } from './faults/schema-faults.ts';
import { plainData, type ShapeErrors, shapeErrors } from './shape.ts';
import { buildSources } from './sources.ts';

/**
 * An endpoint's file as typed data. Reports every fault of shape, and returns `null` if there is one or if the document was not sound.
 * Other faults are reported and make the result unsound. Parameter types and engines are open sets, so `resolve` looks them up.
 */
export function validateEndpoint(document: Document, report: Report): EndpointSpec | null {
  const errorsOf = check('endpoint', () => endpointSchema({ paramTypes: [], dialects: [] }));
  return hasShape(document, errorsOf, report) ? buildEndpoint(document, report) : null;
}

/**
 * The file of the data sets as typed data, like `validateEndpoint`. A column may have SQL for each of `dialects`, which are all dialects of
 * quern.
 */
export function validateSources(
  document: Document,
  report: Report,
  dialects: readonly string[],
): SourcesSpec | null {
  const errorsOf = check(`sources ${dialects.join(' ')}`, () =>
    sourcesSchema({ paramTypes: [], dialects }),
  );
  return hasShape(document, errorsOf, report) ? buildSources(document, dialects, report) : null;
}

function hasShape({ root, sound }: Document, errorsOf: ShapeErrors, report: Report): boolean {
  const errors = errorsOf(plainData(root));
  reportSchemaFaults(root, errors, report);
  return sound && errors.length === 0;
}

const checks = new Map<string, ShapeErrors>();

/** A cached check for many files; some runs need only one of the schemas, or none. */
function check(key: string, schema: () => JsonSchema): ShapeErrors {
  const known = checks.get(key);
  if (known !== undefined) return known;
  const fresh = shapeErrors(schema());
  checks.set(key, fresh);
  return fresh;
}
