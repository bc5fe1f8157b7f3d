/** Walking and rebuilding expressions. */
import { mapCases } from './choice.ts';
import type {
  AggregateExpr,
  ChoiceExpr,
  ColumnExpr,
  Expr,
  LiteralExpr,
  Node,
  PlanExpr,
  RecordExpr,
  SortKey,
  SqlExpr,
  WindowExpr,
} from './expr.ts';

/** An expression of any stage. */
export type AnyExpr =
  | Expr
  | PlanExpr
  | SqlExpr
  | AggregateExpr<PlanExpr | SqlExpr>
  | WindowExpr<PlanExpr | SqlExpr>;

/** `node` with `change` applied to each direct part; returns the same node if no part changed. */
export function mapNode<A, B>(node: Node<A>, change: (part: A) => B): Node<B>;
export function mapNode(node: Node<unknown>, change: (part: unknown) => unknown): Node<unknown> {
  switch (node.kind) {
    case 'literal':
    case 'column':
    case 'param':
    case 'now':
    case 'item':
      return node;
    case 'call': {
      const args = node.args.map(change);
      return args.every((arg, i) => arg === node.args[i]) ? node : { ...node, args };
    }
    case 'each': {
      const [of, body] = [change(node.of), change(node.body)];
      return of === node.of && body === node.body ? node : { ...node, of, body };
    }
    case 'trunc':
    case 'within':
    case 'shift': {
      const of = change(node.of);
      return of === node.of ? node : { ...node, of };
    }
  }
}

export function mapChoice<A, B>(choice: ChoiceExpr<A>, change: (part: A) => B): ChoiceExpr<B> {
  return { ...choice, ...mapCases(choice, change) };
}

/** `expr`, of any stage, with `change` applied to its columns. */
export function mapColumns<E extends PlanExpr | SqlExpr>(expr: E, change: ChangeColumn): E;
export function mapColumns(expr: AnyStage, change: ChangeColumn): AnyStage {
  const below = <E extends AnyStage>(part: E) => mapColumns(part, change);
  switch (expr.kind) {
    case 'column':
      return change(expr);
    case 'choice':
      return mapChoice(expr, below);
    case 'wire':
      return { ...expr, of: below(expr.of) };
    case 'case':
      return {
        ...expr,
        subject: below(expr.subject),
        whens: expr.whens.map(({ value, result }) => ({ value, result: below(result) })),
        otherwise: expr.otherwise && below(expr.otherwise),
      };
    default:
      return mapNode(expr as Node<AnyStage>, below) as AnyStage;
  }
}
type ChangeColumn = (column: ColumnExpr) => ColumnExpr | LiteralExpr;
type AnyStage = PlanExpr | SqlExpr;

export function mapAggregate<A, B>(
  aggregate: AggregateExpr<A>,
  change: (part: A) => B,
): AggregateExpr<B> {
  const { listing, filter } = aggregate;
  const orderBy = listing?.orderBy.map(key => mapSortKey(key, change)) ?? [];
  return {
    ...aggregate,
    args: aggregate.args.map(change),
    listing: listing === null ? null : { ...listing, orderBy },
    filter: filter === null ? null : change(filter),
  };
}

export function mapWindow<A, B>(window: WindowExpr<A>, change: (part: A) => B): WindowExpr<B> {
  return {
    ...window,
    args: window.args.map(change),
    partitionBy: window.partitionBy.map(change),
    orderBy: window.orderBy.map(key => mapSortKey(key, change)),
  };
}

export function mapSortKey<A, B>(
  { expr, descending }: SortKey<A>,
  change: (expr: A) => B,
): SortKey<B> {
  return { expr: change(expr), descending };
}

/** `expr`, as resolved, with `change` applied to each direct part. */
export function mapParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  if (expr.kind === 'aggregate') return mapAggregate(expr, change);
  if (expr.kind === 'window') return mapWindow(expr, change);
  return expr.kind === 'choice' ? mapChoice(expr, change) : mapNode(expr, change);
}

/** `record` with `change` applied to its leaves, and `rename` to the names of its relation and of those of nested records. */
export function mapRecord(
  record: RecordExpr,
  change: (leaf: ColumnExpr) => ColumnExpr,
  rename: (relation: string) => string,
): RecordExpr {
  const fields = record.fields.map(({ name, value }) => ({
    name,
    value: value.kind === 'record' ? mapRecord(value, change, rename) : change(value),
  }));
  return { ...record, relation: rename(record.relation), fields };
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
    case 'item':
      return [];
    case 'call':
      return expr.args;
    case 'aggregate': {
      const keys = (expr.listing?.orderBy ?? []).map(key => key.expr);
      return [...expr.args, ...keys, ...(expr.filter === null ? [] : [expr.filter])];
    }
    case 'window':
      return [...expr.args, ...expr.partitionBy, ...expr.orderBy.map(key => key.expr)];
    case 'each':
      return [expr.of, expr.body];
    case 'trunc':
    case 'within':
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

/** Whether `is` is true for `expr` or for any expression inside it. */
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

/** Whether `expr` or any expression inside it is of `kind`. */
export function holds(expr: AnyExpr | RecordExpr, kind: AnyExpr['kind']): boolean {
  return someExpr<AnyExpr>(expr, part => part.kind === kind);
}

const keys = new WeakMap<AnyExpr | RecordExpr, string>();

/** A text that is equal exactly for equal expressions. It is cached, because a plan needs it many times. */
export function exprKey(expr: AnyExpr | RecordExpr): string {
  const known = keys.get(expr);
  if (known !== undefined) return known;
  const key = JSON.stringify(expr, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  keys.set(expr, key);
  return key;
}
