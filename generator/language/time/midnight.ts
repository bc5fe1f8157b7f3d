/** Warns about a comparison of a timestamp with a date in which the midnight of the date leaves out the rest of its day. */
import type { ColumnExpr, Expr } from '../../core/expr/expr.ts';
import { type Field, fieldAt, type Readable } from '../../core/spec/source.ts';
import { parseScalar } from '../../params/scalar-text.ts';
import { isNull } from '../coerce.ts';
import type { CheckContext, Operand } from '../context.ts';
import type { Comparison } from '../syntax/syntax.ts';
import { DATE_UNITS } from './units.ts';

/** `op` of two operands. */
export function warnOfMidnight(
  context: CheckContext,
  op: Comparison,
  [left, right]: readonly Operand[],
): void {
  if (left === undefined || right === undefined) return;
  const cut = cutBy(context, op, left, right);
  if (cut === null) return;
  const write = (sign: Comparison, time: string) => {
    const day = textOf(context, cut.day);
    return cut.day === left ? `\`${day} ${sign} ${time}\`` : `\`${time} ${sign} ${day}\``;
  };
  const time = textOf(context, cut.time);
  const days = write(op, `date(${time})`);
  const other = write(OTHERS[op], time);
  warn(context, cut, [left, right], HINTS[cut.op](days, other, midnightOf(context, cut)));
}

const EQUATED = (days: string, _other: string, midnight: string) =>
  `Write ${days} to compare days, or ${midnight} if midnight is meant.`;

const HINTS = {
  '=': EQUATED,
  '!=': EQUATED,
  '<=': (days: string, other: string) =>
    `Write ${days} to include that day, or ${other} to leave it out.`,
  '>': (days: string, other: string) =>
    `Write ${days} to leave out that day, or ${other} to include it.`,
};

/** The list of `in`, or the two ends of `between`. */
export function warnOfMidnights(
  context: CheckContext,
  what: 'in' | 'between',
  operands: readonly Operand[],
): void {
  const [subject, ...others] = operands;
  if (subject === undefined) return;
  const last = others.at(-1);
  const [cut] = others
    .map(other =>
      cutBy(context, what === 'in' ? '=' : other === last ? '<=' : '>=', subject, other),
    )
    .filter(found => found !== null);
  if (cut === undefined) return;
  const days = `\`date(${textOf(context, cut.time)})\``;
  const hint = `Compare days with ${days}, or write ${midnightOf(context, cut)} if midnight is meant.`;
  warn(context, cut, operands, hint);
}

function warn(
  context: CheckContext,
  { time }: Cut,
  operands: readonly Operand[],
  hint: string,
): void {
  const start = operands[0]?.span.start ?? 0;
  const end = operands.at(-1)?.span.end ?? start;
  const message = 'Beside a timestamp, a date means its midnight, before the rest of its day';
  const local =
    'Compare days with `date(timestamp, zone)`: midnight in a zone is not midnight UTC.';
  context.refuse('compared-midnight', { start, end }, message, isLocal(time.expr) ? local : hint);
}

interface Cut {
  readonly time: Operand;
  readonly day: Operand;
  /** The comparison from the timestamp to the day. */
  readonly op: '=' | '!=' | '<=' | '>';
}

/** The day that a comparison cuts. Between `<` and `>=`, midnight divides days. */
function cutBy({ scope }: CheckContext, op: Comparison, left: Operand, right: Operand): Cut | null {
  const isMirrored = isDay(left.expr);
  const [day, time] = isMirrored ? [left, right] : [right, left];
  if (!isDay(day.expr) || time.expr.scalar !== 'timestamp' || beginsDay(time.expr, scope.from))
    return null;
  const from = isMirrored ? MIRRORED[op] : op;
  return from === '<' || from === '>=' ? null : { time, day, op: from };
}

const MIRRORED = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
} as const satisfies Record<Comparison, Comparison>;

/** The comparison with the same order that treats an equal value otherwise. */
const OTHERS = {
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
} as const satisfies Record<Comparison, Comparison>;

/** A date, or a text that is read as one. */
function isDay(expr: Expr): boolean {
  if (isNull(expr)) return false;
  if (expr.scalar === 'date') return true;
  const text = expr.kind === 'literal' && expr.scalar === 'string' ? String(expr.value) : '';
  return parseScalar('date', text).ok;
}

/** Whether every value is a midnight in UTC. `from`: the relation whose columns it names. */
export function beginsDay(expr: Expr, from: Readable): boolean {
  if (isNull(expr)) return true;
  if (expr.kind === 'column') return columnOf(from, expr)?.isDay === true;
  if (expr.kind === 'trunc') return DATE_UNITS.some(unit => unit === expr.step.unit);
  if (expr.kind !== 'call' || isLocal(expr)) return false;
  return expr.fn === 'timestamp_from_date' || expr.fn === 'start_of';
}

/** The column as the relation has it: that of a joined relation is a field there. */
function columnOf({ name, columns }: Readable, { relation, path }: ColumnExpr): Field | undefined {
  return fieldAt(columns, relation === name ? path : [relation, ...path]);
}

/** Whether it begins a day, month or year of a time zone. */
function isLocal(expr: Expr): boolean {
  if (expr.kind !== 'call') return false;
  if (expr.fn === 'timestamp_from_date') return expr.args.length === 2;
  return expr.fn === 'start_of' && expr.args.length === 3;
}

function textOf({ text }: CheckContext, { span: { start, end } }: Operand): string {
  return text.value.slice(start, end).trim();
}

function midnightOf(context: CheckContext, { day }: Cut): string {
  const { expr } = day;
  const isText = expr.kind === 'literal' && expr.scalar === 'string';
  return isText
    ? `\`'${String(expr.value)}T00:00:00Z'\``
    : `\`timestamp(${textOf(context, day)})\``;
}
