/** Functions of numbers. */
import type { NumberFunctionName } from './names.ts';
import { type LibraryFunction, plain, type Rule } from './rule.ts';

const INEXACT = 'Its last digits may differ between engines.';

const NUMBERS = ['int64', 'float64', 'decimal'] as const;

/** A function of any number, which returns the type of its argument. */
function ofOwnType(fn: NumberFunctionName): Rule {
  const overloads = NUMBERS.map(
    scalar => ({ takes: [scalar], gives: scalar, fn, nullable: 'operands' }) as const,
  );
  return { kind: 'scalar', overloads };
}

/** A function of a float; NULL if it has no value. */
function partial(fn: NumberFunctionName): Rule {
  const overload = { takes: ['float64'], gives: 'float64', fn, nullable: 'always' } as const;
  return { kind: 'scalar', overloads: [overload] };
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
      'The number, rounded to a whole number or to `digits` decimal places (-15 to 15), halves away from zero, as `float64`. With `digits`, the number times a power of ten, a `float64`, is rounded.',
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
      ],
    },
  },
  {
    name: 'round_exact',
    group: 'numbers',
    signature: 'round_exact(number, digits)',
    meaning:
      'The number, rounded to `digits` decimal places (1 to 3), halves away from zero, as `float64`. Unlike `round`, it rounds the exact value of the `float64`: 2.675 is a little less than it looks, and becomes 2.67.',
    example: 'round_exact(duration, 2)',
    rule: {
      kind: 'scalar',
      overloads: [
        {
          takes: ['float64', 'int64'],
          gives: 'float64',
          fn: 'round_exact',
          nullable: 'operands',
          domains: [{ argument: 1, isWritten: true, within: [1n, 3n] }],
        },
      ],
    },
  },
  {
    name: 'trunc_number',
    group: 'numbers',
    signature: 'trunc_number(number)',
    meaning: 'The number without its fraction, as `float64`.',
    example: 'trunc_number(duration)',
    rule: plain('trunc_number', ['float64'], 'float64'),
  },
  {
    name: 'floor',
    group: 'numbers',
    signature: 'floor(number)',
    meaning: 'The greatest whole number that is not greater than the number, as `float64`.',
    example: 'floor(duration)',
    rule: plain('floor', ['float64'], 'float64'),
  },
  {
    name: 'ceil',
    group: 'numbers',
    signature: 'ceil(number)',
    meaning: 'The smallest whole number that is not less than the number, as `float64`.',
    example: 'ceil(duration)',
    rule: plain('ceil', ['float64'], 'float64'),
  },
  {
    name: 'mod',
    group: 'numbers',
    signature: 'mod(x, y)',
    meaning: 'The `int64` `x` modulo the `int64` `y`, with the sign of `x`; NULL if `y` is 0.',
    example: 'mod(status, 100)',
    refuses: { float64: 'Convert it with `cast_int64`, or write `x - y * floor(x / y)`.' },
    rule: whole('mod', 'always'),
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
  {
    name: 'pow',
    group: 'numbers',
    signature: 'pow(x, y)',
    meaning: `\`x\` to the power of \`y\`, a \`float64\`; NULL if the result is undefined or too large. ${INEXACT}`,
    example: 'pow(duration, 2)',
    rule: {
      kind: 'scalar',
      overloads: [
        { takes: ['float64', 'float64'], gives: 'float64', fn: 'pow', nullable: 'always' },
      ],
    },
  },
  {
    name: 'sqrt',
    group: 'numbers',
    signature: 'sqrt(number)',
    meaning: 'The square root, a `float64`; NULL for a number below 0.',
    example: 'sqrt(duration)',
    rule: partial('sqrt'),
  },
  {
    name: 'exp',
    group: 'numbers',
    signature: 'exp(number)',
    meaning: `e to the power of the number, a \`float64\`; NULL if the result is too large. ${INEXACT}`,
    example: 'exp(duration / 1000)',
    rule: partial('exp'),
  },
  {
    name: 'ln',
    group: 'numbers',
    signature: 'ln(number)',
    meaning: `The natural logarithm, a \`float64\`; NULL for 0 and below. ${INEXACT}`,
    example: 'ln(duration)',
    rule: partial('ln'),
  },
  {
    name: 'log10',
    group: 'numbers',
    signature: 'log10(number)',
    meaning: `The logarithm to base 10, a \`float64\`; NULL for 0 and below. ${INEXACT}`,
    example: 'log10(duration)',
    rule: partial('log10'),
  },
  {
    name: 'bit_and',
    group: 'numbers',
    signature: 'bit_and(x, y)',
    meaning: 'The bits that are set in both `int64` values.',
    example: 'bit_and(bytes, 255)',
    rule: whole('bit_and', 'operands'),
  },
  {
    name: 'bit_or',
    group: 'numbers',
    signature: 'bit_or(x, y)',
    meaning: 'The bits that are set in at least one of the two `int64` values.',
    example: 'bit_or(bytes, 1)',
    rule: whole('bit_or', 'operands'),
  },
  safe('safe_add', { kind: 'safe', fn: 'checked_add', operands: 2 }, 'The sum'),
  safe('safe_subtract', { kind: 'safe', fn: 'checked_subtract', operands: 2 }, 'The difference'),
  safe('safe_multiply', { kind: 'safe', fn: 'checked_multiply', operands: 2 }, 'The product'),
  safe('safe_negate', { kind: 'safe', fn: 'checked_negate', operands: 1 }, '`-x`'),
  safe('safe_abs', { kind: 'safe', fn: 'checked_abs', operands: 1 }, 'The absolute value'),
] satisfies readonly LibraryFunction[];
