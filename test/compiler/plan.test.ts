/** What must hold of every plan, whatever the endpoint: engines may or may not show a breach on few rows. */
import { expect, test } from 'vitest';
import type { Endpoint } from '../../generator/core/endpoint.ts';
import type { Plan } from '../../generator/core/relation.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { savedPlan } from '../../generator/saved/saved.ts';
import { combinations, foldedChoices, specialize } from '../../generator/specialize/specialize.ts';
import { loadScenarios } from '../scenarios/scenarios.ts';

const endpoints = loadScenarios()
  .filter(({ compiled }) => compiled.diagnostics.length === 0)
  .flatMap(({ file, compiled }) =>
    compiled.compilation.project.endpoints.map(
      endpoint => [`${file}: ${endpoint.name}`, endpoint] as const,
    ),
  );

function plansOf(endpoint: Endpoint): readonly Plan[] {
  const whole = planEndpoint(endpoint);
  const folded = combinations(endpoint, foldedChoices(endpoint));
  return [savedPlan(whole, endpoint), ...folded.map(known => specialize(whole, known))];
}

/** The nodes of the answer that make the outermost SELECT, from the top. */
function outermost(plan: Plan): readonly Plan['node'][] {
  if (plan.node === 'views') return outermost(plan.input);
  const ends = ['named', 'aggregate', 'fill', 'scan'].includes(plan.node);
  return ends || !('input' in plan) ? [] : [plan.node, ...outermost(plan.input)];
}

function aggregatesOf(plan: Plan): readonly Extract<Plan, { node: 'aggregate' }>[] {
  if (plan.node === 'scan') return [];
  return [...(plan.node === 'aggregate' ? [plan] : []), ...aggregatesOf(plan.input)];
}

test.each(endpoints)('%s: the outermost SELECT orders where the endpoint does', (_, endpoint) => {
  const isOrdered = endpoint.orderBy.length > 0;
  const keys = new Map(endpoint.outputs.map(({ name, expr }) => [name, expr]));
  const isConstant = endpoint.orderBy.every(({ output }) => keys.get(output)?.kind === 'literal');
  if (!isOrdered || isConstant) return;
  for (const plan of plansOf(endpoint)) expect(outermost(plan)).toContain('sort');
});

test.each(endpoints)('%s: no output of an aggregation is named like an input', (_, endpoint) => {
  const inputs = endpoint.from.source.columns.map(({ name }) => name.toLowerCase());
  for (const { keys, measures } of plansOf(endpoint).flatMap(aggregatesOf)) {
    const names = [...keys, ...measures].map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter(name => inputs.includes(name))).toEqual([]);
  }
});
