/** How JSON represents the values of a column. */

import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import { nearest, type Report } from '../core/report/diagnostics.ts';
import type { Entry, Located } from '../core/spec/located.ts';
import { type Compat, compatEncoding } from '../core/types/compat.ts';
import {
  type Encoding,
  type FieldEncodings,
  held,
  type ItemField,
  isRecords,
  itemFieldsOf,
  type Type,
  typeWords,
} from '../core/types/scalar.ts';
import type { EncodeSpec } from '../shape/clauses/outputs.ts';
import { suggest } from './names/names.ts';

interface Context {
  readonly compat?: Compat | null;
  readonly report: Report;
}
/** How an output is written: a value, the items of a list or the values of a map; and the fields of a record. */
interface OutputEncoding {
  readonly encode: Encoding;
  readonly within: FieldEncodings;
  readonly as?: typeof DATETIME;
}

/** Answers an instant as another type: its date and time in UTC. Only a whole output may have it. */
const DATETIME = 'datetime';

const ENCODINGS_OF: Readonly<Record<string, readonly [Encoding, ...Encoding[]]>> = {
  timestamp: ['rfc3339', 'epoch_micros', 'epoch_millis'],
  int64: ['plain', 'string'],
  decimal: ['plain', 'number'],
};
const PLAIN: readonly [Encoding] = ['plain'];

/**
 * The encoding of the column `name`: the declared one, or the default of its type. Reports an encoding that the type does not have, and
 * returns `null`. `others`: texts that the column might have as well.
 */
export function resolveEncoding(
  name: string,
  type: Type | 'record',
  asked: Located<string> | null,
  { compat = null, report }: Context,
  others: readonly string[] = [],
): Encoding | null {
  const possible = possibleFor(type);
  if (asked === null) return compatEncoding(compat, type) ?? (ENCODINGS_OF[type] ?? PLAIN)[0];
  const { value, place } = asked;
  const encoding = possible.find(candidate => candidate === value);
  if (encoding !== undefined) return encoding;
  const message = `\`${name}\` is of type \`${typeWords(type)}\`, which does not support \`encode: ${value}\``;
  report('invalid-value', place, message, encodingHint(value, [...possible, ...others]));
  return null;
}

function encodingHint(value: string, possible: readonly string[]): string | null {
  return nearest(value, possible) === null && possible.length === 1
    ? 'Remove `encode`.'
    : suggest(value, possible);
}

function possibleFor(type: Type | 'record'): readonly [Encoding, ...Encoding[]] {
  return (type === 'record' || isRecords(type) ? undefined : ENCODINGS_OF[held(type).of]) ?? PLAIN;
}

/** The path of a field, and its encoding. */
type Written = readonly [path: string, encoding: Encoding];

/**
 * The encoding of an output. A text concerns every field of a record that has the encoding; a mapping names fields. Reports an
 * encoding that no value has, and returns `null`.
 */
export function resolveOutputEncoding(
  name: string,
  expr: Expr | RecordExpr,
  asked: EncodeSpec | null,
  context: Context,
): OutputEncoding | null {
  if (expr.kind !== 'record' && !isRecords(expr.scalar)) {
    const isInstant = expr.scalar === 'timestamp';
    if (isInstant && asked !== null && 'value' in asked && asked.value === DATETIME)
      return { encode: 'plain', within: {}, as: DATETIME };
    const encode = ofValue(name, expr.scalar, asked, context);
    return encode === null ? null : { encode, within: {} };
  }
  const within = asked === null ? [] : ofFields(name, leavesOf(expr, ''), asked, context);
  return within === null ? null : { encode: 'plain', within: Object.fromEntries(within) };
}

function ofValue(
  name: string,
  type: Type,
  asked: EncodeSpec | null,
  context: Context,
): Encoding | null {
  const others = type === 'timestamp' ? [DATETIME] : [];
  if (asked === null || !('fields' in asked))
    return resolveEncoding(name, type, asked, context, others);
  const message = `\`${name}\` is of type \`${type}\`, which has no fields`;
  context.report('invalid-value', asked.place, message, 'Write one encoding.');
  return null;
}

interface Leaf {
  /** Within the record, joined by a dot. */
  readonly path: string;
  readonly type: Type;
}

/** The values of a record, or of each record of a list. `above`: the path of the record, and a dot. */
function leavesOf(expr: Expr | RecordExpr, above: string): readonly Leaf[] {
  if (expr.kind !== 'record') return itemLeaves(itemFieldsOf(expr.scalar) ?? [], above);
  return expr.fields.flatMap(({ name, value }): readonly Leaf[] => {
    const path = `${above}${name}`;
    const isValue = value.kind !== 'record' && !isRecords(value.scalar);
    return isValue ? [{ path, type: value.scalar }] : leavesOf(value, `${path}.`);
  });
}

function itemLeaves(fields: readonly ItemField[], above: string): readonly Leaf[] {
  return fields.flatMap(({ name, type }): readonly Leaf[] => {
    const path = `${above}${name}`;
    if (typeof type !== 'string') return itemLeaves(type, `${path}.`);
    const items = itemFieldsOf(type);
    return items === null ? [{ path, type }] : itemLeaves(items, `${path}.`);
  });
}

function ofFields(
  name: string,
  leaves: readonly Leaf[],
  asked: EncodeSpec,
  context: Context,
): readonly Written[] | null {
  const within =
    'fields' in asked
      ? asked.fields.map(entry => ofField(name, leaves, entry, context))
      : [ofEach(name, leaves, asked, context)];
  return within.includes(null) ? null : within.flatMap(one => one ?? []);
}

/** The encodings of the field of that path, or of the fields of the record there. */
function ofField(
  name: string,
  leaves: readonly Leaf[],
  { name: path, place, value }: Entry<Located<string>>,
  context: Context,
): readonly Written[] | null {
  const leaf = leaves.find(one => one.path === path);
  if (leaf !== undefined) {
    const encode = resolveEncoding(`${name}.${path}`, leaf.type, value, context);
    return encode === null ? null : [[path, encode]];
  }
  const below = leaves.filter(one => one.path.startsWith(`${path}.`));
  if (below.length > 0) return ofEach(`${name}.${path}`, below, value, context);
  const paths = leaves.map(one => one.path);
  const message = `\`${name}\` has no field \`${path}\``;
  context.report('unknown-column', place, message, suggest(path, paths));
  return null;
}

/** The encoding for each leaf that has it. */
function ofEach(
  name: string,
  leaves: readonly Leaf[],
  { value, place }: Located<string>,
  { report }: Context,
): readonly Written[] | null {
  const encodings = leaves.flatMap(({ path, type }): readonly Written[] => {
    const encoding = possibleFor(type).find(candidate => candidate === value);
    return encoding === undefined ? [] : [[path, encoding]];
  });
  if (encodings.length > 0) return encodings;
  const possible = [...new Set(leaves.flatMap(({ type }) => possibleFor(type)))];
  const message = `No field of \`${name}\` supports \`encode: ${value}\``;
  report('invalid-value', place, message, encodingHint(value, possible));
  return null;
}
