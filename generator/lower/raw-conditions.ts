/** Conditions that the engine applies to stored values, so that indexes, partitions and statistics leave out parts of the table. */
import type { ColumnExpr, Guarded, Predicate, SqlExpr } from '../core/expr/expr.ts';
import { someExpr } from '../core/expr/walk.ts';
import type {
  FilterRelation,
  RawCondition,
  Relation,
  TableLeaf,
  TableRelation,
} from '../core/plan/relation.ts';
import { mapInputs } from '../core/plan/walk-plan.ts';
import { leafAt } from '../sql/columns.ts';
import type { Dialect } from '../sql/dialect.ts';
import { rawComparison } from '../sql/stored.ts';

type Select = Relation<SqlExpr>;

/** Conditions that all rows of a relation must fulfil, and further names of the relation. */
interface Above {
  readonly conditions: readonly Guarded<SqlExpr>[];
  readonly names: readonly string[];
}
const NONE: Above = { conditions: [], names: [] };

/** `select` with such conditions in the leaves of its tables. Conditions with the same meaning for stored values are moved there. */
export function withRawConditions(select: Select, dialect: Dialect): Select {
  const moved = new Set<SqlExpr>();
  const below = (relation: Select, above: Above): Select => {
    switch (relation.node) {
      case 'filter': {
        const own = relation.predicates.flatMap(conditionsIn);
        const input = below(relation.input, {
          ...above,
          conditions: [...above.conditions, ...own],
        });
        return without(moved, relation, input);
      }
      case 'named': {
        const names = [...above.names, relation.name];
        return { ...relation, input: below(relation.input, { ...above, names }) };
      }
      case 'sort':
        return { ...relation, input: below(relation.input, above) };
      case 'join': {
        const own = { ...above, names: [] };
        const left = below(relation.left, relation.kind === 'full' ? NONE : own);
        const right = below(relation.right, relation.kind === 'inner' ? own : NONE);
        return { ...relation, left, right };
      }
      case 'table': {
        const { leaf } = relation;
        if (leaf === undefined) return relation;
        return { ...relation, leaf: withConditions(relation, leaf, above) };
      }
      default:
        return mapInputs(relation, input => below(input, NONE));
    }
  };
  const withConditions = (table: TableRelation, leaf: TableLeaf, above: Above): TableLeaf => {
    const names = new Set([...above.names, table.name]);
    const conditions = above.conditions.flatMap(({ when, expr: condition }) =>
      comparisonsIn(condition, names).flatMap(({ fn, column, to, isWhole }) => {
        const read = leaf.columns.find(({ name }) => name === column.path[0]);
        if (read === undefined) return [];
        const raw = rawComparison(leafAt(table.source, read.column.path), fn, dialect);
        if (raw === null) return [];
        if (raw.isExact && isWhole) moved.add(condition);
        return [{ when, fn, column: read.column, to }];
      }),
    );
    return { ...leaf, conditions };
  };
  return below(select, NONE);
}

/** The conditions that are true for every row that passes, each for the requests to which the predicate applies. */
function conditionsIn(predicate: Predicate<SqlExpr>): readonly Guarded<SqlExpr>[] {
  if ('any' in predicate) return [];
  const { when, expr } = predicate;
  return conjuncts(expr).map(part => ({ when, expr: part }));
}

function conjuncts(expr: SqlExpr): readonly SqlExpr[] {
  return expr.kind === 'call' && expr.fn === 'and' ? expr.args.flatMap(conjuncts) : [expr];
}

function without(
  moved: ReadonlySet<SqlExpr>,
  filter: FilterRelation<SqlExpr>,
  input: Select,
): Select {
  const predicates = filter.predicates.flatMap((predicate): readonly Predicate<SqlExpr>[] => {
    const all = conditionsIn(predicate);
    const kept = all.filter(({ expr }) => !moved.has(expr));
    return kept.length === all.length ? [predicate] : kept;
  });
  return predicates.length === 0 ? input : { ...filter, input, predicates };
}

// ---- comparisons ----------------------------------------------------------------------------------------------------

interface Compared extends Omit<RawCondition, 'when'> {
  /** Whether it is the whole condition. */
  readonly isWhole: boolean;
}

const TURNED = { eq: 'eq', lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' } as const;

/** The comparisons of a column of `names` with a known value that a condition consists of. */
function comparisonsIn(condition: SqlExpr, names: ReadonlySet<string>): readonly Compared[] {
  if (condition.kind !== 'call') return [];
  const [left, right, last] = condition.args;
  if (left === undefined || right === undefined) return [];
  const isOf = (expr: SqlExpr): expr is ColumnExpr =>
    expr.kind === 'column' && names.has(expr.relation);
  if (condition.fn === 'between' && last !== undefined && isOf(left)) {
    const [from, to] = [right, last];
    return [
      ...(isKnown(from) ? [{ fn: 'ge', column: left, to: from, isWhole: false } as const] : []),
      ...(isKnown(to) ? [{ fn: 'le', column: left, to, isWhole: false } as const] : []),
    ];
  }
  if (condition.fn === 'in_list')
    return isOf(left) && isKnown(right)
      ? [{ fn: 'in_list', column: left, to: right, isWhole: true }]
      : [];
  if (!isComparison(condition.fn)) return [];
  const { fn } = condition;
  if (isOf(left) && isKnown(right)) return [{ fn, column: left, to: right, isWhole: true }];
  if (isOf(right) && isKnown(left))
    return [{ fn: TURNED[fn], column: right, to: left, isWhole: true }];
  return [];
}

function isComparison(fn: string): fn is keyof typeof TURNED {
  return fn in TURNED;
}

/** Whether a value is never NULL, and the same for all rows. */
function isKnown(expr: SqlExpr): boolean {
  const depends = (part: SqlExpr) =>
    part.kind === 'column' || part.kind === 'item' || part.kind === 'within';
  return !expr.nullable && !someExpr<SqlExpr>(expr, depends);
}
