/** Paths in JSON documents: as an expression, `payload.items[0]`, and as a text, `$.items[0]`. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { CallExpr, PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { literalCount, literalText } from '../../calls.ts';
import { sizeOf } from '../../rows.ts';
import { functionName } from '../../tree/names.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { LARGEST } from '../failing.ts';

/** A member name that every engine accepts. */
const MEMBER = /^[^\p{Cc}"\\]+$/u;
const MOST_PLACES = 1_000_000n;
const MOST_PARTS = 16;

/** The words of refusals. */
export const PART_OF_DOCUMENT = 'a part of a JSON document without a function that reads it';
export const OTHER_PATH = 'a JSON path other than names and positions';

export type ReadNode = (node: ResolvedNode) => PlanExpr;

/** Whether the value is a JSON document or a part of one. */
export function isDocument({ fields }: ResolvedNode): boolean {
  const type = fields.get('type') as { readonly type_kind?: string } | undefined;
  return type?.type_kind === 'TYPE_JSON';
}

/** Functions that choose a document; some engine writes the numbers of a chosen one in its own way. */
export const VALUES: ReadonlySet<string> = new Set(['ifnull', 'coalesce']);
const NONE: ReadonlySet<string> = new Set();

/** The first of several documents or parts of documents. Returns `null` for any other expression. */
function chosenDocument(node: ResolvedNode, read: ReadNode): PlanExpr | null {
  if (node.kind !== 'function_call' || !VALUES.has(functionName(node))) return null;
  node.value('type');
  const ats = node.nodes('argument_list').map(part => documentAt(part, read, VALUES));
  const documents = ats.flatMap(at => (at === null ? [] : [partAt(at)]));
  const chosen = makeCall('coalesce', 'json', documents, true);
  return documents.length < ats.length || sizeOf(chosen) > LARGEST ? null : chosen;
}

function partAt(at: readonly PlanExpr[]): PlanExpr {
  const [document = nullLiteral('json'), ...path] = at;
  return path.length === 0 ? document : makeCall('json_part', 'json', at, true);
}

/** The document and the path that an expression reads. `chosen`: the functions that may choose the document. */
export function documentAt(
  of: ResolvedNode,
  read: ReadNode,
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
  const root = isItem(document) ? document.args : [document];
  return path.length <= MOST_PARTS && path.every(isPart) ? [...root, ...path] : null;
}

/** Whether it is an item of an array in a document, which its arguments lead to. */
export function isItem(of: PlanExpr): of is CallExpr<PlanExpr> {
  return of.kind === 'call' && of.fn === 'json_part';
}

/** Steps of a path. Each function quotes names in a way of its own. */
export const QUOTED_BY_POINT =
  /\.(?<name>[A-Za-z_][\w-]*)|\."(?<quoted>[^"\\]+)"|\[(?<place>0|[1-9]\d{0,5})\]/gy;
export const QUOTED_IN_BRACKETS =
  /\.(?<name>[A-Za-z_][\w-]*)|\['(?<quoted>[^'"\\]+)'\]|\[(?<place>0|[1-9]\d{0,5})\]/gy;
const MOST_STEPS = 2;

/** The paths that `$.user."odd key"[0]` may mean: in an object, `[0]` is the name of a member. Returns `null` for any other path. */
export function pathsOf(
  path: string | null,
  step: RegExp,
): readonly (readonly PlanExpr[])[] | null {
  if (path === null || !path.startsWith('$')) return null;
  const steps = [...path.slice(1).matchAll(step)];
  const places = steps.filter(({ groups }) => groups?.['place'] !== undefined);
  const isRead = steps.map(([text]) => text).join('') === path.slice(1);
  if (!isRead || places.length > MOST_STEPS || steps.length > MOST_PARTS) return null;
  let paths: readonly (readonly PlanExpr[])[] = [[]];
  for (const { groups: { name, quoted, place } = {} } of steps) {
    const member = textLiteral(name ?? quoted ?? place ?? '');
    if (!isPart(member) || /^\d+$/.test(quoted ?? '')) return null;
    const parts: readonly PlanExpr[] =
      place === undefined ? [member] : [wholeLiteral(BigInt(place)), member];
    paths = paths.flatMap(before => parts.map(part => [...before, part]));
  }
  return paths;
}

/** The last part of a path and the expression before it; `null` if the node is the document itself. */
function partOf(node: ResolvedNode, read: ReadNode): { of: ResolvedNode; name: PlanExpr } | null {
  if (node.kind === 'get_json_field') {
    node.value('type');
    const value = node.text('field_name');
    return {
      of: node.node('expr'),
      name: textLiteral(value),
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

/** The functions, and how their paths quote names. */
const QUERIES: ReadonlyMap<string, RegExp> = new Map([
  ['json_query', QUOTED_BY_POINT],
  ['json_extract', QUOTED_IN_BRACKETS],
]);

/** Functions of an array whose items functions of documents read, likewise. */
export const ARRAYS: ReadonlyMap<string, RegExp> = new Map([
  ['json_query_array', QUOTED_BY_POINT],
  ['json_extract_array', QUOTED_IN_BRACKETS],
]);

/** Whether an expression is an array of a document. */
export function isDocumentArray(node: ResolvedNode): boolean {
  return node.kind === 'function_call' && ARRAYS.has(functionName(node));
}

/** The position of the first item for each way to read an item that may be missing. */
const ITEMS: ReadonlyMap<string, bigint> = new Map([
  ['$safe_array_at_offset', 0n],
  ['$safe_array_at_ordinal', 1n],
]);

/** Whether an expression is an item of an array of a document, `JSON_QUERY_ARRAY(x, '$.a')[SAFE_OFFSET(0)]`. */
export function isItemOfArray(node: ResolvedNode): boolean {
  if (node.kind !== 'function_call' || !ITEMS.has(functionName(node))) return false;
  const [array] = node.peekAll('argument_list');
  return array !== undefined && isDocumentArray(array);
}

/** The names of the functions, as the analyser writes them. */
export const QUERY_NAMES: readonly string[] = [...QUERIES.keys()];

export interface Query {
  readonly of: ResolvedNode;
  readonly paths: readonly (readonly PlanExpr[])[];
  /** Whether it is an item of an array, of which JSON's null is one, too. */
  readonly isItem: boolean;
}

/**
 * The document or text of JSON_QUERY and JSON_EXTRACT, and the paths; in a part that another one reads, those of both. Returns `null` for any
 * other expression.
 */
export function queryOf(node: ResolvedNode, read: ReadNode): Query | null {
  if (isItemOfArray(node)) return itemOf(node, read);
  const quoting = node.kind === 'function_call' ? QUERIES.get(functionName(node)) : undefined;
  return quoting === undefined ? null : partBy(quoting, node, read);
}

/** The item of an array, at a literal position. */
function itemOf(node: ResolvedNode, read: ReadNode): Query | null {
  node.value('type');
  const [array, place] = node.nodes('argument_list');
  const quoting = array === undefined ? undefined : ARRAYS.get(functionName(array));
  const first = ITEMS.get(functionName(node));
  const at = place === undefined ? null : literalCount(read(place));
  if (array === undefined || quoting === undefined || first === undefined) return null;
  const part = partBy(quoting, array, read);
  if (part === null || at === null || at < first || at - first >= MOST_PLACES) return null;
  const index = wholeLiteral(at - first);
  return { of: part.of, paths: part.paths.map(path => [...path, index]), isItem: true };
}

function partBy(quoting: RegExp, node: ResolvedNode, read: ReadNode): Query | null {
  node.value('type');
  const [of, path] = node.nodes('argument_list');
  const paths = pathsOf(path === undefined ? '$' : literalText(read(path)), quoting);
  if (paths === null) of?.pass();
  if (of === undefined || paths === null) return null;
  const part = queryOf(of, read);
  const all = part === null ? paths : within(part.paths, paths);
  return { of: part?.of ?? of, paths: all, isItem: false };
}

/** Each of the paths behind each of those `before` it. */
export function within(
  before: readonly (readonly PlanExpr[])[],
  paths: readonly (readonly PlanExpr[])[],
): readonly (readonly PlanExpr[])[] {
  return before.flatMap(path => paths.map(more => [...path, ...more]));
}
