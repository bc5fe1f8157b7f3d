/** The texts of scalars where no parameter is declared: in the entries of tests, and of times in expressions. */
import type { Scalar, Value } from '../core/scalar.ts';
import { UNCONSTRAINED } from './constraints.ts';
import type { ParamType, Parsed } from './param-type.ts';
import bool from './types/bool.ts';
import date from './types/date.ts';
import float64 from './types/float64.ts';
import int64 from './types/int64.ts';
import string from './types/string.ts';
import timestamp from './types/timestamp.ts';

/** Those that have one grammar everywhere. */
export type WrittenScalar = Exclude<Scalar, 'decimal' | 'json'>;

const GRAMMARS: Readonly<Record<WrittenScalar, ParamType>> = {
  string,
  int64,
  float64,
  bool,
  timestamp,
  date,
};

/** The value of a text that is not empty, by the grammar that callers' parameters have. */
export function parseScalar(scalar: WrittenScalar, text: string): Parsed {
  return GRAMMARS[scalar].parse(text, { values: null, constraints: UNCONSTRAINED });
}

/** The one text of a value, which is also what clients write of it. */
export function formatScalar(scalar: Scalar, value: Value): string {
  // held as texts
  if (scalar === 'decimal' || scalar === 'json') return String(value);
  return GRAMMARS[scalar].format(value);
}
