/** Writes shapes as JSON Schema. */
import type { Emission, JsonSchema, OpenSets } from './json-schema.ts';
import type { Shape } from './shape.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The schema of a whole file. */
export function fileSchema(
  { title, description, shape }: FileShape<unknown>,
  open: OpenSets,
): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const schema = shape.schema({ open, definitions });
  const $defs = Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  const listed = definitions.size === 0 ? {} : { $defs };
  return { $schema: DIALECT, title, description, ...schema, ...listed };
}

export interface FileShape<T> {
  readonly title: string;
  readonly description: string;
  readonly shape: Shape<T>;
}

/** A shape that a schema contains once, and refers to wherever it occurs. */
export function reference<T>(name: string, shape: Shape<T>, description?: string): Shape<T> {
  const $ref = `#/$defs/${name}`;
  const referring = description === undefined ? { $ref } : { $ref, description };
  return {
    ...shape,
    schema: emission => {
      define(name, shape, emission);
      return referring;
    },
  };
}

/** A shape that contains itself. */
export function recursive<T>(name: string, shape: () => Shape<T>): Shape<T> {
  return {
    get kinds() {
      return shape().kinds;
    },
    misfit: null,
    schema: emission => {
      define(name, shape(), emission);
      return { $ref: `#/$defs/${name}` };
    },
    check: (spot, faults) => shape().check(spot, faults),
    read: (node, key, report) => shape().read(node, key, report),
  };
}

function define(name: string, shape: Shape<unknown>, emission: Emission): void {
  const { definitions } = emission;
  if (definitions.has(name)) return;
  // known before it is complete, because it may contain itself
  definitions.set(name, {});
  definitions.set(name, shape.schema(emission));
}
