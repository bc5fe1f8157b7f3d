import { present } from './expressions.ts';
import type { ParamType, Parsed } from './param-type.ts';
import { patternFault } from './pattern.ts';
import { textSchema } from './schema.ts';
import { isText, TEXT_EXPECTED } from './text.ts';

/** An RE2 pattern that every engine reads alike. */
export default {
  name: 'regex',
  scalar: 'string',
  constraints: ['min_length', 'max_length', 'pattern'],
  parse,
  format: String,
  decode: present,
  // no engine tells a bad pattern without failing
  accepts: () => [],
  // Not `format: regex`, which means ECMA-262.
  schema: ({ constraints }) => textSchema(constraints),
} as const satisfies ParamType;

function parse(text: string): Parsed {
  if (!isText(text)) return { ok: false, expected: TEXT_EXPECTED };
  const fault = patternFault(text);
  return fault === null
    ? { ok: true, value: text }
    : { ok: false, expected: `a valid RE2 pattern (${fault})` };
}
