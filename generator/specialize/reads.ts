/** Which stored leaves of a data set statements read: what the engine's table, or its files, must have. */
import type { RecordExpr, SqlExpr } from '../core/expr.ts';
import type { Plan, Relation } from '../core/relation.ts';
import type { Field, Source } from '../core/source.ts';
import { visitExpr } from '../core/walk.ts';
import { inputsOf, mapExprs } from '../core/walk-plan.ts';

/** Paths joined by a dot, ascending. A leaf that the dialect reads by SQL of its own is none of them. */
export function storedReads(
  plans: readonly Plan<SqlExpr>[],
  source: Source,
  dialect: string,
): readonly string[] {
  const paths = new Set<string>();
  for (const plan of plans) {
    const stored = storedRelations(plan);
    const add = (expr: SqlExpr | RecordExpr) =>
      visitExpr<SqlExpr>(expr, part => {
        if (part.kind !== 'column' || !stored.has(part.relation)) return;
        if (isStored(source, part.path, dialect)) paths.add(part.path.join('.'));
      });
    for (const relation of relationsOf(plan)) {
      for (const record of recordsOf(relation)) add(record);
      mapExprs(relation, expr => {
        add(expr);
        return expr;
      });
    }
  }
  return [...paths].sort();
}

function relationsOf({ steps, answer }: Plan<SqlExpr>): readonly Relation<SqlExpr>[] {
  return [...steps.map(({ relation }) => relation), answer];
}

/** Names of the relations that have the data set's own columns. */
function storedRelations(plan: Plan<SqlExpr>): ReadonlySet<string> {
  const names = new Set<string>();
  const steps = new Set<string>();
  const visit = (relation: Relation<SqlExpr>): boolean => {
    const inputs = inputsOf(relation).map(visit);
    switch (relation.node) {
      case 'table':
        names.add(relation.name);
        return true;
      case 'read':
        if (steps.has(relation.step)) names.add(relation.name);
        return steps.has(relation.step);
      case 'named':
        if (inputs[0] === true) names.add(relation.name);
        return inputs[0] === true;
      case 'filter':
      case 'sort':
      case 'limit':
      case 'distinct':
        return inputs[0] === true;
      default:
        return false;
    }
  };
  for (const { name, relation } of plan.steps) if (visit(relation)) steps.add(name);
  visit(plan.answer);
  return names;
}

function isStored({ columns }: Source, path: readonly string[], dialect: string): boolean {
  let fields = columns;
  let found: Field | undefined;
  for (const name of path) {
    found = fields.find(field => field.name === name);
    fields = found?.fields ?? [];
  }
  if (found === undefined) throw new Error(`there is no column ${path.join('.')}`);
  return found.text[dialect] === undefined;
}

/** `mapExprs` passes over the records of projections. */
function recordsOf(relation: Relation<SqlExpr>): readonly RecordExpr[] {
  const own = relation.node === 'project' ? relation.columns.map(({ expr }) => expr) : [];
  return [...own.filter(expr => expr.kind === 'record'), ...inputsOf(relation).flatMap(recordsOf)];
}
