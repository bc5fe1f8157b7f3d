/** The types that a script may name. */
import { listOf, type Scalar, type Type } from '../../../core/types/scalar.ts';
import type { RefuseAt, ScriptToken } from './statements.ts';

const NAMED: ReadonlyMap<string, Scalar> = new Map([
  ['string', 'string'],
  ['int64', 'int64'],
  ...['int', 'integer', 'bigint', 'smallint', 'tinyint', 'byteint'].map(
    (name): [string, Scalar] => [name, 'int64'],
  ),
  ['float64', 'float64'],
  ['numeric', 'decimal'],
  ['decimal', 'decimal'],
  ['bool', 'bool'],
  ['boolean', 'bool'],
  ['timestamp', 'timestamp'],
  ['datetime', 'datetime'],
  ['date', 'date'],
  ['json', 'json'],
]);

/** The type of the words, which may be `ARRAY<…>` of another. Reports any other type, and returns `null` for it. */
export function readWrittenType(
  words: readonly ScriptToken[],
  at: Pick<ScriptToken, 'start' | 'end'>,
  refuse: RefuseAt,
): Type | null {
  const [first, opening, item, closing, ...more] = words;
  const scalar = NAMED.get(item?.word ?? '');
  const isList = first?.word === 'array' && opening?.text === '<' && closing?.text === '>';
  if (isList && scalar !== undefined && more.length === 0) return listOf(scalar);
  return readScalar(words, at, refuse);
}

/** The scalar of the words. Reports any other type, and returns `null` for it. */
export function readScalar(
  words: readonly ScriptToken[],
  at: Pick<ScriptToken, 'start' | 'end'>,
  refuse: RefuseAt,
): Scalar | null {
  const [first, ...more] = words;
  const scalar = NAMED.get(first?.word ?? '');
  if (scalar !== undefined && more.length === 0) return scalar;
  const shown = words.map(({ text }) => text).join('');
  const range = first === undefined ? at : { start: first.start, end: (more.at(-1) ?? first).end };
  const message =
    shown === '' ? 'A type is missing here' : `\`${shown}\` is not a type that a script may name`;
  const hint =
    'Write `STRING`, `INT64`, `FLOAT64`, `NUMERIC`, `BOOL`, `DATE`, `TIMESTAMP`, `DATETIME` or `JSON`.';
  return refuse(range, message, hint);
}
