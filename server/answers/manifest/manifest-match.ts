/** Whether a value matches a schema: faster to load than a compiler of schemas, and without words for the faults. */
import { isObject } from '../../../generator/core/types/json-object.ts';

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
export type Matcher = (value: unknown) => boolean;

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

/**
 * Returns a function that says whether a value matches the schema. It makes no objects, because a start checks the entries of thousands of
 * endpoints. Throws for a schema with other keywords, which it would not check.
 */
export function matcherOf(schema: PlainSchema, definitions: SchemaDefinitions): Matcher {
  const named = new Map<string, Matcher>();

  const byReference = (reference: string): Matcher => {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    const found = named.get(name);
    if (found !== undefined) return found;
    const definition = definitions[name];
    if (definition === undefined) throw new Error(`there is no schema ${reference}`);
    let matches: Matcher | null = null;
    // a definition may contain itself
    const itself: Matcher = value => matches?.(value) ?? false;
    named.set(name, itself);
    matches = read(definition);
    named.set(name, matches);
    return matches;
  };

  const read = (part: PlainSchema): Matcher => {
    const other = Object.keys(part).find(key => !KNOWN.has(key));
    if (other !== undefined) throw new Error(`the index uses ${other} in its schema`);
    if (part.$ref !== undefined) return byReference(part.$ref);
    const all = [
      ...typeMatchers(part),
      ...valueMatchers(part),
      ...(part.items === undefined ? [] : [itemsMatcher(read(part.items))]),
      ...membersMatchers(part, read),
    ];
    return allOf(all);
  };

  return read(schema);
}

function allOf(all: readonly Matcher[]): Matcher {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  return value => {
    for (const matches of all) if (!matches(value)) return false;
    return true;
  };
}

function typeMatchers({ type }: PlainSchema): readonly Matcher[] {
  if (type === undefined) return [];
  const types = [type].flat().map(typeMatcher);
  return [
    value => {
      for (const matches of types) if (matches(value)) return true;
      return false;
    },
  ];
}

function typeMatcher(type: string): Matcher {
  if (type === 'integer') return Number.isInteger;
  if (type === 'array') return Array.isArray;
  if (type === 'null') return value => value === null;
  return type === 'object' ? isObject : value => typeof value === type;
}

function valueMatchers(schema: PlainSchema): readonly Matcher[] {
  const { enum: values, pattern, minimum } = schema;
  const text = pattern === undefined ? null : knownPattern(pattern);
  return [
    ...('const' in schema ? [(value: unknown) => value === schema.const] : []),
    ...(values === undefined ? [] : [(value: unknown) => values.includes(value)]),
    ...(text === null ? [] : [(value: unknown) => typeof value !== 'string' || text.test(value)]),
    ...(minimum === undefined
      ? []
      : [(value: unknown) => typeof value !== 'number' || value >= minimum]),
  ];
}

function knownPattern(pattern: string): RegExp {
  const known = PATTERNS.get(pattern);
  if (known === undefined) throw new Error(`the index has the pattern ${pattern}`);
  return known;
}

function itemsMatcher(item: Matcher): Matcher {
  return value => !Array.isArray(value) || value.every(item);
}

function membersMatchers(
  { properties = {}, required = [], additionalProperties: more = true }: PlainSchema,
  read: (part: PlainSchema) => Matcher,
): readonly Matcher[] {
  const own = new Map(Object.entries(properties).map(([name, part]) => [name, read(part)]));
  const others: Matcher = typeof more === 'boolean' ? () => more : read(more);
  if (own.size === 0 && required.length === 0 && more === true) return [];
  return [
    value => {
      if (!isObject(value)) return true;
      for (const name of required) if (!Object.hasOwn(value, name)) return false;
      // the values come from JSON, so every member is their own
      for (const name in value) if (!(own.get(name) ?? others)(value[name])) return false;
      return true;
    },
  ];
}
