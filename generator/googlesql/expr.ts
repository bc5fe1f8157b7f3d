/** Expressions of the resolved tree as expressions of a plan. */
import type { PlanExpr } from '../core/expr.ts';
import { isScalar } from '../core/scalar.ts';
import { ARRAYS } from './arrays.ts';
import { COMPARED, literalCount } from './calls.ts';
import { CASTS, SAFE_CASTS } from './casts.ts';
import { type Context, cellOf, columnId, NOTHING, typed } from './context.ts';
import { documentRead, isDocumentRead } from './documents.ts';
import { safely } from './failing.ts';
import { FUNCTIONS } from './functions.ts';
import { WITHOUT_SAFE } from './instants.ts';
import { literalOf } from './literals.ts';
import { type Cell, type Cells, sizeOf } from './rows.ts';
import { splitItem } from './texts.ts';
import type { Node } from './tree.ts';

/** A single value; records and what is not translated are refused. */
export function exprOf(node: Node, cells: Cells, context: Context): PlanExpr {
  const cell = anyOf(node, cells, context);
  if (cell.kind !== 'fields') return cell;
  context.refuse('a record as a value', node);
  return NOTHING;
}

/** A value or a record. */
export function anyOf(node: Node, cells: Cells, context: Context): Cell {
  switch (node.kind) {
    case 'literal':
      return literalOf(node, context);
    case 'column_ref':
      return columnOf(node, cells, context);
    case 'parameter':
      return paramOf(node, context);
    case 'function_call':
      return callOf(node, cells, context);
    case 'cast':
      return castOf(node, cells, context);
    case 'get_struct_field':
      return fieldOf(node, cells, context);
    case 'subquery_expr':
      return context.found.get(node) ?? refused('a subquery in this place', node, context);
    case 'with_expr':
      return inlinedOf(node, cells, context);
    default:
      return refused(node.kind.replaceAll('_', ' '), node, context);
  }
}

function refused(what: string, node: Node, context: Context): PlanExpr {
  context.refuse(what, node);
  return NOTHING;
}

function columnOf(node: Node, cells: Cells, context: Context): Cell {
  node.value('type');
  const id = columnId(node.part('column'));
  if (!node.flag('is_correlated')) return cellOf(id, cells, node, context);
  const around = context.around.find(rows => rows.cells.has(id));
  return cellOf(id, around?.cells ?? cells, node, context);
}

/** The analyser names the arguments of a function of a team as columns of a table of this name. */
const INLINED = '$inlined_';

/** An expression that repeats its arguments to more nodes than these. */
const LARGEST = 500;

/** A call of a team's function: its expression, over its arguments. */
function inlinedOf(node: Node, cells: Cells, context: Context): PlanExpr {
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

function paramOf(node: Node, context: Context): PlanExpr {
  node.value('type');
  const param = context.params.get(node.text('name').toLowerCase());
  if (param === undefined) return refused('a parameter that is not declared', node, context);
  const { name, type, nullable } = param;
  return { kind: 'param', name, form: 'value', scalar: type, nullable };
}

/** The names of the analyser are `ZetaSQL:name`; those of a team have other groups. */
const BUILT_IN = 'ZetaSQL:';

export function functionName(node: Node): string {
  const whole = node.part('function').text('name');
  return whole.startsWith(BUILT_IN) ? whole.slice(BUILT_IN.length) : `${whole}()`;
}

/** As an author knows it. */
export function shownName(name: string): string {
  return name.replace(/^\$/, '').replaceAll('_', ' ').toUpperCase();
}

function callOf(node: Node, cells: Cells, context: Context): PlanExpr {
  const name = functionName(node);
  const type = typed(node, context);
  const parts = node.nodes('argument_list');
  const item = itemOf(node, name, parts, { cells, context });
  if (item !== null) return item;
  if (isDocumentRead(name, parts)) return documentOf(node, name, parts, { cells, context });
  const units = parts.flatMap(part => unitOf(part) ?? []);
  const args = parts
    .filter(part => unitOf(part) === null)
    .map(part => exprOf(part, cells, context));
  const isNull = context.failures === 'null';
  const translator = FUNCTIONS.get(isNull ? name.replace(/^\$array_at/, '$safe_array_at') : name);
  if (translator === undefined) return refused(`the function ${shownName(name)}`, node, context);
  if (type === null) return NOTHING;
  const isPlain =
    name === '$is_null' ||
    Object.hasOwn(ARRAYS, name) ||
    [type, ...args.map(arg => arg.scalar)].every(of => COMPARED.includes(of));
  const isHidden = isSafeCall(node) && WITHOUT_SAFE.has(name);
  const made = isPlain && !isHidden ? translator(args, units, type) : null;
  if (made === null && args.includes(NOTHING)) return NOTHING;
  const orNull = isSafeCall(node) || isNull;
  const expr = made !== null && orNull ? safely(made) : made;
  return expr ?? refused(`${shownName(name)} of these arguments`, node, context);
}

/** A value of a JSON document. */
function documentOf(
  node: Node,
  name: string,
  parts: readonly Node[],
  { cells, context }: { cells: Cells; context: Context },
): PlanExpr {
  const type = typed(node, context);
  const value =
    type === null ? null : documentRead(name, parts, type, part => exprOf(part, cells, context));
  const isSafe = isSafeCall(node) || context.failures === 'null';
  if (!isSafe) return refused(`${shownName(name)} of a JSON value without SAFE`, node, context);
  return value ?? refused(`${shownName(name)} of these arguments`, node, context);
}

/** How an item of a list is named: by its place from 0 or from 1, and whether there may be none. */
const PLACES: Readonly<Record<string, { readonly first: bigint; readonly isSafe: boolean }>> = {
  $array_at_offset: { first: 0n, isSafe: false },
  $array_at_ordinal: { first: 1n, isSafe: false },
  $safe_array_at_offset: { first: 0n, isSafe: true },
  $safe_array_at_ordinal: { first: 1n, isSafe: true },
};

/** An item of a list that is made for it alone; `null` where the call is another one. */
function itemOf(
  node: Node,
  name: string,
  [list, place]: readonly Node[],
  { cells, context }: { cells: Cells; context: Context },
): PlanExpr | null {
  const by = PLACES[name];
  if (by === undefined || list === undefined || place === undefined) return null;
  const index = literalCount(exprOf(place, cells, context));
  const at = index === null ? -1n : index - by.first;
  if (isStored(list, cells, context)) return null;
  const made = listItem(list, at, by.isSafe, { cells, context });
  return made ?? refused(`${shownName(name)} of these arguments`, node, context);
}

/** Whether a list is one that lasts, whose items functions find. */
function isStored(list: Node, cells: Cells, context: Context): boolean {
  if (list.kind === 'column_ref') return anyOf(list, cells, context).kind !== 'fields';
  return list.kind !== 'function_call' || functionName(list) !== 'split';
}

function listItem(
  list: Node,
  at: bigint,
  isSafe: boolean,
  { cells, context }: { cells: Cells; context: Context },
): PlanExpr | null {
  if (list.kind === 'column_ref') {
    const cell = anyOf(list, cells, context);
    if (cell.kind === 'fields' && cell.fields.length === 0) return NOTHING;
    const item = cell.kind === 'fields' && cell.isList ? cell.fields[Number(at)]?.cell : undefined;
    return item === undefined || item.kind === 'fields' ? null : item;
  }
  if (list.kind !== 'function_call' || functionName(list) !== 'split') return null;
  list.value('type');
  if (isSafeCall(list)) return null;
  const args = list.nodes('argument_list').map(part => exprOf(part, cells, context));
  return splitItem(args, at, isSafe || context.failures === 'null');
}

/** Whether `SAFE.` stands before the function. */
function isSafeCall(node: Node): boolean {
  return node.text('error_mode') === 'SAFE_ERROR_MODE';
}

/** The word of a part of a date, such as HOUR, which the analyser holds as a value of an enum. */
function unitOf(node: Node): string | null {
  if (node.kind !== 'literal') return null;
  const type = node.fields.get('type') as { readonly type_kind?: string } | undefined;
  if (type?.type_kind !== 'TYPE_ENUM') return null;
  for (const field of ['type', 'value', 'has_explicit_type', 'float_literal_id']) node.value(field);
  node.value('preserve_in_literal_remover');
  const value = node.fields.get('value') as { value?: { enum_value?: number } } | undefined;
  return PARTS[value?.value?.enum_value ?? -1] ?? 'a part of a date';
}

/** The numbers of `DateTimestampPart` in ZetaSQL's `datetime_part.proto`. */
const PARTS: Readonly<Record<number, string>> = {
  1: 'YEAR',
  2: 'MONTH',
  3: 'DAY',
  4: 'DAYOFWEEK',
  5: 'DAYOFYEAR',
  6: 'QUARTER',
  7: 'HOUR',
  8: 'MINUTE',
  9: 'SECOND',
  10: 'MILLISECOND',
  11: 'MICROSECOND',
  12: 'NANOSECOND',
  13: 'DATE',
  14: 'WEEK',
  16: 'TIME',
  17: 'ISOYEAR',
  18: 'ISOWEEK',
};

function castOf(node: Node, cells: Cells, context: Context): PlanExpr {
  const of = exprOf(node.node('expr'), cells, context);
  const to = typed(node, context);
  const nullOnError = node.flag('return_null_on_error');
  if (to === null) return NOTHING;
  if (of.scalar === to) return of;
  if (of.kind === 'literal' && of.value === null && isScalar(to)) return { ...of, scalar: to };
  const types = `${of.scalar} ${to}`;
  const isNull = context.failures === 'null';
  const expr = CASTS.get(types)?.(of, to) ?? null;
  if (expr !== null) {
    const safe = nullOnError && !isNull ? SAFE_CASTS.get(types)?.(of, to) : null;
    return safe ?? (nullOnError || isNull ? safely(expr) : expr);
  }
  const word = nullOnError ? 'SAFE_CAST' : 'CAST';
  return refused(`${word} of ${of.scalar} to ${to}`, node, context);
}

function fieldOf(node: Node, cells: Cells, context: Context): Cell {
  node.value('type');
  node.value('field_expr_is_positional');
  const record = anyOf(node.node('expr'), cells, context);
  const field =
    record.kind === 'fields' ? record.fields[Number(node.value('field_idx') ?? 0)] : null;
  if (field === undefined || field === null)
    return refused('a field of this record', node, context);
  return field.cell;
}
