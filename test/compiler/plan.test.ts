/** Invariants of every plan: on few rows, engines may hide a breach. */

import { expect, test } from 'vitest';
import type { SqlExpr } from '../../generator/core/expr/expr.ts';
import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import type { Plan, Relation } from '../../generator/core/plan/relation.ts';
import { inputsOf } from '../../generator/core/plan/walk-plan.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { savedPlan } from '../../generator/saved/saved.ts';
import { combinations, foldedChoices } from '../../generator/specialize/choices.ts';
import { chosenEndpoint } from '../../generator/specialize/chosen.ts';
import { specialize } from '../../generator/specialize/specialize.ts';
import { loadScenarios } from '../scenarios/scenarios.ts';
import { allPortable } from '../support/portable.ts';

const endpoints = loadScenarios()
  .filter(({ resolved }) => resolved.diagnostics.length === 0)
  .flatMap(({ file, resolved }) =>
    allPortable(resolved.project.endpoints).map(
      endpoint => [`${file}: ${endpoint.name}`, endpoint] as const,
    ),
  );

function plansOf(endpoint: PortableEndpoint): readonly Plan<SqlExpr>[] {
  const whole = planEndpoint(endpoint);
  const folded = combinations(endpoint, foldedChoices(endpoint));
  return [
    savedPlan(whole, endpoint),
    ...folded.map(known =>
      specialize(planEndpoint(chosenEndpoint(endpoint, known)), known, endpoint),
    ),
  ];
}

function nodesOf(relation: Relation<SqlExpr>): readonly Relation<SqlExpr>[] {
  return [relation, ...inputsOf(relation).flatMap(nodesOf)];
}

function aggregatesOf({ steps, answer }: Plan<SqlExpr>) {
  const nodes = [...steps.map(({ relation }) => relation), answer].flatMap(nodesOf);
  return nodes.flatMap(relation => (relation.node === 'aggregate' ? [relation] : []));
}

test.each(endpoints)('%s: the outermost SELECT orders where the endpoint does', (_, endpoint) => {
  const isOrdered = endpoint.orderBy.length > 0;
  const keys = new Map(endpoint.outputs.map(({ name, expr }) => [name, expr]));
  const isConstant = endpoint.orderBy.every(
    item => 'output' in item && keys.get(item.output)?.kind === 'literal',
  );
  if (!isOrdered || isConstant) return;
  for (const plan of plansOf(endpoint))
    expect(nodesOf(plan.answer).map(({ node }) => node)).toContain('sort');
});

test.each(endpoints)(
  '%s: only a column itself is named like an input of an aggregation',
  (_, endpoint) => {
    for (const { keys, measures, input } of plansOf(endpoint).flatMap(aggregatesOf)) {
      const tables = nodesOf(input).flatMap(node => (node.node === 'table' ? [node.source] : []));
      const inputs = tables.flatMap(({ columns }) =>
        columns.filter(column => column.computed === undefined).map(c => c.name.toLowerCase()),
      );
      const names = [...keys, ...measures].map(({ name }) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
      const passed = keys.filter(
        ({ name, expr }) => expr.kind === 'column' && expr.path[0] === name,
      );
      const kept = passed
        .map(({ name }) => name.toLowerCase())
        .filter(name => inputs.includes(name));
      expect(names.filter(name => inputs.includes(name))).toEqual(kept);
    }
  },
);
