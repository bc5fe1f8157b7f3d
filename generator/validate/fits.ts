/**
 * Whether data fits a JSON Schema: yes or no. A schema becomes functions in a millisecond, where ajv needs some hundred; ajv says what
 * is wrong where data does not fit. It knows the keywords of our schemas, and no other.
 */
import type { JsonSchema } from '../schema/parts.ts';

export type Fits = (data: unknown) => boolean;

export function fitting(schema: JsonSchema): Fits {
  return of(schema, definitionsOf(schema));
}

/** Finds the function of a definition, which is made when data first comes to it: definitions name one another. */
type Definitions = (reference: unknown) => Fits;

function definitionsOf(root: JsonSchema): Definitions {
  const schemas = schemasOf(root['$defs'] ?? {});
  const known = new Map<string, Fits>();
  const definitions: Definitions = reference => {
    const name = String(reference).replace(/^#\/\$defs\//, '');
    if (!Object.hasOwn(schemas, name)) throw new Error(`no schema is at ${reference}`);
    return data => {
      const fits = known.get(name) ?? of(schemas[name], definitions);
      known.set(name, fits);
      return fits(data);
    };
  };
  return definitions;
}

function of(schema: unknown, definitions: Definitions): Fits {
  if (typeof schema === 'boolean') return () => schema;
  const keywords = schema as JsonSchema;
  return all(
    Object.keys(keywords).flatMap(keyword => {
      const make = KEYWORDS[keyword];
      if (make === undefined) throw new Error(`no keyword of a schema is named ${keyword}`);
      return make(keywords[keyword], definitions, keywords) ?? [];
    }),
  );
}

function all(checks: readonly Fits[]): Fits {
  const [only] = checks;
  if (only !== undefined && checks.length === 1) return only;
  return data => checks.every(fits => fits(data));
}

/** Makes the function of a keyword: of its value, beside the other keywords of its schema; `null` where it asks nothing of data. */
type Keyword = (value: unknown, definitions: Definitions, beside: JsonSchema) => Fits | null;

const says = () => null;

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $schema: says,
  $defs: says,
  title: says,
  description: says,
  default: says,
  $ref: (value, definitions) => definitions(value),
  type: value => {
    const types = [value].flat().map(name => TYPES[String(name)] ?? unknownType(name));
    return data => types.some(is => is(data));
  },
  enum: value => {
    const values = new Set(value as readonly unknown[]);
    return data => values.has(data);
  },
  minimum: value => numbers(data => data >= Number(value)),
  maximum: value => numbers(data => data <= Number(value)),
  minLength: value => texts(data => lengthOf(data) >= Number(value)),
  maxLength: value => texts(data => lengthOf(data) <= Number(value)),
  pattern: value => {
    const pattern = new RegExp(String(value), 'u');
    return texts(data => pattern.test(data));
  },
  minItems: value => lists(data => data.length >= Number(value)),
  maxItems: value => lists(data => data.length <= Number(value)),
  // Items of other kinds than text and numbers are not compared: no schema of ours lists them.
  uniqueItems: value => lists(data => value === false || new Set(data).size === data.length),
  items: (value, definitions) => {
    const fits = of(value, definitions);
    return lists(data => data.every(fits));
  },
  minProperties: value => mappings(data => Object.keys(data).length >= Number(value)),
  maxProperties: value => mappings(data => Object.keys(data).length <= Number(value)),
  required: value => {
    const names = value as readonly string[];
    return mappings(data => names.every(name => Object.hasOwn(data, name)));
  },
  properties: (value, definitions) => {
    const parts = Object.entries(schemasOf(value)).map(
      ([name, schema]) => [name, of(schema, definitions)] as const,
    );
    return mappings(data =>
      parts.every(([name, fits]) => !Object.hasOwn(data, name) || fits(data[name])),
    );
  },
  additionalProperties: (value, definitions, { properties = {} }) => {
    const fits = of(value, definitions);
    const named = new Set(Object.keys(schemasOf(properties)));
    return mappings(data => Object.keys(data).every(name => named.has(name) || fits(data[name])));
  },
  propertyNames: (value, definitions) => {
    const fits = of(value, definitions);
    return mappings(data => Object.keys(data).every(fits));
  },
  allOf: (value, definitions) => all(branches(value, definitions)),
  anyOf: (value, definitions) => {
    const any = branches(value, definitions);
    return data => any.some(fits => fits(data));
  },
  oneOf: (value, definitions) => {
    const one = branches(value, definitions);
    return data => one.filter(fits => fits(data)).length === 1;
  },
  not: (value, definitions) => {
    const fits = of(value, definitions);
    return data => !fits(data);
  },
  if: (value, definitions, { then = true, else: otherwise = true }) => {
    const [fits, yes, no] = [value, then, otherwise].map(schema => of(schema, definitions));
    return data => (fits?.(data) ? yes : no)?.(data) === true;
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: says,
  else: says,
};

function branches(value: unknown, definitions: Definitions): readonly Fits[] {
  return (value as readonly unknown[]).map(schema => of(schema, definitions));
}

function schemasOf(value: unknown): JsonSchema {
  return value as JsonSchema;
}

const TYPES: Readonly<Record<string, Fits>> = {
  null: data => data === null,
  boolean: data => typeof data === 'boolean',
  string: data => typeof data === 'string',
  number: isNumber,
  integer: data => isNumber(data) && data % 1 === 0,
  array: Array.isArray,
  object: isMapping,
};

function unknownType(name: unknown): never {
  throw new Error(`no type of a schema is named ${name}`);
}

function isNumber(data: unknown): data is number {
  return Number.isFinite(data);
}

function isMapping(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

// A keyword of one type says nothing of data of another.

function numbers(fits: (data: number) => boolean): Fits {
  return data => !isNumber(data) || fits(data);
}

function texts(fits: (data: string) => boolean): Fits {
  return data => typeof data !== 'string' || fits(data);
}

function lists(fits: (data: readonly unknown[]) => boolean): Fits {
  return data => !Array.isArray(data) || fits(data);
}

function mappings(fits: (data: Readonly<Record<string, unknown>>) => boolean): Fits {
  return data => !isMapping(data) || fits(data);
}

/** In characters, not in UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length;
}
