/**
 * Names of relations in a plan: what a body reads is known by a name of the body's own, and a name stands for one relation in the
 * whole plan. `step//input` is what the step reads as `input`, `//input` what the answer does; a data set that the answer reads
 * keeps its name.
 */
import type { Expr } from '../core/expr.ts';
import { type Input, inputsRead, type Query } from '../core/query.ts';
import { mapParts, mapRecord } from '../core/walk.ts';
import { mapQuery } from './map-query.ts';

/** `query` with names of relations as the plan has them. */
export function scoped(query: Query, body: string): Query {
  const names = new Map(
    inputsRead(query).map(input => {
      const isKept = body === '' && input === query.from && input.kind === 'source';
      return [input.name, isKept ? input.name : `${body}//${input.name}`];
    }),
  );
  const rename = (relation: string) => names.get(relation) ?? relation;
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
  const joins = query.joins.map(join => ({ ...join, input: input(join.input) }));
  return mapQuery({ ...query, from: input(query.from), joins }, change, of =>
    mapRecord(of, leaf => ({ ...leaf, relation: rename(leaf.relation) }), rename),
  );
}
