/**
 * Names the relations in a plan. Each body reads its inputs under names of its own, so a name means one relation in the whole
 * plan. `step//input` is the input `input` of a step, `//input` that of the answer. A data set from which the answer reads
 * keeps its name.
 */

import { mapQuery } from '../clauses/fold.ts';
import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import { mapParts, mapRecord } from '../core/expr/walk.ts';
import { type Input, inputsRead, type Query } from '../core/plan/query.ts';
import { united } from './chosen.ts';

/** Gives the inputs of `query` their names in the plan. */
export function scoped(whole: Query, body: string): Query {
  const query = united(whole);
  const names = new Map(
    inputsRead(query).map(input => {
      const isKept = body === '' && input === query.from && input.kind === 'source';
      return [input.name, isKept ? input.name : `${body}//${input.name}`];
    }),
  );
  const isRenamed = [...names].some(([name, own]) => name !== own);
  return isRenamed ? renamedInputs(query, name => names.get(name) ?? name) : query;
}

/** Renames the inputs of `query`. */
export function renamedInputs(query: Query, rename: (relation: string) => string): Query {
  const change = (expr: Expr): Expr =>
    expr.kind === 'column' ? { ...expr, relation: rename(expr.relation) } : mapParts(expr, change);
  const input = (of: Input): Input => {
    const name = rename(of.name);
    if (of.kind !== 'union') return { ...of, name };
    return {
      ...of,
      name,
      inputs: of.inputs.map(part => ({ ...part, name: `${name}//${part.name}` })),
    };
  };
  const record = (of: RecordExpr) =>
    mapRecord(of, leaf => ({ ...leaf, relation: rename(leaf.relation) }), rename);
  const changed = mapQuery(query, change, record);
  return {
    ...changed,
    from: input(query.from),
    joins: changed.joins.map(join => ({ ...join, input: input(join.input) })),
  };
}
