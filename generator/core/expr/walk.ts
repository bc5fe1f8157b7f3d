/** Walking and rebuilding expressions. */
import type {
  AggregateExpr,
  ChoiceExpr,
  ColumnExpr,
  Expr,
  LiteralExpr,
  PlanExpr,
  RecordExpr,
  SortKey,
  SqlExpr,
  StageNode,
  Typed,
  WindowExpr,
} from './expr.ts';

/** An expression of any stage. */
export type AnyExpr =
  | Expr
  | PlanExpr
  | SqlExpr
  | AggregateExpr<PlanExpr | SqlExpr>
  | WindowExpr<PlanExpr | SqlExpr>;

/** `list` with `change` applied to each item; returns the same list if no item changed. */
export function mapList<A, B>(list: readonly A[], change: (item: A) => B): readonly B[];
export function mapList(
  list: readonly unknown[],
  change: (item: unknown) => unknown,
): readonly unknown[] {
  let made: unknown[] | null = null;
  for (let i = 0; i < list.length; i += 1) {
    const item = change(list[i]);
    if (item === list[i]) continue;
    made ??= [...list];
    made[i] = item;
  }
  return made ?? list;
}

/** `of` with `members` in place of its own; returns the same object if none of them differs. */
export function withMembers<T extends object>(of: T, members: Partial<T>): T {
  for (const name in members) if (members[name] !== of[name]) return { ...of, ...members };
  return of;
}

/** `node` with `change` applied to each direct part; returns the same node if no part changed. */
export function mapNode<A, B>(node: StageNode<A>, change: (part: A) => B): StageNode<B>;
export function mapNode(
  node: StageNode<unknown>,
  change: (part: unknown) => unknown,
): StageNode<unknown> {
  switch (node.kind) {
    case 'literal':
    case 'column':
    case 'param':
    case 'now':
    case 'item':
      return node;
    case 'call':
      return withMembers(node, { args: mapList(node.args, change) });
    case 'each':
      return withMembers(node, { of: change(node.of), body: change(node.body) });
    case 'lookup':
      return withMembers(node, { of: change(node.of), where: change(node.where) });
    case 'trunc':
    case 'within':
    case 'shift':
      return withMembers(node, { of: change(node.of) });
  }
}

export function mapChoice<A, B>(choice: ChoiceExpr<A>, change: (part: A) => B): ChoiceExpr<B>;
export function mapChoice(
  choice: ChoiceExpr<unknown>,
  change: (part: unknown) => unknown,
): ChoiceExpr<unknown> {
  const cases = mapList(choice.cases, one => withMembers(one, { result: change(one.result) }));
  return withMembers(choice, { cases });
}

/**
 * `expr` as the condition of one lookup more: the fields of items that it reads are one lookup further out. `within`: how many lookups of
 * its own are around it.
 */
export function oneFurtherOut(expr: PlanExpr, within = 0): PlanExpr {
  if (expr.kind === 'item') {
    const { path, out = 0 } = expr;
    return path === undefined || out < within ? expr : { ...expr, out: out + 1 };
  }
  const below = (part: PlanExpr) => oneFurtherOut(part, within);
  if (expr.kind === 'lookup')
    return withMembers(expr, { of: below(expr.of), where: oneFurtherOut(expr.where, within + 1) });
  return expr.kind === 'choice' ? mapChoice(expr, below) : mapNode(expr, below);
}

/** Calls `visit` with each field of an item that `where`, the condition of a lookup, reads, and how many lookups the item is out of it. */
export function visitItemFields<E extends PlanExpr | SqlExpr>(
  where: E,
  visit: (path: readonly string[], out: number) => void,
  within = 0,
): void {
  if (where.kind === 'item' && where.path !== undefined)
    visit(where.path, (where.out ?? 0) - within);
  for (const part of partsOf<PlanExpr | SqlExpr>(where)) {
    const isInner = where.kind === 'lookup' && part === where.where;
    visitItemFields(part, visit, isInner ? within + 1 : within);
  }
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
      return withMembers(expr, { of: below(expr.of) });
    case 'case':
      return withMembers(expr, {
        subject: below(expr.subject),
        whens: mapList(expr.whens, when => withMembers(when, { result: below(when.result) })),
        otherwise: expr.otherwise && below(expr.otherwise),
      });
    default:
      return mapNode(expr as StageNode<AnyStage>, below) as AnyStage;
  }
}
type ChangeColumn = (column: ColumnExpr) => ColumnExpr | LiteralExpr;
type AnyStage = PlanExpr | SqlExpr;

export function mapAggregate<A, B>(
  aggregate: AggregateExpr<A>,
  change: (part: A) => B,
): AggregateExpr<B>;
export function mapAggregate(
  aggregate: AggregateExpr<unknown>,
  change: (part: unknown) => unknown,
): AggregateExpr<unknown> {
  const { args, listing, filter } = aggregate;
  return withMembers(aggregate, {
    args: mapList(args, change),
    listing: listing && withMembers(listing, { orderBy: mapSortKeys(listing.orderBy, change) }),
    filter: filter === null ? null : change(filter),
  });
}

export function mapWindow<A, B>(window: WindowExpr<A>, change: (part: A) => B): WindowExpr<B>;
export function mapWindow(
  window: WindowExpr<unknown>,
  change: (part: unknown) => unknown,
): WindowExpr<unknown> {
  return withMembers(window, {
    args: mapList(window.args, change),
    partitionBy: mapList(window.partitionBy, change),
    orderBy: mapSortKeys(window.orderBy, change),
  });
}

export function mapSortKeys<A, B>(
  sortKeys: readonly SortKey<A>[],
  change: (expr: A) => B,
): readonly SortKey<B>[];
export function mapSortKeys(
  sortKeys: readonly SortKey<unknown>[],
  change: (expr: unknown) => unknown,
): readonly SortKey<unknown>[] {
  return mapList(sortKeys, key => withMembers(key, { expr: change(key.expr) }));
}

/** `expr`, as resolved, with `change` applied to each direct part. */
export function mapParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  if (expr.kind === 'aggregate') return mapAggregate(expr, change);
  if (expr.kind === 'window') return mapWindow(expr, change);
  return expr.kind === 'choice' ? mapChoice(expr, change) : mapNode(expr, change);
}

/** The same for an expression of a statement. */
export function mapSqlParts(expr: SqlExpr, change: (part: SqlExpr) => SqlExpr): SqlExpr {
  if (expr.kind === 'wire') return withMembers(expr, { of: change(expr.of) });
  if (expr.kind !== 'case') return mapNode(expr, change);
  return withMembers(expr, {
    subject: change(expr.subject),
    whens: mapList(expr.whens, when => withMembers(when, { result: change(when.result) })),
    otherwise: expr.otherwise && change(expr.otherwise),
  });
}

/** `record` with `change` applied to its leaves, and `rename` to the names of its relation and of those of nested records. */
export function mapRecord(
  record: RecordExpr,
  change: (leaf: ColumnExpr) => ColumnExpr,
  rename: (relation: string) => string,
): RecordExpr {
  const fields = mapList(record.fields, field => {
    const { value } = field;
    const changed = value.kind === 'record' ? mapRecord(value, change, rename) : change(value);
    return withMembers(field, { value: changed });
  });
  return withMembers(record, { relation: rename(record.relation), fields });
}

/** Calls `visit` on `expr` and on every expression inside it. */
export function visitExpr<E extends AnyExpr>(expr: E | RecordExpr, visit: (expr: E) => void): void;
export function visitExpr(expr: AnyExpr | RecordExpr, visit: (expr: AnyExpr) => void): void {
  if (expr.kind === 'record') {
    for (const field of expr.fields) visitExpr<AnyExpr>(field.value, visit);
    return;
  }
  visit(expr);
  const parts = partsOf(expr);
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    if (part !== undefined) visitExpr(part, visit);
  }
}

const NO_PARTS: readonly AnyExpr[] = [];

/** The direct parts of `expr`. */
export function partsOf<E extends Expr | PlanExpr | SqlExpr | AnyExpr>(expr: E): readonly E[];
export function partsOf(expr: AnyExpr): readonly AnyExpr[] {
  switch (expr.kind) {
    case 'literal':
    case 'column':
    case 'param':
    case 'now':
    case 'item':
      return NO_PARTS;
    case 'call':
      return expr.args;
    case 'aggregate':
      return aggregateParts<AnyExpr>(expr);
    case 'window':
      return windowParts<AnyExpr>(expr);
    case 'each':
      return [expr.of, expr.body];
    case 'lookup':
      return [expr.of, expr.where];
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

export function aggregateParts<E>({ args, listing, filter }: AggregateExpr<E>): readonly E[] {
  if (listing === null && filter === null) return args;
  const keys = (listing?.orderBy ?? []).map(key => key.expr);
  return [...args, ...keys, ...(filter === null ? [] : [filter])];
}

export function windowParts<E>({ args, partitionBy, orderBy }: WindowExpr<E>): readonly E[] {
  return [...args, ...partitionBy, ...orderBy.map(key => key.expr)];
}

/** Whether `is` is true for `expr` or for any expression inside it. */
export function someExpr<E extends AnyExpr>(
  expr: E | RecordExpr,
  is: (expr: E) => boolean,
): boolean;
export function someExpr(expr: AnyExpr | RecordExpr, is: (expr: AnyExpr) => boolean): boolean {
  if (expr.kind === 'record') return expr.fields.some(({ value }) => someExpr<AnyExpr>(value, is));
  return is(expr) || partsOf(expr).some(part => someExpr(part, is));
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
  const key = keyOf(expr);
  keys.set(expr, key);
  return key;
}

/**
 * The kinds that occur most have a short key. NUL, which no text contains, ends each text in it, so that no two keys are alike; the
 * others are written as JSON.
 */
function keyOf(expr: AnyExpr | RecordExpr): string {
  switch (expr.kind) {
    case 'column':
      return `column ${expr.untyped === undefined ? '' : `${expr.untyped} `}${expr.relation}\0${expr.path.join('\0')}\0\0${typed(expr)};`;
    case 'literal':
      return `${typeof expr.value} ${expr.value}\0${typed(expr)};`;
    case 'call':
      return `${expr.fn} ${expr.orNull === true} ${typed(expr)}(${keysOf(expr.args)})`;
    case 'aggregate':
      return isPlain(expr) ? plainKey(expr) : jsonKey(expr);
    default:
      return jsonKey(expr);
  }
}

function keysOf(args: readonly AnyExpr[]): string {
  let all = '';
  for (const arg of args) all += keys.get(arg) ?? keyOf(arg);
  return all;
}

function typed({ scalar, nullable }: Typed): string {
  return `${scalar} ${nullable}`;
}

type AnyAggregate = AggregateExpr<AnyExpr>;

/** Whether it neither lists values, nor shares ranks, nor is the author's own SQL. */
function isPlain({ listing, ranks, text }: AnyAggregate): boolean {
  return listing === null && ranks === undefined && text === undefined;
}

function plainKey(of: AnyAggregate): string {
  const { fn, args, rank, filter, previous } = of;
  const ranked = rank === null ? '' : `${rank.numerator}/${rank.denominator}`;
  const kept = filter === null ? '' : keyOf(filter);
  return `aggregate ${fn} ${ranked} ${previous === true} ${typed(of)}(${keysOf(args)})[${kept}]`;
}

function jsonKey(expr: AnyExpr | RecordExpr): string {
  return JSON.stringify(expr, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
