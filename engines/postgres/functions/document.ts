/** Values in `jsonb`: of records, of maps, of documents. A value of another type is NULL, so that one entry breaks no statement. */
import type { Untyped } from '../../../generator/core/expr/expr.ts';
import type { Field } from '../../../generator/core/spec/source.ts';
import { held, isRecords, type Scalar } from '../../../generator/core/types/scalar.ts';
import { atom, form, type Spelling } from '../../../generator/sql/spelling.ts';
import {
  joined,
  numeral,
  operand,
  quoteDoubled,
  type Sql,
  sql,
} from '../../../generator/sql/sql.ts';
import { SQL_TYPES } from '../types.ts';

/** A step of a path: a member, a position from 0, or the name of a computed position. */
export type PathStep = string | bigint | { readonly variable: string };

/** A path of SQL/JSON. It is strict: a position finds nothing in a value that is no array, nor a name in an array. */
export function pathText(steps: readonly PathStep[]): string {
  const parts = steps.map(step => {
    if (typeof step === 'string') return `.${JSON.stringify(step)}`;
    return typeof step === 'bigint' ? `[${step}]` : `[$${step.variable}]`;
  });
  return `strict $${parts.join('')}`;
}

const NO_VARIABLES = sql`'{}'`;

/** The first value at a path that fulfils the condition. */
export function valueAt(
  document: Sql,
  path: string,
  condition: string | null,
  variables: Sql = NO_VARIABLES,
): Sql {
  const whole = condition === null ? path : `${path} ? (${condition})`;
  return sql`jsonb_path_query_first(${document}, ${quoteDoubled(whole)}, ${variables}, true)`;
}

/** Only a number has a floor, and is greater or less than one. */
const IS_INT64 = '@.floor() == @ && @ >= -9223372036854775808 && @ <= 9223372036854775807';
/** Casts fail for numbers that a float lacks. The most frequent numbers are the first, as the rest is not computed for them. */
const IS_FLOAT =
  '@ >= 5e-324 && @ <= 1.7976931348623157e308 || @ == 0 || @ <= -5e-324 && @ >= -1.7976931348623157e308';
const MAX_DECIMAL = '99999999999999999999999999999.9999999995';
const LEAP_YEAR = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';
/** The cast fails for a day that no calendar has. */
const DAY = `(?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|${LEAP_YEAR}-02-29)`;
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?';
const OFFSET = '(Z|[+-](0[0-9]|1[0-4])(:?[0-5][0-9])?)?';

/** The condition under which a value has the scalar. */
export const SCALAR_CONDITIONS: Readonly<Record<Scalar, string>> = {
  string: '@.type() == "string"',
  int64: IS_INT64,
  float64: IS_FLOAT,
  decimal: `@ > -${MAX_DECIMAL} && @ < ${MAX_DECIMAL}`,
  bool: '@.type() == "boolean"',
  timestamp: `@ like_regex "^${DAY}[T ]${TIME}${OFFSET}$"`,
  datetime: `@ like_regex "^${DAY}[T ]${TIME}$"`,
  date: `@ like_regex "^${DAY}$"`,
  json: '@ != null',
};

/** The value at a path, as an expression of the scalar. */
export function scalarAt(document: Sql, path: string, scalar: Scalar, variables?: Sql): Sql {
  return converted(valueAt(document, path, SCALAR_CONDITIONS[scalar], variables), scalar);
}

/** A `jsonb` as an expression of the scalar. */
export function typedValue(of: Sql, scalar: Scalar): Sql {
  return scalarAt(of, pathText([]), scalar);
}

function converted(value: Sql, scalar: Scalar): Sql {
  switch (scalar) {
    case 'json':
      return value;
    case 'int64':
    case 'float64':
    case 'decimal':
    case 'bool':
      return sql`${value}::${SQL_TYPES[scalar]}`;
    case 'string':
      return sql`(${value} #>> '{}')`;
    case 'timestamp':
    case 'datetime':
      // the cast rounds what is finer than a microsecond
      return sql`regexp_replace(${value} #>> '{}', '([.][0-9]{6})[0-9]+', '\\1')::${SQL_TYPES[scalar]}`;
    case 'date':
      return sql`(${value} #>> '{}')::${SQL_TYPES[scalar]}`;
  }
}

/** The value at a path: its text, in the form for which people make indexes; whether it is a text; and its JSON text, in which a text has quotes. */
export const UNTYPED: Readonly<
  Record<Untyped, (document: Sql, steps: readonly (string | bigint)[]) => Sql>
> = {
  text: (document, steps) => arrows(document, steps, sql`->>`),
  'is text': (document, steps) =>
    sql('comparison')`jsonb_typeof${arrows(document, steps, sql`->`)} = 'string'`,
  'json text': (document, steps) => sql`${arrows(document, steps, sql`->`)}::text`,
};

/**
 * The number in a JSON text, which alone begins with `-` or a digit, 45 to 57 in ASCII. A short text fits the type, and its length takes less
 * time than a comparison; long texts are compared.
 */
export const OF_JSON_TEXT = {
  int64: numberOf(
    form`WHEN octet_length(${0}) < 19 AND strpos(${0}, '.') = 0 THEN ${atom(0)}::bigint WHEN ${atom(0)}::numeric % 1 = 0 AND ${atom(0)}::numeric BETWEEN -9223372036854775808 AND 9223372036854775807 THEN ${atom(0)}::numeric::bigint`,
  ),
  float64: numberOf(
    form`WHEN octet_length(${0}) < 300 OR ${atom(0)}::numeric = 0 OR abs(${atom(0)}::numeric) BETWEEN 5e-324 AND 1.7976931348623157e308 THEN ${atom(0)}::float8`,
  ),
};

function numberOf(cases: Spelling): Spelling {
  return ([of = sql``]) =>
    sql`CASE WHEN ascii(${of}) NOT BETWEEN 45 AND 57 THEN NULL ${cases([of])} END`;
}

function arrows(document: Sql, steps: readonly (string | bigint)[], last: Sql): Sql {
  const parts = steps.map((step, i) => {
    const arrow = i === steps.length - 1 ? last : sql`->`;
    return sql` ${arrow} ${typeof step === 'bigint' ? numeral(step) : quoteDoubled(step)}`;
  });
  return sql`(${operand(document, 'primary')}${joined(parts, sql``)})`;
}

/** The value at a path of the declared type: a list becomes an array of the engine, without values of other types. */
export function documentLeaf(document: Sql, path: string, type: Field['type']): Sql {
  if (type === 'record') return valueAt(document, path, '@ != null');
  if (isRecords(type)) return itemsOf(document, path);
  const { as, of } = held(type);
  if (as === 'one') return scalarAt(document, path, of);
  if (as === 'map') return valueAt(document, path, '@.type() == "object"');
  const items = `${path}[*] ? (${SCALAR_CONDITIONS[of]})`;
  const item = sql`item`;
  return sql`ARRAY(SELECT ${converted(item, of)} FROM jsonb_path_query(${document}, ${quoteDoubled(items)}, '{}', true) AS ${item})`;
}

/** The records in the array at a path, as an array of the engine. */
export function itemsOf(document: Sql, path: string): Sql {
  const records = quoteDoubled(`${path}[*] ? (@.type() == "object")`);
  return sql`ARRAY(SELECT item FROM jsonb_path_query(${document}, ${records}, '{}', true) AS item)`;
}

/** An object of named positions, for paths with computed ones. */
export function positionsObject(positions: readonly (readonly [name: string, of: Sql])[]): Sql {
  if (positions.length === 0) return NO_VARIABLES;
  const entries = positions.map(([name, of]) => sql`${quoteDoubled(name)}, ${operand(of, 'or')}`);
  return sql`jsonb_build_object(${joined(entries, sql`, `)})`;
}
