/** The reads of JSON documents that convert: `LAX_INT64(payload.n)`. They fail for values that some engine converts differently. */
import { makeCall, testKnown, testNull } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { FALSE, makeLiteral, nullLiteral } from '../../../core/expr/literals.ts';
import type { Scalar } from '../../../core/types/scalar.ts';
import type { FunctionName } from '../../../functions/names.ts';
import { fits } from '../../calls.ts';
import { TRANSLATED_CASTS } from '../casts.ts';
import { provided, safely } from '../failing.ts';

/** A value, and the conditions that make it fail instead. */
interface Lax {
  readonly value: PlanExpr;
  readonly failing: readonly PlanExpr[];
}

type At = readonly PlanExpr[];

const LAX: Readonly<Record<string, (at: At) => Lax>> = {
  lax_string: at => {
    const value = makeCall('json_lax_text', 'string', at, true);
    return { value, failing: [all(testNull(value), testKnown(numberAt(at)))] };
  },
  lax_int64: at => {
    const [whole, number, text] = [wholeAt(at), numberAt(at), textAt(at)];
    const own = makeCall('parsed_int64', 'int64', [text], true);
    const flag = makeCall('int64_from_bool', 'int64', [boolAt(at)], true);
    const read = makeCall('if', 'int64', [fits(text, WHOLE), own, nullLiteral('int64')], true);
    // GoogleSQL rounds a fraction, and is NULL for a number beyond 64 bits
    const isFraction = all(testNull(whole), isBelow(number, WITH_FRACTIONS));
    return {
      value: firstOf([whole, flag, read]),
      failing: [
        isFraction,
        all(testNull(read), any(testKnown(floatIn(text)), fits(text, HEXADECIMAL))),
      ],
    };
  },
  lax_float64: at => {
    const text = textAt(at);
    return { value: firstOf([numberAt(at), floatIn(text)]), failing: [fits(text, HEXADECIMAL)] };
  },
  lax_bool: at => {
    const cast = TRANSLATED_CASTS.get('string bool')?.(textAt(at), 'bool');
    if (cast === undefined || cast === null) throw new Error('texts have a cast to bool');
    return { value: firstOf([boolAt(at), safely(cast)]), failing: [testKnown(numberAt(at))] };
  },
};

/** The names of the functions, as the analyser writes them. */
export const LAX_NAMES: readonly string[] = Object.keys(LAX);

/** The value at the path, converted. `isNull`: NULL replaces a value for which the function would fail. */
export function laxRead(name: string, at: At, isNull: boolean): PlanExpr | null {
  const lax = Object.hasOwn(LAX, name) ? LAX[name]?.(at) : undefined;
  if (lax === undefined) return null;
  const { value, failing } = lax;
  const fails = failing.map(one => makeCall('coalesce', 'bool', [one, FALSE], false));
  const isRead = makeCall('not', 'bool', [any(...fails)], false);
  if (!isNull) return provided(isRead, value);
  return makeCall('if', value.scalar, [isRead, value, nullLiteral(value.scalar)], true);
}

/** A whole number that every engine reads. */
const WHOLE = '^ *[+-]?[0-9]{1,18} *$';
const HEXADECIMAL = '^[ \\t\\n\\x0b\\f\\r]*[+-]?0[xX]';
/** Floats from here on are whole. */
const WITH_FRACTIONS = 9_007_199_254_740_992;

function read(fn: FunctionName, scalar: Scalar): (at: At) => PlanExpr {
  return at => makeCall(fn, scalar, at, true);
}
const wholeAt = read('json_int64', 'int64');
const numberAt = read('json_float64', 'float64');
const textAt = read('json_string', 'string');
const boolAt = read('json_bool', 'bool');

function floatIn(text: PlanExpr): PlanExpr {
  return makeCall('parsed_float64', 'float64', [text], true);
}

function firstOf(values: readonly [PlanExpr, ...PlanExpr[]]): PlanExpr {
  return makeCall('coalesce', values[0].scalar, values, true);
}

function isBelow(of: PlanExpr, most: number): PlanExpr {
  const bound: PlanExpr = makeLiteral('float64', most);
  return makeCall('lt', 'bool', [makeCall('abs', 'float64', [of], true), bound], true);
}

function all(...conditions: readonly PlanExpr[]): PlanExpr {
  return makeCall('and', 'bool', conditions, true);
}

function any(...conditions: readonly PlanExpr[]): PlanExpr {
  const [only, ...more] = conditions;
  return only !== undefined && more.length === 0 ? only : makeCall('or', 'bool', conditions, true);
}
