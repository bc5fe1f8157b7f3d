/**
 * Finds the names by which a key may hide a column: those of the columns of data sets from which its values are computed, and their tags.
 * The same for parameters: a caller who may choose a value that is compared with a column could search for the values of that column.
 *
 * In doubt, a name counts. A column that is derived from others shows something of them, so its name counts where they are read.
 */
import type { Condition } from '../core/expr/condition.ts';
import type {
  AggregateExpr,
  PlanExpr,
  Predicate,
  RecordExpr,
  WindowExpr,
} from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { Origins } from '../core/plan/origins.ts';
import { CURSOR } from '../core/plan/pages.ts';
import type { NamedExpr, Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitOwn } from '../core/plan/walk-plan.ts';
import { type Field, fieldAt, type Source } from '../core/spec/source.ts';
import { fieldNamesIn, namesOf } from '../core/spec/tags.ts';

/** Returns the origins of the answer's `columns`. */
export function originsOf(plan: Plan, columns: readonly string[]): Origins {
  const reading = new Reading(plan);
  const shown = columns.map(name => [name, reading.answered(name).names] as const);
  return { columns: others(shown), params: others(reading.params()) };
}

function others(
  all: Iterable<readonly [string, ReadonlySet<string>]>,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...all].flatMap(([name, names]) => {
      const rest = [...names].filter(one => one !== name).sort();
      return rest.length === 0 ? [] : [[name, rest] as const];
    }),
  );
}

/** Names of columns and tags, and of parameters. */
interface Dependence {
  readonly names: ReadonlySet<string>;
  readonly params: ReadonlySet<string>;
}
type AnyPart = PlanExpr | AggregateExpr<PlanExpr> | WindowExpr<PlanExpr>;

const NOTHING: Dependence = { names: new Set(), params: new Set() };

/** A relation whose columns an expression may name, and those that its own expressions may name. */
interface Visible {
  readonly relation: Relation & { readonly name: string };
  readonly below: readonly Visible[];
  readonly known: Map<string, Dependence>;
}

class Reading {
  readonly #steps: ReadonlyMap<string, Visible | undefined>;
  readonly #visible = new Map<Relation, readonly Visible[]>();
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#steps = new Map(plan.steps.map(({ name, relation }) => [name, this.#in(relation)[0]]));
  }

  answered(column: string): Dependence {
    return this.#column(this.#in(this.#plan.answer)[0], [column]);
  }

  /** For each parameter, the names on which values depend that are in an expression with it. */
  params(): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, Set<string>>();
    const add = ({ names, params }: Dependence) => {
      for (const param of params) {
        const all = found.get(param) ?? new Set();
        for (const name of names) all.add(name);
        found.set(param, all);
      }
    };
    const visit = (relation: Relation, left: readonly Visible[]): void => {
      if (relation.node === 'union')
        for (const { relation: arm, columns } of relation.inputs)
          for (const expr of columns) add(this.#of(expr, this.#in(arm)));
      else if (relation.node === 'filter')
        for (const predicate of relation.predicates)
          add(this.#ofPredicate(predicate, this.#in(relation.input)));
      else {
        const scope = scopeOf(relation, left, input => this.#in(input));
        // an aggregate's filter by itself
        visitOwn(relation, expr => add(this.#of(expr, scope)));
      }
      if (relation.node !== 'join') for (const input of inputsOf(relation)) visit(input, left);
      else {
        visit(relation.left, left);
        visit(relation.right, this.#in(relation.left));
      }
    };
    for (const { relation } of this.#plan.steps) visit(relation, []);
    visit(this.#plan.answer, []);
    // callers cannot choose the sort keys in it, because it is sealed
    found.delete(CURSOR);
    return found;
  }

  /** The relations that an expression above `relation` may name, the outermost first. */
  #in(relation: Relation, left: readonly Visible[] = []): readonly Visible[] {
    const known = this.#visible.get(relation);
    if (known !== undefined) return known;
    const found = this.#find(relation, left);
    this.#visible.set(relation, found);
    return found;
  }

  #find(relation: Relation, left: readonly Visible[]): readonly Visible[] {
    switch (relation.node) {
      case 'join': {
        const first = this.#in(relation.left, left);
        return [...first, ...this.#in(relation.right, first)];
      }
      case 'filter':
      case 'sort':
      case 'limit':
        return this.#in(relation.input, left);
      default: {
        const below = scopeOf(relation, left, input => this.#in(input, left));
        const own = { relation, below, known: new Map() };
        return relation.node === 'window' && relation.kept === null ? [own, ...below] : [own];
      }
    }
  }

  #ofPredicate(predicate: Predicate<PlanExpr>, scope: readonly Visible[]): Dependence {
    const guarded = 'any' in predicate ? predicate.any : [predicate];
    return union(
      guarded.flatMap(({ when, expr }) => [
        this.#of(expr, scope),
        ...(when === null ? [] : paramsOf(when).map(onParam)),
      ]),
    );
  }

  #of(expr: AnyPart | RecordExpr, scope: readonly Visible[]): Dependence {
    if (expr.kind === 'aggregate' && expr.filter !== null) {
      // it chooses entries, as a condition on rows does: its parameters meet no other column
      const { names } = this.#of(expr.filter, scope);
      return union([this.#of({ ...expr, filter: null }, scope), { ...NOTHING, names }]);
    }
    const parts: Dependence[] = [];
    visitExpr<AnyPart>(expr, node => {
      if (node.kind === 'column') {
        const named = scope.find(({ relation }) => relation.name === node.relation);
        parts.push(this.#column(named, node.path));
      } else if (node.kind === 'within')
        parts.push(this.#column(this.#steps.get(node.column.relation), node.column.path));
      else if (node.kind === 'param' && node.from === undefined) parts.push(onParam(node.name));
      else if (node.kind === 'choice')
        parts.push(onParam(typeof node.by === 'string' ? node.by : node.by.present));
      else if (node.kind === 'aggregate' && node.fn === 'stored') parts.push(this.#anything());
    });
    return union(parts);
  }

  #column(of: Visible | undefined, path: readonly string[]): Dependence {
    const key = JSON.stringify(path);
    const known = of?.known.get(key);
    if (known !== undefined) return known;
    const found = (of && this.#ofColumn(of, path)) ?? this.#anything();
    of?.known.set(key, found);
    return found;
  }

  /** Returns `null` for a column that no expression computes. */
  #ofColumn({ relation, below }: Visible, path: readonly string[]): Dependence | null {
    const [first = ''] = path;
    const named = (columns: readonly NamedExpr<AnyPart | RecordExpr>[]) => {
      const found = columns.find(({ name }) => name === first);
      return found === undefined ? null : this.#of(found.expr, below);
    };
    switch (relation.node) {
      case 'table':
        return { names: new Set(namesAt(relation.source, path)), params: NOTHING.params };
      case 'records': {
        const array = below.find(one => one.relation.name === relation.of);
        return this.#column(array, [relation.field, ...path]);
      }
      case 'items':
        return this.#of(relation.list, below);
      case 'read':
        return this.#column(this.#steps.get(relation.step), path);
      case 'named':
      case 'fill':
        return this.#column(below[0], path);
      case 'union': {
        const at = relation.columns.indexOf(first);
        return union(
          relation.inputs.flatMap(({ relation: arm, columns }) => {
            const expr = columns[at];
            return expr === undefined ? [] : [this.#of(expr, this.#in(arm))];
          }),
        );
      }
      case 'project':
        return named(relation.columns);
      case 'aggregate':
        return named(relation.keys) ?? named(relation.measures);
      case 'window':
        return (
          named(relation.columns) ?? named(relation.kept ?? []) ?? this.#column(below[0], path)
        );
      default:
        return null;
    }
  }

  /** All columns of the data sets that are read. */
  #anything(): Dependence {
    const names = new Set<string>();
    const visit = (relation: Relation): void => {
      if (relation.node === 'table')
        for (const name of fieldNamesIn(relation.source.columns)) names.add(name);
      inputsOf(relation).forEach(visit);
    };
    for (const { relation } of this.#plan.steps) visit(relation);
    visit(this.#plan.answer);
    return { names, params: NOTHING.params };
  }
}

/** The relations that the own expressions of `relation` may name; `left` is the left side of a join with it. */
function scopeOf(
  relation: Relation,
  left: readonly Visible[],
  visible: (input: Relation) => readonly Visible[],
): readonly Visible[] {
  if (relation.node === 'items' || relation.node === 'records') return left;
  return relation.node === 'union' ? [] : inputsOf(relation).flatMap(visible);
}

function onParam(name: string): Dependence {
  return { names: NOTHING.names, params: new Set([name]) };
}

function union(parts: readonly Dependence[]): Dependence {
  return {
    names: new Set(parts.flatMap(({ names }) => [...names])),
    params: new Set(parts.flatMap(({ params }) => [...params])),
  };
}

function paramsOf(condition: Condition): readonly string[] {
  if (typeof condition === 'string') return [condition];
  if ('param' in condition) return [condition.param];
  const parts =
    'all' in condition ? condition.all : 'any' in condition ? condition.any : condition.none;
  return parts.flatMap(paramsOf);
}

/** The names on the way to a column or field, and those of the columns that are derived from it. */
function namesAt({ columns }: Source, path: readonly string[]): readonly string[] {
  const own = path.flatMap((name, at) => {
    const field = fieldAt(columns, path.slice(0, at + 1));
    return field === undefined ? [name] : namesOf(field);
  });
  const within = fieldAt(columns, path)?.fields ?? [];
  const derived = columns.filter(column => derivedFrom(column).some(of => overlaps(of, path)));
  return [...own, ...fieldNamesIn(within), ...derived.flatMap(namesOf)];
}

function derivedFrom({ is, computed }: Field): readonly (readonly string[])[] {
  if (is !== null) return [is];
  const paths: (readonly string[])[] = [];
  if (computed !== undefined)
    visitExpr<PlanExpr>(computed, node => {
      if (node.kind === 'column') paths.push(node.path);
    });
  return paths;
}

/** Whether one of the paths begins with the other. */
function overlaps(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((name, at) => name === other[at]);
}
