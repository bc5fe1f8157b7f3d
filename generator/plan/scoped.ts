/**
 * Names of relations in a plan: what a body reads is known by a name of the body's own, and a name stands for one relation in the
 * whole plan. `step//input` is what the step reads as `input`, `//input` what the answer does; a data set that the answer reads
 * keeps its name.
 */
import type { Expr, RecordExpr } from '../core/expr.ts';
import { type Buckets, type Input, inputsRead, type Query, type Retention } from '../core/query.ts';
import { mapParts, mapRecord } from '../core/walk.ts';
import { mapPredicate } from '../core/walk-plan.ts';

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
  return {
    ...query,
    from: input(query.from),
    joins: query.joins.map(join => ({
      ...join,
      input: input(join.input),
      on: join.on === null ? null : change(join.on),
    })),
    where: query.where.map(predicate => mapPredicate(predicate, change)),
    having: query.having.map(predicate => mapPredicate(predicate, change)),
    buckets: changedOf(query.buckets, change),
    retention: changedOf(query.retention, change),
    outputs: query.outputs.map(output => ({
      ...output,
      expr: changedOutput(output.expr, change, rename),
    })),
  };
}

function changedOf<T extends Buckets | Retention>(
  clause: T | null,
  change: (expr: Expr) => Expr,
): T | null {
  return clause === null ? null : { ...clause, of: change(clause.of) };
}

function changedOutput(
  expr: Expr | RecordExpr,
  change: (expr: Expr) => Expr,
  rename: (relation: string) => string,
): Expr | RecordExpr {
  if (expr.kind !== 'record') return change(expr);
  const leaf = (of: Extract<Expr, { kind: 'column' }>) => ({
    ...of,
    relation: rename(of.relation),
  });
  return mapRecord(expr, leaf, rename);
}
