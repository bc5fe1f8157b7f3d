/**
 * Plans a choice among relations inside a statement that serves every choice. The statement reads them one after another, each
 * under the condition that it is the chosen one. Statements for one choice read only that relation; see `specialize/chosen.ts`.
 */

import { visitQuery } from '../clauses/fold.ts';
import type { Expr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import type { ChosenInput, Query, UnionInput } from '../core/plan/query.ts';
import { type Field, plainField } from '../core/spec/source.ts';

/** Replaces a choice by a union, which has only the columns that the query names. */
export function united(query: Query): Query {
  const { from } = query;
  if (from.kind !== 'chosen') return query;
  const named = new Set<string>();
  visitQuery(query, expr => {
    if (expr.kind === 'column' && expr.relation === from.name) named.add(expr.path[0] ?? '');
  });
  const columns = from.columns.filter(({ name }) => named.has(name));
  return { ...query, from: columns.length > 0 ? unionOf(from, columns) : labelled(from) };
}

function unionOf({ by, cases, name, keys }: ChosenInput, columns: readonly Field[]): UnionInput {
  const inputs = [...new Map(cases.map(({ result }) => [result.name, result])).values()];
  const conditions = inputs.map((input): Expr => {
    const results = cases.map(({ value, result }) => {
      const isChosen = result.name === input.name;
      const expr: Expr = makeLiteral('bool', isChosen);
      return { value, result: expr };
    });
    return { kind: 'choice', by, cases: results, scalar: 'bool', nullable: false };
  });
  return { kind: 'union', name, columns, keys, inputs, conditions, label: null };
}

/** Adds a column, because rows need at least one even if none is read: the name of the relation. */
function labelled(from: ChosenInput): UnionInput {
  const column = plainField('relation', 'string', false);
  return { ...unionOf(from, [column]), label: column.name };
}
