/**
 * Bounds of computed values below row numbers, for an engine whose optimizer joins two bounds of a value, loses count of the conditions
 * beside them and fails. It takes no condition apart that is compared with true.
 */
import { makeCall } from '../../core/expr/calls.ts';
import type { ColumnExpr, SqlExpr } from '../../core/expr/expr.ts';
import { TRUE } from '../../core/expr/literals.ts';
import { mapList, withMembers } from '../../core/expr/walk.ts';
import type { Plan, Relation } from '../../core/plan/relation.ts';
import { inputsOf, mapInputs, mapPredicate, mapRelations } from '../../core/plan/walk-plan.ts';

const BOUNDS: ReadonlySet<string> = new Set(['between', 'lt', 'le', 'gt', 'ge']);

/** `plan`, with such bounds compared with true if it numbers rows. */
export function withWholeBounds(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  const all = [...plan.views, ...plan.steps].map(({ relation }) => relation);
  if (![...all, plan.answer].some(numbersRows)) return plan;
  const stored = new Stored(plan);
  const whole = (expr: SqlExpr): SqlExpr => {
    if (expr.kind !== 'call') return expr;
    if (expr.fn === 'and') return withMembers(expr, { args: mapList(expr.args, whole) });
    const isStored = expr.args.every(arg => arg.kind !== 'column' || stored.has(arg));
    const isPlain = isStored && !expr.args.some(isComputed);
    if (!BOUNDS.has(expr.fn) || isPlain) return expr;
    return makeCall('eq', 'bool', [expr, TRUE], expr.nullable);
  };
  const kept = (relation: Relation<SqlExpr>): Relation<SqlExpr> => {
    const of = mapInputs(relation, kept);
    if (of.node !== 'filter') return of;
    return withMembers(of, { predicates: mapList(of.predicates, one => mapPredicate(one, whole)) });
  };
  return mapRelations(plan, kept);
}

function numbersRows(relation: Relation<SqlExpr>): boolean {
  const isOwn =
    relation.node === 'window' && relation.columns.some(({ expr }) => expr.fn === 'row_number');
  return isOwn || inputsOf(relation).some(numbersRows);
}

const PLAIN: ReadonlySet<SqlExpr['kind']> = new Set(['column', 'literal', 'param', 'now']);

function isComputed({ kind }: SqlExpr): boolean {
  return !PLAIN.has(kind);
}

/** The columns that a table stores as they are read, and row numbers, however often steps rename them. */
class Stored {
  readonly #relations = new Map<string, Relation<SqlExpr>>();
  readonly #steps: ReadonlyMap<string, Relation<SqlExpr>>;

  constructor({ views, steps, answer }: Plan<SqlExpr>) {
    this.#steps = new Map([...views, ...steps].map(({ name, relation }) => [name, relation]));
    for (const { relation } of [...views, ...steps]) this.#note(relation);
    this.#note(answer);
  }

  has({ relation, path, scalar }: ColumnExpr): boolean {
    const of = this.#relations.get(relation);
    // a decimal is cast where it is read
    return of !== undefined && scalar !== 'decimal' && this.#isStored(of, path[0]);
  }

  #isStored(of: Relation<SqlExpr>, name: string | undefined): boolean {
    switch (of.node) {
      case 'table':
        return of.leaf === undefined;
      case 'read': {
        const step = this.#steps.get(of.step);
        return step !== undefined && this.#isStored(step, name);
      }
      case 'named':
      case 'filter':
      case 'sort':
      case 'limit':
        return this.#isStored(of.input, name);
      case 'project': {
        const column = of.columns.find(one => one.name === name)?.expr;
        return column?.kind === 'column' && this.has(column);
      }
      case 'window': {
        // the engine finds the first rows of a group fast if the condition on their number is left as it is
        if (of.columns.some(one => one.name === name)) return true;
        const kept = of.kept?.find(one => one.name === name)?.expr;
        return kept?.kind === 'column' && this.has(kept);
      }
      default:
        return false;
    }
  }

  #note(relation: Relation<SqlExpr>): void {
    if ('name' in relation) this.#relations.set(relation.name, relation);
    for (const input of inputsOf(relation)) this.#note(input);
  }
}
