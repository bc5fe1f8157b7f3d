/** validate: the tree of a specification file as typed data, checked by the JSON Schemas that quern ships. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Report } from './diagnostics.ts';
import type { Document, Node } from './load/document.ts';
import { endpointSchema } from './schema/endpoint-schema.ts';
import type { JsonSchema } from './schema/parts.ts';
import { sourcesSchema } from './schema/sources-schema.ts';
import type { EndpointSpec, SourcesSpec } from './spec.ts';
import { buildEndpoint } from './validate/endpoint.ts';
import { reportSchemaFaults } from './validate/schema-faults.ts';
import { buildSources } from './validate/sources.ts';

/**
 * An endpoint's file, typed. Reports every fault of shape and gives `null` where there is one, or where the document was not
 * sound. Parameter types and engines are open sets and are looked up when names are resolved.
 */
export function validateEndpoint(document: Document, report: Report): EndpointSpec | null {
  const validate = compiled('endpoint', () => endpointSchema({ paramTypes: [], dialects: [] }));
  return validated(document, validate, report, counting => buildEndpoint(document, counting));
}

/**
 * The file of the data sets, typed, as `validateEndpoint` does it. A column may hold SQL for each of `dialects`, all that quern
 * knows.
 */
export function validateSources(
  document: Document,
  report: Report,
  dialects: readonly string[],
): SourcesSpec | null {
  const validate = compiled(`sources ${dialects.join(' ')}`, () => sourcesSchema(dialects));
  return validated(document, validate, report, counting =>
    buildSources(document, dialects, counting),
  );
}

function validated<Spec>(
  document: Document,
  validate: ValidateFunction,
  report: Report,
  build: (report: Report) => Spec,
): Spec | null {
  if (!validate(plainData(document.root))) {
    reportSchemaFaults(document.root, validate.errors ?? [], report);
    return null;
  }
  let faults = 0;
  const spec = build((...fault) => {
    faults += 1;
    report(...fault);
  });
  return faults === 0 && document.sound ? spec : null;
}

const validators = new Map<string, ValidateFunction>();

/** Compiling takes longer than validating many files, and some runs need neither schema. */
function compiled(key: string, schema: () => JsonSchema): ValidateFunction {
  const known = validators.get(key);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    strict: true,
    // Branches of `if` require keys that the mapping around them declares.
    strictRequired: false,
    allowUnionTypes: true,
  });
  const fresh = ajv.compile(schema());
  validators.set(key, fresh);
  return fresh;
}

function plainData(node: Node): unknown {
  switch (node.kind) {
    case 'mapping':
      return Object.fromEntries(node.entries.map(({ name, value }) => [name, plainData(value)]));
    case 'sequence':
      return node.items.map(plainData);
    case 'scalar':
      return node.value;
  }
}
