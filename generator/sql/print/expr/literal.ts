/** Literal values in a statement's text. */

import { instantText } from '../../../core/time/instant-text.ts';
import type { Scalar, Value } from '../../../core/types/scalar.ts';
import { type Dialect, decimalsOf } from '../../dialect.ts';
import { quoted, type Sql } from '../../sql.ts';

/** `value` as a literal of the dialect; `null` becomes a NULL of the scalar's type. */
export function printLiteral(value: Value | null, scalar: Scalar, dialect: Dialect): Sql {
  if (value === null) return dialect.literals.null(scalar);
  switch (scalar) {
    case 'string':
    case 'json':
      return quoted(of(value, 'string'), dialect.string);
    case 'int64':
      return dialect.literals.int64(of(value, 'bigint'));
    case 'float64':
      return dialect.literals.float64(of(value, 'number'));
    case 'decimal':
      return decimalsOf(dialect).literal(of(value, 'string'));
    case 'bool':
      return dialect.literals.bool(of(value, 'boolean'));
    case 'timestamp': {
      const micros = of(value, 'bigint');
      return dialect.literals.timestamp(micros, instantText(micros));
    }
    case 'datetime': {
      const micros = of(value, 'bigint');
      return dialect.literals.datetime(micros, instantText(micros));
    }
    case 'date':
      return dialect.literals.date(of(value, 'string'));
  }
}

interface Held {
  readonly string: string;
  readonly bigint: bigint;
  readonly number: number;
  readonly boolean: boolean;
}
function of<K extends keyof Held>(value: Value, held: K): Held[K] {
  if (typeof value !== held)
    throw new Error(`a literal holds a ${typeof value} where a ${held} is expected`);
  return value as Held[K];
}
