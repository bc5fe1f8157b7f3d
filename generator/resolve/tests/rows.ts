/** Reads the rows that a test expects, in the form in which the service returns them, according to the outputs. */

import type { Expr, PlanExpr, RecordExpr } from '../../core/expr/expr.ts';
import type { Json } from '../../core/plan/endpoint.ts';
import type { OutputColumn } from '../../core/plan/query.ts';
import type { Report } from '../../core/report/diagnostics.ts';
import type { MappingNode, Node } from '../../core/spec/document.ts';
import { type Compat, fieldEncoding } from '../../core/types/compat.ts';
import { parseDecimal } from '../../core/types/decimal.ts';
import { isObject } from '../../core/types/json-object.ts';
import {
  type Encoding,
  type FieldEncodings,
  held,
  type ItemField,
  itemFieldsOf,
  itemOf,
  type Scalar,
  type Type,
} from '../../core/types/scalar.ts';
import { formatScalar, parseScalar, type WrittenScalar } from '../../params/scalar-text.ts';
import { asMapping } from '../../shape/kinds/list.ts';
import { suggestKey, summarizeNames } from '../names/names.ts';
import {
  type CellReading,
  cellValue,
  fits,
  isNothing,
  quoteExcerpt,
  readJson,
  refuseNode,
  unfit,
} from './cells.ts';

/** A column of the answer, or a field of a record column. */
interface Answered {
  readonly name: string;
  readonly type: Type | 'record';
  readonly nullable: boolean;
  readonly encode: Encoding;
  /** Set for a record that is returned as an array: with one item, or as a list of any length. */
  readonly array?: 'one' | 'list';
  /** The fields of a record; empty for any other value. */
  readonly fields: readonly Answered[];
}
/** A column; `answered` is `null` if the column has a fault. */
export interface AnsweredOutput {
  readonly name: string;
  readonly answered: Answered | null;
}

/** A column of the answer, in the form in which the service returns it. */
export function answeredOutput(
  {
    name,
    expr,
    encode,
    within,
    as,
  }: Pick<OutputColumn, 'name' | 'encode' | 'within' | 'as'> & Value,
  compat: Compat | null,
): Answered {
  const answered = answeredExpr(name, expr, encode, { within, above: '', compat });
  return as === undefined ? answered : { ...answered, type: as };
}

interface Value {
  readonly expr: Expr | PlanExpr | RecordExpr;
}

interface Written {
  readonly within: FieldEncodings;
  /** The path of the record around the value, and a dot; empty outside records. */
  readonly above: string;
  readonly compat: Compat | null;
}

function answeredExpr(
  name: string,
  expr: Value['expr'],
  encode: Encoding,
  written: Written,
): Answered {
  const { above, compat } = written;
  if (expr.kind !== 'record') {
    const items = itemFieldsOf(expr.scalar);
    return items === null
      ? { name, type: expr.scalar, nullable: expr.nullable, encode, fields: [] }
      : answeredItems(name, items, written, 'list');
  }
  const fields = expr.fields.map(({ name, value }) => {
    const type = value.kind === 'record' ? 'record' : value.scalar;
    const path = `${above}${name}`;
    return answeredExpr(name, value, encodingAt(path, type, written), {
      ...written,
      above: `${path}.`,
    });
  });
  const array = compat === null ? {} : { array: 'one' as const };
  return { name, type: 'record', nullable: compat === null, encode, ...array, fields };
}

/** A list of records, or a record of one of them. */
function answeredItems(
  name: string,
  fields: readonly ItemField[],
  written: Written,
  as: 'list' | 'record',
): Answered {
  const { above, compat } = written;
  const parts = fields.map(({ name, type }): Answered => {
    const path = `${above}${name}`;
    const below = { ...written, above: `${path}.` };
    if (typeof type !== 'string') return answeredItems(name, type, below, 'record');
    const items = itemFieldsOf(type);
    if (items !== null) return answeredItems(name, items, below, 'list');
    const encode = encodingAt(path, type, written);
    return { name, type, nullable: itemOf(type) === null, encode, fields: [] };
  });
  const one = compat === null ? {} : { array: 'one' as const };
  const array = as === 'list' ? { array: as } : one;
  const nullable = as === 'record' && compat === null;
  return { name, type: 'record', nullable, encode: 'plain', ...array, fields: parts };
}

function encodingAt(path: string, type: Type | 'record', { within, compat }: Written): Encoding {
  return fieldEncoding(within, path, compat, type) ?? (type === 'timestamp' ? 'rfc3339' : 'plain');
}

type Row = Readonly<Record<string, Json>>;

export function rowOf(columns: readonly AnsweredOutput[], row: MappingNode, report: Report): Row {
  return objectOf('', columns, row, report);
}

/** `path`: the prefix of the fields' names; empty, or the record's name and a dot. */
function objectOf(
  path: string,
  columns: readonly AnsweredOutput[],
  node: MappingNode,
  report: Report,
): Row {
  const names = columns.map(({ name }) => name);
  for (const { name, place } of node.entries.filter(entry => !names.includes(entry.name))) {
    report(
      'unknown-output',
      place,
      `The answer has no ${quoteExcerpt(path + name)}`,
      suggestKey(name, names, node.entries) ?? 'Remove it.',
    );
  }
  const there = new Map(node.entries.map(({ name, value }) => [name, value]));
  const missing = names.filter(name => !there.has(name)).map(name => path + name);
  if (missing.length > 0) {
    const message = `The row has no ${summarizeNames(missing)}`;
    report('missing-key', node.place, message, 'Write every key; `quern test -u` does.');
  }
  const cells = columns.map(({ name, answered }): readonly [string, Json] => {
    const value = there.get(name);
    return [name, value === undefined ? null : valueIn(answered, path + name, value, report)];
  });
  return Object.fromEntries(cells);
}

function valueIn(answered: Answered | null, path: string, node: Node, report: Report): Json {
  if (answered === null || (isNothing(node) && mayBeNull(answered))) return null;
  if (answered.type !== 'record') {
    return cellValue(answeredCell(answered, node), path, node, null, report);
  }
  const columns = answered.fields.map(field => ({ name: field.name, answered: field }));
  if (answered.array !== undefined) return arrayIn(answered.array, columns, path, node, report);
  if (node.kind !== 'mapping') {
    refuseNode(path, node, 'a mapping or `null`', report);
    return null;
  }
  return objectOf(`${path}.`, columns, node, report);
}

/** A record that is returned as an array with at most one item, or a list of records. */
function arrayIn(
  as: 'one' | 'list',
  columns: readonly AnsweredOutput[],
  path: string,
  node: Node,
  report: Report,
): Json {
  const items = node.kind === 'sequence' ? node.items : null;
  const isWhole = items?.every(item => item.kind === 'mapping') === true;
  if (items === null || !isWhole || (as === 'one' && items.length > 1)) {
    const words = { one: 'a list of one mapping, or an empty list', list: 'a list of mappings' };
    refuseNode(path, node, words[as], report);
    return [];
  }
  return items.map(item => objectOf(`${path}.`, columns, asMapping(item), report));
}

/** A `float64` that is not finite is returned as `null`. */
function mayBeNull({ type, nullable }: Answered): boolean {
  return nullable || type === 'float64';
}

/** A value in the form in which the service returns it. Records are read field by field. */
function answeredCell({ type, encode }: Answered, node: Node): CellReading<Json> {
  if (type === 'record') throw new Error('a record is read by its fields');
  const value = readJson(node);
  const { isOne, words } = expectedOf(type, encode);
  return isOne(value) ? fits(value) : unfit(words);
}

interface Expected {
  readonly isOne: (value: Json) => boolean;
  readonly words: string;
}

const TEXT: Expected = { isOne: value => typeof value === 'string', words: 'a text' };
const WHOLE: Expected = { isOne: Number.isSafeInteger, words: 'a whole number' };
const NUMBER: Expected = { isOne: Number.isFinite, words: 'a number' };
const DECIMAL: Expected = {
  isOne: value => typeof value === 'string' && parseDecimal(value) === value,
  words: "a decimal as it is answered, such as `'12.5'`",
};
const DIGITS: Expected = {
  isOne: value => typeof value === 'string' && /^-?[0-9]+$/.test(value),
  words: 'a text of digits',
};
const INSTANT: Expected = {
  isOne: value => isWritten('timestamp', value),
  words: 'a timestamp as it is answered, such as `2026-01-15T10:07:00Z`',
};

const DATETIME: Expected = {
  isOne: value => isWritten('datetime', value),
  words: 'a datetime as it is answered, such as `2026-01-15T10:07:00`',
};
const DATE: Expected = {
  isOne: value => isWritten('date', value),
  words: 'a date as it is answered, such as `2026-01-15`',
};

function expectedOf(type: Type, encode: Encoding): Expected {
  const { as, of } = held(type);
  if (as === 'one') return EXPECTED[of](encode);
  const { isOne, words } = EXPECTED[of](encode);
  if (as === 'map') {
    const isValue = (one: Json) => isOne(one) || one === null;
    return {
      isOne: value => isObject(value) && Object.values(value).every(isValue),
      words: `a mapping, each value ${words} or \`null\``,
    };
  }
  const isItem = (one: Json) => isOne(one) || (of === 'float64' && one === null);
  return {
    isOne: value => Array.isArray(value) && value.every(isItem),
    words: `a list, each item ${words}`,
  };
}

const EXPECTED: Readonly<Record<Scalar, (encode: Encoding) => Expected>> = {
  string: () => TEXT,
  int64: encode => (encode === 'string' ? DIGITS : WHOLE),
  float64: () => NUMBER,
  decimal: encode => (encode === 'number' ? NUMBER : DECIMAL),
  bool: () => ({ isOne: value => typeof value === 'boolean', words: '`true` or `false`' }),
  timestamp: encode => {
    if (encode === 'string') return DIGITS;
    return encode === 'rfc3339' || encode === 'plain' ? INSTANT : WHOLE;
  },
  datetime: () => DATETIME,
  date: () => DATE,
  json: () => ({ isOne: () => true, words: 'any JSON' }),
};

/** Whether a value is the one text that an answer has for it. */
function isWritten(scalar: WrittenScalar, value: Json): boolean {
  if (typeof value !== 'string') return false;
  const parsed = parseScalar(scalar, value);
  return parsed.ok && formatScalar(scalar, parsed.value) === value;
}
