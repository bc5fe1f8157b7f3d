/** Reads values of JSON documents: `SAFE.STRING(payload.user.id)`. */
import { makeCall, testKnown, testNull } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { FALSE, nullLiteral, textLiteral } from '../../../core/expr/literals.ts';
import { visitExpr } from '../../../core/expr/walk.ts';
import { isScalar, type Type } from '../../../core/types/scalar.ts';
import type { JsonFunctionName } from '../../../functions/names.ts';
import { fits, literalText, type Translator } from '../../calls.ts';
import { sizeOf } from '../../rows.ts';
import { functionName } from '../../tree/names.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { computedOnce, LARGEST, provided, providedFor } from '../failing.ts';
import {
  documentAt,
  isDocument,
  isItem,
  pathsOf,
  QUOTED_BY_POINT,
  QUOTED_IN_BRACKETS,
  queryOf,
  type ReadNode,
  VALUES,
  within,
} from './document-paths.ts';
import { LAX_NAMES, laxRead } from './lax.ts';

const READS: Readonly<Record<string, JsonFunctionName>> = {
  string: 'json_string',
  int64: 'json_int64',
  float64: 'json_float64',
  bool: 'json_bool',
  json_type: 'json_type',
};

/** The functions that read any value, except a list or an object, as a text, and how their paths quote names. */
const TEXTS: Readonly<Record<string, RegExp>> = {
  json_value: QUOTED_BY_POINT,
  json_extract_scalar: QUOTED_IN_BRACKETS,
};

/** Functions that are translated only if they read a document. */
export const DOCUMENTS: Readonly<Record<string, Translator>> = Object.fromEntries(
  [
    ...Object.keys(READS).filter(name => name !== 'string'),
    ...Object.keys(TEXTS),
    'parse_json',
    'to_json_string',
    'json_query',
    'json_extract',
    'json_value_array',
    'json_extract_string_array',
    ...LAX_NAMES,
  ].map(name => [name, () => null]),
);

/** A text in a document, with its quotes. */
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';

/** The document in a text; fails for a text that some engine reads in another way, as one with a number of many digits. */
export function documentIn([of, mode]: readonly PlanExpr[], isNull: boolean): PlanExpr | null {
  const isKnown = ['exact', 'round'].includes(literalText(mode) ?? '');
  if (of?.scalar !== 'string' || !isKnown || sizeOf(of) > LARGEST) return null;
  const { nullable } = of;
  const unquoted = [of, textLiteral(QUOTED), textLiteral('""')];
  const numbers = makeCall('regexp_replace', 'string', unquoted, nullable);
  const isLong = fits(numbers, '[0-9.]{17}');
  const isShort = makeCall('not', 'bool', [isLong]);
  const isValid = makeCall('json_is_valid', 'bool', [of], nullable);
  const isRead = makeCall('and', 'bool', [isValid, isShort], nullable);
  const document = makeCall('json_from_string', 'json', [of], true);
  return isNull
    ? makeCall('if', 'json', [isRead, document, nullLiteral('json')], true)
    : providedFor(of, [isRead], document);
}

/** Whether a call reads a document. */
export function isDocumentRead(name: string, [of]: readonly ResolvedNode[]): boolean {
  if (of === undefined) return false;
  if (Object.hasOwn(TEXTS, name)) return true;
  return (Object.hasOwn(READS, name) || LAX_NAMES.includes(name)) && isDocument(of);
}

interface Reading {
  readonly name: string;
  readonly parts: readonly ResolvedNode[];
  readonly type: Type | null;
  /** Whether NULL replaces a value that cannot be read. */
  readonly isNull: boolean;
  readonly isSafe: boolean;
}

/** The value at the path as the given type, NULL if there is none. Returns `null` unless every engine accepts the path. */
export function documentRead(
  { name, parts: [of, mode], type, isNull, isSafe }: Reading,
  read: ReadNode,
): PlanExpr | null {
  if (of === undefined || type === null || !isScalar(type)) return null;
  const quoting = TEXTS[name];
  if (quoting !== undefined) {
    const paths = pathsOf(mode === undefined ? '$' : literalText(read(mode)), quoting);
    if (paths !== null) return textAt(of, paths, isNull, read);
    of.pass();
    return null;
  }
  if (LAX_NAMES.includes(name)) {
    const at = documentAt(of, read);
    return at === null ? null : laxRead(name, at, isNull);
  }
  const fn = READS[name];
  // the mode decides how a number with more digits than a float is read
  if (fn === undefined || (mode !== undefined && literalText(read(mode)) !== 'round')) return null;
  const at = documentAt(of, read, VALUES);
  if (at === null) return null;
  const value = makeCall(fn, type, at, true);
  if (name === 'json_type') return value;
  return isNull || isSafe ? value : strict(at, value);
}

/** NULL if the path leads nowhere; fails for JSON's null and for a value of another type. */
function strict(at: readonly PlanExpr[], value: PlanExpr): PlanExpr {
  const exists = makeCall('json_exists', 'bool', at, false);
  const failing = makeCall('or_fail', value.scalar, [value], false);
  const isAbsent = makeCall('not', 'bool', [exists], false);
  return makeCall('if', value.scalar, [isAbsent, nullLiteral(value.scalar), failing], true);
}

/** Whether the value is an object without members: `TO_JSON_STRING(payload.tags) = '{}'`. Returns `null` for any other comparison. */
export function comparedWithEmpty(
  name: string,
  parts: readonly ResolvedNode[],
  read: ReadNode,
): PlanExpr | null {
  const written = parts.find(isWritten);
  const other = parts.find(part => part !== written);
  if (!/^\$(?:not_)?equal$/.test(name) || written === undefined || other === undefined) return null;
  if (other.kind !== 'literal' || literalText(read(other)) !== '{}') return null;
  const [of, ...options] = written.nodes('argument_list');
  written.value('type');
  const at =
    of === undefined || options.some(one => !isFalse(read(one))) ? null : documentAt(of, read);
  if (at === null) return null;
  const isEmpty = makeCall('json_is_empty', 'bool', at, false);
  return name === '$equal' ? isEmpty : makeCall('not', 'bool', [isEmpty], false);
}

export function isFalse(option: PlanExpr): boolean {
  return option.kind === 'literal' && option.value === false;
}

/** Whether the call writes a document as a text. */
export function isWritten(part: ResolvedNode): boolean {
  if (part.kind !== 'function_call' || functionName(part) !== 'to_json_string') return false;
  const [of] = part.nodes('argument_list');
  return of !== undefined && isDocument(of);
}

/** The text at one of the paths, in a document or in a text that contains one. */
function textAt(
  of: ResolvedNode,
  paths: readonly (readonly PlanExpr[])[],
  isNull: boolean,
  read: ReadNode,
): PlanExpr | null {
  const value = (ats: readonly (readonly PlanExpr[])[]) =>
    isNull ? texts(ats) : readable(texts(ats));
  const query = queryOf(of, read);
  if (query !== null) {
    return textAt(query.of, within(query.paths, paths), isNull, read);
  }
  if (!isDocument(of)) return inText(read(of), paths, isNull, value);
  const document = documentAt(of, read);
  return document === null ? null : value(paths.map(path => [...document, ...path]));
}

/**
 * A value of the document that a text contains. GoogleSQL reads a text up to its first fault, and engines do not, so a text that is not
 * JSON fails. If the path has steps, a text that cannot be an object or a list has no value there.
 */
export function inText(
  text: PlanExpr,
  paths: readonly (readonly PlanExpr[])[],
  isNull: boolean,
  value: (ats: readonly (readonly PlanExpr[])[]) => PlanExpr,
): PlanExpr | null {
  // the array of an item was read already, so its document is valid
  if (isItem(text)) return value(paths.map(path => [...text.args, ...path]));
  if (text.scalar !== 'string') return null;
  return computedOnce(text, one => ofText(one, paths, isNull, value));
}

function ofText(
  text: PlanExpr,
  paths: readonly (readonly PlanExpr[])[],
  isNull: boolean,
  value: (ats: readonly (readonly PlanExpr[])[]) => PlanExpr,
): PlanExpr {
  const document = makeCall('json_from_string', 'json', [text], true);
  const found = value(paths.map(path => [document, ...path]));
  const isRead = paths.some(path => path.length > 0) ? fits(text, OPENING) : testKnown(text);
  const isValid = makeCall('json_is_valid', 'bool', [text]);
  const nothing = nullLiteral(found.scalar);
  const whole = isNull
    ? makeCall('if', found.scalar, [isValid, found, nothing], true)
    : provided(held(isRead, isValid), found);
  return makeCall('if', found.scalar, [isRead, whole, nothing], true);
}

/** True for a text that is not read, too: some engine computes what several choices share for every row. */
function held(isRead: PlanExpr, isValid: PlanExpr): PlanExpr {
  const known = makeCall('coalesce', 'bool', [isRead, FALSE], false);
  const isOther = makeCall('not', 'bool', [known], false);
  return makeCall('or', 'bool', [isOther, isValid], isValid.nullable);
}

/** The beginning of a text that may be an object or a list. */
const OPENING = '^[ \\t\\n\\r]*[{[]';

/** The text at one of the paths; a document has at most one of them. */
function texts(paths: readonly (readonly PlanExpr[])[]): PlanExpr {
  return firstPresent(paths.map(path => makeCall('json_text', 'string', path, true)));
}

export function firstPresent(values: readonly PlanExpr[]): PlanExpr {
  const [only = nullLiteral('string'), ...more] = values;
  return more.length === 0 ? only : makeCall('coalesce', only.scalar, values, true);
}

/** Fails for a number that engines write differently. */
function readable(value: PlanExpr): PlanExpr {
  const isUnread = testNull(value);
  const isNumber = testKnown(numberOf(value));
  const isOther = makeCall('and', 'bool', [isUnread, isNumber], false);
  return provided(makeCall('not', 'bool', [isOther], false), value);
}

/** The number at the paths from which `text` reads. */
function numberOf(text: PlanExpr): PlanExpr {
  const all = text.kind === 'call' && text.fn === 'coalesce' ? text.args : [text];
  return firstPresent(
    all.flatMap(one =>
      one.kind === 'call' ? makeCall('json_float64', 'float64', one.args, true) : [],
    ),
  );
}

/** `CAST(JSON_VALUE(…) AS FLOAT64)`: a number is used directly, and `cast` reads a text. Returns `null` if the text is not a JSON value. */
export function castNumber(
  text: PlanExpr,
  cast: (text: PlanExpr) => PlanExpr | null,
): PlanExpr | null {
  const [test, inside] = text.kind === 'call' && text.fn === 'if' ? text.args : [];
  if (test !== undefined && inside !== undefined) {
    const value = castNumber(inside, cast);
    if (value === null || isOfNumbers(test)) return value;
    return makeCall('if', 'float64', [test, value, nullLiteral('float64')], true);
  }
  const [first = text] = text.kind === 'call' && text.fn === 'coalesce' ? text.args : [text];
  if (first.kind !== 'call' || first.fn !== 'json_text') return null;
  const read = cast(text);
  return read === null ? null : makeCall('coalesce', 'float64', [numberOf(text), read], true);
}

/** Whether a condition concerns numbers that engines write differently. */
function isOfNumbers(test: PlanExpr): boolean {
  let found = false;
  visitExpr<PlanExpr>(test, part => {
    if (part.kind === 'call' && part.fn === 'json_float64') found = true;
  });
  return found;
}
