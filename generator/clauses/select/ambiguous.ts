/** Finds window functions whose result depends on the order of equal rows. */
import type { Expr, Predicate, WindowExpr } from '../../core/expr/expr.ts';
import { exprKey, visitExpr } from '../../core/expr/walk.ts';
import type { WindowName } from '../../functions/names.ts';
import { writtenAs } from '../../functions/written.ts';
import { isTotal, type Key, totalHint } from '../../resolve/bodies/keys.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { conditionsIn } from '../predicates.ts';
import type { Draft } from './draft.ts';

/** Warns once about each such window function, at the output that consists of it or contains it. */
export function reportAmbiguous(
  { spec, report }: BodyContext,
  drafts: readonly Draft[],
  having: readonly (Predicate | null)[],
  keys: readonly Key[],
): void {
  const told = new Set<string>();
  const isWhole = ({ expr }: Draft) => expr?.kind === 'window';
  const conditions = conditionsIn(spec.having, having);
  const ordered = [...drafts.filter(isWhole), ...drafts.filter(d => !isWhole(d)), ...conditions];
  for (const { expr, text } of ordered) {
    if (expr === null) continue;
    visitExpr<Expr>(expr, part => {
      if (part.kind !== 'window' || told.has(exprKey(part)) || !isAmbiguous(part, keys)) return;
      told.add(exprKey(part));
      const message = `\`${writtenAs(part.fn) ?? part.fn}\` depends on the order of rows that are equal in its \`order by\`, and engines do not define that order`;
      report('ambiguous-order', text.place, message, totalHint(keys, orderOf(part)));
    });
  }
}

/** Functions whose result depends on the position of a single row; ranks are the same for equal rows. */
const PLACED: ReadonlySet<WindowName> = new Set([
  'row_number',
  'lag',
  'lead',
  'first_value',
  'last_value',
]);

function isAmbiguous(
  { fn, partitionBy, orderBy, frame }: WindowExpr<Expr>,
  keys: readonly Key[],
): boolean {
  // rows of equal keys are together inside a range or beyond it
  const isCut = frame?.unit === 'rows' && (frame.from !== null || frame.to !== null);
  if (!PLACED.has(fn) && !isCut) return false;
  return !isTotal(keys, orderOf({ partitionBy, orderBy }));
}

/** The expressions that distinguish rows within a partition; rows of different partitions are never compared. */
function orderOf({
  partitionBy,
  orderBy,
}: Pick<WindowExpr<Expr>, 'partitionBy' | 'orderBy'>): readonly Expr[] {
  return [...partitionBy, ...orderBy.map(({ expr }) => expr)];
}
