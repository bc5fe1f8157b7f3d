/** The rules for lists of records: fields of one of their items, and tests of all of them. */
import { makeCall } from '../../core/expr/calls.ts';
import type { ColumnExpr, Expr, Lookup } from '../../core/expr/expr.ts';
import { TRUE } from '../../core/expr/literals.ts';
import { suggestion } from '../../core/report/diagnostics.ts';
import {
  type ItemLeaf,
  isRecords,
  isScalar,
  itemFieldsOf,
  keyOfItems,
} from '../../core/types/scalar.ts';
import { conditionHint, convert, isNull, refuseNull } from '../coerce.ts';
import type { CheckContext, Items } from '../context.ts';
import { resolvePath } from '../names.ts';
import type { PathPart, Span, Syntax } from '../syntax/syntax.ts';

type Check = (context: CheckContext, syntax: Syntax) => Expr | null;
type SyntaxOf<Kind extends Syntax['kind']> = Extract<Syntax, { kind: Kind }>;

/** A hint on a list of records that belongs to an item of another. */
export const INNER_LIST =
  'Join the items of both lists, as in `join: { a: { each: list }, b: { each: a.inner } }`. A whole list can only be selected.';

/** `any`, `all` and `count_items`. A condition that is NULL is not true. */
export function checkItems(
  context: CheckContext,
  as: 'any' | 'all' | 'count',
  call: SyntaxOf<'call'>,
  check: Check,
): Expr | null {
  const {
    name,
    args: [list, where],
  } = call;
  if (where === undefined && as !== 'count') return refuseQuantifier(context, as, call);
  const of = listIn(context, list, name.name);
  const condition =
    where === undefined ? TRUE : checkWhere(context, of, { fn: name.name, where }, check);
  if (of === null || condition === null) return null;
  const scalar = as === 'count' ? 'int64' : 'bool';
  return { kind: 'lookup', find: { as }, of, where: condition, scalar, nullable: false };
}

/** Reports `x = any(list)` and the aggregate `any(x)` of other dialects. */
function refuseQuantifier(context: CheckContext, as: 'any' | 'all', call: Span): null {
  const message = `\`${as}\` takes a list of records and a condition on them`;
  const hint =
    as === 'any'
      ? 'For one of several values, write `x in list`; for a value of a group, `any_value(x)`.'
      : 'For none of several values, write `x not in list`.';
  return context.refuse('wrong-arguments', call, message, hint);
}

/** `item(list, condition).field` and `list['key'].field`: NULL if there is no such item. */
export function checkMember(
  context: CheckContext,
  { of, parts }: SyntaxOf<'member'>,
  check: Check,
): Expr | null {
  const found =
    of.kind === 'call' ? foundByCondition(context, of, check) : foundByKey(context, of, check);
  if (found === 'no-item') {
    const expr = check(context, of);
    const [part] = parts;
    if (expr === null || part === undefined) return null;
    const message = `This is a single \`${expr.scalar}\` and has no field \`${part.name}\``;
    return context.refuse('unknown-column', part, message);
  }
  if (found === null) return null;
  const field = fieldOf(context, { list: textOf(context, of), type: found.of.scalar }, parts);
  if (field === null) return null;
  const { path, type: scalar } = field;
  const find: Lookup = { as: 'first', path };
  const nullable = isScalar(scalar);
  return { kind: 'lookup', find, of: found.of, where: found.where, scalar, nullable };
}

/** `.name`, a field of the item that is tested. */
export function checkOwn(context: CheckContext, { parts, ...span }: SyntaxOf<'own'>): Expr | null {
  const { items } = context;
  if (items === null) {
    const name = parts.map(part => part.name).join('.');
    const message = `\`.${name}\` is a field of an item, and there are no items here`;
    const hint = `Write it in \`item\`, \`any\`, \`all\` or \`count_items\`, or write \`${name}\` for a column.`;
    return context.refuse('unknown-column', span, message, hint);
  }
  const field = fieldOf(context, items, parts);
  if (field === null) return null;
  const { path, type: scalar } = field;
  return { kind: 'item', path, scalar, nullable: isScalar(scalar) };
}

/** Reports an item as a whole: only its fields are values. */
export function refuseWholeItem(context: CheckContext, span: Span): null {
  const message = 'An item is a record, not a single value';
  const hint = `Name one of its fields, with a dot after \`${textOf(context, span)}\`.`;
  return context.refuse('misplaced-record', span, message, hint);
}

/** The list of records that `x['key']` names; `null` if `x` is anything else. */
export function recordsNamed(context: CheckContext, { of }: SyntaxOf<'item'>): Expr | null {
  if (of.kind !== 'path') return null;
  const found = resolvePath(context, of.parts);
  return found !== null && found.kind !== 'record' && isRecords(found.scalar) ? found : null;
}

interface Found {
  readonly of: ColumnExpr;
  readonly where: Expr;
}

function foundByCondition(
  context: CheckContext,
  { name, args: [list, where] }: SyntaxOf<'call'>,
  check: Check,
): Found | 'no-item' | null {
  if (name.name.toLowerCase() !== 'item' || list === undefined || where === undefined)
    return 'no-item';
  const of = listIn(context, list, 'item');
  const condition = checkWhere(context, of, { fn: 'item', where }, check);
  return of === null || condition === null ? null : { of, where: condition };
}

function foundByKey(context: CheckContext, syntax: Syntax, check: Check): Found | 'no-item' | null {
  if (syntax.kind !== 'item') return 'no-item';
  const of = recordsNamed(context, syntax);
  if (of === null) return 'no-item';
  if (of.kind !== 'column') throw new Error('a list of records is a column');
  const by = keyOfItems(of.scalar);
  if (by === null) {
    const message = `No field finds the records of \`${textOf(context, syntax.of)}\``;
    const hint = 'Declare the field with `by`, or write `item(…, .field = …)`.';
    return context.refuse('wrong-arguments', syntax, message, hint);
  }
  const key = check(context, syntax.index);
  if (key === null) return null;
  const operand = { expr: key, span: syntax.index };
  if (isNull(key)) return refuseNull(context, [operand]);
  const text = convert(context, operand, 'string');
  if (text === null) return null;
  const own: Expr = { kind: 'item', path: by.split('.'), scalar: 'string', nullable: true };
  return { of, where: makeCall('eq', 'bool', [own, text]) };
}

/** The list of records that a function takes. */
function listIn(context: CheckContext, list: Syntax | undefined, fn: string): ColumnExpr | null {
  if (list === undefined) throw new Error(`\`${fn}\` takes a list`);
  const found = list.kind === 'path' ? resolvePath(context, list.parts) : null;
  if (found === null && list.kind === 'path') return null;
  if (found?.kind === 'column' && isRecords(found.scalar)) return found;
  const message = `\`${fn}\` takes the name of a list of records`;
  if (list.kind === 'own' || list.kind === 'member')
    return context.refuse('type-mismatch', list, message, INNER_LIST);
  const hint =
    'Declare the column as `{ list: { record: { … } } }`. For other lists, write `x in list`, `length(list)` or `list[0]`.';
  return context.refuse('type-mismatch', list, message, hint);
}

function checkWhere(
  context: CheckContext,
  of: ColumnExpr | null,
  { fn, where }: { readonly fn: string; readonly where: Syntax },
  check: Check,
): Expr | null {
  if (of === null) return null;
  if (context.items !== null) {
    const message = `\`${fn}\` stands in the condition of \`${context.items.fn}\`, which tests one list`;
    return context.refuse('wrong-arguments', where, message, 'Combine the two outside with `and`.');
  }
  const items: Items = { fn, list: of.path.join('.'), type: of.scalar };
  const condition = check({ ...context, items, inside: fn }, where);
  if (condition === null || condition.scalar === 'bool') return condition;
  const message = `Expected a condition (\`bool\`), found \`${condition.scalar}\``;
  return context.refuse('type-mismatch', where, message, conditionHint('bool'));
}

/** The value of an item at a path. */
function fieldOf(
  context: CheckContext,
  { list, type }: Pick<Items, 'list' | 'type'>,
  parts: readonly PathPart[],
): { readonly path: readonly string[]; readonly type: ItemLeaf } | null {
  let fields = itemFieldsOf(type) ?? [];
  for (const [i, part] of parts.entries()) {
    const found = fields.find(({ name }) => name === part.name);
    if (found === undefined) {
      const at = parts.slice(0, i).map(({ name }) => name);
      const owner = i === 0 ? `The records of \`${list}\` have` : `\`${at.join('.')}\` has`;
      const message = `${owner} no field \`${part.name}\``;
      const names = fields.map(({ name }) => name);
      return context.refuse('unknown-column', part, message, suggestion(part.name, names));
    }
    if (typeof found.type === 'string') {
      const missing = parts[i + 1];
      if (missing === undefined) return { path: parts.map(({ name }) => name), type: found.type };
      const is = isRecords(found.type)
        ? 'is a list of records, each of which has its own'
        : 'is a single value and has no field';
      const message = `\`${part.name}\` ${is} \`${missing.name}\``;
      const hint = isRecords(found.type) ? INNER_LIST : null;
      return context.refuse('unknown-column', missing, message, hint);
    }
    fields = found.type;
  }
  const last = parts.at(-1);
  if (last === undefined) throw new Error('a path has a part');
  const message = `\`${last.name}\` is a record, not a single value`;
  return context.refuse('misplaced-record', last, message, 'Name one of its fields.');
}

function textOf({ text }: CheckContext, { start, end }: Span): string {
  return text.value.slice(start, end);
}
