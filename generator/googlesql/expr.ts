/** Translates expressions of the resolved tree to expressions of a plan. */
import { makeCall } from '../core/expr/calls.ts';
import type { PlanExpr } from '../core/expr/expr.ts';
import { nullLiteral } from '../core/expr/literals.ts';
import { isScalar } from '../core/types/scalar.ts';
import { COMPARED } from './calls.ts';
import { columnId, findCell, NOTHING, type TranslationContext, typed } from './context.ts';
import { ARRAYS } from './functions/arrays.ts';
import { SAFE_CASTS, TRANSLATED_CASTS } from './functions/casts.ts';
import {
  DOCUMENT_LISTS,
  lengthOfDocument,
  listOfDocument,
  partOfItem,
} from './functions/documents/document-items.ts';
import {
  isDocument,
  isDocumentArray,
  isItemOfArray,
  OTHER_PATH,
  PART_OF_DOCUMENT,
  QUERY_NAMES,
} from './functions/documents/document-paths.ts';
import {
  castNumber,
  comparedWithEmpty,
  documentIn,
  documentRead,
  isDocumentRead,
  isFalse,
  isWritten,
} from './functions/documents/documents.ts';
import { isPartAbsent, queriedText } from './functions/documents/json-queries.ts';
import { jsonText } from './functions/documents/written.ts';
import { safely } from './functions/failing.ts';
import { TRANSLATORS } from './functions/functions.ts';
import { readsInPlace } from './functions/in-place.ts';
import { readItem } from './functions/items.ts';
import {
  BYTES_WITHOUT_SAFE,
  bytesOfText,
  digested,
  isOfBytes,
  textOfBytes,
} from './functions/texts/digits.ts';
import { isDayTime, timeCast, writeDayTime } from './functions/times/day-times.ts';
import { WITHOUT_SAFE } from './functions/times/instants.ts';
import {
  bucketOf,
  isInterval,
  movedByInterval,
  OTHER_INTERVAL,
} from './functions/times/intervals.ts';
import { readDatePart } from './functions/times/units.ts';
import { literalOf } from './literals.ts';
import { SAFE_READINGS } from './readings.ts';
import { castRecord, isListMissing, recordCall } from './records/record-calls.ts';
import { type Cells, type PlanCell, sizeOf } from './rows.ts';
import { generatedList } from './scans/generated.ts';
import { functionName, isSafeCall, shownName } from './tree/names.ts';
import type { ResolvedNode } from './tree/tree.ts';
import { fieldName, readType, type TypeMessage } from './tree/types.ts';

/** A single value. Refuses records and expressions that are not translated. */
export function exprOf(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanExpr {
  return single(readCell(node, cells, context), node, context);
}

function single(cell: PlanCell, node: ResolvedNode, context: TranslationContext): PlanExpr {
  if (cell.kind !== 'fields') return cell;
  const part = partOfItem(cell);
  if (part !== null) return part;
  context.refuse('a record as a value', node);
  return NOTHING;
}

/** A value or a record. */
export function readCell(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanCell {
  const cell = cellOf(node, cells, context);
  if (cell.kind !== 'fields') context.note(cell, node);
  return cell;
}

function cellOf(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanCell {
  switch (node.kind) {
    case 'literal':
      return literalOf(node, context);
    case 'column_ref':
      return columnOf(node, cells, context);
    case 'parameter':
      return paramOf(node, context);
    case 'constant':
      return variableOf(node, context);
    case 'function_call':
      return callOf(node, cells, context);
    case 'cast':
      return castOf(node, cells, context);
    case 'get_struct_field':
      return fieldOf(node, cells, context);
    case 'make_struct':
      return recordOf(node, cells, context);
    case 'subquery_expr':
      return context.found.get(node) ?? refused('a subquery in this place', node, context);
    case 'with_expr':
      return inlinedOf(node, cells, context);
    case 'get_json_field':
      return partOfDocument(node, context);
    default:
      return refused(node.kind.replaceAll('_', ' '), node, context);
  }
}

const OTHER_TEXT = 'SAFE.PARSE_JSON, or PARSE_JSON of a long expression';
const WRITTEN_DOCUMENT =
  'TO_JSON_STRING of a JSON value, except in a comparison with an empty object';

function refused(what: string, node: ResolvedNode, context: TranslationContext): PlanExpr {
  context.refuse(what, node);
  return NOTHING;
}

/** Refuses a part of the text without a look at what it consists of. */
function refusedWhole(what: string, node: ResolvedNode, context: TranslationContext): PlanExpr {
  node.pass();
  for (const part of node.kind === 'function_call' ? node.nodes('argument_list') : []) part.pass();
  return refused(what, node, context);
}

/** The analyser gives a field no place of its own; that of the document contains the path. */
function partOfDocument(node: ResolvedNode, context: TranslationContext): PlanExpr {
  node.pass();
  const of = node.node('expr');
  if (of.kind === 'get_json_field') return partOfDocument(of, context);
  return refusedWhole(PART_OF_DOCUMENT, of, context);
}

function columnOf(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanCell {
  node.value('type');
  const id = columnId(node.part('column'));
  if (!node.flag('is_correlated')) return findCell(id, cells, node, context);
  const around = context.around.find(rows => rows.cells.has(id));
  return findCell(id, around?.cells ?? cells, node, context);
}

/** The analyser names a table with this prefix, whose columns are the arguments of a team's function. */
const INLINED = '$inlined_';

/** The most nodes of a team's function after its arguments are repeated. */
const LARGEST = 500;

/** A call of a team's function: its expression over its arguments. */
function inlinedOf(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanExpr {
  node.value('type');
  const own = new Map(cells);
  let name = '';
  const args = node.parts('assignment_list').map(part => {
    const column = part.part('column');
    const table = column.text('table_name');
    if (table.startsWith(INLINED)) name = table.slice(INLINED.length);
    const of = part.node('expr');
    own.set(columnId(column), exprOf(of, cells, context));
    return of;
  });
  const [first] = args;
  if (name === '' || first === undefined) return refused('WITH in an expression', node, context);
  context.inlined.add(name);
  const expr = exprOf(node.nodeOf('expr', first.place), own, context);
  if (sizeOf(expr) > LARGEST)
    return refused(`the function ${name} of such long arguments`, first, context);
  return expr;
}

function paramOf(node: ResolvedNode, context: TranslationContext): PlanExpr {
  node.value('type');
  const param = context.params.get(node.text('name').toLowerCase());
  if (param === undefined) return refused('a parameter that is not declared', node, context);
  const { name, type, nullable } = param;
  return { kind: 'param', name, form: 'value', scalar: type, nullable };
}

/** A variable of a script: its value. */
function variableOf(node: ResolvedNode, context: TranslationContext): PlanExpr {
  node.value('type');
  const name = node.part('constant').text('name');
  const value = context.variables.get(name.toLowerCase());
  return value ?? refused('a variable that is not declared', node, context);
}

function callOf(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanCell {
  const name = functionName(node);
  if (name === '$subscript' && isDocument(node))
    return refusedWhole(PART_OF_DOCUMENT, node, context);
  const parts = digested(name, node.nodes('argument_list'));
  const inPlace = TRANSLATORS.has(name) ? readsInPlace(name, node, parts) : null;
  if (inPlace !== null) return refusedWhole(`${shownName(name)} of ${inPlace}`, node, context);
  if (isItemOfArray(node)) return itemOfArray(node, cells, context);
  const item = readItem(node, parts, {
    any: part => readCell(part, cells, context),
    expr: part => exprOf(part, cells, context),
    context,
  });
  if (item !== null) return item;
  const json = jsonOf(node, parts, cells, context);
  if (json !== null) return json;
  const ofRecord = recordCall(node, parts, part => readCell(part, cells, context), context);
  if (ofRecord !== null) return ofRecord;
  if (isDocumentRead(name, parts)) return valueOfDocument(node, cells, context);
  const moved = movedByInterval(node, parts, part => exprOf(part, cells, context), context);
  if (moved !== null) return moved;
  const bucket = bucketOf(node, parts, part => exprOf(part, cells, context), context);
  if (bucket !== null) return bucket;
  const generated = generatedList(node, part => exprOf(part, cells, context), context);
  if (generated !== null) return generated;
  if (isInterval(node)) return refusedWhole(OTHER_INTERVAL, node, context);
  const ofArray = arrayOfDocument(node, parts, cells, context);
  if (ofArray !== null) return ofArray;
  const isNull = context.failures === 'null';
  const translator = TRANSLATORS.get(
    isNull ? name.replace(/^\$?array_(?=at_|first$|last$)/, '$safe_array_') : name,
  );
  const known = readType(node.fields.get('type') as TypeMessage);
  if (translator === undefined && known === null)
    return refusedWhole(`the function ${shownName(name)}`, node, context);
  const type = typed(node, context);
  const empty = comparedWithEmpty(name, parts, part => exprOf(part, cells, context));
  if (empty !== null) return empty;
  const queried = queryOf(node, parts, cells, context);
  if (queried !== null) return queried;
  if (isWritten(node)) return refusedWhole(WRITTEN_DOCUMENT, node, context);
  const units = parts.flatMap(part => readDatePart(part) ?? []);
  const args = parts
    .filter(part => readDatePart(part) === null)
    .map(part => exprOf(part, cells, context));
  const isMissing = isListMissing(node, parts, part => readCell(part, cells, context), context);
  if (isMissing !== null && name === '$is_null') return isMissing;
  const taken = isMissing === null ? args : args.map(arg => ({ ...arg, nullable: false }));
  if (translator === undefined) return refused(`the function ${shownName(name)}`, node, context);
  if (type === null) return NOTHING;
  const isPlain =
    name === '$is_null' ||
    Object.hasOwn(ARRAYS, name) ||
    (OF_LISTS.has(name) && !isScalar(type)) ||
    [type, ...args.map(arg => arg.scalar)].every(of => COMPARED.includes(of));
  const isSafe = isSafeCall(node);
  const isHidden = isSafe && (WITHOUT_SAFE.has(name) || BYTES_WITHOUT_SAFE.includes(name));
  const readsText = isSafe && !isNull && args.some(({ scalar }) => scalar === 'string');
  const translate = (readsText ? SAFE_READINGS[name] : null) ?? translator;
  const made = isPlain && !isHidden ? translate(taken, units, type, context.params) : null;
  if (made === null && args.includes(NOTHING)) return NOTHING;
  const orNull = isSafe || isNull;
  const expr = made !== null && orNull ? safely(made) : made;
  if (expr !== null && isMissing !== null)
    return makeCall('if', type, [isMissing, nullLiteral(type), expr], true);
  return expr ?? refused(`${shownName(name)} of these arguments`, node, context);
}

/** A value as a text of JSON. Returns `null` for any other call, and for that of a document. */
function jsonOf(
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
  cells: Cells,
  context: TranslationContext,
): PlanExpr | null {
  const [given, ...options] = parts;
  if (functionName(node) !== 'to_json_string' || given === undefined) return null;
  const isMade = given.kind === 'function_call' && functionName(given) === 'to_json';
  if (isDocument(given) && !isMade) return null;
  const [of = given, ...more] = isMade ? given.nodes('argument_list') : [given];
  node.value('type');
  if (isMade) given.value('type');
  const isPlain = [...options, ...more].every(one => isFalse(exprOf(one, cells, context)));
  const form = { isDocument: isMade, isNull: context.failures === 'null' };
  const cell = readCell(of, cells, context);
  const text = isPlain ? jsonText(cell, of.fields.get('type') as TypeMessage, form) : null;
  if (text === null && cell === NOTHING) return NOTHING;
  // BigQuery keeps a record without a value apart from none, and its documents have fields in any order
  if (isMade || cell.kind === 'fields') context.inlined.add('to_json_string');
  return text ?? refused('TO_JSON_STRING of these arguments', node, context);
}

/** Functions that take lists, too. */
const OF_LISTS: ReadonlySet<string> = new Set([
  ...['coalesce', 'ifnull', 'if', '$case_no_value', '$case_with_value'],
]);

/** A condition on a part of a document, or its text. Returns `null` for any other call. */
function queryOf(
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
  cells: Cells,
  context: TranslationContext,
): PlanExpr | null {
  const [name, [of]] = [functionName(node), parts];
  const isNull = context.failures === 'null';
  const read = (part: ResolvedNode) => exprOf(part, cells, context);
  if (name === '$is_null' && of !== undefined) return isPartAbsent(of, read, isNull);
  if (name === 'parse_json') {
    const isHidden = isSafeCall(node) && !isNull;
    const document = documentIn(parts.map(read), isNull);
    return isHidden || document === null ? refused(OTHER_TEXT, node, context) : document;
  }
  if (!QUERY_NAMES.includes(name)) return null;
  if (isDocument(node)) return refusedWhole(PART_OF_DOCUMENT, node, context);
  return queriedText(node, read, isNull) ?? refused(OTHER_PATH, node, context);
}

/** The texts or the length of an array of a document. Returns `null` for any other call. */
function arrayOfDocument(
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
  cells: Cells,
  context: TranslationContext,
): PlanExpr | null {
  const isNull = context.failures === 'null';
  const read = (part: ResolvedNode) => exprOf(part, cells, context);
  const length = lengthOfDocument(node, parts, read, isNull);
  if (length !== null) return length;
  if (!DOCUMENT_LISTS.includes(functionName(node)) && !isDocumentArray(node)) return null;
  context.inlined.add(functionName(node));
  return listOfDocument(node, read, isNull) ?? refused(OTHER_PATH, node, context);
}

/** An item of an array in a text, as JSON writes it. */
function itemOfArray(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanExpr {
  if (isDocument(node)) return refusedWhole(PART_OF_DOCUMENT, node, context);
  const read = (part: ResolvedNode) => exprOf(part, cells, context);
  const text = queriedText(node, read, context.failures === 'null');
  return text ?? refused(OTHER_PATH, node, context);
}

/** A value of a JSON document. */
function valueOfDocument(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanExpr {
  const name = functionName(node);
  const type = typed(node, context);
  const isNull = context.failures === 'null';
  const isSafe = isSafeCall(node);
  const reading = { name, parts: node.nodes('argument_list'), type, isNull, isSafe };
  const value = documentRead(reading, part => exprOf(part, cells, context));
  return value ?? refused(OTHER_PATH, node, context);
}

function castOf(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanCell {
  const from = node.node('expr');
  const cell = readCell(from, cells, context);
  if (isOfBytes(from) !== isOfBytes(node)) return castBytes(node, cell, context);
  if (isDayTime(from) !== isDayTime(node)) return castDayTime(node, cell, context);
  const record = castRecord(cell, node.fields.get('type') as TypeMessage);
  if (record !== null) {
    node.value('type');
    return record;
  }
  const of = single(cell, node, context);
  const to = typed(node, context);
  const nullOnError = node.flag('return_null_on_error');
  if (to === null) return NOTHING;
  if (of.scalar === to) return of;
  if (of.kind === 'literal' && of.value === null && isScalar(to)) return { ...of, scalar: to };
  const types = `${of.scalar} ${to}`;
  const isNull = context.failures === 'null';
  const cast = (one: PlanExpr) => {
    const made = TRANSLATED_CASTS.get(types)?.(one, to) ?? null;
    return made !== null && (nullOnError || isNull) ? safely(made) : made;
  };
  const number = types === 'string float64' ? castNumber(of, cast) : null;
  if (number !== null) return number;
  const expr = cast(of);
  if (expr !== null) {
    const safe = nullOnError && !isNull ? SAFE_CASTS.get(types)?.(of, to) : null;
    return safe ?? expr;
  }
  const word = nullOnError ? 'SAFE_CAST' : 'CAST';
  return refused(`${word} of ${of.scalar} to ${to}`, node, context);
}

/** The bytes of a text, or the text of bytes. */
function castBytes(node: ResolvedNode, cell: PlanCell, context: TranslationContext): PlanExpr {
  const isToBytes = isOfBytes(node);
  const to = readType(node.value('type') as TypeMessage);
  const isSafe = node.flag('return_null_on_error') || context.failures === 'null';
  const isText = cell.kind !== 'fields' && cell.scalar === 'string' && to === 'string';
  const made = isText ? (isToBytes ? bytesOfText(cell) : textOfBytes(cell)) : null;
  if (made === null) return refused('CAST from or to bytes', node, context);
  return isSafe ? safely(made) : made;
}

/** The time of an instant or of a datetime, or its text. */
function castDayTime(node: ResolvedNode, cell: PlanCell, context: TranslationContext): PlanExpr {
  const isToTime = isDayTime(node);
  const to = readType(node.value('type') as TypeMessage);
  node.flag('return_null_on_error');
  const of = cell.kind === 'fields' ? null : cell;
  const isText = of !== null && !isToTime && to === 'string';
  const made = isText ? writeDayTime(of) : of !== null && isToTime ? timeCast(of) : null;
  return made ?? refused('CAST from or to a TIME', node, context);
}

/** STRUCT: a record, field by field. */
function recordOf(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanCell {
  const { struct_type: type } = node.value('type') as TypeMessage;
  const fields = node.nodes('field_list').map((part, i) => {
    const name = fieldName(type?.field[i]?.field_name, i);
    return { name, cell: readCell(part, cells, context) };
  });
  return { kind: 'fields', repeated: [], fields, array: null };
}

function fieldOf(node: ResolvedNode, cells: Cells, context: TranslationContext): PlanCell {
  node.value('type');
  node.value('field_expr_is_positional');
  const record = readCell(node.node('expr'), cells, context);
  const at = Number(node.value('field_idx') ?? 0);
  if (record === NOTHING) return NOTHING;
  const field = record.kind === 'fields' ? record.fields[at] : null;
  if (field === undefined || field === null)
    return refused('a field of this record', node, context);
  return field.cell;
}
