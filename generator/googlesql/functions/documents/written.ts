/** Values, lists and records as texts of JSON: `TO_JSON_STRING(t)`, `TO_JSON_STRING(TO_JSON(t))`. */
import { makeCall, testNull } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import {
  makeLiteral,
  nullLiteral,
  TRUE,
  textLiteral,
  wholeLiteral,
} from '../../../core/expr/literals.ts';
import { isRecords, isScalar, itemOf, listOf, type Scalar } from '../../../core/types/scalar.ts';
import { fits } from '../../calls.ts';
import { isRecordMissing, listMissing } from '../../records/record-calls.ts';
import { itemRecord, lookup, ownField, valuesOf } from '../../records/records.ts';
import { type PlanCell, type RecordCell, sizeOf, wholeOf } from '../../rows.ts';
import type { TypeMessage } from '../../tree/types.ts';
import { mayHoldNull, orEmptyList } from '../arrays.ts';
import { TRANSLATED_CASTS } from '../casts.ts';
import { computedOnce } from '../failing.ts';

export interface JsonForm {
  /** TO_JSON orders fields by their names, and writes each number as a number. */
  readonly isDocument: boolean;
  /** Whether NULL replaces a text that engines write in different ways. Otherwise it fails. */
  readonly isNull: boolean;
}

/**
 * The text of a value; that of NULL is `null`. Returns `null` for a value that is not written, such as a document or a list that may be
 * missing.
 */
export function jsonText(
  cell: PlanCell,
  type: TypeMessage | undefined,
  form: JsonForm,
): PlanExpr | null {
  if (cell.kind !== 'fields')
    return isScalar(cell.scalar)
      ? textOfValue(cell, cell.scalar, form)
      : textOfList(cell, type?.array_type?.element_type, form);
  const whole = wholeOf(cell);
  if (whole !== null) return textOfList(whole, type?.array_type?.element_type, form);
  return cell.items === 'all' ? textOfItems(cell, type, form) : textOfRecord(cell, type, form);
}

// ---- single values --------------------------------------------------------------------------------------------------

type Writer = (of: PlanExpr, form: JsonForm) => PlanExpr | null;

const WRITERS: Readonly<Record<Scalar, Writer>> = {
  string: of => escaped(of),
  int64: (of, form) => wholeText(of, form),
  float64: (of, form) => floatText(of, form),
  bool: of => written(of),
  decimal: (of, form) => (form.isDocument ? null : decimalText(of)),
  date: of => quoted(written(of)),
  datetime: of => quoted(replaced(written(of), ' ', 'T')),
  timestamp: of => quoted(replaced(replaced(written(of), ' ', 'T'), '+00', 'Z')),
  json: () => null,
};

/** The types of which engines write some values in different ways. */
const UNSURE: ReadonlySet<Scalar> = new Set(['string', 'float64']);

const NULL = textLiteral('null');

function textOfValue(of: PlanExpr, scalar: Scalar, form: JsonForm): PlanExpr | null {
  if (of.kind === 'literal' && of.value === null) return NULL;
  return computedOnce(of, one => {
    const text = WRITERS[scalar](one, form);
    if (text === null) return null;
    const isChecked = UNSURE.has(scalar) && !form.isNull;
    const known = isChecked ? makeCall('or_fail', 'string', [text], false) : text;
    if (!one.nullable) return known;
    const isNull = testNull(one);
    return makeCall('if', 'string', [isNull, NULL, known], UNSURE.has(scalar) && form.isNull);
  });
}

function written(of: PlanExpr): PlanExpr | null {
  return TRANSLATED_CASTS.get(`${of.scalar} string`)?.(of, 'string') ?? null;
}

function replaced(of: PlanExpr | null, part: string, by: string): PlanExpr | null {
  if (of === null) return null;
  return makeCall('replace', 'string', [of, textLiteral(part), textLiteral(by)], of.nullable);
}

function quoted(of: PlanExpr | null): PlanExpr | null {
  if (of === null) return null;
  return makeCall('concat', 'string', [textLiteral('"'), of, textLiteral('"')], of.nullable);
}

/** Characters and how JSON writes them, the backslash first. */
const ESCAPED: readonly (readonly [string, string])[] = [
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
];

/** Texts without other characters that JSON escapes. */
const PLAIN = '^[^[:cntrl:]\u2028\u2029]*$';

function escaped(of: PlanExpr): PlanExpr | null {
  const inner = ESCAPED.reduce<PlanExpr | null>((text, [part, by]) => replaced(text, part, by), of);
  const text = quoted(inner);
  if (inner === null || text === null) return null;
  const isPlain = fits(inner, PLAIN);
  return makeCall('if', 'string', [isPlain, text, nullLiteral('string')], true);
}

function floatText(of: PlanExpr, { isDocument }: JsonForm): PlanExpr {
  const text = makeCall('string_from_float64', 'string', [of], true);
  const pointed = [text, textLiteral('^(-?[0-9]+)$'), textLiteral('\\1.0')];
  return isDocument ? makeCall('regexp_replace', 'string', pointed, true) : text;
}

/** Numbers beyond these are written as texts. */
const LARGEST_NUMBER = 9_007_199_254_740_992n;

function wholeText(of: PlanExpr, { isDocument }: JsonForm): PlanExpr | null {
  const text = written(of);
  const marked = quoted(text);
  if (text === null || marked === null || isDocument) return text;
  const range = [of, wholeLiteral(-LARGEST_NUMBER), wholeLiteral(LARGEST_NUMBER)];
  const isNumber = makeCall('between', 'bool', range, of.nullable);
  return makeCall('if', 'string', [isNumber, text, marked], of.nullable);
}

/** Whole numbers are written as numbers. */
function decimalText(of: PlanExpr): PlanExpr | null {
  const text = written(of);
  const marked = quoted(text);
  if (text === null || marked === null) return null;
  const isWhole = fits(text, '^-?[0-9]+$');
  const bounds = [`-${LARGEST_NUMBER}`, `${LARGEST_NUMBER}`].map(bound =>
    makeLiteral('decimal', bound),
  );
  const isSmall = makeCall('between', 'bool', [of, ...bounds], of.nullable);
  const isNumber = makeCall('and', 'bool', [isWhole, isSmall], of.nullable);
  return makeCall('if', 'string', [isNumber, text, marked], of.nullable);
}

// ---- lists and records ----------------------------------------------------------------------------------------------

function textOfList(
  list: PlanExpr,
  type: TypeMessage | undefined,
  form: JsonForm,
): PlanExpr | null {
  if (list.kind === 'param') return null;
  const isMissing = list.nullable ? listMissing(list) : null;
  if (list.nullable && isMissing === null) return null;
  const known = { ...list, nullable: false };
  const text = isRecords(list.scalar) ? ofRecords(known, type, form) : ofValues(known, form);
  if (text === null || isMissing === null) return text;
  return makeCall('if', 'string', [isMissing, NULL, text], text.nullable);
}

/** The most nodes of a list that is written twice, where a text may be NULL. */
const LONGEST = 60;

function ofValues(list: PlanExpr, form: JsonForm): PlanExpr | null {
  const scalar = itemOf(list.scalar);
  if (scalar === null) return null;
  const text = textOfValue({ kind: 'item', scalar, nullable: mayHoldNull(list) }, scalar, form);
  if (text === null) return null;
  const each = { kind: 'each', of: list, nullable: false } as const;
  const listed = (body: PlanExpr): PlanExpr => {
    return { ...each, as: 'list', body, scalar: listOf('string') };
  };
  if (!text.nullable) return bracketed(listed(text));
  const isMissing = testNull(text);
  const isAny: PlanExpr = { ...each, as: 'any', body: isMissing, scalar: 'bool' };
  const known = makeCall('coalesce', 'string', [text, NULL], false);
  return sizeOf(list) > LONGEST ? null : nullIf(isAny, bracketed(listed(known)));
}

function ofRecords(list: PlanExpr, type: TypeMessage | undefined, form: JsonForm): PlanExpr | null {
  const record = itemRecord(list, ownField);
  const text = record === null ? null : textOfRecord(record, type, form);
  if (text === null) return null;
  const all = bracketed(valuesOf(list, TRUE, text, listOf('string')));
  if (!text.nullable) return all;
  const isAny = lookup('any', list, testNull(text));
  return sizeOf(list) > LONGEST ? null : nullIf(isAny, all);
}

function nullIf(isMissing: PlanExpr, text: PlanExpr): PlanExpr {
  return makeCall('if', 'string', [isMissing, nullLiteral('string'), text], true);
}

/** The texts of a list, with commas between them and brackets around them. */
function bracketed(texts: PlanExpr): PlanExpr {
  const inner = makeCall('list_join', 'string', [texts, textLiteral(',')], false);
  return makeCall('concat', 'string', [textLiteral('['), inner, textLiteral(']')], false);
}

/** The records that a text lists. */
function textOfItems(
  { fields }: RecordCell,
  type: TypeMessage | undefined,
  form: JsonForm,
): PlanExpr | null {
  const texts = fields.map(({ cell }) => jsonText(cell, type?.array_type?.element_type, form));
  return joined(
    '[',
    texts.map((text, i) => [i === 0 ? '' : ',', text] as const),
    ']',
  );
}

/** A record of a table without a value is NULL. */
function textOfRecord(
  cell: RecordCell,
  type: TypeMessage | undefined,
  form: JsonForm,
): PlanExpr | null {
  const { fields, repeated, items, steps, isStored } = cell;
  // where engines store a record, the text may see an array of one
  if (type?.struct_type == null || items !== undefined || steps !== undefined) return null;
  if (repeated.length > 0 || !areWritten(fields.map(({ name }) => name))) return null;
  const types = type.struct_type.field;
  const pairs = fields.map(({ name, cell: field }, i) => {
    const own = isStored ? inRecord(field) : field;
    return { name, text: jsonText(own, types[i]?.field_type, form) };
  });
  if (form.isDocument) pairs.sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = pairs.map(
    ({ name, text }, i) => [`${i === 0 ? '' : ','}"${name}":`, text] as const,
  );
  const text = joined('{', parts, '}');
  if (text === null || isStored !== true) return text;
  return makeCall('if', 'string', [isRecordMissing(cell), NULL, text], text.nullable);
}

/** A list of a record that is there is not NULL. */
function inRecord(cell: PlanCell): PlanCell {
  if (cell.kind === 'fields' || isScalar(cell.scalar)) return cell;
  return isRecords(cell.scalar) ? { ...cell, nullable: false } : orEmptyList(cell);
}

/** Whether JSON writes the names as they are, and every engine gives the fields these names. */
function areWritten(names: readonly string[]): boolean {
  const isPlain = names.every(name => /^\w+$/.test(name) && !/^_field_\d+$/.test(name));
  return isPlain && names.length > 0 && new Set(names).size === names.length;
}

/** The texts, each behind its words. Returns `null` if one is not written. */
function joined(
  before: string,
  parts: readonly (readonly [words: string, text: PlanExpr | null])[],
  after: string,
): PlanExpr | null {
  const pieces = parts.flatMap(([words, text], i) => {
    if (text === null) return [];
    const lead = i === 0 ? `${before}${words}` : words;
    return [textLiteral(lead), text];
  });
  if (pieces.length < 2 * parts.length) return null;
  return makeCall('concat', 'string', [...pieces, textLiteral(after)]);
}
