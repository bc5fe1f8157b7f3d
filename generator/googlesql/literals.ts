/** Literals. */

import { makeCall } from '../core/expr/calls.ts';
import type { LiteralExpr, PlanExpr } from '../core/expr/expr.ts';
import { makeLiteral, nullLiteral } from '../core/expr/literals.ts';
import { parseDecimal } from '../core/types/decimal.ts';
import { isScalar, itemOf, type Scalar, type Type, type Value } from '../core/types/scalar.ts';
import type { TranslationContext } from './context.ts';
import { NOTHING } from './context.ts';
import type { PlanCell, RecordCell } from './rows.ts';
import type { ResolvedNode } from './tree/tree.ts';
import { fieldName, readType, type TypeMessage, typeWord } from './tree/types.ts';

const DAY = 86_400_000;

/** Reads the analyser's values of each scalar type; `null` if literals of the type are not read. */
const READERS: Readonly<Record<Scalar, ((value: ResolvedNode) => Value | null) | null>> = {
  string: value => raw(value, 'string_value', 'string'),
  int64: value => BigInt(String(value.value('int64_value') ?? 0)),
  float64: value => Number(value.value('double_value') ?? 0),
  bool: value => value.flag('bool_value'),
  timestamp: value => {
    const instant = value.part('timestamp_value');
    const nanos = BigInt(String(instant.value('nanos') ?? 0));
    return BigInt(String(instant.value('seconds') ?? 0)) * 1_000_000n + nanos / 1000n;
  },
  datetime: value => datetimeOf(value.part('datetime_value')),
  date: value => {
    const days = Number(value.value('date_value') ?? 0);
    return new Date(days * DAY).toISOString().slice(0, 10);
  },
  decimal: value => decimalOf(value.value('numeric_value')),
  json: null,
};

/** Packed in bits, from the low end: 6 seconds, 6 minutes, 5 hours, 5 day, 4 month, year. */
function datetimeOf(value: ResolvedNode): bigint {
  const bits = BigInt(String(value.value('bit_field_datetime_seconds') ?? 0));
  const nanos = BigInt(String(value.value('nanos') ?? 0));
  const part = (shift: bigint, width: number) => Number(BigInt.asUintN(width, bits >> shift));
  const date = new Date(0);
  date.setUTCFullYear(part(26n, 14), part(22n, 4) - 1, part(17n, 5));
  const millis = date.setUTCHours(part(12n, 5), part(6n, 6), part(0n, 6));
  return BigInt(millis) * 1_000n + nanos / 1_000n;
}

/** A whole number of billionths in two's complement, least significant byte first. */
function decimalOf(bytes: unknown): Value | null {
  if (!(bytes instanceof Uint8Array)) return null;
  const digits = Buffer.from(bytes).reverse().toString('hex');
  const billionths = BigInt.asIntN(8 * bytes.length, BigInt(`0x${digits}`));
  return parseDecimal(`${billionths}e-9`);
}

function digitsOf(value: ResolvedNode): Value {
  const bytes = value.value('bytes_value');
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : '';
}

/** Packed in bits, from the low end: 30 of nanoseconds, 6 seconds, 6 minutes, hours. */
function timeOf(value: ResolvedNode): bigint {
  const bits = BigInt(String(value.value('time_value') ?? 0));
  const part = (shift: bigint, width: number) => BigInt.asUintN(width, bits >> shift);
  const seconds = (part(42n, 5) * 60n + part(36n, 6)) * 60n + part(30n, 6);
  return seconds * 1_000_000n + part(0n, 30) / 1000n;
}

/** Readers of types of which plans have another value. */
const IN_PLACE: Readonly<Record<string, (value: ResolvedNode) => Value>> = {
  TYPE_BYTES: digitsOf,
  TYPE_TIME: timeOf,
};

function raw(value: ResolvedNode, field: string, type: 'string'): Value {
  const found = value.value(field) ?? '';
  if (typeof found !== type) throw new Error(`a literal holds no ${type}`);
  return found as Value;
}

/** A literal: a value, a list, a record of literals, or a list of such records. */
export function literalOf(node: ResolvedNode, context: TranslationContext): PlanCell {
  node.value('has_explicit_type');
  node.value('float_literal_id');
  node.value('preserve_in_literal_remover');
  const whole = node.part('value');
  whole.value('type');
  const message = node.value('type') as TypeMessage;
  return readValue(message, whole.part('value'), node, context);
}

function readValue(
  message: TypeMessage,
  value: ResolvedNode,
  node: ResolvedNode,
  context: TranslationContext,
): PlanCell {
  const isNull = value.fields.size === 0;
  if (!isNull && isRecord(message)) return recordLiteral(message, value, node, context);
  const element = message.array_type?.element_type;
  if (!isNull && element !== undefined && isRecord(element)) {
    const items = value.part('array_value').parts('element');
    if (items.length > 0 && items.every(item => item.fields.size > 0))
      return recordsLiteral(element, items, node, context);
  }
  const scalar = readType(message);
  const item = scalar === null ? null : itemOf(scalar);
  if (scalar !== null && item !== null && !isNull)
    return listLiteral(value, scalar, item, node, context);
  const known = scalar !== null && isScalar(scalar) ? READERS[scalar] : null;
  const reader = IN_PLACE[message.type_kind] ?? known;
  if (scalar === null || !isScalar(scalar) || (reader === null && !isNull)) {
    value.pass();
    context.refuse(`a literal of type ${typeWord(message)}`, node);
    return NOTHING;
  }
  if (isNull || reader === null) return nullLiteral(scalar);
  return readLiteral(value, scalar, reader, node, context);
}

function isRecord({ type_kind: kind }: TypeMessage): boolean {
  return kind === 'TYPE_STRUCT';
}

function recordLiteral(
  { struct_type: type }: TypeMessage,
  value: ResolvedNode,
  node: ResolvedNode,
  context: TranslationContext,
): RecordCell {
  const values = value.part('struct_value').parts('field');
  const fields = (type?.field ?? []).flatMap(({ field_name: name, field_type: of }, i) => {
    const own = values[i];
    if (own === undefined) throw new Error('a record has a value for each field');
    return { name: fieldName(name, i), cell: readValue(of, own, node, context) };
  });
  return { kind: 'fields', repeated: [], fields, array: null };
}

function recordsLiteral(
  element: TypeMessage,
  items: readonly ResolvedNode[],
  node: ResolvedNode,
  context: TranslationContext,
): RecordCell {
  const fields = items.map((item, i) => {
    return { name: `${i}`, cell: recordLiteral(element, item, node, context) };
  });
  return { kind: 'fields', repeated: [], fields, array: null, items: 'all' };
}

function readLiteral(
  value: ResolvedNode,
  scalar: Scalar,
  reader: (value: ResolvedNode) => Value | null,
  node: ResolvedNode,
  context: TranslationContext,
): LiteralExpr {
  const read = reader(value);
  const fault = read === null ? null : faultOf(read, scalar);
  if (fault !== null) context.refuse(fault, node);
  return makeLiteral(scalar, read);
}

/** A literal list, read item by item. */
function listLiteral(
  value: ResolvedNode,
  type: Type,
  scalar: Scalar,
  node: ResolvedNode,
  context: TranslationContext,
): PlanExpr {
  const reader = READERS[scalar];
  if (reader === null) context.refuse(`a literal list of ${scalar}s`, node);
  const args = value
    .part('array_value')
    .parts('element')
    .map((item): LiteralExpr => {
      if (item.fields.size === 0 || reader === null) return nullLiteral(scalar);
      return readLiteral(item, scalar, reader, node, context);
    });
  return makeCall<PlanExpr>('list', type, args, false);
}

/** The first and the last year that every engine supports. */
const [FIRST, LAST] = [1900, 2299];

/** Why some engine does not support the value; `null` if all do. */
function faultOf(value: Value, scalar: Scalar): string | null {
  if (typeof value === 'string' && value.includes('\0')) return 'a text with NUL';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is not finite';
  if (scalar !== 'timestamp' && scalar !== 'date') return null;
  const date =
    typeof value === 'bigint' ? new Date(Number(value / 1000n)) : new Date(String(value));
  const year = date.getUTCFullYear();
  return year < FIRST || year > LAST ? 'an instant before 1900 or after 2299' : null;
}
