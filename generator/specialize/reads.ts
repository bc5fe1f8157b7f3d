/** The stored leaves of a data set that statements read. The engine's table, or its files, must have these columns. */
import type { RecordExpr, SqlExpr } from '../core/expr/expr.ts';
import { withoutFlat } from '../core/expr/flat.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, selectsOf, visitExprs } from '../core/plan/walk-plan.ts';
import type { Source } from '../core/spec/source.ts';
import { type Shapes, type StatementShape, shapeOf, shapesOf } from '../lower/shape.ts';
import { writtenAbove } from '../sql/columns.ts';

type Path = readonly string[];

/** The leaves of `source` that the plans read, each once, by their names with dots. */
export function storedLeaves(
  plans: readonly Plan<SqlExpr>[],
  source: Source,
): ReadonlyMap<string, Path> {
  const leaves = new Map<string, Path>();
  for (const whole of plans) {
    const plan = withoutFlat(whole, () => true);
    const steps = shapesOf(plan);
    for (const relation of relationsOf(plan)) {
      const shapes = shapesOver(source, relation, steps);
      if (shapes.size === 0) continue;
      const add = (expr: SqlExpr | RecordExpr) =>
        visitExpr<SqlExpr>(expr, part => {
          if (part.kind !== 'column') return;
          const { path, relation } = part;
          const shape = shapes.get(relation);
          if (shape === undefined || shape.columns.includes(path[0] ?? '')) return;
          leaves.set(path.join('.'), path);
        });
      visitExprs(relation, add);
    }
  }
  return leaves;
}

/** These leaves in the form of the manifest, in ascending order, without leaves that the dialect reads by the author's SQL. */
export function listReads(
  leaves: ReadonlyMap<string, Path>,
  source: Source,
  dialect: string,
): readonly string[] {
  const at = { name: dialect };
  const stored: string[] = [];
  for (const [name, path] of leaves) if (writtenAbove(source, at, path) === null) stored.push(name);
  return stored.sort();
}

function relationsOf({ steps, answer }: Plan<SqlExpr>): readonly Relation<SqlExpr>[] {
  return [...steps.map(({ relation }) => relation), answer].flatMap(selectsOf);
}

/** The shapes of the relations in one SELECT whose columns may be stored in `source`. */
function shapesOver(
  source: Source,
  select: Relation<SqlExpr>,
  steps: Shapes,
): ReadonlyMap<string, StatementShape> {
  const shapes = new Map<string, StatementShape>();
  const visit = (relation: Relation<SqlExpr>): void => {
    if ('name' in relation) {
      const shape = shapeOf(relation, steps);
      if (shape.source === source) shapes.set(relation.name, shape);
    }
    inputsOf(relation).forEach(visit);
  };
  visit(select);
  return shapes;
}
