/** Converts values into and out of PostgreSQL, as text. */

import { instantText } from '../../../generator/core/time/instant-text.ts';
import { isListValue, type Scalar, type Value } from '../../../generator/core/types/scalar.ts';
import type { BoundValue, Cell, Row } from '../../engine.ts';
import { spelledPattern } from '../patterns/spelled.ts';

/** The numbers of the types of a scalar, and of a list of it: those of `pg_type` never change. */
const TYPES: Readonly<Record<Scalar, readonly [one: number, list: number]>> = {
  string: [25, 1009],
  int64: [20, 1016],
  float64: [701, 1022],
  decimal: [1700, 1231],
  bool: [16, 1000],
  timestamp: [1184, 1185],
  datetime: [1114, 1115],
  date: [1082, 1182],
  json: [3802, 3807],
};
const TEXT = 25;

export interface NumberedParameters {
  readonly types: readonly number[];
  readonly values: readonly (string | null)[];
}

/** By their numbers. A number that the statement leaves out has a type all the same: without one, the server refuses the statement. */
export function numberParameters(bound: readonly BoundValue[]): NumberedParameters {
  const last = bound.reduce((most, value, i) => Math.max(most, numberOf(value, i)), 0);
  const types = Array<number>(last).fill(TEXT);
  const values = Array<string | null>(last).fill(null);
  for (const [i, one] of bound.entries()) {
    const { value } = one;
    const at = numberOf(one, i) - 1;
    const isList = value !== null && isListValue(value);
    types[at] = TYPES[one.scalar][isList ? 1 : 0];
    values[at] = value === null ? null : isList ? listText(one, value) : textOf(one, value);
  }
  return { types, values };
}

function numberOf({ position }: BoundValue, i: number): number {
  return position ?? i + 1;
}

function listText(one: BoundValue, items: readonly Value[]): string {
  const texts = items.map(item => `"${textOf(one, item).replace(/[\\"]/g, '\\$&')}"`);
  return `{${texts.join(',')}}`;
}

function textOf({ name, scalar, pattern }: BoundValue, value: Value): string {
  if (pattern !== undefined)
    return patternText(name, pattern === 'caseless' ? `(?i)${value}` : String(value));
  switch (scalar) {
    case 'timestamp':
      return `${instantText(BigInt(value))}+00`;
    case 'datetime':
      return instantText(BigInt(value));
    case 'float64':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'string':
    case 'int64':
    case 'decimal':
    case 'bool':
    case 'date':
    case 'json':
      return String(value);
  }
}

/** Every pattern that a caller may send has such a form. */
function patternText(name: string, pattern: string): string {
  const own = spelledPattern(pattern, 'search');
  if (own === null) throw new Error(`the pattern of \`${name}\` has no form for PostgreSQL`);
  return own;
}

/** The cell that a text of the server stands for, by the number of its type. */
export type ReadCell = (text: string) => Cell;

/** The texts of a row; `null` for NULL. */
export type Texts = readonly (string | null)[];

/** The cells of a row. A text without a reader is a cell itself. */
export function readRow(texts: Texts, reads: readonly ReadCell[]): Row {
  return texts.map((text, i) => (text === null ? null : (reads[i]?.(text) ?? text)));
}

/** The cells of a compiled statement: it has converted all other types to text. */
const READ: ReadonlyMap<number, ReadCell> = new Map<number, ReadCell>([
  [16, text => text === 't'],
  ...[20, 21, 23].map(type => [type, wholeNumber] as const),
  ...[700, 701].map(type => [type, Number] as const),
]);

export function readCompiled(type: number): ReadCell {
  return READ.get(type) ?? (text => text);
}

/** All digits. */
export function wholeNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
