/**
 * The portable library: every function that an expression may call, as data. The checker reads the rules, the reference
 * reads the rest. A function means the same on every engine; the meanings are GoogleSQL's.
 */
import type { AggregateName, FunctionName } from '../core/functions.ts';
import { SCALARS, type Scalar } from '../core/scalar.ts';

/** One way to call a function: the scalars it takes and the one it gives. */
export interface Overload<Name> {
  readonly takes: readonly Scalar[];
  readonly gives: Scalar;
  /** `null` where the argument itself is the result. */
  readonly fn: Name;
  /** `operands`: NULL where an argument is. */
  readonly nullable: 'operands' | 'always' | 'never';
}
export type Rule =
  | { readonly kind: 'scalar'; readonly overloads: readonly Overload<FunctionName | null>[] }
  | { readonly kind: 'aggregate'; readonly overloads: readonly Overload<AggregateName>[] }
  /** A value of an ordered type and a rank of at most so many decimals. */
  | {
      readonly kind: 'quantile';
      readonly fn: 'quantile' | 'approx_quantile';
      readonly decimals: number;
    }
  /** Values of one type; `if` has a condition before them. */
  | {
      readonly kind: 'alike';
      readonly fn: 'if' | 'coalesce' | 'nullif';
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'concat' }
  | { readonly kind: 'matches' }
  | { readonly kind: 'trunc' }
  | { readonly kind: 'now' };

export const GROUPS = ['aggregates', 'texts', 'conditions', 'time', 'numbers', 'casts'] as const;
export interface LibraryFunction {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly signature: string;
  /** One line. */
  readonly meaning: string;
  /** An expression that calls it. */
  readonly example: string;
  /** Why it does not take a type that one might give it; a hint. */
  readonly refuses?: Partial<Record<Scalar, string>>;
  readonly rule: Rule;
}

const ORDERED: readonly Scalar[] = SCALARS.filter(scalar => scalar !== 'json');

function counting(
  fn: AggregateName,
  scalars: readonly Scalar[],
): readonly Overload<AggregateName>[] {
  return scalars.map(scalar => ({ takes: [scalar], gives: 'int64', fn, nullable: 'never' }));
}

/** An aggregate whose result is of its argument's type. */
function keeping(
  fn: AggregateName,
  scalars: readonly Scalar[],
): readonly Overload<AggregateName>[] {
  return scalars.map(scalar => ({ takes: [scalar], gives: scalar, fn, nullable: 'always' }));
}

function plain(fn: FunctionName, takes: readonly Scalar[], gives: Scalar): Rule {
  return { kind: 'scalar', overloads: [{ takes, gives, fn, nullable: 'operands' }] };
}

function cast(
  gives: Scalar,
  from: readonly (readonly [Scalar, FunctionName | null, 'operands' | 'always'])[],
): Rule {
  const overloads = from.map(([scalar, fn, nullable]) => ({
    takes: [scalar],
    gives,
    fn,
    nullable,
  }));
  return { kind: 'scalar', overloads };
}

const NOT_PRINTED = (what: string) =>
  `Select the value itself; engines write ${what} as texts in different ways.`;

export const LIBRARY: readonly LibraryFunction[] = [
  {
    name: 'count',
    group: 'aggregates',
    signature: 'count() or count(x)',
    meaning: 'The number of rows, or of rows where `x` is not NULL.',
    example: 'count()',
    rule: {
      kind: 'aggregate',
      overloads: [
        { takes: [], gives: 'int64', fn: 'count_rows', nullable: 'never' },
        ...counting('count', ORDERED),
      ],
    },
  },
  {
    name: 'count_if',
    group: 'aggregates',
    signature: 'count_if(condition)',
    meaning: 'The number of rows where the condition is true.',
    example: 'count_if(status >= 400)',
    rule: { kind: 'aggregate', overloads: counting('count_if', ['bool']) },
  },
  {
    name: 'count_distinct',
    group: 'aggregates',
    signature: 'count_distinct(x)',
    meaning: 'The exact number of different values that are not NULL.',
    example: 'count_distinct(user)',
    rule: { kind: 'aggregate', overloads: counting('count_distinct', ORDERED) },
  },
  {
    name: 'approx_count_distinct',
    group: 'aggregates',
    signature: 'approx_count_distinct(x)',
    meaning: 'About the number of different values, as cheaply as the engine can compute it.',
    example: 'approx_count_distinct(user)',
    rule: { kind: 'aggregate', overloads: counting('approx_count_distinct', ORDERED) },
  },
  {
    name: 'sum',
    group: 'aggregates',
    signature: 'sum(number)',
    meaning: 'The sum of the values that are not NULL; NULL where there is none.',
    example: 'sum(bytes)',
    rule: {
      kind: 'aggregate',
      overloads: [
        ...keeping('sum_int64', ['int64']),
        ...keeping('sum_float64', ['float64']),
        ...keeping('sum_decimal', ['decimal']),
      ],
    },
  },
  {
    name: 'avg',
    group: 'aggregates',
    signature: 'avg(number)',
    meaning: 'The mean of the values that are not NULL, a `float64`; NULL where there is none.',
    example: 'avg(duration)',
    rule: {
      kind: 'aggregate',
      overloads: [
        ...keeping('avg', ['float64']),
        { takes: ['decimal'], gives: 'float64', fn: 'avg', nullable: 'always' },
      ],
    },
  },
  {
    name: 'min',
    group: 'aggregates',
    signature: 'min(x)',
    meaning: 'The least value that is not NULL; NULL where there is none.',
    example: 'min(duration)',
    rule: { kind: 'aggregate', overloads: keeping('min', ORDERED) },
  },
  {
    name: 'max',
    group: 'aggregates',
    signature: 'max(x)',
    meaning: 'The greatest value that is not NULL; NULL where there is none.',
    example: 'max(duration)',
    rule: { kind: 'aggregate', overloads: keeping('max', ORDERED) },
  },
  {
    name: 'quantile',
    group: 'aggregates',
    signature: 'quantile(x, rank)',
    meaning: 'The least value that a share of `rank` of the values does not exceed; exact.',
    example: 'quantile(duration, 0.999)',
    rule: { kind: 'quantile', fn: 'quantile', decimals: 6 },
  },
  {
    name: 'approx_quantile',
    group: 'aggregates',
    signature: 'approx_quantile(x, rank)',
    meaning: 'A value that occurs, whose rank lies within 0.01 of `rank`; as cheap as possible.',
    example: 'approx_quantile(duration, 0.95)',
    rule: { kind: 'quantile', fn: 'approx_quantile', decimals: 2 },
  },
  {
    name: 'any_value',
    group: 'aggregates',
    signature: 'any_value(x)',
    meaning: 'The value of some row, whichever the engine reads first.',
    example: 'any_value(message)',
    rule: { kind: 'aggregate', overloads: keeping('any_value', SCALARS) },
  },
  {
    name: 'contains',
    group: 'texts',
    signature: 'contains(text, part)',
    meaning: 'Whether the text holds the part; letter case counts.',
    example: "contains(path, '/rest')",
    rule: plain('contains', ['string', 'string'], 'bool'),
  },
  {
    name: 'starts_with',
    group: 'texts',
    signature: 'starts_with(text, part)',
    meaning: 'Whether the text begins with the part; letter case counts.',
    example: "starts_with(path, '/rest')",
    rule: plain('starts_with', ['string', 'string'], 'bool'),
  },
  {
    name: 'ends_with',
    group: 'texts',
    signature: 'ends_with(text, part)',
    meaning: 'Whether the text ends with the part; letter case counts.',
    example: "ends_with(path, '.json')",
    rule: plain('ends_with', ['string', 'string'], 'bool'),
  },
  {
    name: 'matches',
    group: 'texts',
    signature: 'matches(text, pattern)',
    meaning:
      'Whether the RE2 pattern is found anywhere in the text; `.` does not match a new line.',
    example: "matches(path, r'^/v[0-9]+/')",
    rule: { kind: 'matches' },
  },
  {
    name: 'lower',
    group: 'texts',
    signature: 'lower(text)',
    meaning: 'The text in lower case; beyond ASCII as the engine has it.',
    example: 'lower(path)',
    rule: plain('lower', ['string'], 'string'),
  },
  {
    name: 'upper',
    group: 'texts',
    signature: 'upper(text)',
    meaning: 'The text in upper case; beyond ASCII as the engine has it.',
    example: 'upper(path)',
    rule: plain('upper', ['string'], 'string'),
  },
  {
    name: 'length',
    group: 'texts',
    signature: 'length(text)',
    meaning: 'The number of code points.',
    example: 'length(path)',
    rule: plain('length', ['string'], 'int64'),
  },
  {
    name: 'concat',
    group: 'texts',
    signature: 'concat(text, …)',
    meaning: 'The texts one after another; NULL where one is NULL.',
    example: "concat(method, ' ', path)",
    refuses: {
      float64: NOT_PRINTED('floats'),
      timestamp: NOT_PRINTED('timestamps'),
    },
    rule: { kind: 'concat' },
  },
  {
    name: 'if',
    group: 'conditions',
    signature: 'if(condition, then, else)',
    meaning: '`then` where the condition is true, otherwise `else`, for NULL too.',
    example: "if(status < 400, 'good', 'bad')",
    rule: { kind: 'alike', fn: 'if', least: 3, most: 3 },
  },
  {
    name: 'coalesce',
    group: 'conditions',
    signature: 'coalesce(x, …)',
    meaning: 'The first value that is not NULL.',
    example: "coalesce(user, 'nobody')",
    rule: { kind: 'alike', fn: 'coalesce', least: 1, most: Number.POSITIVE_INFINITY },
  },
  {
    name: 'nullif',
    group: 'conditions',
    signature: 'nullif(x, y)',
    meaning: 'NULL where the two are equal, otherwise `x`.',
    example: "nullif(user, '')",
    rule: { kind: 'alike', fn: 'nullif', least: 2, most: 2 },
  },
  {
    name: 'trunc',
    group: 'time',
    signature: 'trunc(timestamp, unit)',
    meaning:
      'The start of the second, minute, hour, day or week (from Monday) in UTC; or of a step: `interval 5 minute`.',
    example: 'trunc(at, hour)',
    rule: { kind: 'trunc' },
  },
  {
    name: 'now',
    group: 'time',
    signature: 'now()',
    meaning: 'The instant of the request.',
    example: 'now() - interval 1 hour',
    rule: { kind: 'now' },
  },
  {
    name: 'abs',
    group: 'numbers',
    signature: 'abs(number)',
    meaning: 'The number without its sign, of its own type.',
    example: 'abs(bytes)',
    rule: {
      kind: 'scalar',
      overloads: (['int64', 'float64', 'decimal'] as const).map(scalar => ({
        takes: [scalar],
        gives: scalar,
        fn: 'abs',
        nullable: 'operands',
      })),
    },
  },
  {
    name: 'round',
    group: 'numbers',
    signature: 'round(number)',
    meaning: 'The nearest whole number, halves away from zero, as `float64`.',
    example: 'round(duration)',
    rule: plain('round', ['float64'], 'float64'),
  },
  {
    name: 'floor',
    group: 'numbers',
    signature: 'floor(number)',
    meaning: 'The greatest whole number that is not above, as `float64`.',
    example: 'floor(duration)',
    rule: plain('floor', ['float64'], 'float64'),
  },
  {
    name: 'ceil',
    group: 'numbers',
    signature: 'ceil(number)',
    meaning: 'The least whole number that is not below, as `float64`.',
    example: 'ceil(duration)',
    rule: plain('ceil', ['float64'], 'float64'),
  },
  {
    name: 'cast_string',
    group: 'casts',
    signature: 'cast_string(x)',
    meaning:
      'The text of an `int64`, a `decimal` (`12.5`), a `bool` (`true`, `false`) or a `date` (`2026-01-15`).',
    example: 'cast_string(status)',
    refuses: { float64: NOT_PRINTED('floats'), timestamp: NOT_PRINTED('timestamps') },
    rule: cast('string', [
      ['int64', 'string_from_int64', 'operands'],
      ['decimal', 'string_from_decimal', 'operands'],
      ['bool', 'string_from_bool', 'operands'],
      ['date', 'string_from_date', 'operands'],
      ['string', null, 'operands'],
    ]),
  },
  {
    name: 'cast_int64',
    group: 'casts',
    signature: 'cast_int64(x)',
    meaning:
      'The `int64` of a text, a `float64` or a `decimal` (rounded, halves away from zero) or a `bool`; NULL where there is none.',
    example: 'cast_int64(code)',
    rule: cast('int64', [
      ['string', 'int64_from_string', 'always'],
      ['float64', 'int64_from_float64', 'always'],
      ['decimal', 'int64_from_decimal', 'always'],
      ['bool', 'int64_from_bool', 'operands'],
      ['int64', null, 'operands'],
    ]),
  },
  {
    name: 'cast_float64',
    group: 'casts',
    signature: 'cast_float64(x)',
    meaning:
      'The `float64` of a text, an `int64` or a `decimal`; NULL where the text is not a number. Beyond 15 digits, the last may differ between engines.',
    example: 'cast_float64(code)',
    rule: cast('float64', [
      ['string', 'float64_from_string', 'always'],
      ['int64', 'float64_from_int64', 'operands'],
      ['decimal', 'float64_from_decimal', 'operands'],
      ['float64', null, 'operands'],
    ]),
  },
  {
    name: 'cast_decimal',
    group: 'casts',
    signature: 'cast_decimal(x)',
    meaning:
      'The `decimal` of an `int64`, or of a text such as `-12.5`; NULL where the text is none, or has more digits than a `decimal`.',
    example: 'cast_decimal(code)',
    refuses: { float64: 'A `float64` is rarely the decimal that is meant: read it as a text.' },
    rule: cast('decimal', [
      ['string', 'decimal_from_string', 'always'],
      ['int64', 'decimal_from_int64', 'operands'],
      ['decimal', null, 'operands'],
    ]),
  },
  {
    name: 'cast_timestamp',
    group: 'casts',
    signature: 'cast_timestamp(x)',
    meaning: 'The timestamp of an ISO 8601 text; NULL where the text is none.',
    example: 'cast_timestamp(code)',
    rule: cast('timestamp', [
      ['string', 'timestamp_from_string', 'always'],
      ['timestamp', null, 'operands'],
    ]),
  },
];

const BY_NAME: ReadonlyMap<string, LibraryFunction> = new Map(LIBRARY.map(f => [f.name, f]));

/** The function of that name, whatever its case; `null` where the library has none. */
export function libraryFunction(name: string): LibraryFunction | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}
