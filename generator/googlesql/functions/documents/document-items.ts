/**
 * The items of arrays in JSON documents: `UNNEST(JSON_QUERY_ARRAY(payload, '$.items'))`. Some engine writes the numbers of a part of a document
 * in its own way, so an item stays the document itself, with a position.
 */
import { makeCall, testNull } from '../../../core/expr/calls.ts';
import type { CallExpr, PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { listOf } from '../../../core/types/scalar.ts';
import { literalText } from '../../calls.ts';
import { type PlanCell, type RecordCell, sizeOf } from '../../rows.ts';
import { functionName } from '../../tree/names.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { holding, LARGEST } from '../failing.ts';
import {
  ARRAYS,
  documentAt,
  isDocument,
  isDocumentArray,
  isItem,
  pathsOf,
  QUOTED_BY_POINT,
  QUOTED_IN_BRACKETS,
  queryOf,
  type ReadNode,
  within,
} from './document-paths.ts';
import { inText } from './documents.ts';
import { itemWrittenAt } from './json-queries.ts';

/** Functions of an array of texts, and how their paths quote names. */
const LISTS: ReadonlyMap<string, RegExp> = new Map([
  ['json_value_array', QUOTED_BY_POINT],
  ['json_extract_string_array', QUOTED_IN_BRACKETS],
]);

/** The names of the functions, as the analyser writes them. */
export const DOCUMENT_ARRAYS: readonly string[] = [...ARRAYS.keys()];
export const DOCUMENT_LISTS: readonly string[] = [...LISTS.keys()];

export interface DocumentItems {
  /** How many they are; NULL without an array. */
  readonly length: PlanExpr | null;
  /** The positions of the items, from 0. */
  readonly list: PlanExpr;
  readonly item: (place: PlanExpr) => RecordCell;
}

/** Returns `null` if not every engine can read the array. */
export function itemsOfDocument(
  node: ResolvedNode,
  read: ReadNode,
  isNull: boolean,
): DocumentItems | null {
  node.value('type');
  const [given, path] = node.nodes('argument_list');
  const name = functionName(node);
  const quoting = ARRAYS.get(name) ?? LISTS.get(name);
  const paths =
    quoting === undefined
      ? null
      : pathsOf(path === undefined ? '$' : literalText(read(path)), quoting);
  if (given === undefined || paths === null) {
    given?.pass();
    return null;
  }
  const query = queryOf(given, read);
  const of = query?.of ?? given;
  const [steps = [], ...others] = query === null ? paths : within(query.paths, paths);
  const root = isDocument(of) ? documentAt(of, read) : rootOf(read(of));
  if (root === null) return null;
  const [document = nullLiteral('string'), ...above] = root;
  const lengthOr = (absent: bigint | null) =>
    lengthAt(document, [above, steps, others], { isNull, absent });
  const length = lengthOr(0n);
  if (length === null) return null;
  const known = makeCall('coalesce', 'int64', [length, wholeLiteral(0n)], false);
  return {
    length: lengthOr(null),
    list: makeCall('list_range', listOf('int64'), [known], false),
    item: place => itemOf(document, [...above, ...steps], place),
  };
}

/**
 * The texts of an array: texts, booleans and whole numbers, or how JSON writes these. Fails for any other item, and for JSON's null if no list
 * can contain it. Returns `null` for any other call, and for an array of documents.
 */
export function listOfDocument(
  node: ResolvedNode,
  read: ReadNode,
  isNull: boolean,
): PlanExpr | null {
  const textAt = LISTS.has(functionName(node)) ? jsonTextAt : itemWrittenAt;
  const [document] = node.nodes('argument_list');
  if (textAt === itemWrittenAt && (document === undefined || isDocument(document))) return null;
  const found = itemsOfDocument(node, read, isNull);
  const part = partOfItem(found?.item({ kind: 'item', scalar: 'int64', nullable: false }));
  if (found === null || part === null) return null;
  const type = listOf('string');
  const text = textAt(part.args);
  const each = { kind: 'each', of: found.list, nullable: false } as const;
  if (!isNull) return { ...each, as: 'list', body: orFailing(text), scalar: type, nullable: true };
  const isMissing = testNull(text);
  const known = makeCall('coalesce', 'string', [text, textLiteral('')], false);
  const texts: PlanExpr = { ...each, as: 'list', body: known, scalar: type };
  const isAny: PlanExpr = { ...each, as: 'any', body: isMissing, scalar: 'bool' };
  return makeCall('if', type, [isAny, makeCall('list', type, [], false), texts], true);
}

function jsonTextAt(at: Steps): PlanExpr {
  return makeCall('json_text', 'string', at, true);
}

function orFailing(of: PlanExpr): PlanExpr {
  return makeCall('or_fail', of.scalar, [of], false);
}

/** The length of `JSON_QUERY_ARRAY(payload, '$.items')`; NULL without an array. Returns `null` for any other value. */
export function lengthOfDocument(
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
  read: ReadNode,
  isNull: boolean,
): PlanExpr | null {
  const [array] = parts;
  if (functionName(node) !== 'array_length' || array === undefined) return null;
  if (!isDocumentArray(array)) return null;
  node.value('type');
  return itemsOfDocument(array, read, isNull)?.length ?? null;
}

/** The document and the path of a text: of an item, or the text itself. */
function rootOf(text: PlanExpr): readonly PlanExpr[] | null {
  if (isItem(text)) return text.args;
  return text.scalar === 'string' && sizeOf(text) <= LARGEST ? [text] : null;
}

type Steps = readonly PlanExpr[];

/**
 * The number of items; `absent` without an array, and NULL without a document. In an object, `[0]` is the name of a member: `others` are the paths with such names, and a
 * document that has an array there fails.
 */
function lengthAt(
  document: PlanExpr,
  [above, steps, others]: readonly [Steps, Steps, readonly Steps[]],
  { isNull, absent }: { readonly isNull: boolean; readonly absent: bigint | null },
): PlanExpr | null {
  const count = (root: PlanExpr): PlanExpr => {
    const lengths = [steps, ...others].map(path =>
      makeCall('json_length', 'int64', [root, ...above, ...path], false),
    );
    const [found = wholeLiteral(0n), ...more] = lengths;
    const length = absent === null ? ofArray([root, ...above, ...steps], found) : found;
    if (more.length === 0) return length;
    const none = more.map(one => makeCall('eq', 'bool', [one, wholeLiteral(0n)], false));
    const [only] = none;
    const areNone =
      only !== undefined && none.length === 1 ? only : makeCall('and', 'bool', none, false);
    const known = isNull ? areNone : holding(areNone);
    return makeCall('if', 'int64', [known, length, wholeLiteral(0n)], length.nullable);
  };
  if (document.scalar === 'json') return count(document);
  if (document.kind === 'call' && document.fn === 'json_from_string') return count(document);
  return inText(document, [[...above, ...steps]], isNull, ats => count(ats[0]?.[0] ?? document));
}

/** NULL unless there is an array. */
function ofArray(at: Steps, length: PlanExpr): PlanExpr {
  const type = makeCall('json_type', 'string', at, true);
  const isArray = makeCall('eq', 'bool', [type, textLiteral('array')], true);
  return makeCall('if', 'int64', [isArray, length, nullLiteral('int64')], true);
}

/** The fields are the document and the positions on the way to the item, in order; a `null` step of the path is one of the positions. */
function itemOf(document: PlanExpr, path: Steps, place: PlanExpr): RecordCell {
  const places = [...path.filter(step => step.kind !== 'literal'), place];
  const fields = [document, ...places].map((cell, i) => ({ name: `part_${i}`, cell }));
  const steps = [...path, place].map(step => (step.kind === 'literal' ? step : null));
  return { kind: 'fields', repeated: [], fields, array: null, steps };
}

/** The part of the document that an item is, as functions of documents read it. Returns `null` for any other value. */
export function partOfItem(cell: PlanCell | undefined): CallExpr<PlanExpr> | null {
  if (cell?.kind !== 'fields' || cell.steps === undefined) return null;
  const [document, ...places] = cell.fields.flatMap(({ cell: field }) =>
    field.kind === 'fields' ? [] : [field],
  );
  if (document === undefined) return null;
  const path = cell.steps.map(step => step ?? places.shift() ?? nullLiteral('int64'));
  const root =
    document.scalar === 'json' ? document : makeCall('json_from_string', 'json', [document], true);
  return makeCall('json_part', 'json', [root, ...path], true);
}
