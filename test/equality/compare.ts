/** Whether an engine's rows are what the reference allows. */

import {
  answer,
  forSent,
  limitFor,
  readParams,
  type Sent,
  type Tables,
} from '../reference/answer.ts';
import { Decimal, parseDecimal } from '../reference/decimal.ts';
import type { Output, ReferenceEndpoint } from '../reference/endpoint.ts';
import { aggregateValue } from '../reference/language/aggregates.ts';
import type { Row } from '../reference/language/evaluate.ts';
import { type AggregateTerm, aggregatesIn } from '../reference/language/term.ts';
import type { Value } from '../reference/values.ts';
import { FREEDOM } from './exceptions.ts';
import { type Cell, canonicalJson, type Rows } from './execute.ts';

interface Free {
  readonly term: AggregateTerm;
  readonly values: readonly Value[];
}
/** The reference's result for a request: rows, with marks in place of values in which engines are free. */
export interface Expected {
  readonly endpoint: ReferenceEndpoint;
  /** All rows, not cut at the limit, in order. */
  readonly rows: readonly (readonly unknown[])[];
  readonly free: ReadonlyMap<string, Free>;
  /** How many of the rows are answered at most. */
  readonly limit: number;
}

const MARK = '\u0001free ';

/** Computes what is expected. Throws `Refused` where the service would answer 400. */
export function expected(
  whole: ReferenceEndpoint,
  rows: Tables | readonly Row[],
  sent: Sent,
  now: bigint,
): Expected {
  const endpoint = forSent(whole, sent, now);
  const free = new Map<string, Free>();
  const uncut = { ...endpoint, limit: Number.POSITIVE_INFINITY };
  const direct = new Set(endpoint.outputs.map(output => output.term));
  const found = answer(uncut, rows, sent, now, (term, read) => {
    if (FREEDOM[term.fn] === undefined || !direct.has(term)) return aggregateValue(term, read);
    const mark = `${MARK}${free.size}`;
    free.set(mark, { term, values: read.map(({ of }) => of) });
    return mark;
  });
  const limit = limitFor(endpoint, { params: readParams(endpoint, sent, now) });
  return { endpoint, rows: found.rows, free, limit };
}

/** Endpoints whose free aggregates stand inside larger expressions or orders cannot be judged. */
export function canBeJudged({ outputs, orderBy, steps }: ReferenceEndpoint): boolean {
  if ([...steps.values()].some(step => step.outputs.some(isFree))) return false;
  return outputs.every(output => {
    if (!isFree(output)) return true;
    return output.term.kind === 'aggregate' && !orderBy.some(order => order.output === output.name);
  });
}

function isFree({ term }: Output): boolean {
  return aggregatesIn(term).some(({ fn }) => FREEDOM[fn] !== undefined);
}

/** The first fault of an engine's `rows`, or `null`. Rows that the order leaves equal may come in any order and any of them be cut. */
export function difference(wanted: Expected, rows: Rows, engine: string): string | null {
  const { endpoint } = wanted;
  const allows = allowedOn(engine, wanted.free);
  const count = Math.min(wanted.rows.length, wanted.limit);
  if (rows.length !== count) return `${rows.length} rows instead of ${count}`;
  const left = wanted.rows.map(row => row);
  for (const [i, row] of rows.entries()) {
    const at = left.findIndex(candidate => isSameRow(candidate, row, allows));
    if (at === -1)
      return `row ${i} is not expected: ${show(row)}; expected are ${left.slice(0, 3).map(show).join(' ')}`;
    left.splice(at, 1);
  }
  const keys = visibleKeys(endpoint);
  for (const [i, row] of rows.entries()) {
    const same = keys.every(k => isSame(wanted.rows[i]?.[k], row[k] ?? null, allows));
    if (!same)
      return `row ${i} is out of order: ${show(row)} where ${show(wanted.rows[i] ?? [])} is due`;
  }
  return null;
}

/** Places of the visible columns that decide the order, up to the first that is hidden. */
function visibleKeys({ outputs, orderBy }: ReferenceEndpoint): readonly number[] {
  const shown = outputs.filter(output => !output.hidden).map(output => output.name);
  const keys: number[] = [];
  for (const { output } of orderBy) {
    const at = shown.indexOf(output);
    if (at === -1) break;
    keys.push(at);
  }
  return keys;
}

/** Whether a cell may stand where a mark is expected. */
type Allowed = (mark: string, cell: Cell) => boolean;

function allowedOn(engine: string, free: Expected['free']): Allowed {
  return (mark, cell) => {
    const known = free.get(mark);
    if (known === undefined) return false;
    const { term, values } = known;
    return FREEDOM[term.fn]?.(term, values, decimalOr(cell, values), engine) === true;
  };
}

function isSameRow(wanted: readonly unknown[], row: readonly Cell[], allows: Allowed): boolean {
  return (
    wanted.length === row.length && wanted.every((cell, i) => isSame(cell, row[i] ?? null, allows))
  );
}

function isSame(wanted: unknown, cell: Cell, allows: Allowed): boolean {
  if (typeof wanted === 'string' && wanted.startsWith(MARK)) return allows(wanted, cell);
  if (wanted instanceof Decimal) return String(wanted) === decimalIn(cell);
  if (typeof wanted === 'number' && typeof cell === 'number') return isClose(wanted, cell);
  if (Array.isArray(wanted)) {
    if (!Array.isArray(cell) || cell.length !== wanted.length) return false;
    return wanted.every((part, i) => isSame(part, cell[i] ?? null, allows));
  }
  if (wanted !== null && typeof wanted === 'object') {
    if (cell === null || typeof cell !== 'object' || Array.isArray(cell)) return false;
    const parts = Object.entries(wanted);
    if (parts.length !== Object.keys(cell).length) return false;
    return parts.every(([name, part]) =>
      isSame(part, (cell as Record<string, Cell>)[name] ?? null, allows),
    );
  }
  return (
    wanted === cell ||
    (typeof wanted === 'string' && typeof cell === 'string' && isSameJson(wanted, cell))
  );
}

/** A decimal comes as text. */
function decimalOr(cell: Cell, values: readonly Value[]): Value {
  const isDecimal = typeof cell === 'string' && values.some(value => value instanceof Decimal);
  return isDecimal ? parseDecimal(cell) : (cell as Value);
}

/** In wire form an engine may leave zeros at the end, which the service takes away. */
function decimalIn(cell: Cell): string | null {
  return typeof cell === 'string' ? String(parseDecimal(cell)) : null;
}

/** The last digits of a float sum depend on the order of its terms; of terms that cancel out, something is left. */
function isClose(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b), 1e-3);
}

/** The reference has JSON as it is stored; engines may space it in their own way. */
function isSameJson(wanted: string, cell: string): boolean {
  if (!/^[[{]/.test(wanted)) return false;
  try {
    return canonicalJson(wanted) === cell;
  } catch {
    return false;
  }
}

function show(row: readonly unknown[]): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
