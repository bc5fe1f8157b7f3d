/** The kinds of settings that an engine may have in `quern.yaml`. */
import { type JsonSchema, namedSchema, nullableSchema, wordsSchema } from '../schema/parts.ts';
import { size as sizeSchema } from '../schema/size.ts';
import { type Parse, parseAddress, parseSize } from './values.ts';

/** One key of an engine's mapping. Descriptions are sentences that the schema and the documentation show. */
export interface Setting<T> {
  readonly key: string;
  readonly schema: JsonSchema;
  /** The value if the key is absent. */
  readonly byDefault: T;
  /** Reads a text; `null` for a text that is used as written once the schema accepts it. */
  readonly parse: Parse<T> | null;
}

export function textSetting(key: string, description: string, byDefault: string): Setting<string> {
  return { key, schema: wordsSchema(description), byDefault, parse: null };
}

/** A text that may be empty and is never shown: `withoutSecrets` hides it by its key. */
export function password(description: string): Setting<string> {
  const schema = { type: 'string', description };
  return { key: 'password', schema, byDefault: '', parse: null };
}

/** A text, or `null`, which is also the default. */
export function optionalText(key: string, description: string): Setting<string | null> {
  return { key, schema: nullableSchema(wordsSchema(description)), byDefault: null, parse: null };
}

/** A size in bytes. */
export function sizeSetting(key: string, description: string, byDefault: number): Setting<number> {
  return { key, schema: sizeSchema(description), byDefault, parse: parseSize };
}

/** A size in bytes, or `null`, which is also the default. */
export function optionalSize(key: string, description: string): Setting<number | null> {
  return {
    key,
    schema: nullableSchema(sizeSchema(description)),
    byDefault: null,
    parse: parseSize,
  };
}

/** Scheme, host and port of a server. */
export function address(key: string, description: string, byDefault: string): Setting<string> {
  return { key, schema: wordsSchema(description), byDefault, parse: parseAddress };
}

/** Scheme, host and port of a server, or `null`, which is also the default. */
export function optionalAddress(key: string, description: string): Setting<string | null> {
  return {
    key,
    schema: nullableSchema(wordsSchema(description)),
    byDefault: null,
    parse: parseAddress,
  };
}

type TextByName = Readonly<Record<string, string>>;

/** At least one text, each under a name; `null` if the key is absent. `item` describes one text. */
export function textByName(
  key: string,
  description: string,
  item: string,
): Setting<TextByName | null> {
  const schema = { ...namedSchema(wordsSchema(item), description), minProperties: 1 };
  return { key, schema, byDefault: null, parse: null };
}
