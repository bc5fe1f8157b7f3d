/** Walking and rebuilding expressions and plans. */
import type { Expr, NamedExpr, NamedScalar, Predicate, RecordExpr } from './expr.ts';
import type { Plan } from './relation.ts';

/** `expr` with `change` applied to each direct part; the node itself where no part changed. */
export function mapParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'literal':
    case 'column':
    case 'field':
    case 'param':
    case 'now':
      return expr;
    case 'call':
    case 'aggregate': {
      const args = expr.args.map(change);
      return args.every((arg, i) => arg === expr.args[i]) ? expr : { ...expr, args };
    }
    case 'trunc':
    case 'shift':
    case 'wire': {
      const of = change(expr.of);
      return of === expr.of ? expr : { ...expr, of };
    }
    case 'choice':
      return {
        ...expr,
        cases: expr.cases.map(({ value, result }) => ({ value, result: change(result) })),
      };
    case 'case':
      return {
        ...expr,
        subject: change(expr.subject),
        whens: expr.whens.map(({ value, result }) => ({ value, result: change(result) })),
        otherwise: expr.otherwise === null ? null : change(expr.otherwise),
      };
  }
}

/** Calls `visit` on `expr` and on every expression inside it. */
export function visitExpr(expr: Expr | RecordExpr, visit: (expr: Expr) => void): void {
  if (expr.kind === 'record') {
    for (const field of expr.fields) visitExpr(field.value, visit);
    return;
  }
  visit(expr);
  mapParts(expr, part => {
    visitExpr(part, visit);
    return part;
  });
}

/** Whether any expression inside `expr`, or itself, is of `kind`. */
export function holds(expr: Expr | RecordExpr, kind: Expr['kind']): boolean {
  let found = false;
  visitExpr(expr, part => {
    found ||= part.kind === kind;
  });
  return found;
}

const keys = new WeakMap<Expr | RecordExpr, string>();

/** A text that two expressions share exactly where they are the same. Kept, since a plan asks for it many times. */
export function exprKey(expr: Expr | RecordExpr): string {
  const known = keys.get(expr);
  if (known !== undefined) return known;
  const key = JSON.stringify(expr, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  keys.set(expr, key);
  return key;
}

/** `plan` over another input. */
export function withInput(plan: Exclude<Plan, { node: 'scan' }>, input: Plan): Plan {
  if (plan.node !== 'fill') return { ...plan, input };
  if (input.node !== 'aggregate') throw new Error('a fill stands over an aggregation');
  return { ...plan, input };
}

/** `plan` with `change` applied to every whole expression in it. Records stay as they are: they hold columns alone. */
export function mapPlan(plan: Plan, change: (expr: Expr) => Expr): Plan {
  const named = (columns: readonly NamedScalar[]) =>
    columns.map(c => ({ ...c, expr: change(c.expr) }));
  switch (plan.node) {
    case 'scan':
      return plan;
    case 'filter':
      return {
        ...plan,
        input: mapPlan(plan.input, change),
        predicates: mapPredicates(plan.predicates, change),
      };
    case 'sort': {
      const keys = plan.keys.map(key => ({ ...key, expr: change(key.expr) }));
      return { ...plan, input: mapPlan(plan.input, change), keys };
    }
    case 'limit':
    case 'named':
      return { ...plan, input: mapPlan(plan.input, change) };
    case 'aggregate':
      return {
        ...plan,
        input: mapPlan(plan.input, change),
        keys: named(plan.keys),
        measures: named(plan.measures),
      };
    case 'fill': {
      const input = mapPlan(plan.input, change);
      if (input.node !== 'aggregate') throw new Error('a fill stands over an aggregation');
      return {
        ...plan,
        input,
        first: change(plan.first),
        last: change(plan.last),
        every: change(plan.every),
      };
    }
    case 'project':
      return {
        ...plan,
        input: mapPlan(plan.input, change),
        columns: plan.columns.map(c => mapColumn(c, change)),
      };
    case 'views': {
      const views = plan.views.map(view => ({ ...view, plan: mapPlan(view.plan, change) }));
      return { ...plan, input: mapPlan(plan.input, change), views };
    }
  }
}

function mapPredicates(
  predicates: readonly Predicate[],
  change: (expr: Expr) => Expr,
): readonly Predicate[] {
  return predicates.map(({ when, expr }) => ({ when, expr: change(expr) }));
}

function mapColumn({ name, expr }: NamedExpr, change: (expr: Expr) => Expr): NamedExpr {
  return { name, expr: expr.kind === 'record' ? expr : change(expr) };
}
