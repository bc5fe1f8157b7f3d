/** `unscoped`, and the scope of every read without it. */

import { holds } from '../core/expr/walk.ts';
import type { OutputColumn } from '../core/plan/query.ts';
import type { BodySpec } from '../core/spec/body-spec.ts';
import { checkScope, checkViewScope } from '../resolve/bodies/tenancy.ts';
import { type Clause, NO_PARTS, oncePerBody } from './clause.ts';
import { joinsOf } from './join/join.ts';
import { readingsOf } from './readings.ts';
import { columnsOf, outputsOf } from './select/select.ts';

/** The facts about scope that the readers of a body need. */
export const tenancyOf = oncePerBody(body => {
  const { context, main } = body;
  const passing = passesOn(context.spec, outputsOf(body).aggregates, columnsOf(body));
  return checkScope(context, main, joinsOf(body).joins, readingsOf(body).from.where, passing);
});

export const unscoped: Clause = {
  ...NO_PARTS,
  resolve: body => {
    tenancyOf(body);
    for (const { name, source, where } of readingsOf(body).views)
      checkViewScope(body.context, name, source, where);
  },
};

/** The outputs to which a reader's condition may be moved; empty if the body limits or counts rows first. */
function passesOn(
  { limit, having }: BodySpec,
  aggregates: boolean,
  outputs: readonly (OutputColumn | null)[],
): readonly OutputColumn[] {
  const known = outputs.flatMap(output => (output === null || output.hidden ? [] : [output]));
  const isCounted = known.some(({ expr }) => expr.kind !== 'record' && holds(expr, 'window'));
  if (limit !== null || having.length > 0 || isCounted) return [];
  return aggregates ? known.filter(({ role }) => role !== 'value') : known;
}
