/**
 * Proves scope: that every read of a data set is restricted to the tenant of the request, because conditions that are true for each row that
 * affects the answer bind each scope column to required parameters.
 *
 * `up` returns what the conditions below a relation guarantee for its rows. `down` passes what applies above to each read. Why each step is
 * sound, with two tenants on a real engine in `test/service/tenants/proofs.engines.test.ts`:
 *
 * - A filter, and an inner join with its `on`, drop every row for which they are not true.
 * - A left join keeps every row of its left side, and its `on` restricts only the right side. An equality with the left side restricts the
 *   right side, too. Nothing is known of values of the right side: they may be NULL, or a computed column's result for NULL. A full join
 *   restricts neither side. Conditions above a join restrict both.
 * - A group and a window see several rows at once. A condition above them restricts the rows below only by values that are equal for all
 *   rows that are counted together: keys of groups, and values by which every window is partitioned.
 * - Filled buckets repeat the values of one group for each bucket, so keys that are not the bucket pass, and nothing else.
 * - A row of a union comes from any input, so a column is bound if every input binds it; a condition above restricts each input.
 * - A limit counts all rows, so nothing above it passes.
 * - Items of a required list bind a scope column only if the data set allows `many`; two items of one list need not be equal.
 * - A lookup finds only values of a step's column; what binds that column binds the found value.
 *
 * In doubt, nothing is proven.
 */
import type { PlanExpr } from '../core/expr/expr.ts';
import type { Proof } from '../core/plan/proof.ts';
import type { NamedExpr, ReadRelation, Relation, TableRelation } from '../core/plan/relation.ts';
import {
  type Bound,
  bareValue,
  boundsOf,
  boundsOfAll,
  type Fact,
  type Facts,
  type Held,
  heldIn,
  inListFact,
  lifted,
  lowered,
  outputsIn,
  passed,
  proofIn,
  type Required,
  renameFacts,
  valueIn,
} from './facts.ts';

/** A scope column that no condition in a step binds: each reader has to bind one of the outputs that show it. */
export interface OpenColumn {
  readonly name: string;
  readonly many: boolean;
  readonly outputs: readonly string[];
}

/** The facts about a step that its readers may use, and the columns that they have to bind. */
export interface StepScope {
  /** By output: its bounds in every row. */
  readonly held: ReadonlyMap<string, readonly Bound[]>;
  readonly open: readonly OpenColumn[];
}

/** A step whose rows no condition binds, and that leaves nothing to its readers. */
export const UNBOUND: StepScope = { held: new Map(), open: [] };

/** A scope column of a read. With neither a proof nor outputs by which readers may bind it, the read is not restricted. */
export interface ScopedColumn extends OpenColumn {
  readonly proof: Proof | null;
}

/** A read of a data set with a scope, or of a step with open columns, by its name in the plan. */
export interface ScopedRead {
  readonly relation: string;
  readonly columns: readonly ScopedColumn[];
}

export interface Scoping {
  readonly reads: readonly ScopedRead[];
  readonly held: StepScope['held'];
}

export interface Proving {
  readonly required: Required;
  /** The facts about a step that the relation reads or in which it looks values up. */
  readonly step: (name: string) => StepScope;
  /** Names of the outputs whose values readers may bind. */
  readonly shown: readonly string[];
}

/** Proves each read of one relation, the answer or a step of a plan. */
export function scopingOf(relation: Relation, proving: Proving): Scoping {
  const proof = new ScopeProof(proving);
  const name = nameOf(relation);
  const shown = proving.shown.map(
    (output): Fact => [valueIn(name, [output]), { by: 'readers', output }],
  );
  proof.down(relation, shown);
  return { reads: proof.reads, held: outputsIn(heldIn(proof.up(relation)), name) };
}

class ScopeProof {
  readonly reads: ScopedRead[] = [];
  readonly #required: Required;
  readonly #step: Proving['step'];

  constructor({ required, step }: Proving) {
    this.#required = required;
    this.#step = step;
  }

  /** The facts that apply to all rows of `relation`. */
  up(relation: Relation): Facts {
    switch (relation.node) {
      case 'table':
      case 'unit':
      case 'items':
      case 'records':
      case 'named':
        return [];
      case 'read':
        return this.#ofStep(relation);
      case 'filter':
        return [...this.up(relation.input), ...this.#conditions(relation.predicates)];
      case 'join': {
        const left = this.up(relation.left);
        // rows of either side may have no partner
        if (relation.kind === 'full') return [];
        if (relation.kind === 'left') return left;
        return [...left, ...this.up(relation.right), ...this.#equated(relation.on)];
      }
      case 'project':
        return lifted(this.up(relation.input), relation.name, relation.columns, this.#required);
      case 'aggregate':
        return lifted(this.up(relation.input), relation.name, relation.keys, this.#required);
      case 'window': {
        const facts = this.up(relation.input);
        return relation.kept === null
          ? renameFacts(facts, leafOf(relation), relation.name)
          : lifted(facts, relation.name, relation.kept, this.#required);
      }
      case 'union':
        return this.#ofAll(relation);
      case 'fill': {
        const { input, name, groups } = relation;
        return passed(this.up(input), groups, nameOf(input), name);
      }
      case 'sort':
      case 'limit':
        return this.up(relation.input);
    }
  }

  #ofStep({ name, step }: ReadRelation): Facts {
    return [...this.#step(step).held].flatMap(([output, bounds]) =>
      bounds.map((bound): Fact => [valueIn(name, [output]), bound]),
    );
  }

  /** The outputs that every input binds. */
  #ofAll({ name, columns, inputs }: Extract<Relation, { node: 'union' }>): Facts {
    const held = inputs.map(input => heldIn(this.up(input.relation)));
    return columns.flatMap((column, at) => {
      const places = inputs.map((input, i) => {
        const value = bareValue(input.columns[at], this.#required);
        return boundsOf(value, held[i] ?? new Map());
      });
      return boundsOfAll(places).map((bound): Fact => [valueIn(name, [column]), bound]);
    });
  }

  /** Passes `facts`, which apply to every row that affects the answer, to the reads below `relation`. */
  down(relation: Relation, facts: Facts): void {
    switch (relation.node) {
      case 'table':
        this.#readTable(relation, heldIn(facts));
        return;
      case 'unit':
      case 'items':
      case 'records':
        return;
      case 'read':
        this.#readStep(relation, heldIn(facts));
        return;
      case 'filter':
        this.down(relation.input, [...facts, ...this.#conditions(relation.predicates)]);
        return;
      case 'join': {
        const on = this.#equated(relation.on);
        const [left, right] = [this.up(relation.left), this.up(relation.right)];
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
      case 'fill': {
        const { input, name, groups } = relation;
        this.down(input, passed(facts, groups, name, nameOf(input)));
        return;
      }
      case 'named':
      case 'limit':
        this.down(relation.input, []);
        return;
      case 'sort':
        this.down(relation.input, facts);
        return;
    }
  }

  /** Keeps only values by which every window is partitioned. */
  #throughWindow(window: Extract<Relation, { node: 'window' }>, facts: Facts): Facts {
    const { kept, name, columns } = window;
    const below =
      kept === null
        ? renameFacts(facts, name, leafOf(window))
        : lowered(facts, name, kept, this.#required);
    const held = heldIn(below);
    const parts = columns.map(({ expr }) => expr.partitionBy.map(of => bareValue(of, new Set())));
    const [first = []] = parts;
    return first.flatMap((value): Facts => {
      if (value === null || !parts.every(all => all.includes(value))) return [];
      return boundsOf(value, held).map((bound): Fact => [value, bound]);
    });
  }

  #readTable({ name, source }: TableRelation, held: Held): void {
    const columns = source.scope.map(column => {
      const path = source.columns.find(one => one.name === column.name)?.is ?? [column.name];
      return { ...column, values: [valueIn(name, path)] };
    });
    this.#read(name, columns, held);
  }

  #readStep({ name, step }: ReadRelation, held: Held): void {
    const columns = this.#step(step).open.map(column => {
      const values = column.outputs.map(output => valueIn(name, [output]));
      return { ...column, values };
    });
    this.#read(name, columns, held);
  }

  #read(
    relation: string,
    columns: readonly (Omit<OpenColumn, 'outputs'> & { readonly values: readonly string[] })[],
    held: Held,
  ): void {
    if (columns.length === 0) return;
    const proven = columns.map(({ name, many, values }): ScopedColumn => {
      const bounds = values.flatMap(value => boundsOf(value, held));
      const outputs = bounds.flatMap(bound => (bound.by === 'readers' ? [bound.output] : []));
      return { name, many, proof: proofIn(bounds, many), outputs: [...new Set(outputs)] };
    });
    this.reads.push({ relation, columns: proven });
  }

  #conditions(predicates: Extract<Relation, { node: 'filter' }>['predicates']): Facts {
    return predicates.flatMap(predicate =>
      'any' in predicate || predicate.when !== null ? [] : this.#equated(predicate.expr),
    );
  }

  #equated(expr: PlanExpr): Facts {
    if (expr.kind === 'within') return this.#found(expr);
    if (expr.kind !== 'call') return [];
    switch (expr.fn) {
      case 'and':
        return expr.args.flatMap(part => this.#equated(part));
      case 'beside':
        return expr.args.slice(0, 1).flatMap(part => this.#equated(part));
      case 'eq': {
        const [a, b] = expr.args.map(arg => bareValue(arg, this.#required));
        return a && b ? [[a, b]] : [];
      }
      case 'in_list': {
        const [of, list] = expr.args;
        const value = bareValue(of, this.#required);
        if (value === null || list?.kind !== 'param' || list.from !== undefined) return [];
        return this.#required.has(list.name) ? [inListFact(value, list.name)] : [];
      }
      default:
        return [];
    }
  }

  /** A value that must be among those of a step's column, if that column is bound. */
  #found({ of, column }: Extract<PlanExpr, { kind: 'within' }>): Facts {
    const value = bareValue(of, this.#required);
    const [output, ...inner] = column.path;
    if (value === null || output === undefined || inner.length > 0) return [];
    const bounds = this.#step(column.relation).held.get(output) ?? [];
    return bounds.map((bound): Fact => [value, bound]);
  }
}

/** Names of the columns that readers of a step with `relation` see. */
export function shownBy(relation: Relation): readonly string[] {
  switch (relation.node) {
    case 'project':
      return relation.columns.map(({ name }) => name);
    case 'aggregate':
      return relation.keys.map(({ name }) => name);
    case 'union':
      return relation.columns;
    case 'fill':
      return relation.groups;
    case 'window':
      return relation.kept?.map(({ name }) => name) ?? [];
    default:
      return [];
  }
}

/** The name of `relation`, whose columns other relations name by it; empty if it has none. */
function nameOf(relation: Relation): string {
  return 'name' in relation ? relation.name : '';
}

/** The name of the relation whose columns the window repeats under its own name. */
function leafOf({ input }: Extract<Relation, { node: 'window' }>): string {
  let leaf = input;
  while (leaf.node === 'filter') leaf = leaf.input;
  return nameOf(leaf);
}
