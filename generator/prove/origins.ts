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
import type { JoinRelation, NamedExpr, Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitOwn } from '../core/plan/walk-plan.ts';
import { fieldNamesIn } from '../core/spec/tags.ts';
import { namesAt } from './column-names.ts';

/** Returns the origins of the answer's `columns`. */
export function originsOf(plan: Plan, columns: readonly string[]): Origins {
  const reading = new Reading(plan, columns);
  const shown = columns.map(name => [name, reading.answered(name)] as const);
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

interface Dependence {
  /** Names of columns of data sets, and their tags. */
  readonly names: ReadonlySet<string>;
  /** Names that only columns of the answer have. */
  readonly aliases: ReadonlySet<string>;
  readonly params: ReadonlySet<string>;
}
type AnyPart = PlanExpr | AggregateExpr<PlanExpr> | WindowExpr<PlanExpr>;

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Dependence = { names: NONE, aliases: NONE, params: NONE };

/** A relation whose columns an expression may name, and those that its own expressions may name. */
interface Visible {
  readonly relation: Relation & { readonly name: string };
  readonly below: readonly Visible[];
  /** The names of the other sides of joins, by which a row of the relation is found. */
  readonly found: ReadonlySet<string>;
  readonly known: Map<string, Dependence>;
}

class Reading {
  readonly #steps = new Map<string, Visible | undefined>();
  readonly #visible = new Map<Relation, readonly Visible[]>();
  readonly #plan: Plan;
  readonly #answered: ReadonlySet<string>;

  constructor(plan: Plan, answered: readonly string[]) {
    this.#plan = plan;
    this.#answered = new Set(answered);
    // a step reads those before it
    for (const { name, relation } of plan.steps) this.#steps.set(name, this.#in(relation)[0]);
  }

  answered(column: string): ReadonlySet<string> {
    const { names, aliases } = this.#column(this.#in(this.#plan.answer)[0], [column]);
    return new Set([...names, ...aliases]);
  }

  /** For each parameter, the names on which values depend that are in an expression with it. */
  params(): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, Set<string>>();
    const add = (parts: readonly Dependence[]) => {
      if (parts.every(({ params }) => params.size === 0)) return;
      const { names } = union(parts);
      for (const part of parts) {
        // a value meets the columns of the answer beside it, but not the one that it is a part of
        if (part.params.size === 0) continue;
        const { aliases } = union(parts.filter(other => other !== part && other.aliases.size > 0));
        for (const param of part.params)
          found.set(param, new Set([...(found.get(param) ?? []), ...names, ...aliases]));
      }
    };
    const visit = (relation: Relation, left: readonly Visible[]): void => {
      if (relation.node === 'union')
        for (const { relation: arm, columns } of relation.inputs)
          for (const expr of columns) add(this.#parts(expr, this.#in(arm)));
      else if (relation.node === 'filter')
        for (const predicate of relation.predicates)
          add(this.#partsOf(predicate, this.#in(relation.input)));
      else {
        const scope = scopeOf(relation, left, input => this.#in(input));
        // an aggregate's filter by itself
        visitOwn(relation, expr => add(this.#parts(expr, scope)));
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
        return this.#joined(relation, first, this.#in(relation.right, first));
      }
      case 'filter':
      case 'sort':
      case 'limit':
        return this.#in(relation.input, left);
      default: {
        const below = scopeOf(relation, left, input => this.#in(input, left));
        const own = { relation, below, found: NOTHING.names, known: new Map() };
        return relation.node === 'window' && relation.kept === null ? [own, ...below] : [own];
      }
    }
  }

  /**
   * Both sides of a join. A row of one side shows the values of the other by which it was found. Where both sides name the same, the left
   * one stays: without the right one, it shows nothing of the other side.
   */
  #joined(
    { kind, on }: JoinRelation,
    left: readonly Visible[],
    right: readonly Visible[],
  ): readonly Visible[] {
    const [ofLeft, ofRight] = [this.#namesIn(on, left), this.#namesIn(on, right)];
    const others = new Set([...ofRight].filter(name => !ofLeft.has(name)));
    const shown = kind === 'left' ? left : left.map(one => foundBy(one, others));
    return [...shown, ...right.map(one => foundBy(one, ofLeft))];
  }

  /** The names of one side of a join in its condition. */
  #namesIn(on: PlanExpr, side: readonly Visible[]): ReadonlySet<string> {
    const names = new Set<string>();
    visitExpr<AnyPart>(on, node => {
      const named =
        node.kind === 'column' && side.find(({ relation }) => relation.name === node.relation);
      if (!named) return;
      for (const name of this.#column(named, node.path).names) names.add(name);
    });
    return names;
  }

  #partsOf(predicate: Predicate<PlanExpr>, scope: readonly Visible[]): readonly Dependence[] {
    const guarded = 'any' in predicate ? predicate.any : [predicate];
    return guarded.flatMap(({ when, expr }) => [
      ...this.#parts(expr, scope),
      ...(when === null ? [] : paramsOf(when).map(onParam)),
    ]);
  }

  #of(expr: AnyPart | RecordExpr, scope: readonly Visible[]): Dependence {
    return union(this.#parts(expr, scope));
  }

  /** One for each column and each parameter in the expression. */
  #parts(expr: AnyPart | RecordExpr, scope: readonly Visible[]): readonly Dependence[] {
    if (expr.kind === 'aggregate' && expr.filter !== null) {
      // it chooses entries, as a condition on rows does: its parameters meet no other column
      const { names } = this.#of(expr.filter, scope);
      return [...this.#parts({ ...expr, filter: null }, scope), { ...NOTHING, names }];
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
    return parts;
  }

  #column(of: Visible | undefined, path: readonly string[]): Dependence {
    const key = path.join('\0');
    const known = of?.known.get(key);
    if (known !== undefined) return known;
    const found = (of && this.#ofVisible(of, path)) ?? this.#anything();
    of?.known.set(key, found);
    return found;
  }

  /** Returns `null` for a column that no expression computes. */
  #ofVisible(of: Visible, path: readonly string[]): Dependence | null {
    const own = this.#ofColumn(of, path);
    return own && of.found.size > 0 ? union([own, { ...NOTHING, names: of.found }]) : own;
  }

  #ofColumn({ relation, below }: Visible, path: readonly string[]): Dependence | null {
    const first = path[0] ?? '';
    const named = (columns: readonly NamedExpr<AnyPart | RecordExpr>[]) => {
      const found = columns.find(({ name }) => name === first);
      return found && union([this.#alias(first), this.#of(found.expr, below)]);
    };
    switch (relation.node) {
      case 'table':
        return { ...NOTHING, names: namesAt(relation.source, path) };
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
        const arms = relation.inputs.flatMap(({ relation: arm, columns }) => {
          const expr = columns[at];
          return expr === undefined ? [] : [this.#of(expr, this.#in(arm))];
        });
        return union([this.#alias(first), ...arms]);
      }
      case 'project':
        return named(relation.columns) ?? null;
      case 'aggregate':
        return named(relation.keys) ?? named(relation.measures) ?? null;
      case 'window':
        return (
          named(relation.columns) ?? named(relation.kept ?? []) ?? this.#column(below[0], path)
        );
      default:
        return null;
    }
  }

  /** A key may hide a column of the answer by the name that it has there. */
  #alias(name: string): Dependence {
    return this.#answered.has(name) ? { ...NOTHING, aliases: new Set([name]) } : NOTHING;
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
    return { ...NOTHING, names };
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

function foundBy(one: Visible, names: ReadonlySet<string>): Visible {
  return { ...one, found: new Set([...one.found, ...names]), known: new Map() };
}

function onParam(name: string): Dependence {
  return { ...NOTHING, params: new Set([name]) };
}

function union(all: readonly Dependence[]): Dependence {
  const parts = all.filter(part => part !== NOTHING);
  if (parts.length < 2) return parts[0] ?? NOTHING;
  return {
    names: unionOf(parts.map(({ names }) => names)),
    aliases: unionOf(parts.map(({ aliases }) => aliases)),
    params: unionOf(parts.map(({ params }) => params)),
  };
}

/** Most of the sets are empty, or one and the same. */
function unionOf(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const first = sets.find(({ size }) => size > 0) ?? NONE;
  const others = sets.filter(set => set.size > 0 && set !== first);
  if (others.length === 0) return first;
  const all = new Set(first);
  for (const set of others) for (const name of set) all.add(name);
  return all;
}

function paramsOf(condition: Condition): readonly string[] {
  if (typeof condition === 'string') return [condition];
  if ('param' in condition) return [condition.param];
  const parts =
    'all' in condition ? condition.all : 'any' in condition ? condition.any : condition.none;
  return parts.flatMap(paramsOf);
}
