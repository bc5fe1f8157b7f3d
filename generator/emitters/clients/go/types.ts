/** Go types of values: of parameters, which callers pass, and of columns, which are read from JSON. */
import { type Encoding, held, type Scalar, type Type } from '../../../core/types/scalar.ts';
import { type EmittedColumn, holdsNull, mayBeNull, readEncoding } from '../../facts/columns.ts';
import { type Code, code } from '../../text/writer.ts';

/** A type, and the package that it needs. */
export interface GoType {
  readonly code: Code;
  readonly from?: 'encoding/json' | 'time';
}
export interface GoParam extends GoType {
  /** The method of the runtime that writes a value into the query. */
  readonly put: Code;
  /** Whether the zero value is an ordinary value, so that only a nil pointer can mean that the parameter is absent. */
  readonly hasZero: boolean;
  /** Limits of a parameter that its type does not express. */
  readonly note?: string;
}

const text = { code: code`string`, put: code`text`, hasZero: false };

/**
 * Types of parameters. The service treats an empty text as absent and rejects the first instants of the calendar, so their zero
 * values can mean absent.
 */
export const GO_PARAM_TYPES: Readonly<Record<Scalar, GoParam>> = {
  string: text,
  int64: { code: code`int64`, put: code`integer`, hasZero: true },
  float64: { code: code`float64`, put: code`float`, hasZero: true },
  decimal: text,
  bool: { code: code`bool`, put: code`flag`, hasZero: true },
  timestamp: {
    code: code`time.Time`,
    from: 'time',
    put: code`timestamp`,
    hasZero: false,
    note: 'To the microsecond.',
  },
  datetime: text,
  date: { code: code`Date`, put: code`date`, hasZero: false },
  json: text,
};

const INTEGER: GoType = { code: code`int64` };
const TEXT: GoType = { code: code`string` };

/** Types of columns by their encoding in JSON, without regard to `null`. */
const COLUMN_TYPES: Readonly<Record<Scalar, (encode: Encoding) => GoType>> = {
  string: () => TEXT,
  int64: encode => (encode === 'string' ? TEXT : INTEGER),
  float64: () => ({ code: code`float64` }),
  decimal: encode => (encode === 'number' ? { code: code`float64` } : TEXT),
  bool: () => ({ code: code`bool` }),
  timestamp: timestampType,
  datetime: () => TEXT,
  date: () => ({ code: code`Date` }),
  json: () => ({ code: code`json.RawMessage`, from: 'encoding/json' }),
};

function timestampType(encode: Encoding): GoType {
  switch (encode) {
    case 'epoch_micros':
    case 'epoch_millis':
      return INTEGER;
    case 'string':
    case 'number':
      return TEXT;
    case 'rfc3339':
    case 'plain':
      return { code: code`time.Time`, from: 'time' };
  }
}

/** Returns the type of a column or field that is not a record, but of `type`. */
export function typeOfColumn(column: EmittedColumn, type: Type): GoType {
  const { as, of } = held(type);
  const spelled = COLUMN_TYPES[of](readEncoding(column));
  const item = spelled.code;
  if (as === 'map') return { ...spelled, code: code`map[string]*${item}` };
  if (as === 'list') {
    return { ...spelled, code: holdsNull(column) ? code`[]*${item}` : code`[]${item}` };
  }
  return mayBeNull(column) ? { ...spelled, code: code`*${item}` } : spelled;
}

/** Lists the imports that types need. */
export function importsOf(types: readonly GoType[]): readonly string[] {
  return types.flatMap(({ from }) => (from === undefined ? [] : [from]));
}
