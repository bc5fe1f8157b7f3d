/** Functions of numbers with one signature. */
import { entry } from '../entry.ts';

const INEXACT = 'Its last digits may differ between engines.';

/** A function of one float, whose result is a float or NULL. */
function inexact<const Name extends string>(
  name: Name,
  argument: string,
  meaning: string,
  example: string,
) {
  return entry(name, {
    group: 'numbers',
    signature: `${name}(${argument})`,
    meaning: `${meaning} ${INEXACT}`,
    example,
    takes: ['float64'],
    gives: 'float64',
    nullable: 'always',
  });
}

export default [
  entry('trunc_number', {
    group: 'numbers',
    signature: 'trunc_number(number)',
    meaning: 'The number without its fraction, as `float64`.',
    example: 'trunc_number(duration)',
    takes: ['float64'],
    gives: 'float64',
  }),
  entry('floor', {
    group: 'numbers',
    signature: 'floor(number)',
    meaning: 'The greatest whole number that is not greater than the number, as `float64`.',
    example: 'floor(duration)',
    takes: ['float64'],
    gives: 'float64',
    googlesql: ['floor'],
  }),
  entry('ceil', {
    group: 'numbers',
    signature: 'ceil(number)',
    meaning: 'The smallest whole number that is not less than the number, as `float64`.',
    example: 'ceil(duration)',
    takes: ['float64'],
    gives: 'float64',
    googlesql: ['ceil'],
  }),
  entry('mod', {
    group: 'numbers',
    signature: 'mod(x, y)',
    meaning: 'The `int64` `x` modulo the `int64` `y`, with the sign of `x`; NULL if `y` is 0.',
    example: 'mod(status, 100)',
    refuses: { float64: 'Convert it with `cast_int64`, or write `x - y * floor(x / y)`.' },
    takes: ['int64', 'int64'],
    gives: 'int64',
    nullable: 'always',
  }),
  entry('sqrt', {
    group: 'numbers',
    signature: 'sqrt(number)',
    meaning: 'The square root, a `float64`; NULL for a number below 0.',
    example: 'sqrt(duration)',
    takes: ['float64'],
    gives: 'float64',
    nullable: 'always',
  }),
  inexact(
    'exp',
    'number',
    'e to the power of the number, a `float64`; NULL if the result is too large.',
    'exp(duration / 1000)',
  ),
  inexact(
    'ln',
    'number',
    'The natural logarithm, a `float64`; NULL for 0 and below.',
    'ln(duration)',
  ),
  inexact(
    'log10',
    'number',
    'The logarithm to base 10, a `float64`; NULL for 0 and below.',
    'log10(duration)',
  ),
  inexact(
    'sin',
    'angle',
    'The sine of an angle in radians, a `float64`; NULL for a number that is not finite.',
    'sin(duration)',
  ),
  inexact(
    'cos',
    'angle',
    'The cosine of an angle in radians, a `float64`; NULL for a number that is not finite.',
    'cos(duration)',
  ),
  inexact(
    'tan',
    'angle',
    'The tangent of an angle in radians, a `float64`; NULL for a number that is not finite.',
    'tan(duration)',
  ),
  inexact(
    'asin',
    'number',
    'The angle in radians with that sine, a `float64`; NULL for a number below -1 or above 1.',
    'asin(duration / 1000)',
  ),
  inexact(
    'acos',
    'number',
    'The angle in radians with that cosine, a `float64`; NULL for a number below -1 or above 1.',
    'acos(duration / 1000)',
  ),
  entry('atan', {
    group: 'numbers',
    signature: 'atan(number)',
    meaning: `The angle in radians with that tangent, a \`float64\`. ${INEXACT}`,
    example: 'atan(duration)',
    takes: ['float64'],
    gives: 'float64',
  }),
  entry('atan2', {
    group: 'numbers',
    signature: 'atan2(y, x)',
    meaning: `The angle in radians of the point \`x\`, \`y\`, seen from the origin, a \`float64\`. ${INEXACT}`,
    example: 'atan2(duration, 1000)',
    takes: ['float64', 'float64'],
    gives: 'float64',
  }),
  entry('bit_and', {
    group: 'numbers',
    signature: 'bit_and(x, y)',
    meaning: 'The bits that are set in both `int64` values.',
    example: 'bit_and(bytes, 255)',
    takes: ['int64', 'int64'],
    gives: 'int64',
    googlesql: ['$bitwise_and'],
  }),
  entry('bit_or', {
    group: 'numbers',
    signature: 'bit_or(x, y)',
    meaning: 'The bits that are set in at least one of the two `int64` values.',
    example: 'bit_or(bytes, 1)',
    takes: ['int64', 'int64'],
    gives: 'int64',
    googlesql: ['$bitwise_or'],
  }),
  entry('bit_count', {
    group: 'numbers',
    signature: 'bit_count(x)',
    meaning:
      'The number of bits that are set in the `int64`; of a negative number, those of its 64 bits.',
    example: 'bit_count(bytes)',
    takes: ['int64'],
    gives: 'int64',
    googlesql: ['bit_count'],
  }),
  entry('pow', {
    group: 'numbers',
    signature: 'pow(x, y)',
    meaning: `\`x\` to the power of \`y\`, a \`float64\`; NULL if the result is undefined or too large. ${INEXACT}`,
    example: 'pow(duration, 2)',
    takes: ['float64', 'float64'],
    gives: 'float64',
    nullable: 'always',
  }),
  entry('format_number', {
    group: 'numbers',
    signature: 'format_number(number, digits)',
    meaning:
      'The number as a text with `digits` decimal places (0 to 15), such as `1234.50`, without separators of thousands. It rounds the exact value of the `float64`, a half to the even digit. NULL for numbers of 10^15 and beyond, and for NaN.',
    example: 'format_number(duration, 2)',
    takes: ['float64', 'int64'],
    gives: 'string',
    nullable: 'always',
    domains: [{ argument: 1, isWritten: true, within: [0n, 15n] }],
  }),
  entry('round_exact', {
    group: 'numbers',
    signature: 'round_exact(number, digits)',
    meaning:
      'The number, rounded to `digits` decimal places (1 to 3), halves away from zero, as `float64`. Unlike `round`, it rounds the exact value of the `float64`: 2.675 is a little less than it looks, and becomes 2.67.',
    example: 'round_exact(duration, 2)',
    takes: ['float64', 'int64'],
    gives: 'float64',
    domains: [{ argument: 1, isWritten: true, within: [1n, 3n] }],
  }),
];
