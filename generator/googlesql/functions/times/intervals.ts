/** Operators and functions with an interval: `ts - INTERVAL 1 DAY`. */
import type { PlanExpr } from '../../../core/expr/expr.ts';
import type { Translator } from '../../calls.ts';
import { NOTHING, type TranslationContext } from '../../context.ts';
import { functionName, shownName } from '../../tree/names.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import type { TypeMessage } from '../../tree/types.ts';
import { safely } from '../failing.ts';
import { BUCKETS } from './buckets.ts';
import { datetimeOf, OF_BOTH } from './datetimes.ts';
import { readDatePart } from './units.ts';

/** The words of a refusal. */
export const OTHER_INTERVAL = 'an INTERVAL in this place';

/** How GoogleSQL moves an instant or a datetime. */
const MOVES: ReadonlyMap<string, Translator | undefined> = new Map([
  ['$add', OF_BOTH['datetime_add']],
  ['$subtract', OF_BOTH['datetime_sub']],
]);

/** A moved instant or datetime; a date becomes a datetime. Returns `null` for any other call. */
export function movedByInterval(
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
  read: (part: ResolvedNode) => PlanExpr,
  context: TranslationContext,
): PlanExpr | null {
  const move = MOVES.get(functionName(node));
  const interval = parts.find(isInterval);
  const moved = parts.find(part => part !== interval);
  if (move === undefined || interval === undefined || moved === undefined) return null;
  if (isInterval(moved)) return null;
  const { count, word } = writtenInterval(interval) ?? {};
  if (count === undefined || word === undefined) {
    for (const one of [node, ...parts]) one.pass();
    context.refuse(OTHER_INTERVAL, interval);
    return NOTHING;
  }
  for (const one of [node, interval]) one.value('type');
  const of = read(moved);
  const from = of.scalar === 'date' ? datetimeOf(of) : of;
  const made = move([from, read(count)], [word], of.scalar, context.params);
  if (made === null) context.refuse(OTHER_INTERVAL, interval);
  if (made === null) return NOTHING;
  return context.failures === 'null' ? safely(made) : made;
}

/** The count and the unit of an interval with one unit. Returns `null` for any other. */
function writtenInterval(node: ResolvedNode) {
  const isWritten = node.kind === 'function_call' && functionName(node) === '$interval';
  const [count, unit] = isWritten ? node.nodes('argument_list') : [];
  const word = unit === undefined ? null : readDatePart(unit);
  return count === undefined || word === null ? null : { count, word };
}

/** The start of the span that contains a value: `TIMESTAMP_BUCKET(ts, INTERVAL 5 MINUTE)`. Returns `null` for any other call. */
export function bucketOf(
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
  read: (part: ResolvedNode) => PlanExpr,
  context: TranslationContext,
): PlanExpr | null {
  const name = functionName(node);
  const [of, interval, ...origin] = parts;
  const bucket = BUCKETS[name];
  if (bucket === undefined || of === undefined || interval === undefined) return null;
  const { count, word } = writtenInterval(interval) ?? {};
  const isRead = count !== undefined && word !== undefined;
  for (const one of isRead ? [node, interval] : []) one.value('type');
  const args = isRead ? [of, count, ...origin].map(read) : [];
  const made = isRead ? bucket(args, [word], 'timestamp', context.params) : null;
  if (made !== null) return made;
  if (!isRead) for (const one of [node, ...parts]) one.pass();
  context.refuse(`${shownName(name)} of these arguments`, node);
  return NOTHING;
}

export function isInterval({ fields }: ResolvedNode): boolean {
  const type = fields.get('type') as TypeMessage | undefined;
  return type?.type_kind === 'TYPE_INTERVAL';
}
