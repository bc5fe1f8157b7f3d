/** Writes values as YAML text. */
import { Document, isCollection, isScalar, visit } from 'yaml';
import type { Json } from '../core/endpoint.ts';

/** In characters of JSON: longer values are written over several lines. */
const SHORT = 100;

/**
 * A list with one item a line; short items are written between braces. All lines but the first begin with `indent`.
 * Reading the text gives the same list.
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

/** Spaces other than single ones inside the text, which would be lost or hard to see; and the merge key. */
const SPECIAL = /[^\P{White_Space} ]|[\p{Cc}\p{Cf}]| {2}|^ | $|^<<$/u;

function isShort(value: Json): boolean {
  return JSON.stringify(value).length <= SHORT;
}

/** The value on one line, so that it fits between braces. */
export function inlineText(value: Json): string {
  return visible(JSON.stringify(value));
}

/** Invisible characters are escaped; they only occur between double quotes. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{White_Space} \n]|\p{Cf}/gu, character => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
