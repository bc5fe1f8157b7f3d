/** The kinds of settings that an engine may have in `quern.yaml`. */

import { map, oneOrMany } from '../shape/kinds/list.ts';
import { scalar } from '../shape/kinds/scalar.ts';
import { located, text } from '../shape/kinds/texts.ts';
import { orNull } from '../shape/kinds/union.ts';
import { keysNamed } from '../shape/parts.ts';
import { as, type Shape } from '../shape/shape.ts';
import { parseAddress, parsed, size } from './values.ts';

/** One key of an engine's mapping. Descriptions are sentences that the schema and the documentation show. */
export interface Setting<T> {
  readonly key: string;
  readonly shape: Shape<T>;
  /** The value if the key is absent. */
  readonly byDefault: T;
}

const plainText = (description: string) => as(text(description), ({ value }) => value);

export function textSetting(key: string, description: string, byDefault: string): Setting<string> {
  return { key, shape: plainText(description), byDefault };
}

/** A text, or a list of texts. */
export function texts(
  key: string,
  description: string,
  byDefault: string,
): Setting<readonly string[]> {
  const one = plainText(description);
  return { key, shape: oneOrMany(one, { min: 1, description }), byDefault: [byDefault] };
}

/** A text that may be empty and is never shown: `withoutSecrets` hides it by its key. */
export function password(description: string): Setting<string> {
  const shape = as(scalar(['string'], { description }), node => located(node).value);
  return { key: 'password', shape, byDefault: '' };
}

/** A text, or `null`, which is also the default. */
export function optionalText(key: string, description: string): Setting<string | null> {
  return { key, shape: orNull(plainText(description)), byDefault: null };
}

/** A size in bytes. */
export function sizeSetting(key: string, description: string, byDefault: number): Setting<number> {
  return { key, shape: size(key, description), byDefault };
}

/** A size in bytes, or `null`, which is also the default. */
export function optionalSize(key: string, description: string): Setting<number | null> {
  return { key, shape: orNull(size(key, description)), byDefault: null };
}

/** Scheme, host and port of a server, or a list of servers. */
export function addresses(
  key: string,
  description: string,
  byDefault: string,
): Setting<readonly string[]> {
  const one = parsed(key, text(description), parseAddress);
  return { key, shape: oneOrMany(one, { min: 1, description }), byDefault: [byDefault] };
}

/** Scheme, host and port of a server, or `null`, which is also the default. */
export function optionalAddress(key: string, description: string): Setting<string | null> {
  return { key, shape: orNull(parsed(key, text(description), parseAddress)), byDefault: null };
}

type TextByName = Readonly<Record<string, string>>;

/** At least one text, each under a name; `null` if the key is absent. `item` describes one text. */
export function textByName(
  key: string,
  description: string,
  item: string,
): Setting<TextByName | null> {
  const texts = map(plainText(item), { names: keysNamed('name'), min: 1, description });
  const shape = as(texts, entries =>
    Object.fromEntries(entries.map(({ name, value }) => [name, value])),
  );
  return { key, shape, byDefault: null };
}
