/** Walking and rebuilding expressions and plans. */
import type {
  AggregateExpr,
  ChoiceExpr,
  Expr,
  Node,
  PlanExpr,
  Predicate,
  RecordExpr,
  SortKey,
  SqlExpr,
  WindowExpr,
} from './expr.ts';
import type { NamedExpr, Plan, Relation, Step, UnionInput } from './relation.ts';

/** An expression of any stage. */
export type AnyExpr =
  | Expr
  | PlanExpr
  | SqlExpr
  | AggregateExpr<PlanExpr | SqlExpr>
  | WindowExpr<PlanExpr | SqlExpr>;

/** `node` with `change` applied to each direct part; the node itself where no part changed. */
export function mapNode<A, B>(node: Node<A>, change: (part: A) => B): Node<B>;
export function mapNode(node: Node<unknown>, change: (part: unknown) => unknown): Node<unknown> {
  switch (node.kind) {
    case 'literal':
    case 'column':
    case 'param':
    case 'now':
      return node;
    case 'call': {
      const args = node.args.map(change);
      return args.every((arg, i) => arg === node.args[i]) ? node : { ...node, args };
    }
    case 'trunc':
    case 'shift': {
      const of = change(node.of);
      return of === node.of ? node : { ...node, of };
    }
  }
}

export function mapChoice<A, B>(choice: ChoiceExpr<A>, change: (part: A) => B): ChoiceExpr<B> {
  const cases = choice.cases.map(({ value, result }) => ({ value, result: change(result) }));
  return { ...choice, cases };
}

export function mapAggregate<A, B>(
  aggregate: AggregateExpr<A>,
  change: (part: A) => B,
): AggregateExpr<B> {
  return { ...aggregate, args: aggregate.args.map(change) };
}

export function mapWindow<A, B>(window: WindowExpr<A>, change: (part: A) => B): WindowExpr<B> {
  return {
    ...window,
    args: window.args.map(change),
    partitionBy: window.partitionBy.map(change),
    orderBy: window.orderBy.map(key => mapSortKey(key, change)),
  };
}

/** `expr`, as resolved, with `change` applied to each direct part. */
export function mapParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  if (expr.kind === 'aggregate') return mapAggregate(expr, change);
  return expr.kind === 'choice' ? mapChoice(expr, change) : mapNode(expr, change);
}

/** Calls `visit` on `expr` and on every expression inside it. */
export function visitExpr<E extends AnyExpr>(expr: E | RecordExpr, visit: (expr: E) => void): void;
export function visitExpr(expr: AnyExpr | RecordExpr, visit: (expr: AnyExpr) => void): void {
  if (expr.kind === 'record') {
    for (const field of expr.fields) visitExpr<AnyExpr>(field.value, visit);
    return;
  }
  visit(expr);
  for (const part of partsOf(expr)) visitExpr(part, visit);
}

/** The direct parts of `expr`. */
export function partsOf<E extends Expr | PlanExpr | SqlExpr | AnyExpr>(expr: E): readonly E[];
export function partsOf(expr: AnyExpr): readonly AnyExpr[] {
  switch (expr.kind) {
    case 'literal':
    case 'column':
    case 'param':
    case 'now':
      return [];
    case 'call':
    case 'aggregate':
      return expr.args;
    case 'window':
      return [...expr.args, ...expr.partitionBy, ...expr.orderBy.map(key => key.expr)];
    case 'trunc':
    case 'shift':
    case 'wire':
      return [expr.of];
    case 'choice':
      return expr.cases.map(({ result }) => result);
    case 'case': {
      const { subject, whens, otherwise } = expr;
      const results = whens.map(({ result }) => result);
      return [subject, ...results, ...(otherwise === null ? [] : [otherwise])];
    }
  }
}

/** Whether `expr` or any expression inside it is one that `is` finds. */
export function someExpr<E extends AnyExpr>(
  expr: E | RecordExpr,
  is: (expr: E) => boolean,
): boolean {
  let found = false;
  visitExpr<E>(expr, part => {
    found ||= is(part);
  });
  return found;
}

/** Whether any expression inside `expr`, or itself, is of `kind`. */
export function holds(expr: AnyExpr | RecordExpr, kind: AnyExpr['kind']): boolean {
  return someExpr<AnyExpr>(expr, part => part.kind === kind);
}

const keys = new WeakMap<AnyExpr | RecordExpr, string>();

/** A text that two expressions share exactly where they are the same. Kept, since a plan asks for it many times. */
export function exprKey(expr: AnyExpr | RecordExpr): string {
  const known = keys.get(expr);
  if (known !== undefined) return known;
  const key = JSON.stringify(expr, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  keys.set(expr, key);
  return key;
}

// ---- plans ----------------------------------------------------------------------------------------------------------

/** The relations that `relation` is made of, directly. */
export function inputsOf<E>(relation: Relation<E>): readonly Relation<E>[] {
  switch (relation.node) {
    case 'table':
    case 'read':
      return [];
    case 'union':
      return relation.inputs.map(input => input.relation);
    case 'join':
      return [relation.left, relation.right];
    default:
      return [relation.input];
  }
}

/** `relation` with `change` applied to each relation that it is made of, directly. */
export function mapInputs<E>(
  relation: Relation<E>,
  change: (input: Relation<E>) => Relation<E>,
): Relation<E> {
  switch (relation.node) {
    case 'table':
    case 'read':
      return relation;
    case 'union':
      return { ...relation, inputs: relation.inputs.map(input => mapUnionInput(input, change)) };
    case 'join':
      return { ...relation, left: change(relation.left), right: change(relation.right) };
    case 'fill': {
      const input = change(relation.input);
      if (input.node !== 'aggregate' && input.node !== 'read')
        throw new Error('a fill stands over an aggregation');
      return { ...relation, input };
    }
    default:
      return { ...relation, input: change(relation.input) };
  }
}

/** `relation` with `change` applied to every whole expression in it. */
export function mapExprs<A, B>(relation: Relation<A>, change: (expr: A) => B): Relation<B> {
  const below = (input: Relation<A>) => mapExprs(input, change);
  switch (relation.node) {
    case 'table':
    case 'read':
      return relation;
    case 'union':
      return { ...relation, inputs: relation.inputs.map(input => mapUnionInput(input, below)) };
    case 'join': {
      const { left, right, on } = relation;
      return { ...relation, left: below(left), right: below(right), on: change(on) };
    }
    case 'filter': {
      const predicates = relation.predicates.map(predicate => mapPredicate(predicate, change));
      return { ...relation, input: below(relation.input), predicates };
    }
    case 'aggregate':
      return {
        ...relation,
        input: below(relation.input),
        keys: relation.keys.map(({ name, expr }) => ({ name, expr: change(expr) })),
        measures: relation.measures.map(({ name, expr }) => ({
          name,
          expr: mapAggregate(expr, change),
        })),
      };
    case 'window': {
      const columns = relation.columns.map(({ name, expr }) => ({
        name,
        expr: mapWindow(expr, change),
      }));
      return { ...relation, input: below(relation.input), columns };
    }
    case 'fill': {
      const input = below(relation.input);
      if (input.node !== 'aggregate' && input.node !== 'read')
        throw new Error('a fill stands over an aggregation');
      const { first, last, every } = relation;
      return {
        ...relation,
        input,
        first: change(first),
        last: change(last),
        every: change(every),
      };
    }
    case 'project': {
      const columns = relation.columns.map(column => mapColumn(column, change));
      return { ...relation, input: below(relation.input), columns };
    }
    case 'sort': {
      const sortKeys = relation.keys.map(key => mapSortKey(key, change));
      return { ...relation, input: below(relation.input), keys: sortKeys };
    }
    case 'named':
    case 'limit':
    case 'distinct':
      return { ...relation, input: below(relation.input) };
  }
}

/** `plan` with `change` applied to every whole expression in it. Records stay as they are: they hold columns alone. */
export function mapPlan<A, B>(plan: Plan<A>, change: (expr: A) => B): Plan<B> {
  const step = ({ name, relation }: Step<A>) => ({ name, relation: mapExprs(relation, change) });
  return {
    views: plan.views.map(step),
    steps: plan.steps.map(step),
    answer: mapExprs(plan.answer, change),
  };
}

/** `plan` with `change` applied to each of its relations as a whole. */
export function mapRelations<E>(
  plan: Plan<E>,
  change: (relation: Relation<E>) => Relation<E>,
): Plan<E> {
  const step = ({ name, relation }: Step<E>) => ({ name, relation: change(relation) });
  return {
    views: plan.views.map(step),
    steps: plan.steps.map(step),
    answer: change(plan.answer),
  };
}

export function mapPredicate<A, B>(
  { when, expr }: Predicate<A>,
  change: (expr: A) => B,
): Predicate<B> {
  return { when, expr: change(expr) };
}

function mapUnionInput<A, B>(
  { relation, columns }: UnionInput<A>,
  change: (relation: Relation<A>) => Relation<B>,
): UnionInput<B> {
  return { relation: change(relation), columns };
}

function mapSortKey<A, B>({ expr, descending }: SortKey<A>, change: (expr: A) => B): SortKey<B> {
  return { expr: change(expr), descending };
}

function mapColumn<A, B>(
  { name, expr }: NamedExpr<A | RecordExpr>,
  change: (expr: A) => B,
): NamedExpr<B | RecordExpr> {
  return { name, expr: isRecord(expr) ? expr : change(expr) };
}

function isRecord(expr: unknown): expr is RecordExpr {
  return typeof expr === 'object' && expr !== null && 'kind' in expr && expr.kind === 'record';
}
