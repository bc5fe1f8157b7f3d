/** Functions that take parts of texts, change them and join them. */

import type { Type } from '../core/scalar.ts';
import type { TextFunctionName } from './names.ts';
import { type Domain, type LibraryFunction, type Overload, plain } from './rule.ts';

/** The largest position in a text that every engine can address. */
const MOST_CHARACTERS = 4_294_967_295n;
/** The start position, counted from either end. */
const START: Domain = {
  argument: 1,
  within: [-MOST_CHARACTERS, MOST_CHARACTERS],
  isOwn: true,
};
/** The longest text that every engine can make. */
const MOST_MADE = 1_000_000n;

const counted = (argument: number, most = MOST_CHARACTERS): Domain => ({
  argument,
  within: [0n, most],
});

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

/** `left` and `right`. */
function end(fn: 'left' | 'right', which: string): LibraryFunction {
  return {
    name: fn,
    group: 'texts',
    signature: `${fn}(text, length)`,
    meaning: `The ${which} \`length\` code points of the text, or the whole text if it is shorter; NULL if \`length\` is below 0.`,
    example: `${fn}(path, 20)`,
    rule: {
      kind: 'scalar',
      overloads: [overload(fn, ['string', 'int64'], { domains: [counted(1)] })],
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
        overload(fn, ['string', 'int64'], { domains: [counted(1, MOST_MADE)], adds: [' '] }),
        overload(fn, ['string', 'int64', 'string'], {
          domains: [counted(1, MOST_MADE), { argument: 2, isFilled: true, isConstant: true }],
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
        overload('substr', ['string', 'int64', 'int64'], { domains: [START, counted(2)] }),
      ],
    },
  },
  end('left', 'first'),
  end('right', 'last'),
  trimming('trim', 'at both ends'),
  trimming('ltrim', 'at its beginning'),
  trimming('rtrim', 'at its end'),
  {
    name: 'replace',
    group: 'texts',
    signature: 'replace(text, part, by)',
    meaning:
      'The text, with every occurrence of `part` replaced by `by`; unchanged if `part` is empty.',
    example: "replace(path, '/rest', '')",
    rule: plain('replace', ['string', 'string', 'string'], 'string'),
  },
  {
    name: 'split_part',
    group: 'texts',
    signature: 'split_part(text, separator, number)',
    meaning:
      'The text is split at each separator: the part with that number, counted from 1. NULL if there are fewer parts, or if the separator is empty. The separator must be a literal or a parameter.',
    example: "split_part(path, '/', 2)",
    rule: {
      kind: 'scalar',
      overloads: [
        overload('split_part', ['string', 'string', 'int64'], {
          nullable: 'always',
          domains: [
            { argument: 1, isFilled: true, isConstant: true },
            { argument: 2, within: [1n, MOST_CHARACTERS] },
          ],
        }),
      ],
    },
  },
  {
    name: 'strpos',
    group: 'texts',
    signature: 'strpos(text, part)',
    meaning:
      'The position of the first occurrence of the part, in code points counted from 1; 0 if there is none.',
    example: "strpos(path, '?')",
    rule: plain('strpos', ['string', 'string'], 'int64'),
  },
  padded('lpad', 'left'),
  padded('rpad', 'right'),
  {
    name: 'repeat',
    group: 'texts',
    signature: 'repeat(text, times)',
    meaning: 'The text, repeated `times` times; NULL if `times` is below 0 or above 1,000,000.',
    example: "repeat('*', 5)",
    rule: {
      kind: 'scalar',
      overloads: [overload('repeat', ['string', 'int64'], { domains: [counted(1, MOST_MADE)] })],
    },
  },
  {
    name: 'reverse',
    group: 'texts',
    signature: 'reverse(text)',
    meaning: 'The text with its code points in reverse order.',
    example: 'reverse(path)',
    rule: plain('reverse', ['string'], 'string'),
  },
] satisfies readonly LibraryFunction[];
