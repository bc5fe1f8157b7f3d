/**
 * Checks the scope of a plan: finds the tables that are read without conditions that equate each scope column with a required parameter.
 *
 * A value is identified by its relation and path. `up` returns the equalities that the conditions below a relation guarantee for its rows.
 * `down` passes the equalities that apply above to each table. Through a relation that counts or cuts rows it passes only values that are
 * equal for all rows that are counted together: keys of groups, and values by which every window is partitioned.
 */
import type { PlanExpr, RecordExpr } from '../core/expr/expr.ts';
import { withoutFlat } from '../core/expr/flat.ts';
import { visitExpr } from '../core/expr/walk.ts';
import { type Clause, either, every, type Proof, provenBy } from '../core/plan/proof.ts';
import type { NamedExpr, Plan, Relation, TableRelation } from '../core/plan/relation.ts';
import { visitPlan } from '../core/plan/walk-plan.ts';

/** A table of the plan, and its scope columns that no condition binds. */
export interface Unscoped {
  readonly relation: string;
  readonly columns: readonly string[];
}

/** The reads of a plan that conditions prove, and those that none proves. */
export interface Scoping {
  readonly unscoped: readonly Unscoped[];
  /** The proofs of all scope columns that a condition binds. */
  readonly clauses: Proof;
}

/** Two equal values, or a value and the token of its proof. */
type Pair = readonly [string, string];
type Facts = readonly Pair[];

/** By value that conditions bind: the token of its proof. */
type Held = ReadonlyMap<string, string>;

/** `required`: names of the parameters that every request contains. */
export function scopingOf(whole: Plan, required: ReadonlySet<string>): Scoping {
  // a record from an array of one record belongs to its row
  const plan = withoutFlat(whole, () => true);
  const proof = new ScopeProof(plan, required);
  proof.down(plan.answer, []);
  for (const { name, relation } of [...plan.steps].reverse()) {
    const facts = proof.heldByReaders(name, relation);
    // a step without readers does not affect the answer
    if (facts !== null) proof.down(relation, facts);
  }
  return proof;
}

class ScopeProof implements Scoping {
  readonly unscoped: Unscoped[] = [];
  readonly clauses: Clause[] = [];
  readonly #required: ReadonlySet<string>;
  /** The facts about the rows of each step, expressed with its outputs. */
  readonly #steps = new Map<string, Facts>();
  /** For each step, the outputs that each reader binds, by name. */
  readonly #readers = new Map<string, Held[]>();

  constructor(plan: Plan, required: ReadonlySet<string>) {
    this.#required = required;
    for (const { name, relation } of plan.steps) this.#steps.set(name, this.#up(relation));
    // a lookup in a step reads all its rows
    visitPlan(plan, expr =>
      visitExpr<PlanExpr>(expr, part => {
        if (part.kind === 'within') this.#readBy(part.column.relation, new Map());
      }),
    );
  }

  /** Returns `null` if nothing reads the step. */
  heldByReaders(step: string, relation: Relation): Facts | null {
    const [first, ...others] = this.#readers.get(step) ?? [];
    if (first === undefined) return null;
    return [...first].flatMap(([name, token]): Facts => {
      const tokens = [token, ...others.flatMap(other => other.get(name) ?? [])];
      if (tokens.length <= others.length) return [];
      return [[tokenOfAll(tokens), valueIn(nameOf(relation), [name])]];
    });
  }

  #readBy(step: string, held: Held): void {
    this.#readers.set(step, [...(this.#readers.get(step) ?? []), held]);
  }

  /** The facts that apply to all rows of `relation`. */
  #up(relation: Relation): Facts {
    switch (relation.node) {
      case 'table':
      case 'unit':
      case 'items':
      case 'records':
        return [];
      case 'read':
        return renamed(this.#steps.get(relation.step) ?? [], relation.step, relation.name);
      case 'filter':
        return [...this.#up(relation.input), ...this.#conditions(relation.predicates)];
      case 'join': {
        const left = this.#up(relation.left);
        // rows of either side may have no partner
        if (relation.kind === 'full') return [];
        if (relation.kind === 'left') return left;
        return [...left, ...this.#up(relation.right), ...this.#equated(relation.on)];
      }
      case 'project':
        return lifted(this.#up(relation.input), relation.name, relation.columns);
      case 'aggregate':
        return lifted(this.#up(relation.input), relation.name, relation.keys);
      case 'window': {
        const facts = this.#up(relation.input);
        return relation.kept === null
          ? renamed(facts, leafOf(relation), relation.name)
          : lifted(facts, relation.name, relation.kept);
      }
      case 'union':
        return this.#ofAll(relation);
      case 'named':
      case 'fill':
        return [];
      case 'sort':
      case 'limit':
      case 'distinct':
        return this.#up(relation.input);
    }
  }

  /** The outputs that every input binds to a parameter. */
  #ofAll({ name, columns, inputs }: Extract<Relation, { node: 'union' }>): Facts {
    return columns.flatMap((column, at): Facts => {
      const tokens = inputs.flatMap(input => {
        const value = plainValue(input.columns[at], this.#required);
        if (value === null || isToken(value)) return value ?? [];
        return closureOf(this.#up(input.relation)).get(value) ?? [];
      });
      return tokens.length < inputs.length ? [] : [[tokenOfAll(tokens), valueIn(name, [column])]];
    });
  }

  /** Passes `facts`, which apply to every row that affects the answer, to the tables below `relation`. */
  down(relation: Relation, facts: Facts): void {
    switch (relation.node) {
      case 'table':
        this.#check(relation, facts);
        return;
      case 'unit':
      case 'items':
      case 'records':
        return;
      case 'read': {
        this.#readBy(relation.step, outputsIn(closureOf(facts), relation.name));
        return;
      }
      case 'filter':
        this.down(relation.input, [...facts, ...this.#conditions(relation.predicates)]);
        return;
      case 'join': {
        const on = this.#equated(relation.on);
        const [left, right] = [this.#up(relation.left), this.#up(relation.right)];
        const isInner = relation.kind === 'inner';
        this.down(relation.left, isInner ? [...facts, ...on, ...right] : facts);
        this.down(relation.right, relation.kind === 'full' ? facts : [...facts, ...on, ...left]);
        return;
      }
      case 'project':
        this.down(relation.input, lowered(facts, relation.name, relation.columns, this.#required));
        return;
      case 'aggregate':
        this.down(relation.input, lowered(facts, relation.name, relation.keys, this.#required));
        return;
      case 'window':
        this.down(relation.input, this.#throughWindow(relation, facts));
        return;
      case 'union':
        for (const input of relation.inputs) {
          const columns = relation.columns.flatMap((name, at): NamedExpr[] => {
            const expr = input.columns[at];
            return expr === undefined ? [] : [{ name, expr }];
          });
          this.down(input.relation, lowered(facts, relation.name, columns, this.#required));
        }
        return;
      case 'named':
      case 'fill':
      case 'limit':
        this.down(relation.input, []);
        return;
      case 'sort':
      case 'distinct':
        this.down(relation.input, facts);
        return;
    }
  }

  /** Keeps only values by which every window is partitioned. */
  #throughWindow(window: Extract<Relation, { node: 'window' }>, facts: Facts): Facts {
    const { kept, name, columns } = window;
    const below =
      kept === null
        ? renamed(facts, name, leafOf(window))
        : lowered(facts, name, kept, this.#required);
    const held = closureOf(below);
    const parts = columns.map(({ expr }) => expr.partitionBy.map(of => plainValue(of, new Set())));
    const [first = []] = parts;
    return first.flatMap((value): Facts => {
      const token = value === null ? undefined : held.get(value);
      if (value === null || token === undefined) return [];
      return parts.every(all => all.includes(value)) ? [[token, value]] : [];
    });
  }

  #check({ name, source }: TableRelation, facts: Facts): void {
    const held = closureOf(facts);
    const missing: string[] = [];
    for (const column of source.scope) {
      const path = source.columns.find(one => one.name === column.name)?.is ?? [column.name];
      const token = held.get(valueIn(name, path));
      if (token === undefined) missing.push(column.name);
      else this.clauses.push(...proofOf(token));
    }
    if (missing.length > 0) this.unscoped.push({ relation: name, columns: missing });
  }

  #conditions(predicates: Extract<Relation, { node: 'filter' }>['predicates']): Facts {
    return predicates.flatMap(predicate =>
      'any' in predicate || predicate.when !== null ? [] : this.#equated(predicate.expr),
    );
  }

  #equated(expr: PlanExpr): Facts {
    if (expr.kind === 'call' && expr.fn === 'and')
      return expr.args.flatMap(part => this.#equated(part));
    if (expr.kind === 'within') return this.#found(expr);
    if (expr.kind !== 'call' || expr.fn !== 'eq') return [];
    const [a, b] = expr.args.map(arg => plainValue(arg, this.#required));
    return a && b ? [[a, b]] : [];
  }

  /** A value that must be among those of a step's column, if that column is bound. */
  #found({ of, column }: Extract<PlanExpr, { kind: 'within' }>): Facts {
    const value = plainValue(of, this.#required);
    const held = closureOf(this.#steps.get(column.relation) ?? []);
    const token = held.get(valueIn(column.relation, column.path));
    return value === null || token === undefined ? [] : [[token, value]];
  }
}

// ---- values ---------------------------------------------------------------------------------------------------------

function valueIn(relation: string, path: readonly string[]): string {
  return JSON.stringify([relation, ...path]);
}

/** A token stands for a proof where values stand; it is not JSON, as values are. */
function tokenOf(proof: Proof): string {
  return `@${JSON.stringify(proof.map(clause => [...clause].sort()))}`;
}

/** The token of a value that comes from several places, with one token each. */
function tokenOfAll(tokens: readonly string[]): string {
  return tokenOf(every(tokens.map(proofOf)));
}

function isToken(value: string): boolean {
  return value.startsWith('@');
}

function proofOf(token: string): Proof {
  const clauses: readonly (readonly string[])[] = JSON.parse(token.slice(1));
  return clauses.map(clause => new Set(clause));
}

/** A bare column, or the token of a required parameter; `null` for any other expression. */
function plainValue(
  expr: PlanExpr | RecordExpr | undefined,
  required: ReadonlySet<string>,
): string | null {
  if (expr?.kind === 'column') return valueIn(expr.relation, expr.path);
  return expr?.kind === 'param' && required.has(expr.name) ? tokenOf(provenBy(expr.name)) : null;
}

function nameOf(relation: Relation): string {
  return 'name' in relation ? relation.name : '';
}

/** The name of the relation whose columns the window repeats under its own name. */
function leafOf({ input }: Extract<Relation, { node: 'window' }>): string {
  let leaf = input;
  while (leaf.node === 'filter') leaf = leaf.input;
  return nameOf(leaf);
}

/** The columns of `relation` that are held, by name. */
function outputsIn(held: Held, relation: string): Held {
  const outputs = [...held].flatMap(([value, token]) => {
    const [of, ...path] = JSON.parse(value) as readonly string[];
    const [name, ...inner] = path;
    return of === relation && name !== undefined && inner.length === 0
      ? [[name, token] as const]
      : [];
  });
  return new Map(outputs);
}

/** All values that are bound to required parameters, with their tokens. */
function closureOf(facts: Facts): Held {
  const near = new Map<string, string[]>();
  const beside = (value: string) => {
    const known = near.get(value) ?? [];
    near.set(value, known);
    return known;
  };
  for (const [a, b] of facts) {
    beside(a).push(b);
    beside(b).push(a);
  }
  const held = new Map<string, string>();
  const seen = new Set<string>();
  for (const start of near.keys()) {
    if (seen.has(start) || isToken(start)) continue;
    const equal = equalTo(start, near);
    const values = [...equal].filter(value => !isToken(value));
    const proof = either([...equal].filter(isToken).map(proofOf));
    for (const value of values) {
      seen.add(value);
      if (proof !== null) held.set(value, tokenOf(proof));
    }
  }
  return held;
}

/** The values and tokens that equal `start`. Two values with one token differ if its proof has several clauses. */
function equalTo(start: string, near: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const equal = new Set([start]);
  for (const value of equal) {
    if (isToken(value) && proofOf(value).length > 1) continue;
    // a set iterates over the members that are added meanwhile
    for (const other of near.get(value) ?? []) equal.add(other);
  }
  return equal;
}

/** The facts about a relation, under its new name. */
function renamed(facts: Facts, from: string, to: string): Facts {
  const name = (value: string) => {
    if (isToken(value)) return value;
    const [relation = '', ...path] = JSON.parse(value) as readonly string[];
    return valueIn(relation === from ? to : relation, path);
  };
  return facts.map(([a, b]) => [name(a), name(b)] as const);
}

/** Each output that is a plain value, paired with that value. */
function outputsOf(
  name: string,
  columns: readonly NamedExpr<PlanExpr | RecordExpr>[],
  required: ReadonlySet<string>,
): Facts {
  return columns.flatMap((column): Facts => {
    const value = plainValue(column.expr, required);
    return value === null ? [] : [[valueIn(name, [column.name]), value]];
  });
}

/** The facts about the outputs that follow from the facts about the rows below. */
function lifted(
  facts: Facts,
  name: string,
  columns: readonly NamedExpr<PlanExpr | RecordExpr>[],
): Facts {
  const held = closureOf(facts);
  return outputsOf(name, columns, new Set()).flatMap(([output, value]): Facts => {
    const token = held.get(value);
    return token === undefined ? [] : [[token, output]];
  });
}

/** The facts about the rows below that follow from the facts about the outputs. */
function lowered(
  facts: Facts,
  name: string,
  columns: readonly NamedExpr<PlanExpr | RecordExpr>[],
  required: ReadonlySet<string>,
): Facts {
  return [...facts, ...outputsOf(name, columns, required)];
}
