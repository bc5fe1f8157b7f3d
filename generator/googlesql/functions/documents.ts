/** Reads values of JSON documents: `SAFE.STRING(payload.user.id)`. */
import type { PlanExpr } from '../../core/expr/expr.ts';
import { isScalar, type Type } from '../../core/types/scalar.ts';
import type { JsonFunctionName } from '../../functions/names.ts';
import {
  known,
  literalCount,
  literalText,
  number,
  planCall,
  type Translator,
  typedNull,
} from '../calls.ts';
import { functionName } from '../names.ts';
import { sizeOf } from '../rows.ts';
import type { ResolvedNode } from '../tree.ts';
import { LARGEST, provided } from './failing.ts';
import { LAX_NAMES, laxRead } from './lax.ts';

const READS: Readonly<Record<string, JsonFunctionName>> = {
  string: 'json_string',
  int64: 'json_int64',
  float64: 'json_float64',
  bool: 'json_bool',
};

/** Functions that are translated only if they read a document. */
export const DOCUMENTS: Readonly<Record<string, Translator>> = Object.fromEntries(
  ['int64', 'float64', 'bool', 'json_value', 'to_json_string', ...LAX_NAMES].map(name => [
    name,
    () => null,
  ]),
);

/** A member name that every engine accepts. */
const MEMBER = /^[^\p{Cc}"\\]+$/u;
const MOST_PLACES = 1_000_000n;
const MOST_PARTS = 16;

type Read = (node: ResolvedNode) => PlanExpr;

/** The function that reads any value, except a list or an object, as a text. */
const TEXT = 'json_value';

function isDocumentText(name: string): boolean {
  return name === TEXT;
}

/** Whether a call reads a document. */
export function isDocumentRead(name: string, [of]: readonly ResolvedNode[]): boolean {
  const isRead = Object.hasOwn(READS, name) || isDocumentText(name) || LAX_NAMES.includes(name);
  return isRead && of !== undefined && isDocument(of);
}

/** Whether the value is a JSON document or a part of one. */
export function isDocument({ fields }: ResolvedNode): boolean {
  const type = fields.get('type') as { readonly type_kind?: string } | undefined;
  return type?.type_kind === 'TYPE_JSON';
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
  read: Read,
): PlanExpr | null {
  if (of === undefined || type === null || !isScalar(type)) return null;
  if (isDocumentText(name)) {
    const document = documentAt(of, read);
    const paths = pathsOf(mode === undefined ? '$' : literalText(read(mode)));
    if (document === null || paths === null) return null;
    const value = texts(paths.map(path => [...document, ...path]));
    return isNull ? value : readable(value);
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
  const value = planCall(fn, at, type, true);
  return isNull || isSafe ? value : strict(at, value);
}

/** NULL if the path leads nowhere; fails for JSON's null and for a value of another type. */
function strict(at: readonly PlanExpr[], value: PlanExpr): PlanExpr {
  const exists = planCall('json_exists', at, 'bool', false);
  const failing = planCall('or_fail', [value], value.scalar, false);
  const isAbsent = planCall('not', [exists], 'bool', false);
  return planCall('if', [isAbsent, typedNull(value.scalar), failing], value.scalar, true);
}

/** Whether the value is an object without members: `TO_JSON_STRING(payload.tags) = '{}'`. Returns `null` for any other comparison. */
export function comparedWithEmpty(
  name: string,
  parts: readonly ResolvedNode[],
  read: Read,
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
  const isEmpty = planCall('json_is_empty', at, 'bool', false);
  return name === '$equal' ? isEmpty : planCall('not', [isEmpty], 'bool', false);
}

function isFalse(option: PlanExpr): boolean {
  return option.kind === 'literal' && option.value === false;
}

/** Whether the call writes a document as a text. */
export function isWritten(part: ResolvedNode): boolean {
  if (part.kind !== 'function_call' || functionName(part) !== 'to_json_string') return false;
  const [of] = part.nodes('argument_list');
  return of !== undefined && isDocument(of);
}

/** The text at one of the paths; a document has at most one of them. */
function texts(paths: readonly (readonly PlanExpr[])[]): PlanExpr {
  return oneOf(paths.map(path => planCall('json_text', path, 'string', true)));
}

function oneOf(values: readonly PlanExpr[]): PlanExpr {
  const [only = typedNull('string'), ...more] = values;
  return more.length === 0 ? only : planCall('coalesce', values, only.scalar, true);
}

/** Fails for a number that engines write differently. */
function readable(value: PlanExpr): PlanExpr {
  const isUnread = planCall('is_null', [value], 'bool', false);
  const isNumber = planCall('is_not_null', [numberOf(value)], 'bool', false);
  const isOther = planCall('and', [isUnread, isNumber], 'bool', false);
  return provided(planCall('not', [isOther], 'bool', false), value);
}

/** The number at the paths from which `text` reads. */
function numberOf(text: PlanExpr): PlanExpr {
  const all = text.kind === 'call' && text.fn === 'coalesce' ? text.args : [text];
  return oneOf(
    all.flatMap(one =>
      one.kind === 'call' ? planCall('json_float64', one.args, 'float64', true) : [],
    ),
  );
}

/** `CAST(JSON_VALUE(…) AS FLOAT64)`: a number is used directly, and `cast` reads a text. Returns `null` if the text is not a JSON value. */
export function castNumber(
  text: PlanExpr,
  cast: (text: PlanExpr) => PlanExpr | null,
): PlanExpr | null {
  const [, whole] = text.kind === 'call' && text.fn === 'if' ? text.args : [text, text];
  const [first = whole] = whole?.kind === 'call' && whole.fn === 'coalesce' ? whole.args : [whole];
  if (whole === undefined || first?.kind !== 'call' || first.fn !== 'json_text') return null;
  const read = cast(whole);
  return read === null ? null : planCall('coalesce', [numberOf(whole), read], 'float64', true);
}

/** Functions that choose a document; some engine writes the numbers of a chosen one in its own way. */
const VALUES: ReadonlySet<string> = new Set(['ifnull', 'coalesce']);
const NONE: ReadonlySet<string> = new Set();

/** The first of several documents or parts of documents. Returns `null` for any other expression. */
function chosenDocument(node: ResolvedNode, read: Read): PlanExpr | null {
  if (node.kind !== 'function_call' || !VALUES.has(functionName(node))) return null;
  node.value('type');
  const ats = node.nodes('argument_list').map(part => documentAt(part, read, VALUES));
  const documents = ats.flatMap(at => (at === null ? [] : [partAt(at)]));
  const chosen = planCall('coalesce', documents, 'json', true);
  return documents.length < ats.length || sizeOf(chosen) > LARGEST ? null : chosen;
}

function partAt(at: readonly PlanExpr[]): PlanExpr {
  const [document = typedNull('json'), ...path] = at;
  return path.length === 0 ? document : planCall('json_part', at, 'json', true);
}

/** The document and the path that an expression reads. `chosen`: the functions that may choose the document. */
function documentAt(
  of: ResolvedNode,
  read: Read,
  chosen: ReadonlySet<string> = NONE,
): readonly PlanExpr[] | null {
  const path: PlanExpr[] = [];
  let at = of;
  for (let part = partOf(at, read); part !== null; part = partOf(at, read)) {
    path.unshift(part.name);
    at = part.of;
  }
  const isChosen = at.kind === 'function_call' && chosen.has(functionName(at));
  const document = isChosen ? chosenDocument(at, read) : read(at);
  if (document === null) return null;
  return path.length <= MOST_PARTS && path.every(isPart) ? [document, ...path] : null;
}

const STEP = /\.(?<name>[A-Za-z_]\w*)|\."(?<quoted>[^"\\]+)"|\[(?<place>0|[1-9]\d{0,5})\]/gy;
const MOST_STEPS = 2;

/** The paths that `$.user."odd key"[0]` may mean: in an object, `[0]` is the name of a member. Returns `null` for any other path. */
function pathsOf(path: string | null): readonly (readonly PlanExpr[])[] | null {
  if (path === null || !path.startsWith('$')) return null;
  const steps = [...path.slice(1).matchAll(STEP)];
  const places = steps.filter(({ groups }) => groups?.['place'] !== undefined);
  const isRead = steps.map(([step]) => step).join('') === path.slice(1);
  if (!isRead || places.length > MOST_STEPS || steps.length > MOST_PARTS) return null;
  let paths: readonly (readonly PlanExpr[])[] = [[]];
  for (const { groups: { name, quoted, place } = {} } of steps) {
    const member = known(name ?? quoted ?? place ?? '');
    if (!isPart(member) || /^\d+$/.test(quoted ?? '')) return null;
    const parts: readonly PlanExpr[] =
      place === undefined ? [member] : [number(BigInt(place)), member];
    paths = paths.flatMap(before => parts.map(part => [...before, part]));
  }
  return paths;
}

/** The last part of a path and the expression before it; `null` if the node is the document itself. */
function partOf(node: ResolvedNode, read: Read): { of: ResolvedNode; name: PlanExpr } | null {
  if (node.kind === 'get_json_field') {
    node.value('type');
    const value = node.text('field_name');
    return {
      of: node.node('expr'),
      name: { kind: 'literal', value, scalar: 'string', nullable: false },
    };
  }
  if (node.kind !== 'function_call') return null;
  if (functionName(node) !== '$subscript' || !isDocument(node)) return null;
  node.value('type');
  const [of, name] = node.nodes('argument_list');
  return of === undefined || name === undefined ? null : { of, name: read(name) };
}

function isPart(part: PlanExpr): boolean {
  const [place, member] = [literalCount(part), literalText(part)];
  return place === null
    ? member !== null && MEMBER.test(member)
    : place >= 0n && place < MOST_PLACES;
}
