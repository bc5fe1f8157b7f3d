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

/** An instant of UTC without its zone, which a text with a zone is not: with two zones it is no instant. */
const datetime: Grammar = {
  parse: (text, of) => {
    const parsed = timestamp.parse(`${text}Z`, of);
    return parsed.ok ? parsed : { ok: false, expected: DATETIME };
  },
  format: value => timestamp.format(value).replace(/Z$/, ''),
};

const DATETIME =
  'a date and a time without a zone, such as `2026-01-15T10:00:00`, of the years 1900 to 2299';

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
