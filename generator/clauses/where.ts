/** `where`: conditions on the rows that are read. */
import { mapList } from '../core/expr/walk.ts';
import { mapPredicate } from '../core/plan/walk-plan.ts';
import { rowPredicate } from '../plan/row-expr.ts';
import { type Clause, finished, NO_PARTS } from './clause.ts';
import { placedConditions, writtenIn } from './predicates.ts';
import { readingsOf } from './readings.ts';

export const where: Clause = {
  ...NO_PARTS,
  values: spec => writtenIn(spec.where),
  resolve: readingsOf,
  placed: body => placedConditions(body.context.spec.where, readingsOf(body).from.where),
  finish: (query, body) => ({
    ...query,
    where: [...query.where, ...readingsOf(body).from.where.map(finished)],
  }),
  change: (query, { expr }) => ({
    where: mapList(query.where, predicate => mapPredicate(predicate, expr)),
  }),
  conditions: query => query.where.map(rowPredicate),
  changesRows: query => query.where.length > 0,
};
