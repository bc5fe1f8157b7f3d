import { checkLength } from '../constraints.ts';
import { present } from '../expressions.ts';
import type { ParamShape, ParamType, Parsed } from '../param-type.ts';
import { callerPatternFault, MOST_PATTERN_CHARACTERS } from '../patterns/pattern.ts';
import { textSchema } from '../schema.ts';
import { isText, TEXT_EXPECTED } from '../text.ts';

/** An RE2 pattern that has the same meaning in every engine and a low search cost. */
export default {
  name: 'regex',
  scalar: 'string',
  written: 'An RE2 pattern. It can only be the second argument of `matches`.',
  note: 'An RE2 pattern.',
  sample: () => 'text',
  isPattern: true,
  constraints: ['min_length', 'max_length', 'pattern'],
  parse,
  format: String,
  decode: present,
  // every engine fails on an invalid pattern by itself
  accepts: () => [],
  // Not `format: regex`, which means ECMA-262.
  schema: ({ constraints }) =>
    textSchema({
      ...constraints,
      maxLength: Math.min(
        constraints.maxLength ?? MOST_PATTERN_CHARACTERS,
        MOST_PATTERN_CHARACTERS,
      ),
    }),
} as const satisfies ParamType;

/** A pattern that is too long is rejected for its length, not for its cost. */
function parse(text: string, { constraints }: ParamShape): Parsed {
  const expected = isText(text) ? (checkLength(text, constraints) ?? judged(text)) : TEXT_EXPECTED;
  return expected === null ? { ok: true, value: text } : { ok: false, expected };
}

const MOST_REMEMBERED = 1_000;
const judgements = new Map<string, string | null>();

/** Caches the result, because callers use few patterns again and again, and checking one takes up to some milliseconds. */
function judged(text: string): string | null {
  const known = judgements.get(text);
  if (known !== undefined) return known;
  const fresh = callerPatternFault(text);
  if (judgements.size >= MOST_REMEMBERED) judgements.clear();
  if (text.length <= 2 * MOST_PATTERN_CHARACTERS) judgements.set(text, fresh);
  return fresh;
}
