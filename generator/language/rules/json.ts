/** The rule for functions that read a JSON document. The path is a literal, so engines only get names and positions. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { textLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { isScalar, listOf, type Scalar } from '../../core/types/scalar.ts';
import type { LibraryFunction, Rule } from '../../functions/rule.ts';
import { type CallSyntax, refuseArgument } from '../calls.ts';
import { isNull, refuseNull } from '../coerce.ts';
import type { CheckContext } from '../context.ts';
import type { Syntax } from '../syntax/syntax.ts';
import type { CheckArgument } from './patterns.ts';

export function checkJsonCall(
  context: CheckContext,
  fn: LibraryFunction,
  rule: Extract<Rule, { kind: 'json' }>,
  args: readonly Syntax[],
  check: CheckArgument,
): Expr | null {
  const at = placeOf(context, fn, args, check);
  const isNullable = isScalar(rule.gives) && !NEVER_NULL.has(rule.fn);
  return at === null ? null : makeCall(rule.fn, rule.gives, at, isNullable);
}

const NEVER_NULL: ReadonlySet<string> = new Set(['json_exists', 'json_length']);

/** The items of an array as their positions, which a join has. `documentItem` is the item at one of them. */
export function checkDocuments(
  context: CheckContext,
  fn: LibraryFunction,
  { name, args }: CallSyntax,
  check: CheckArgument,
): Expr | null {
  if (context.scope.each !== true) {
    const message = `\`${fn.name}\` is only for \`each\` of a join`;
    const hint = `Join the items, \`join: { item: { each: "${fn.example}" } }\`, or count them with \`json_length\`.`;
    return context.refuse('wrong-arguments', name, message, hint);
  }
  const at = placeOf(context, fn, args, check);
  if (at === null) return null;
  const length = makeCall('json_length', 'int64', at, false);
  return makeCall('list_range', listOf('int64'), [length], false);
}

/** The item of `json_items` at a position, as a document. Returns `null` if the list is another one. */
export function documentItem(list: Expr, position: Expr): Expr | null {
  if (list.kind !== 'call' || list.fn !== 'list_range') return null;
  const [length] = list.args;
  if (length?.kind !== 'call') throw new Error('the items of a document have a length');
  return makeCall('json_part', 'json', [...length.args, position], true);
}

/** The document, and the parts of the path in it. */
function placeOf(
  context: CheckContext,
  fn: LibraryFunction,
  [of, path]: readonly Syntax[],
  check: CheckArgument,
): readonly Expr[] | null {
  if (of === undefined) throw new Error('a document is the first argument');
  const document = itemNamed(context, of) ?? documentOf(context, fn, of, check);
  const parts = path === undefined ? [] : pathOf(context, fn, path, check);
  if (document === null || parts === null) return null;
  const root = document.kind === 'call' && document.fn === 'json_part' ? document.args : [document];
  const args = parts.map(part =>
    typeof part === 'bigint' ? wholeLiteral(part) : textLiteral(part),
  );
  return [...root, ...args];
}

function itemNamed({ scope: { from } }: CheckContext, of: Syntax): Expr | null {
  const [first, ...rest] = of.kind === 'path' ? of.parts : [];
  return first === undefined || rest.length > 0 ? null : (from.documents?.get(first.name) ?? null);
}

const DOCUMENTS: readonly Scalar[] = ['json', 'string'];

function documentOf(
  context: CheckContext,
  fn: LibraryFunction,
  syntax: Syntax,
  check: CheckArgument,
): Expr | null {
  const expr = check(syntax);
  if (expr === null || expr.scalar === 'json') return expr;
  const operand = { expr, span: syntax };
  if (isNull(expr)) return refuseNull(context, [operand]);
  return expr.scalar === 'string'
    ? makeCall('json_from_string', 'json', [expr], true)
    : refuseArgument(context, fn, operand, DOCUMENTS, syntax);
}

function pathOf(
  context: CheckContext,
  fn: LibraryFunction,
  syntax: Syntax,
  check: CheckArgument,
): readonly (string | bigint)[] | null {
  const expr = check(syntax);
  if (expr === null) return null;
  const isText = expr.kind === 'literal' && expr.scalar === 'string' && expr.value !== null;
  const parts = isText ? partsOf(String(expr.value)) : null;
  if (parts !== null) return parts;
  const message = isText
    ? `The second argument of \`${fn.name}\` is not a path`
    : `The second argument of \`${fn.name}\` must be a literal path`;
  const rooted = isText ? /^\$\.?(.+)$/.exec(String(expr.value))?.[1] : undefined;
  const hint =
    rooted !== undefined && partsOf(rooted) !== null
      ? `Write \`'${rooted}'\`: a path begins at the document, without \`$\`.`
      : 'Write names and places such as `user.id`, `items[0].name` or `labels."a.b"`.';
  return context.refuse('wrong-arguments', syntax, message, hint);
}

const MAX_PARTS = 16;

/** A bare name, a name in double quotes, or a position. */
const PART = /(?:^|(?!^)\.)(?:([^\s\p{Cc}.[\]"\\*$]+)|"([^\p{Cc}"\\]+)")|\[(\d{1,9})\]/uy;

/** The parts of a path, at most 16. Returns `null` for any other text. */
function partsOf(path: string): readonly (string | bigint)[] | null {
  const parts: (string | bigint)[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < path.length || path === '') {
    const found = PART.exec(path);
    if (found === null || parts.length === MAX_PARTS) return null;
    const [, name, quoted, place] = found;
    parts.push(name ?? quoted ?? BigInt(place ?? 0));
  }
  return parts;
}
