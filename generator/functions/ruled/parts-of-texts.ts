/** Functions that take parts of texts, change them and join them. */

import type { Type } from '../../core/types/scalar.ts';
import type { Domain, Overload } from '../entry.ts';
import { countedDomain, MOST_CHARACTERS, MOST_MADE } from '../lengths.ts';
import type { TextFunctionName } from '../names.ts';
import type { LibraryFunction } from '../rule.ts';

/** The start position, counted from either end. */
const START: Domain = {
  argument: 1,
  within: [-MOST_CHARACTERS, MOST_CHARACTERS],
  isOwn: true,
};
function overload(
  fn: TextFunctionName,
  takes: readonly Type[],
  more: Partial<Overload<TextFunctionName>> = {},
): Overload<TextFunctionName> {
  return { takes, gives: 'string', fn, nullable: 'operands', ...more };
}

/** `trim`, `ltrim` and `rtrim`. */
function trimming(fn: 'trim' | 'ltrim' | 'rtrim', where: string): LibraryFunction {
  return {
    name: fn,
    group: 'texts',
    signature: `${fn}(text) or ${fn}(text, characters)`,
    meaning: `The text without ASCII whitespace, or without \`characters\`, ${where}. \`characters\` must be a literal.`,
    example: `${fn}(path, '/')`,
    rule: {
      kind: 'scalar',
      overloads: [
        overload(fn, ['string']),
        overload(fn, ['string', 'string'], {
          domains: [{ argument: 1, isWritten: true, isFilled: true }],
        }),
      ],
    },
  };
}

/** `lpad` and `rpad`. */
function padded(fn: 'lpad' | 'rpad', where: 'left' | 'right'): LibraryFunction {
  return {
    name: fn,
    group: 'texts',
    signature: `${fn}(text, length) or ${fn}(text, length, pad)`,
    meaning: `The text, padded on the ${where} to \`length\` code points with spaces or with repetitions of \`pad\`; a longer text is cut to that length. \`pad\` must be a literal or a parameter. NULL if \`pad\` is empty, or if \`length\` is below 0 or above 1,000,000.`,
    example: `${fn}(path, 8, '0')`,
    rule: {
      kind: 'scalar',
      overloads: [
        overload(fn, ['string', 'int64'], { domains: [countedDomain(1, MOST_MADE)], adds: [' '] }),
        overload(fn, ['string', 'int64', 'string'], {
          domains: [countedDomain(1, MOST_MADE), { argument: 2, isFilled: true, isConstant: true }],
        }),
      ],
    },
  };
}

export default [
  {
    name: 'substr',
    group: 'texts',
    signature: 'substr(text, start) or substr(text, start, length)',
    meaning:
      'The text from the code point `start` on, at most `length` code points. The first code point is 1, and 0 means 1; -1 is the last one, and a position before the first means 1. NULL if `length` is below 0.',
    example: 'substr(path, 2, 10)',
    rule: {
      kind: 'scalar',
      overloads: [
        overload('substr', ['string', 'int64'], { domains: [START] }),
        overload('substr', ['string', 'int64', 'int64'], { domains: [START, countedDomain(2)] }),
      ],
    },
  },
  trimming('trim', 'at both ends'),
  trimming('ltrim', 'at its beginning'),
  trimming('rtrim', 'at its end'),
  padded('lpad', 'left'),
  padded('rpad', 'right'),
] satisfies readonly LibraryFunction[];
