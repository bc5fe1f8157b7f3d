/** Converts values into and out of PostgreSQL, as text. */
import { isListValue, type Scalar, type Value } from '../../../generator/core/types/scalar.ts';
import type { BoundValue, Cell } from '../../engine.ts';
import { instantText } from '../../support/instant-text.ts';

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

export interface Parameters {
  readonly types: readonly number[];
  readonly values: readonly (string | null)[];
}

/** By their numbers. A number that the statement leaves out has a type all the same: without one, the server refuses the statement. */
export function parameters(bound: readonly BoundValue[]): Parameters {
  const last = bound.reduce((most, value, i) => Math.max(most, numberOf(value, i)), 0);
  const types = Array<number>(last).fill(TEXT);
  const values = Array<string | null>(last).fill(null);
  for (const [i, one] of bound.entries()) {
    const { scalar, value } = one;
    const at = numberOf(one, i) - 1;
    const isList = value !== null && isListValue(value);
    types[at] = TYPES[scalar][isList ? 1 : 0];
    values[at] = value === null ? null : isList ? listText(scalar, value) : textOf(scalar, value);
  }
  return { types, values };
}

function numberOf({ position }: BoundValue, i: number): number {
  return position ?? i + 1;
}

function listText(scalar: Scalar, items: readonly Value[]): string {
  const texts = items.map(item => `"${textOf(scalar, item).replace(/[\\"]/g, '\\$&')}"`);
  return `{${texts.join(',')}}`;
}

function textOf(scalar: Scalar, value: Value): string {
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

/** The cell that a text of the server stands for, by the number of its type. */
export type ReadCell = (text: string) => Cell;

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
