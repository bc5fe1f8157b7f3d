/** Functions of texts. */

import { Decimal } from '../decimal.ts';
import type { Value } from '../values.ts';
import { compiledPattern } from './compiled.ts';
import { asText, onTexts, type Rule, rule, strict } from './rule.ts';

function search(text: string, pattern: string): boolean {
  return compiledPattern(pattern).matcher(text).find();
}

function ascii(text: string, change: (letter: string) => string): string {
  return text.replace(/[A-Za-z]/g, change);
}

function lengthOf(of: Value | undefined): number {
  if (Array.isArray(of)) return of.length;
  const isMap = typeof of === 'object' && !(of instanceof Decimal);
  return isMap ? Object.keys(Object(of)).length : charactersOf(asText(of));
}

/** Two halves of a pair are one. Some texts have a million characters, too many to list. */
function charactersOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

export default {
  contains: rule(
    'any',
    'bool',
    onTexts((text, part) => text.includes(part)),
  ),
  starts_with: rule(
    'any',
    'bool',
    onTexts((text, part) => text.startsWith(part)),
  ),
  ends_with: rule(
    'any',
    'bool',
    onTexts((text, part) => text.endsWith(part)),
  ),
  matches: rule('any', 'bool', onTexts(search)),
  lower: rule(
    'any',
    'string',
    onTexts(text => ascii(text, letter => letter.toLowerCase())),
  ),
  upper: rule(
    'any',
    'string',
    onTexts(text => ascii(text, letter => letter.toUpperCase())),
  ),
  length: rule(
    'any',
    'int64',
    strict(([of]) => BigInt(lengthOf(of))),
  ),
  concat: rule(
    'any',
    'string',
    strict(args => args.map(asText).join('')),
  ),
} as const satisfies Record<string, Rule>;
