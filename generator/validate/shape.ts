/** Holding a tree against a JSON Schema. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Node, ScalarNode } from '../core/document.ts';
import type { JsonSchema } from '../schema/parts.ts';

/** A function that checks data and keeps all errors of its last check. */
export function schemaCheck<T = unknown>(schema: JsonSchema): ValidateFunction<T> {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    strict: true,
    // Branches of `if` require keys that the mapping around them declares.
    strictRequired: false,
    allowUnionTypes: true,
    // A definition with several keywords becomes one function for all its uses, which makes less code. The definitions of key names
    // are inlined, because only then do errors say which name is wrong.
    inlineRefs: 8,
    // Compiling takes longer than checking thousands of files, and half of it is spent on making the check faster.
    code: { optimize: false },
  });
  return ajv.compile<T>(schema);
}

/** The tree without its places; `readScalar` reads a scalar. */
export function plainData(
  node: Node,
  readScalar: (node: ScalarNode) => unknown = ({ value }) => value,
): unknown {
  switch (node.kind) {
    case 'mapping':
      return Object.fromEntries(
        node.entries.map(({ name, value }) => [name, plainData(value, readScalar)]),
      );
    case 'sequence':
      return node.items.map(item => plainData(item, readScalar));
    case 'scalar':
      return readScalar(node);
  }
}
