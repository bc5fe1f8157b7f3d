/** Whether a rollup answers an aggregation as its entries do, and with which parts. */
import { makeColumn } from '../../core/expr/columns.ts';
import type { AggregateExpr, ColumnExpr, Predicate, SqlExpr } from '../../core/expr/expr.ts';
import type {
  AggregateRelation,
  NamedExpr,
  Relation,
  TableRelation,
} from '../../core/plan/relation.ts';
import { mapPredicate } from '../../core/plan/walk-plan.ts';
import { type FreshNames, freshNames } from '../../plan/steps/fresh-names.ts';
import { filtersOf, type SplitFilters } from './bounds.ts';
import { type MergedMeasure, mergedMeasure } from './measures.ts';
import { type Meaning, noDependence, rollupExpr } from './rewrite.ts';
import type { Rolled } from './rolled.ts';

type Aggregation = AggregateRelation<SqlExpr>;

/** The rows that an aggregation reads, if these are entries of one data set. */
export interface Entries {
  readonly table: TableRelation;
  readonly predicates: readonly Predicate<SqlExpr>[];
}

export function entriesUnder({ input }: Aggregation): Entries | null {
  const predicates: Predicate<SqlExpr>[] = [];
  let relation: Relation<SqlExpr> = input;
  for (; relation.node === 'filter'; relation = relation.input)
    predicates.unshift(...relation.predicates);
  return relation.node === 'table' ? { table: relation, predicates } : null;
}

/** An aggregation as one over rows of parts. */
export interface Match {
  readonly rolled: Rolled;
  readonly filters: SplitFilters;
  /** The time zones in which it counts days. */
  readonly zones: readonly SqlExpr[];
  /** Its keys, in order, under the names that they have in the rows of parts. */
  readonly keys: readonly NamedExpr<SqlExpr>[];
  readonly measures: readonly NamedExpr<MergedMeasure>[];
  /** The dimensions that keys or measures read, and those that measures read: the rows of parts have columns for these. */
  readonly dimensions: readonly NamedExpr<SqlExpr>[];
  readonly measured: readonly NamedExpr<SqlExpr>[];
  /** The dimensions on which it has conditions. */
  readonly filtered: readonly NamedExpr<SqlExpr>[];
  readonly parts: readonly NamedExpr<AggregateExpr<SqlExpr>>[];
  /** A name that no column of the rows of parts has. */
  readonly fresh: FreshNames;
  /** The column of a dimension, whose name is that of the rollup. */
  readonly nameOf: (dimension: string, expr: SqlExpr) => string;
}

/** The match, or the reasons why there is none. `parts`: the name of the rows of parts. */
export function matchOf(
  { keys, measures }: Aggregation,
  { predicates, table }: Entries,
  rolled: Rolled,
  parts: string,
): Match | readonly string[] {
  const found = noDependence();
  const filters = filtersOf(predicates, rolled);
  const names = new ColumnNames(
    [...keys, ...measures].map(({ name }) => name),
    table.source.columns.map(({ name }) => name),
  );
  const named = keys.map(({ name, expr }) => ({ name: names.ofKey(name, expr), expr }));
  const [grouped, measured] = [new Columns<SqlExpr>(names), new Columns<SqlExpr>(names)];
  const kept = new Columns<AggregateExpr<SqlExpr>>(names);
  const reading = (columns: Columns<SqlExpr>): Meaning => ({
    dimension: (name, expr) => columns.read(parts, name, expr),
    instant: rolled.of,
  });
  for (const { expr } of keys) rollupExpr(expr, rolled, reading(grouped), found);
  const filtered = new Columns<SqlExpr>(names);
  for (const predicate of filters.others)
    mapPredicate(predicate, expr => rollupExpr(expr, rolled, reading(filtered), found));
  const rows = {
    ...reading(measured),
    part: (name: string, expr: AggregateExpr<SqlExpr>) => kept.read(parts, name, expr),
  };
  const merged = measures.flatMap(({ name, expr }) => {
    const one = mergedMeasure(expr, rolled, rows, found);
    return one === null ? [] : [{ name, expr: one }];
  });
  if (found.reasons.size > 0) return [...found.reasons];
  return {
    rolled,
    filters,
    zones: [...found.zones.values()],
    keys: named,
    measures: merged,
    dimensions: [
      ...new Map([...grouped.all(), ...measured.all()].map(one => [one.name, one])).values(),
    ],
    measured: measured.all(),
    filtered: filtered.all(),
    parts: kept.all(),
    fresh: names.fresh,
    nameOf: names.of.bind(names),
  };
}

/** The names of columns of the rows of parts. Only a column itself has the name of a column of the entries. */
class ColumnNames {
  readonly fresh: FreshNames;
  readonly #shown: ReadonlySet<string>;
  readonly #columns: ReadonlySet<string>;
  readonly #known = new Map<string, string>();

  /** `shown`: the names of the aggregation's own columns; `columns`: those of the entries. */
  constructor(shown: readonly string[], columns: readonly string[]) {
    this.fresh = freshNames([...shown, ...columns]);
    this.#shown = new Set(shown.map(name => name.toLowerCase()));
    this.#columns = new Set(columns.map(name => name.toLowerCase()));
  }

  ofKey(name: string, expr: SqlExpr): string {
    return isColumn(expr, name) || !this.#columns.has(name.toLowerCase()) ? name : this.fresh(name);
  }

  /** The name of a dimension or a part. */
  of(name: string, expr: SqlExpr | AggregateExpr<SqlExpr>): string {
    const isFree = isColumn(expr, name) && !this.#shown.has(name.toLowerCase());
    const own = this.#known.get(name) ?? (isFree ? name : this.fresh(name));
    this.#known.set(name, own);
    return own;
  }
}

function isColumn(expr: SqlExpr | AggregateExpr<SqlExpr>, name: string): boolean {
  return expr.kind === 'column' && expr.path.length === 1 && expr.path[0] === name;
}

/** The columns that are read, each once. */
class Columns<E extends SqlExpr | AggregateExpr<SqlExpr>> {
  readonly #names: ColumnNames;
  readonly #read = new Map<string, NamedExpr<E>>();

  constructor(names: ColumnNames) {
    this.#names = names;
  }

  read(relation: string, name: string, expr: E): ColumnExpr {
    const own = this.#names.of(name, expr);
    this.#read.set(own, { name: own, expr });
    return makeColumn(relation, own, expr);
  }

  all(): readonly NamedExpr<E>[] {
    return [...this.#read.values()];
  }
}
