/** Values as text of YAML. */
import { Document, isCollection, isScalar, visit } from 'yaml';
import type { Json } from '../core/endpoint.ts';

/** Characters of JSON: longer ones are written over several lines. */
const SHORT = 100;

/**
 * A list with an item a line; what is short stands between braces. All but the first line begin with `indent`. Read again, it
 * is the same list.
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

/** Any space but a single one within, which would be lost or hard to see; and a key that would merge. */
const SPECIAL = /[^\P{White_Space} ]|[\p{Cc}\p{Cf}]| {2}|^ | $|^<<$/u;

function isShort(value: Json): boolean {
  return JSON.stringify(value).length <= SHORT;
}

/** The value on one line, as it may stand between braces. */
export function inlineText(value: Json): string {
  return visible(JSON.stringify(value));
}

/** Invisible characters are escaped: they occur only in texts between double quotes. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{White_Space} \n]|\p{Cf}/gu, character => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
