/** Casts that fail for the same values as in GoogleSQL. */
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, textLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import type { Type } from '../../core/types/scalar.ts';
import type { FunctionName } from '../../functions/names.ts';
import { fits } from '../calls.ts';
import { castText, readTextSafely } from '../readings.ts';
import { computedOnce, orFail, providedFor } from './failing.ts';
import { datetimeOf, instantOf, writeDatetime } from './times/datetimes.ts';
import { writeInstant } from './times/instants.ts';

type Cast = (of: PlanExpr, to: Type) => PlanExpr | null;

/** A cast that always has a value. */
function total(fn: FunctionName): Cast {
  return (of, to) => makeCall(fn, to, [of]);
}

/** A cast that has no result for some values. */
function partial(fn: FunctionName): Cast {
  return (of, to) => orFail(makeCall(fn, to, [of], true), [of]);
}

function truth(word: string, of: PlanExpr): PlanExpr {
  const text: PlanExpr = textLiteral(word);
  return makeCall('eq', 'bool', [makeCall('lower', 'string', [of]), text], of.nullable);
}

/** Reads `true` and `false` in any ASCII case. `lower` maps no other letter to one of theirs. */
const readBool: Cast = of => {
  const literal = (value: boolean | null): PlanExpr => {
    return { kind: 'literal', value, scalar: 'bool', nullable: value === null };
  };
  const branches = [truth('true', of), literal(true), truth('false', of), literal(false)];
  return orFail(makeCall('case', 'bool', [...branches, literal(null)], true), [of]);
};

/** GoogleSQL has a text of every float, so that SAFE hides no failure. */
const writeFloatSafely: Cast = of =>
  computedOnce(of, one => {
    const text = makeCall('string_from_float64', 'string', [one], true);
    const isUnwritten = testNull(text);
    return providedFor(one, [makeCall('not', 'bool', [isUnwritten])], text);
  });

/** Decimals in the form that every engine reads. */
const PLAIN_DECIMAL = '^-?[0-9]{1,29}(?:[.][0-9]{1,9})?$';
/** Characters and pairs of them that no number contains. */
const NO_NUMBER = [
  '[A-DF-Za-df-z_/:,;()#$%&*"\'<>=?!@|{}~]',
  ...['[0-9.][+-]', '[.][^.]*[.]', '[0-9.] +[0-9.]'],
].join('|');

/** NULL for a text in another form. */
function decimalIn(of: PlanExpr): PlanExpr {
  const read = makeCall('parsed_decimal', 'decimal', [of], true);
  const choice = [fits(of, PLAIN_DECIMAL), read, nullLiteral('decimal')];
  return makeCall('if', 'decimal', choice, true);
}

const readDecimal: Cast = of => computedOnce(of, one => orFail(decimalIn(one), [one]));

/** NULL for a text that is no number; fails for a number in another form. */
const readDecimalSafely: Cast = of =>
  computedOnce(of, one => {
    const hasNone = makeCall('not', 'bool', [fits(one, '[0-9]')], one.nullable);
    const known = [fits(one, PLAIN_DECIMAL), hasNone, fits(one, NO_NUMBER)];
    return providedFor(one, known, decimalIn(one));
  });

/** Keyed by source type and target type. */
export const TRANSLATED_CASTS: ReadonlyMap<string, Cast> = new Map([
  ['int64 float64', total('float64_from_int64')],
  ['int64 string', total('string_from_int64')],
  ['int64 decimal', total('decimal_from_int64')],
  ['int64 bool', of => makeCall('ne', 'bool', [of, wholeLiteral(0n)], of.nullable)],
  ['float64 string', partial('string_from_float64')],
  ['float64 decimal', partial('decimal_from_float64')],
  ['float64 int64', partial('int64_from_float64')],
  ['decimal int64', partial('int64_from_decimal')],
  ['decimal float64', total('float64_from_decimal')],
  ['decimal string', total('string_from_decimal')],
  ['bool string', total('string_from_bool')],
  ['bool int64', total('int64_from_bool')],
  ['string int64', partial('parsed_int64')],
  ['string float64', partial('parsed_float64')],
  ['string bool', readBool],
  ['string decimal', readDecimal],
  ['string date', castText],
  ['string timestamp', castText],
  ['date string', total('string_from_date')],
  ['date timestamp', total('timestamp_from_date')],
  ['timestamp date', total('date_from_timestamp')],
  ['timestamp string', of => writeInstant(of)],
  ['timestamp datetime', of => datetimeOf(of)],
  ['date datetime', of => datetimeOf(of)],
  ['datetime timestamp', of => instantOf(of)],
  ['datetime date', of => makeCall('date_from_timestamp', 'date', [instantOf(of)], of.nullable)],
  ['datetime string', of => writeDatetime(of, writeInstant)],
]);

/** `SAFE_CAST` for the types where it is more than the cast with NULL instead of a failure. */
export const SAFE_CASTS: ReadonlyMap<string, Cast> = new Map([
  ['float64 string', writeFloatSafely],
  ['string date', readTextSafely],
  ['string timestamp', readTextSafely],
  ['string decimal', readDecimalSafely],
]);
