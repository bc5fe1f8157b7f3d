/** Aggregates of the items of a list of the outer row: counts, and functions of the list of values that are not NULL. */
import { isDeepStrictEqual } from 'node:util';
import { makeCall, testKnown, testNull } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, TRUE, textLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { isScalar, type ListType, listOf, type Type } from '../../core/types/scalar.ts';
import type { FunctionName } from '../../functions/names.ts';
import { literalText } from '../calls.ts';
import type { TranslationContext } from '../context.ts';
import { exprOf } from '../expr.ts';
import { isStoredList, lengthOf } from '../functions/arrays.ts';
import { holding, orFail } from '../functions/failing.ts';
import { valuesOf } from '../records/records.ts';
import { sizeOf } from '../rows.ts';
import { sortKeys } from '../scans/sort.ts';
import { functionName, shownName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import {
  countRows,
  different,
  isByPlace,
  isItem,
  joinedRows,
  kept,
  type Own,
  placeless,
  sorted,
  testAll,
} from './own-items.ts';

/** The value of an aggregate over the rows of `below`. */
export function aggregateOfItems(
  node: ResolvedNode,
  below: Own,
  context: TranslationContext,
): PlanExpr {
  const name = functionName(node);
  const type = node.value('type');
  const args = node.nodes('argument_list').map(part => {
    context.findOfItem(part, below.cells);
    return placeless(exprOf(part, below.cells, context), part, context);
  });
  const isDistinct = node.flag('distinct');
  const made = isDistinct
    ? OF_DIFFERENT[name]?.({ args, below, node, context })
    : (countOf(name, args, below) ?? OF_VALUES[name]?.({ args, below, node, context }));
  if (made != null) return made;
  const form = isDistinct ? ' with DISTINCT' : '';
  context.refuse(`the aggregate ${shownName(name)}${form} of the items of a list`, node);
  return nullLiteral(type === null ? 'int64' : 'string');
}

// ---- counts ---------------------------------------------------------------------------------------------------------

function countOf(name: string, [of = TRUE]: readonly PlanExpr[], below: Own): PlanExpr | null {
  const test = COUNTED[name]?.(of);
  if (test === undefined) return null;
  return countRows(below, test === TRUE ? [] : [test]);
}

/** Conditions on the rows to count, keyed by the name of the aggregate. */
const COUNTED: Readonly<Record<string, (of: PlanExpr) => PlanExpr>> = {
  $count_star: of => of,
  countif: of => of,
  count: of => (of.nullable ? testKnown(of) : TRUE),
};

function distinctCount({ args: [of], below }: Asked): PlanExpr | null {
  const values = of === undefined || of.scalar === 'float64' ? null : knownValues(of, below);
  if (values === null) return null;
  return lengthOf(makeCall('list_distinct', values.scalar, [values], false));
}

// ---- functions of values --------------------------------------------------------------------------------------------

interface Asked {
  readonly args: readonly PlanExpr[];
  readonly below: Own;
  readonly node: ResolvedNode;
  readonly context: TranslationContext;
}

/** Aggregates of the values that are not NULL, keyed by the analyser's names. */
const OF_VALUES: Readonly<Record<string, (asked: Asked) => PlanExpr | null>> = {
  sum: summed('list_sum', type => type),
  avg: summed('list_avg', () => 'float64'),
  min: extreme('list_min'),
  max: extreme('list_max'),
  // any value is right
  any_value: asked => anyValue(asked),
  logical_or: extreme('list_max'),
  logical_and: extreme('list_min'),
  string_agg: joined,
  array_agg: listed,
};

/** Aggregates with DISTINCT, keyed likewise. */
const OF_DIFFERENT: Readonly<Record<string, (asked: Asked) => PlanExpr | null>> = {
  count: distinctCount,
  string_agg: joined,
  array_agg: listed,
};

/** The names of all aggregates of items, as the analyser writes them. */
export const ITEM_AGGREGATES: readonly string[] = [
  ...Object.keys(COUNTED),
  ...Object.keys(OF_VALUES),
];

/** Fails if the result is out of range or not finite. */
function summed(fn: FunctionName, typeOf: (type: Type) => Type) {
  return ({ args: [of], below, context }: Asked): PlanExpr | null => {
    if (of === undefined || (of.scalar !== 'int64' && of.scalar !== 'float64')) return null;
    const values = knownValues(of, below);
    if (values === null) return null;
    const type = typeOf(of.scalar);
    const sum = makeCall(fn, type, [values], true);
    if (context.failures === 'null') return sum;
    if (sizeOf(values) > LONGEST) return null;
    const isEmpty = makeCall('eq', 'bool', [lengthOf(values), wholeLiteral(0n)], false);
    const failing = orFail(sum, []);
    return failing === null
      ? null
      : makeCall('if', type, [isEmpty, nullLiteral(type), failing], true);
  };
}

/** The most nodes of a list that is written twice. */
const LONGEST = 60;

function extreme(fn: FunctionName) {
  return ({ args: [of], below }: Asked): PlanExpr | null => {
    const values = of === undefined ? null : knownValues(of, below);
    return of === undefined || values === null ? null : makeCall(fn, of.scalar, [values], true);
  };
}

function anyValue(asked: Asked): PlanExpr | null {
  asked.context.inlined.add('any_value');
  return extreme('list_min')(asked);
}

/** Joins the texts. */
function joined(asked: Asked): PlanExpr | null {
  const { args, context } = asked;
  const [of, between = textLiteral(',')] = args;
  const isText = of?.scalar === 'string' && literalText(between) !== null;
  const known = isText ? knownValues(of, asked.below) : null;
  const values = known === null ? null : arranged(known, asked);
  if (values === null || sizeOf(values) > LONGEST) return null;
  context.inlined.add('string_agg');
  const isEmpty = makeCall('eq', 'bool', [lengthOf(values), wholeLiteral(0n)], false);
  const text = makeCall('list_join', 'string', [values, between], false);
  return makeCall('if', 'string', [isEmpty, nullLiteral('string'), text], true);
}

/** The list; that of no items is NULL. */
function listed(asked: Asked): PlanExpr | null {
  const { args, node, below, context } = asked;
  const [of] = args;
  const isIgnoring = node.text('null_handling_modifier') === 'IGNORE_NULLS';
  const known = of === undefined ? null : knownValues(of, below);
  if (of === undefined || known === null || sizeOf(known) > LONGEST) return null;
  const isNull = context.failures === 'null';
  const values = arranged(isIgnoring ? known : withoutMissing(known, of, below, isNull), asked);
  context.inlined.add('array_agg');
  return values === null ? null : { ...values, nullable: true };
}

/** The values in the order of the items, or in their own. Returns `null` for any other order. */
function arranged(values: PlanExpr, { args, node, below, context }: Asked): PlanExpr | null {
  const keys = sortKeys(node, below.cells, context);
  const [key, ...more] = keys;
  const isByValue = key !== undefined && more.length === 0 && isDeepStrictEqual(key.expr, args[0]);
  const isInPlace = keys.length === 0 || (isByPlace(keys) && below.around.length === 0);
  if (!isInPlace && !isByValue) return null;
  const isDistinct = node.flag('distinct');
  const once = isDistinct ? different(values) : values;
  if (once === null || !isByValue) return once;
  if (!isDistinct) return sorted(once, key.descending);
  return key.descending ? makeCall('list_reverse', once.scalar, [once], false) : once;
}

/** The values of the rows that are not NULL, in order. Returns `null` if lists cannot contain them. */
export function knownValues(of: PlanExpr, own: Own): PlanExpr | null {
  if (!isScalar(of.scalar) || !isStoredList(listOf(of.scalar))) return null;
  return joinedRows(valuesIn(of, own, listOf(of.scalar)), own);
}

/** The same for the innermost list. */
function valuesIn(of: PlanExpr, { list, records, tests }: Own, scalar: ListType): PlanExpr {
  if (records !== null) return valuesOf(records, testAll(tests), of, scalar);
  const isKnown = of.nullable ? [testKnown(of)] : [];
  if (list !== null) {
    const known = kept(list, isKnown);
    if (isItem(of)) return known;
    return { kind: 'each', as: 'list', of: known, body: of, scalar, nullable: false };
  }
  const all = [...tests, ...isKnown];
  const one = makeCall('list', scalar, [of], false);
  if (all.length === 0) return one;
  return makeCall('if', scalar, [testAll(all), one, makeCall('list', scalar, [], false)], false);
}

/** The values, which are those of the rows that are not NULL. Lists cannot contain NULL: one with NULL fails, or is empty. */
export function withoutMissing(
  values: PlanExpr,
  cell: PlanExpr,
  own: Own,
  isNull: boolean,
): PlanExpr {
  if (!cell.nullable || isItem(cell)) return values;
  const missing = countRows(own, [testNull(cell)]);
  const isWhole = makeCall('eq', 'bool', [missing, wholeLiteral(0n)], false);
  const whole = isNull ? isWhole : holding(isWhole);
  const nothing = makeCall('list', values.scalar, [], false);
  return makeCall('if', values.scalar, [whole, values, nothing], false);
}
