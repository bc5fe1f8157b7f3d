/** The value of each window for a row, from the rows around it. */

import { groupKey, sortOrder, type Value } from '../values.ts';
import { type AggregateValue, readings } from './aggregates.ts';
import { type Environment, evaluate } from './evaluate.ts';
import { type Term, termKey, type WindowTerm } from './term.ts';

/** The same rows, of which each knows the windows too. Rows that an order leaves equal stay in the order of `rows`. */
export function withWindows(
  rows: readonly Environment[],
  aggregate: AggregateValue,
): readonly Environment[] {
  const done = new Map<string, readonly Value[]>();
  return rows.map((row, i) => ({
    ...row,
    known: (term: Term) => {
      if (term.kind !== 'window') return row.known?.(term);
      const key = termKey(term);
      const values = done.get(key) ?? windowValues(term, rows, aggregate);
      done.set(key, values);
      return values[i];
    },
  }));
}

/** For each row, in their order. */
function windowValues(
  term: WindowTerm,
  rows: readonly Environment[],
  aggregate: AggregateValue,
): readonly Value[] {
  const parts = new Map<string, number[]>();
  for (const [i, row] of rows.entries()) {
    const key = groupKey(term.partitionBy.map(part => evaluate(part, row)));
    parts.set(key, [...(parts.get(key) ?? []), i]);
  }
  const values: Value[] = rows.map(() => null);
  for (const places of parts.values()) {
    const keys = new Map(
      places.map(i => [i, term.orderBy.map(key => evaluate(key.term, at(rows, i)))] as const),
    );
    const compared = (a: number, b: number) => {
      const orders = term.orderBy.map(({ descending }, k) =>
        sortOrder(keys.get(a)?.[k] ?? null, keys.get(b)?.[k] ?? null, descending),
      );
      return orders.find(order => order !== 0) ?? 0;
    };
    const sorted = [...places].sort(compared);
    const part = sorted.map(i => at(rows, i));
    const isTie = (a: number, b: number) => compared(at(sorted, a), at(sorted, b)) === 0;
    for (const [place, i] of sorted.entries())
      values[i] = valueAt(term, part, place, isTie, aggregate);
  }
  return values;
}

function valueAt(
  term: WindowTerm,
  part: readonly Environment[],
  place: number,
  isTie: (a: number, b: number) => boolean,
  aggregate: AggregateValue,
): Value {
  const { fn, of, distance, frame } = term;
  const begin = frame.from === null ? 0 : Math.max(0, place + frame.from);
  const end = frame.to === null ? part.length : Math.max(begin, place + frame.to + 1);
  const rows = frame.unit === 'range' ? rangeAround(term, part, place) : part.slice(begin, end);
  const value = (row: Environment | undefined) =>
    of === null || row === undefined ? null : evaluate(of, row);
  const values = rows.map(value).filter(one => !term.ignoresNulls || one !== null);
  const before = part.map((_, i) => i).slice(0, place);
  switch (fn) {
    case 'row_number':
      return BigInt(place + 1);
    case 'rank':
      return BigInt(before.filter(i => !isTie(i, place)).length + 1);
    case 'dense_rank':
      return BigInt(before.filter(i => !isTie(i, i + 1)).length + 1);
    case 'ntile':
      return BigInt(tileOf(place, part.length, Number(value(part[place]))));
    case 'lag':
      return value(part[place - distance]);
    case 'lead':
      return value(part[place + distance]);
    case 'first_value':
      return values.at(0) ?? null;
    case 'last_value':
      return values.at(-1) ?? null;
    default:
      if (term.aggregate === null) throw new Error(`${fn} is no function over a window`);
      return aggregate(term.aggregate, readings(term.aggregate, rows));
  }
}

/** The rows whose keys are that far away. A row without a key has only those without one around it, but for an open side. */
function rangeAround(
  { orderBy: [order], frame }: WindowTerm,
  part: readonly Environment[],
  place: number,
): readonly Environment[] {
  if (order === undefined) throw new Error('a range has an order');
  const { from, to } = frame;
  const keys = part.map(row => evaluate(order.term, row));
  const own = keys[place] ?? null;
  const isKnown = (key: Value): key is bigint => typeof key === 'bigint';
  const away = (key: Value): number => {
    if (isKnown(key) && isKnown(own)) return Number(order.descending ? own - key : key - own);
    // NULLs come first, or last in a descending order
    return isKnown(own) === order.descending ? Infinity : -Infinity;
  };
  return part.filter((_, i) => {
    const key = keys[i] ?? null;
    if (own === null && key === null) return true;
    const distance = away(key);
    return (from === null || distance >= from) && (to === null || distance <= to);
  });
}

/** Of `count` groups, the first ones have one row more. */
function tileOf(place: number, rows: number, count: number): number {
  const small = Math.floor(rows / count);
  const large = rows % count;
  const inLarge = large * (small + 1);
  return place < inLarge
    ? Math.floor(place / (small + 1)) + 1
    : large + Math.floor((place - inLarge) / small) + 1;
}

function at<T>(items: readonly T[], i: number): T {
  const item = items[i];
  if (item === undefined) throw new Error(`no item ${i}`);
  return item;
}
