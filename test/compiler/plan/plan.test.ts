/** Invariants of every plan: on few rows, engines may hide a breach. */

import { expect, test } from 'vitest';
import { dialectOf } from '../../../generator/compile-specs.ts';
import type { AggregateExpr, RecordExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { PortableEndpoint } from '../../../generator/core/plan/endpoint.ts';
import type { Plan, Relation } from '../../../generator/core/plan/relation.ts';
import { inputsOf } from '../../../generator/core/plan/walk-plan.ts';
import { planEndpoint } from '../../../generator/plan/plan.ts';
import { savedPlan } from '../../../generator/saved/saved.ts';
import { combinations, foldedChoices } from '../../../generator/specialize/choices.ts';
import { chosenEndpoint } from '../../../generator/specialize/chosen.ts';
import { specializeOn } from '../../../generator/specialize/on-engine.ts';
import { specialize } from '../../../generator/specialize/specialize.ts';
import { loadScenarios } from '../../scenarios/scenarios.ts';
import { allPortable } from '../../support/projects/portable.ts';

const endpoints = loadScenarios()
  .filter(({ resolved }) => resolved.diagnostics.length === 0)
  .flatMap(({ file, resolved }) =>
    allPortable(resolved.project.endpoints).map(
      endpoint => [`${file}: ${endpoint.name}`, endpoint] as const,
    ),
  );

/** The engines whose plans read rollups. */
const KEEPING = endpoints
  .flatMap(([, { engines }]) => engines)
  .filter((name, i, all) => all.indexOf(name) === i)
  .map(dialectOf)
  .filter(({ rollups }) => rollups !== null);

function plansOf(endpoint: PortableEndpoint): readonly Plan<SqlExpr>[] {
  const whole = planEndpoint(endpoint);
  const folded = combinations(endpoint, foldedChoices(endpoint));
  return [
    savedPlan(whole, endpoint),
    ...folded.flatMap(known => {
      const plan = planEndpoint(chosenEndpoint(endpoint, known));
      return [
        specialize(plan, known, endpoint),
        ...KEEPING.map(dialect => specializeOn(plan, known, endpoint, dialect)),
      ];
    }),
  ];
}

function nodesOf(relation: Relation<SqlExpr>): readonly Relation<SqlExpr>[] {
  return [relation, ...inputsOf(relation).flatMap(nodesOf)];
}

interface Column {
  readonly name: string;
  readonly expr: SqlExpr | AggregateExpr<SqlExpr> | RecordExpr;
}

/** The aggregations of a plan, each with the columns that its SELECT prints. */
function aggregatingIn({ steps, answer }: Plan<SqlExpr>) {
  const stepColumns = new Map(steps.map(({ name, relation }) => [name, namesOf(relation)]));
  return [...steps.map(({ relation }) => relation), answer].flatMap(step =>
    (step.node === 'union' ? step.inputs : [{ relation: step, columns: [] }]).flatMap(arm => {
      const nodes = nodesOf(arm.relation);
      const known = new Map(nodes.map(node => ['name' in node ? node.name : '', columnsOf(node)]));
      const computed = ({ name, expr }: Column): Column => {
        const inner = expr.kind === 'column' ? known.get(expr.relation) : undefined;
        const of = inner?.find(column => expr.kind === 'column' && column.name === expr.path[0]);
        return of === undefined ? { name, expr } : computed({ name, expr: of.expr });
      };
      // a part of a union shows its columns under the names of the union
      const shown =
        step.node === 'union'
          ? arm.columns.map((expr, i) => ({ name: step.columns[i] ?? '', expr }))
          : columnsOf(step);
      return nodes.flatMap(node =>
        node.node === 'aggregate'
          ? [
              {
                inputs: nodesOf(node.input).flatMap(of =>
                  of.node === 'read' ? (stepColumns.get(of.step) ?? []) : storedNames(of),
                ),
                columns: shown.map(computed),
              },
            ]
          : [],
      );
    }),
  );
}

function storedNames(node: Relation<SqlExpr>): readonly string[] {
  if (node.node !== 'table') return [];
  return node.source.columns.flatMap(({ name, computed }) => (computed === undefined ? name : []));
}

function namesOf(node: Relation<SqlExpr>): readonly string[] {
  return node.node === 'union' ? node.columns : columnsOf(node).map(({ name }) => name);
}

function columnsOf(node: Relation<SqlExpr>): readonly Column[] {
  if (node.node === 'aggregate') return [...node.keys, ...node.measures];
  return node.node === 'project' ? node.columns : [];
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
    for (const { columns, inputs: read } of plansOf(endpoint).flatMap(aggregatingIn)) {
      const inputs = read.map(name => name.toLowerCase());
      const names = columns.map(({ name }) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
      const passed = columns.filter(
        ({ name, expr }) => expr.kind === 'column' && expr.path.join('.') === name,
      );
      const kept = passed
        .map(({ name }) => name.toLowerCase())
        .filter(name => inputs.includes(name));
      expect(names.filter(name => inputs.includes(name))).toEqual(kept);
    }
  },
);
