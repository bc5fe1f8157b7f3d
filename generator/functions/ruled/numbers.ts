/** Functions of numbers. */
import type { NumberFunctionName } from '../names.ts';
import type { LibraryFunction, Rule } from '../rule.ts';

const NUMBERS = ['int64', 'float64', 'decimal'] as const;

/** A function of any number, which returns the type of its argument. */
function ofOwnType(fn: NumberFunctionName): Rule {
  const overloads = NUMBERS.map(
    scalar => ({ takes: [scalar], gives: scalar, fn, nullable: 'operands' }) as const,
  );
  return { kind: 'scalar', overloads };
}

/** A function of two whole numbers. */
function whole(fn: NumberFunctionName, nullable: 'operands' | 'always'): Rule {
  const overload = { takes: ['int64', 'int64'], gives: 'int64', fn, nullable } as const;
  return { kind: 'scalar', overloads: [overload] };
}

/** An operation that is NULL where its result is out of range. */
function safe(
  name: string,
  rule: Extract<Rule, { kind: 'safe' }>,
  result: string,
): LibraryFunction {
  const isOfOne = rule.operands === 1;
  return {
    name,
    group: 'numbers',
    signature: isOfOne ? `${name}(x)` : `${name}(x, y)`,
    meaning: `${result}, with the type of the numbers; NULL if the result is out of range.`,
    example: isOfOne ? `${name}(bytes)` : `${name}(bytes, status)`,
    rule,
  };
}

export default [
  {
    name: 'format_bytes',
    group: 'numbers',
    signature: 'format_bytes(number)',
    meaning:
      'A number of bytes as a text that people read: `512 B`, `1.50 KiB`, then `MiB`, `GiB`, `TiB`, `PiB` and `EiB`, each 1024 of the one before, with two decimal places as of `format_number`. NULL for NaN.',
    example: 'format_bytes(bytes)',
    rule: { kind: 'size' },
  },
  {
    name: 'abs',
    group: 'numbers',
    signature: 'abs(number)',
    meaning: 'The absolute value, with the type of the number.',
    example: 'abs(bytes)',
    rule: ofOwnType('abs'),
  },
  {
    name: 'sign',
    group: 'numbers',
    signature: 'sign(number)',
    meaning: '-1, 0 or 1, with the type of the number.',
    example: 'sign(bytes - 100)',
    rule: ofOwnType('sign'),
  },
  {
    name: 'round',
    group: 'numbers',
    signature: 'round(number) or round(number, digits)',
    meaning:
      'The number, rounded to a whole number or to `digits` decimal places (-15 to 15), halves away from zero, as `float64`. With `digits`, the number times a power of ten, a `float64`, is rounded. A `decimal` with `digits` (0 to 9) is rounded exactly, and stays one.',
    example: 'round(duration, 2)',
    rule: {
      kind: 'scalar',
      overloads: [
        { takes: ['float64'], gives: 'float64', fn: 'round', nullable: 'operands' },
        {
          takes: ['float64', 'int64'],
          gives: 'float64',
          fn: 'round_to',
          nullable: 'operands',
          domains: [
            {
              argument: 1,
              isWritten: true,
              within: [-15n, 15n],
            },
          ],
        },
        {
          takes: ['decimal', 'int64'],
          gives: 'decimal',
          fn: 'decimal_round',
          nullable: 'always',
          domains: [{ argument: 1, isWritten: true, within: [0n, 9n] }],
        },
      ],
    },
  },
  {
    name: 'div',
    group: 'numbers',
    signature: 'div(x, y)',
    meaning:
      'The `int64` `x` divided by the `int64` `y`, without the fraction; NULL if `y` is 0, or if the result exceeds 64 bits.',
    example: 'div(bytes, 1024)',
    refuses: { float64: 'Write `trunc_number(x / y)`.' },
    rule: whole('whole_divide', 'always'),
  },
  safe('safe_add', { kind: 'safe', fn: 'checked_add', operands: 2 }, 'The sum'),
  safe('safe_subtract', { kind: 'safe', fn: 'checked_subtract', operands: 2 }, 'The difference'),
  safe('safe_multiply', { kind: 'safe', fn: 'checked_multiply', operands: 2 }, 'The product'),
  safe('safe_negate', { kind: 'safe', fn: 'checked_negate', operands: 1 }, '`-x`'),
  safe('safe_abs', { kind: 'safe', fn: 'checked_abs', operands: 1 }, 'The absolute value'),
] satisfies readonly LibraryFunction[];
