/** Functions of lists, keyed by the analyser's names. They refuse a list that may be NULL, unless an empty list gives the same result. */
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { FALSE, nullLiteral, TRUE, wholeLiteral } from '../../core/expr/literals.ts';
import { ITEM_TYPES, isRecords, itemOf, type Type } from '../../core/types/scalar.ts';
import { anyNullable, literalCount, literalText, type Translator } from '../calls.ts';
import { lookup } from '../records/records.ts';
import { type PlanCell, sizeOf } from '../rows.ts';
import { LARGEST, provided, providedFor } from './failing.ts';
import { rangeBucket } from './ranges.ts';
import { matches, splitText } from './texts/texts.ts';

/** Whether data sets may contain lists of this type: engines store the items of all other types in several ways. */
export function isStoredList(type: Type): boolean {
  const item = itemOf(type);
  return ITEM_TYPES.some(one => one === item);
}

/** The list, or an empty one instead of NULL. */
export function orEmptyList(list: PlanExpr): PlanExpr {
  if (!list.nullable) return list;
  const empty = makeCall('list', list.scalar, [], false);
  return makeCall('coalesce', list.scalar, [list, empty], false);
}

function isList(list: PlanExpr | undefined): list is PlanExpr {
  return list !== undefined && itemOf(list.scalar) !== null;
}

/** Whether it is a list of a type that data sets may contain, not NULL with a record, and not that of a parameter, which has no order. */
export function isOwnList(list: PlanExpr): boolean {
  const isKnown = !list.nullable || isPartsOfText(list);
  return isStoredList(list.scalar) && isKnown && list.kind !== 'param';
}

export function lengthOf(list: PlanExpr): PlanExpr {
  return makeCall('list_length', 'int64', [list], false);
}

const length: Translator = ([list]) => {
  if (list === undefined) return null;
  // a text has at least one part
  if (list.nullable && list.kind === 'call' && list.fn === 'list_split')
    return makeCall('nullif', 'int64', [lengthOf(orEmptyList(list)), wholeLiteral(0n)], true);
  if (list.nullable) return null;
  if (isRecords(list.scalar)) return lookup('count', list, TRUE);
  return isList(list) ? lengthOf(list) : null;
};

/** Whether it is a list of parts of a text: NULL exactly if the text is. */
export function isPartsOfText(list: PlanCell): boolean {
  return list.kind === 'call' && (list.fn === 'list_split' || list.fn === 'list_matches');
}

/** Whether an item of the list may be NULL. Items of a parameter never are. */
export function mayHoldNull(list: PlanExpr): boolean {
  if (isPartsOfText(list)) return false;
  if (list.kind === 'each' && list.as === 'list') return list.body.nullable;
  if (list.kind === 'call' && list.fn === 'list') return list.args.some(item => item.nullable);
  return list.kind !== 'param';
}

/**
 * The item at a position, counted from `first`. Where there is none it fails, or is NULL without `orFails`. Refuses the list of a
 * parameter, which has no order.
 */
function itemAt(first: bigint, orFails: boolean): Translator {
  return ([list, place], _, type) => {
    const at = literalCount(place);
    if (at === null) return itemAtComputed(list, place, { first, orFails, type });
    if (!isList(list) || list.kind === 'param' || at < first) return null;
    const item = makeCall('list_item', type, [list, wholeLiteral(at - first)], true);
    if (!orFails) return item;
    if (list.nullable || sizeOf(list) > LARGEST) return null;
    return provided(
      makeCall('gt', 'bool', [lengthOf(list), wholeLiteral(at - first)], false),
      item,
    );
  };
}

/** The item at a position that only the row has. */
function itemAtComputed(
  list: PlanExpr | undefined,
  place: PlanExpr | undefined,
  {
    first,
    orFails,
    type,
  }: { readonly first: bigint; readonly orFails: boolean; readonly type: Type },
): PlanExpr | null {
  if (list === undefined || place === undefined || !isOwnList(list) || list.nullable) return null;
  if (sizeOf(list) + sizeOf(place) > LARGEST) return null;
  const isThere = makeCall('between', 'bool', [
    place,
    wholeLiteral(first),
    ofCounts('add', lengthOf(list), wholeLiteral(first - 1n)),
  ]);
  const index = makeCall('if', 'int64', [isThere, place, wholeLiteral(first)], false);
  const only = partOf(list, ofCounts('subtract', index, wholeLiteral(first)), wholeLiteral(1n));
  const item = makeCall('list_item', type, [only, wholeLiteral(0n)], true);
  const known = makeCall('if', type, [isThere, item, nullLiteral(type)], true);
  return orFails ? providedFor(place, [isThere], known) : known;
}

/** The item at either end of a list. Without one it fails, or is NULL without `orFails`. */
function itemAtEnd(isLast: boolean, orFails: boolean): Translator {
  return ([list, ...more], _, type, params) => {
    if (list === undefined || more.length > 0 || list.nullable) return null;
    const of = isLast ? makeCall('list_reverse', list.scalar, [list], false) : list;
    if (isLast && !isOwnList(list)) return null;
    return itemAt(0n, orFails)([of, wholeLiteral(0n)], [], type, params);
  };
}

/** Three-valued logic: NULL if the value is not found and either side contains a NULL. */
const among: Translator = ([of, given]) => {
  if (of === undefined || !isList(given)) return null;
  const list = orEmptyList(given);
  if (of.scalar === 'float64') return null;
  const found = makeCall('in_list', 'bool', [of, list], of.nullable);
  const branches: PlanExpr[] = [found, TRUE];
  if (mayHoldNull(given)) branches.push(hasNull(of, list), nullLiteral('bool'));
  if (of.nullable) {
    const some = makeCall('gt', 'bool', [lengthOf(list), wholeLiteral(0n)], false);
    const isNull = testNull(of);
    branches.push(makeCall('and', 'bool', [isNull, some], false), nullLiteral('bool'));
  }
  if (branches.length === 2) return found;
  if (sizeOf(of) + sizeOf(list) > LARGEST) return null;
  return makeCall('case', 'bool', [...branches, FALSE], true);
};

function hasNull({ scalar }: PlanExpr, list: PlanExpr): PlanExpr {
  const item: PlanExpr = { kind: 'item', scalar, nullable: true };
  const body = testNull(item);
  return { kind: 'each', as: 'any', of: list, body, scalar: 'bool', nullable: false };
}

const made: Translator = (args, _, type: Type) => {
  const scalar = itemOf(type);
  const isItem = ITEM_TYPES.some(item => item === scalar);
  return isItem && args.every(arg => arg.scalar === scalar)
    ? makeCall('list', type, args, false)
    : null;
};

/** Joins the texts that are not NULL with a literal separator. */
const joined: Translator = ([list, between, ...more]) => {
  if (!isList(list) || itemOf(list.scalar) !== 'string' || list.kind === 'param') return null;
  const isKnown = more.length === 0 && literalText(between) !== null && between !== undefined;
  return isKnown && !list.nullable ? makeCall('list_join', 'string', [list, between], false) : null;
};

function ofOwnLists(fn: 'list_concat' | 'list_reverse'): Translator {
  return (lists, _, type) =>
    lists.every(isOwnList) && !anyNullable(lists) ? makeCall(fn, type, lists, false) : null;
}

/** `COALESCE(list, [])`. */
export function listOrEmpty([list, ...others]: readonly PlanExpr[]): PlanExpr | null {
  const isEmpty = others.every(
    one => one.kind === 'call' && one.fn === 'list' && one.args.length === 0,
  );
  return isList(list) && others.length > 0 && isEmpty ? orEmptyList(list) : null;
}

/** The items from a literal position to another, both included; one below 0 is counted from the end. */
const sliced: Translator = ([list, start, end]) => {
  const [first, last] = [literalCount(start), literalCount(end)];
  if (list === undefined || first === null || last === null) return null;
  if (!isOwnList(list) || list.nullable || sizeOf(list) > LARGEST) return null;
  if ([first, last].some(at => at < -MOST_ITEMS || at > MOST_ITEMS)) return null;
  if (first >= 0n && last >= 0n)
    return partOf(list, wholeLiteral(first), wholeLiteral(last < first ? 0n : last - first + 1n));
  const placed = (at: bigint) =>
    at < 0n ? ofCounts('add', lengthOf(list), wholeLiteral(at)) : wholeLiteral(at);
  const from = first < 0n ? ofCounts('greatest', placed(first), wholeLiteral(0n)) : placed(first);
  const until = last < 0n ? placed(last + 1n) : wholeLiteral(last + 1n);
  const count = ofCounts('subtract', last === -1n ? lengthOf(list) : until, from);
  return partOf(list, from, ofCounts('greatest', count, wholeLiteral(0n)));
};

/** No list is as long. */
const MOST_ITEMS = 1_000_000_000n;

function ofCounts(fn: 'add' | 'subtract' | 'greatest', a: PlanExpr, b: PlanExpr): PlanExpr {
  return makeCall(fn, 'int64', [a, b], false);
}

/** A number of items from a position on, which is counted from 0. */
export function partOf(list: PlanExpr, from: PlanExpr, count: PlanExpr): PlanExpr {
  return makeCall('list_part', list.scalar, [list, from, count], list.nullable);
}

export const ARRAYS: Readonly<Record<string, Translator>> = {
  array_length: length,
  array_to_string: joined,
  $array_at_offset: itemAt(0n, true),
  $array_at_ordinal: itemAt(1n, true),
  $safe_array_at_offset: itemAt(0n, false),
  $safe_array_at_ordinal: itemAt(1n, false),
  $in_array: among,
  $make_array: made,
  array_first: itemAtEnd(false, true),
  array_last: itemAtEnd(true, true),
  $safe_array_first: itemAtEnd(false, false),
  $safe_array_last: itemAtEnd(true, false),
  array_concat: ofOwnLists('list_concat'),
  array_reverse: ofOwnLists('list_reverse'),
  array_slice: sliced,
  split: splitText,
  regexp_extract_all: matches,
  range_bucket: rangeBucket,
};
