/** Writes values as YAML text. */
import { Document, isCollection, isScalar, visit } from 'yaml';
import type { Json } from '../core/plan/endpoint.ts';

/** Longer values, in characters of JSON, are written over several lines. */
const SHORT = 100;

/**
 * A list with one item per line; short items are written between braces. All lines except the first begin with `indent`. Parsing the text
 * returns the same list.
 */
export function listText(values: readonly Json[], indent: string): string {
  const document = new Document(values);
  visit(document, (_, node) => {
    if (isCollection(node) && node !== document.contents) node.flow = isShort(node.toJSON());
    if (isScalar(node) && SPECIAL.test(String(node.value))) node.type = 'QUOTE_DOUBLE';
  });
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: 1_000_000 });
  return visible(text.trimEnd()).replaceAll('\n', `\n${indent}`);
}

/** Whitespace that would be lost or hard to see, which is all except single spaces inside the text; and the merge key. */
const SPECIAL = /[^\P{White_Space} ]|[\p{Cc}\p{Cf}]| {2}|^ | $|^<<$/u;

function isShort(value: Json): boolean {
  return JSON.stringify(value).length <= SHORT;
}

/** The value on one line, so that it fits between braces. */
export function inlineText(value: Json): string {
  return visible(JSON.stringify(value));
}

/** Escapes invisible characters, which occur only between double quotes. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{White_Space} \n]|\p{Cf}/gu, character => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
