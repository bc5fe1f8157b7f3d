/** Whether a value matches a schema: faster to load than a compiler of schemas, and without words for the faults. */

/** The part of JSON Schema that the index uses. */
export interface PlainSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly items?: PlainSchema;
  readonly properties?: Readonly<Record<string, PlainSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | PlainSchema;
  readonly description?: string;
}
export type SchemaDefinitions = Readonly<Record<string, PlainSchema>>;

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  [/^[0-9a-f]{64}$/, /^_?[a-z0-9._-]+$/].map(pattern => [pattern.source, pattern]),
);
const KNOWN = new Set(
  ['$ref', 'type', 'const', 'enum', 'pattern', 'minimum', 'items', 'properties'].concat([
    'required',
    'additionalProperties',
    'description',
  ]),
);

/** Throws for a schema with other keywords, which it would not check. */
export function matches(schema: PlainSchema, value: unknown, known: SchemaDefinitions): boolean {
  const other = Object.keys(schema).find(key => !KNOWN.has(key));
  if (other !== undefined) throw new Error(`the index uses ${other} in its schema`);
  const { $ref } = schema;
  if ($ref !== undefined) return matches(named($ref, known), value, known);
  if (schema.type !== undefined && ![schema.type].flat().some(type => isOf(type, value)))
    return false;
  if ('const' in schema && value !== schema.const) return false;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  if (typeof value === 'string') return schema.pattern === undefined || fits(schema.pattern, value);
  if (typeof value === 'number') return schema.minimum === undefined || value >= schema.minimum;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined || value.every(item => matches(items, item, known));
  }
  return !isObject(value) || matchesMembers(schema, value, known);
}

function matchesMembers(
  { properties = {}, required = [], additionalProperties: more = true }: PlainSchema,
  value: Readonly<Record<string, unknown>>,
  known: SchemaDefinitions,
): boolean {
  if (!required.every(name => Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own !== undefined) return matches(own, member, known);
    return typeof more === 'boolean' ? more : matches(more, member, known);
  });
}

function named(reference: string, known: SchemaDefinitions): PlainSchema {
  const found = known[reference.slice(reference.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`there is no schema ${reference}`);
  return found;
}

function fits(pattern: string, value: string): boolean {
  const known = PATTERNS.get(pattern);
  if (known === undefined) throw new Error(`the index has the pattern ${pattern}`);
  return known.test(value);
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return type === 'object' ? isObject(value) : typeof value === type;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
