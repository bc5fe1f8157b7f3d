/** `compare: previous`: each group beside the same group of the period before. */
import type { Expr } from '../../core/expr/expr.ts';
import { mapList, someExpr, withMembers } from '../../core/expr/walk.ts';
import { mapPredicate } from '../../core/plan/walk-plan.ts';
import { ORDERED } from '../../functions/rule.ts';
import { rowPredicate } from '../../plan/row-expr.ts';
import { type Body, type Clause, NO_PARTS } from '../clause.ts';
import { havingOf } from '../having.ts';
import { conditionsIn } from '../predicates.ts';
import { outputsOf } from '../select/select.ts';
import { isPrevious, PREFIX } from './names.ts';
import { periodsOf } from './periods.ts';

export const compare: Clause = {
  ...NO_PARTS,
  resolve: checkCompare,
  finish: (query, body) => {
    const draft = periodsOf(body);
    if (draft === null) return query;
    const { isPrevious: isBefore, rows, bucket, moved } = draft;
    return { ...query, compare: { isPrevious: isBefore, rows, bucket, moved } };
  },
  change: ({ compare: clause }, { expr }) => {
    if (clause === null) return {};
    const { isPrevious: isBefore, rows, bucket, moved } = clause;
    const changed = withMembers(clause, {
      isPrevious: expr(isBefore),
      rows: mapList(rows, predicate => mapPredicate(predicate, expr)),
      bucket: bucket === null ? null : expr(bucket),
      moved: moved === null ? null : expr(moved),
    });
    return { compare: changed };
  },
  conditions: ({ compare: clause }) => clause?.rows.map(rowPredicate) ?? [],
  changesRows: query => query.compare !== null,
};

/** Reports outputs that cannot be compared, and a comparison without effect. */
function checkCompare(body: Body): void {
  const { spec, report } = body.context;
  const { compare: written } = spec;
  if (written === null) return;
  const { drafts, aggregates } = outputsOf(body);
  const having = havingOf(body);
  if (!aggregates) {
    // an output with a fault may be the aggregate
    if (drafts.some(({ expr }) => expr === null)) return;
    const message = '`compare` needs grouped rows, and these rows are not grouped';
    report('clause-conflict', written.place, message, 'Aggregate them, as in `count()`.');
    return;
  }
  for (const { name, text, expr } of drafts) {
    if (expr === null || expr.kind === 'record') continue;
    const carried = someExpr<Expr>(
      expr,
      part => part.kind === 'aggregate' && !ORDERED.some(scalar => scalar === part.scalar),
    );
    if (!carried) continue;
    const message = `\`${name}\` aggregates to a list or a document, which \`compare\` cannot carry`;
    report(
      'type-mismatch',
      text.place,
      message,
      'Leave it out, or return it from another endpoint.',
    );
  }
  const conditions = conditionsIn(spec.having, having);
  const all = [...drafts, ...conditions].map(({ expr }) => expr);
  if (all.includes(null) || having.includes(null)) return;
  if (all.some(expr => expr !== null && expr.kind !== 'record' && isPrevious(expr))) return;
  const message = 'No output uses a value of the previous period';
  const hint = `Select one, as in \`change: requests - ${PREFIX}requests\`, or remove \`compare\`.`;
  report('clause-conflict', written.place, message, hint);
}
