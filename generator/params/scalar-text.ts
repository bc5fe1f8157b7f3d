/** The texts of scalars without a declared parameter: in the entries of tests, and for times in expressions. */
import type { Scalar, Value } from '../core/types/scalar.ts';
import { UNCONSTRAINED } from './constraints.ts';
import type { ParamType, Parsed } from './param-type.ts';
import bool from './types/bool.ts';
import date from './types/date.ts';
import float64 from './types/float64.ts';
import int64 from './types/int64.ts';
import string from './types/string.ts';
import timestamp from './types/timestamp.ts';

type Grammar = Pick<ParamType, 'parse' | 'format'>;

/** Scalars with one grammar everywhere. */
export type WrittenScalar = Exclude<Scalar, 'decimal' | 'json'>;

/** An instant of UTC without its zone. */
const datetime: Grammar = {
  parse: (text, of) =>
    /[zZ]$|[+-]\d\d(:?\d\d)?$/.test(text.slice('2026-01-15'.length))
      ? timestamp.parse('no datetime', of)
      : timestamp.parse(`${text}Z`, of),
  format: value => timestamp.format(value).replace(/Z$/, ''),
};

const GRAMMARS: Readonly<Record<WrittenScalar, Grammar>> = {
  string,
  int64,
  float64,
  bool,
  timestamp,
  datetime,
  date,
};

/** The value of a non-empty text, by the grammar of callers' parameters. */
export function parseScalar(scalar: WrittenScalar, text: string): Parsed {
  return GRAMMARS[scalar].parse(text, { values: null, constraints: UNCONSTRAINED });
}

/** The canonical text of a value, in which clients also write it. */
export function formatScalar(scalar: Scalar, value: Value): string {
  // both are held as texts
  if (scalar === 'decimal' || scalar === 'json') return String(value);
  return GRAMMARS[scalar].format(value);
}
