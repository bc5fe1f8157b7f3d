/** Functions that take parts of texts, change them and join them. */
import type { TextFunctionName } from '../../core/functions.ts';
import type { Type } from '../../core/scalar.ts';
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
    meaning: `The text without ASCII whitespace, or without those characters, ${where}. The characters must be a literal.`,
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
    meaning: `The ${which} code points of the text, the whole text where it has no more; NULL for a length below 0.`,
    example: `${fn}(path, 20)`,
    rule: {
      kind: 'scalar',
      overloads: [overload(fn, ['string', 'int64'], { domains: [counted(1)] })],
    },
  };
}

export default [
  {
    name: 'substr',
    group: 'texts',
    signature: 'substr(text, start) or substr(text, start, length)',
    meaning:
      'The code points from `start` on, at most `length`. The first is 1, and 0 means it too; -1 is the last, and what is before the first is the first. NULL for a length below 0.',
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
    meaning: 'The text with `by` in every place of the part; as it is where the part is empty.',
    example: "replace(path, '/rest', '')",
    rule: plain('replace', ['string', 'string', 'string'], 'string'),
  },
  {
    name: 'split_part',
    group: 'texts',
    signature: 'split_part(text, separator, number)',
    meaning:
      'The part of that number, from 1 on, of the text between separators; NULL where there are fewer. The separator is a literal or a parameter; NULL where it is empty.',
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
    meaning: 'Where the part begins in the text, in code points from 1 on; 0 where it is not.',
    example: "strpos(path, '?')",
    rule: plain('strpos', ['string', 'string'], 'int64'),
  },
  {
    name: 'lpad',
    group: 'texts',
    signature: 'lpad(text, length) or lpad(text, length, pad)',
    meaning:
      'The text with spaces, or with the pad again and again, before it, so that it has that length in code points; its beginning where it is longer. The pad is a literal or a parameter. NULL for an empty pad, and for a length below 0 or above 1,000,000.',
    example: "lpad(path, 8, '0')",
    rule: {
      kind: 'scalar',
      overloads: [
        overload('lpad', ['string', 'int64'], { domains: [counted(1, MOST_MADE)], adds: [' '] }),
        overload('lpad', ['string', 'int64', 'string'], {
          domains: [counted(1, MOST_MADE), { argument: 2, isFilled: true, isConstant: true }],
        }),
      ],
    },
  },
  {
    name: 'repeat',
    group: 'texts',
    signature: 'repeat(text, times)',
    meaning: 'The text so many times; NULL below 0 and above 1,000,000.',
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
    meaning: 'The code points of the text from the last to the first.',
    example: 'reverse(path)',
    rule: plain('reverse', ['string'], 'string'),
  },
] satisfies readonly LibraryFunction[];
