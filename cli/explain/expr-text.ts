/** Expressions as one line of text, for people who read a plan. */
import type { LiteralExpr, RecordExpr } from '../../generator/core/expr/expr.ts';
import type { AnyExpr } from '../../generator/core/expr/walk.ts';
import {
  STEP_UNITS,
  type TruncStep,
  UNIT_MICROS,
  type Value,
} from '../../generator/core/types/scalar.ts';

const INFIX: Readonly<Record<string, string | undefined>> = {
  or: 'or',
  and: 'and',
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  in_list: 'in',
};

/** The text of an expression, in the language's own spelling if it has one. */
export function exprText(expr: AnyExpr | RecordExpr): string {
  switch (expr.kind) {
    case 'literal':
      return literalText(expr.value);
    case 'column':
    case 'record':
      return expr.path.join('.');
    case 'param':
      return expr.form === 'value' ? `@${expr.name}` : `text(@${expr.name})`;
    case 'now':
      return 'now()';
    case 'item':
      return expr.path === undefined
        ? 'item'
        : `${'.'.repeat(1 + (expr.out ?? 0))}${expr.path.join('.')}`;
    case 'lookup':
      return lookupText(expr);
    case 'each':
      return `${expr.as === 'all' ? 'all' : 'each'}(${exprText(expr.of)}, ${exprText(expr.body)})`;
    case 'call':
      return callText(expr.fn, expr.args);
    case 'aggregate': {
      const text = aggregateText(expr);
      return 'previous' in expr ? `previous(${text})` : text;
    }
    case 'window':
      return windowText(expr);
    case 'trunc':
      return `trunc(${exprText(expr.of)}, ${stepText(expr.step)})`;
    case 'within':
      return `(${exprText(expr.of)} in ${exprText(expr.column)})`;
    case 'shift':
      return `shift(${exprText(expr.of)}, ${durationText(expr.micros)})`;
    case 'choice':
      return choiceText(expr);
    case 'case':
      return casesText(exprText(expr.subject), expr.whens, expr.otherwise);
    case 'wire':
      return `wire(${exprText(expr.of)})`;
  }
}

function choiceText({ by, cases }: AnyExpr & { kind: 'choice' }): string {
  const subject = typeof by === 'string' ? `@${by}` : `present(@${by.present})`;
  const texts = cases.map(({ value, result }) => ({ value, result: result as AnyExpr }));
  return casesText(subject, texts, null);
}

function lookupText({ find, of, where }: AnyExpr & { kind: 'lookup' }): string {
  const call = `(${exprText(of)}, ${exprText(where)})`;
  if (find.as === 'first') return `item${call}.${find.path.join('.')}`;
  return `${find.as === 'count' ? 'count_items' : find.as}${call}`;
}

function literalText(value: LiteralExpr['value']): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function callText(fn: string, args: readonly AnyExpr[]): string {
  const infix = INFIX[fn];
  if (infix === undefined) return `${fn}(${args.map(exprText).join(', ')})`;
  return args.map(arg => operandText(arg)).join(` ${infix} `);
}

function operandText(expr: AnyExpr): string {
  const isInfix = expr.kind === 'call' && INFIX[expr.fn] !== undefined;
  return isInfix ? `(${exprText(expr)})` : exprText(expr);
}

function casesText(
  subject: string,
  cases: readonly { readonly value: Value; readonly result: AnyExpr }[],
  otherwise: AnyExpr | null,
): string {
  const texts = cases.map(({ value, result }) => `${literalText(value)}: ${exprText(result)}`);
  if (otherwise !== null) texts.push(`else: ${exprText(otherwise)}`);
  return `choose(${subject}, ${texts.join(', ')})`;
}

function aggregateText({
  fn,
  args,
  rank,
  listing,
  filter,
}: AnyExpr & { kind: 'aggregate' }): string {
  const ranks = rank === null ? [] : [`${rank.numerator}/${rank.denominator}`];
  // the arguments of these say their order
  const listed = fn === 'arg_min' || fn === 'arg_max' ? null : listing;
  const inside = [
    ...(listed?.distinct === true ? ['distinct'] : []),
    [...args.map(exprText), ...ranks].join(', '),
    ...orderText(listed?.orderBy ?? []),
    ...(listed === null || listed.limit === null ? [] : [`limit ${listed.limit}`]),
  ];
  const where = filter === null ? '' : ` filter (where ${exprText(filter)})`;
  return `${fn}(${inside.join(' ')})${where}`;
}

function windowText({
  fn,
  args,
  partitionBy,
  orderBy,
  frame,
}: AnyExpr & { kind: 'window' }): string {
  const by = [
    ...(partitionBy.length > 0 ? [`partition by ${partitionBy.map(exprText).join(', ')}`] : []),
    ...orderText(orderBy),
    ...(frame === null
      ? []
      : [`${frame.unit} between ${startText(frame.from)} and ${endText(frame.to)}`]),
  ];
  return `${fn}(${args.map(exprText).join(', ')}) over (${by.join(' ')})`;
}

/** Empty without keys. */
function orderText(keys: readonly { readonly expr: AnyExpr; readonly descending: boolean }[]) {
  const texts = keys.map(key => `${exprText(key.expr)}${key.descending ? ' desc' : ''}`);
  return texts.length === 0 ? [] : [`order by ${texts.join(', ')}`];
}

function startText(bound: number | null): string {
  return bound === null ? 'unbounded preceding' : boundText(bound);
}

function endText(bound: number | null): string {
  return bound === null ? 'unbounded following' : boundText(bound);
}

function boundText(bound: number): string {
  if (bound === 0) return 'current row';
  return bound < 0 ? `${-bound} preceding` : `${bound} following`;
}

function stepText({ micros, unit }: TruncStep): string {
  return unit ?? durationText(micros);
}

/** In the largest unit that is exact. */
export function durationText(micros: bigint): string {
  const unit = [...STEP_UNITS].reverse().find(name => micros % UNIT_MICROS[name] === 0n);
  if (micros === 0n || unit === undefined) return `${micros} µs`;
  const count = micros / UNIT_MICROS[unit];
  return `${count} ${unit}${count === 1n || count === -1n ? '' : 's'}`;
}
