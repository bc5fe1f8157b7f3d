/**
 * Proves the scope of a whole plan in which each step leaves to its readers what its own conditions do not bind. Readers restrict the rows
 * of a step that affect the answer, each by its own conditions; a step without readers does not affect the answer.
 */
import { withoutFlat } from '../core/expr/flat.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { Proof, ProofClause } from '../core/plan/proof.ts';
import type { Plan, ReadRelation, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitExprs } from '../core/plan/walk-plan.ts';
import type { Required } from './facts.ts';
import { type OpenColumn, type ScopedColumn, type StepScope, scopingOf, shownBy } from './scope.ts';

/** A table of the plan, and its scope columns that no condition binds. */
export interface Unscoped {
  readonly relation: string;
  readonly columns: readonly string[];
}

/** The tables of a plan that are read without their scope, and the proofs of all others. */
export interface Scopings {
  readonly unscoped: readonly Unscoped[];
  readonly clauses: Proof;
}

/** An open column of a step, and the table whose rows it restricts. */
interface OpenTable extends OpenColumn {
  readonly table: string;
}
interface KnownStep extends StepScope {
  readonly open: readonly OpenTable[];
}

/** `required`: names of the parameters that every request contains. */
export function scopingsOf(whole: Plan, required: Required): Scopings {
  // a record from an array of one record belongs to its row
  const plan = withoutFlat(whole, () => true);
  const proof = new WholeProof(plan, required);
  proof.prove(plan.answer, []);
  const unscoped = [...proof.missing].map(([relation, columns]) => {
    return { relation, columns: [...columns] };
  });
  return { unscoped, clauses: proof.clauses };
}

class WholeProof {
  readonly clauses: ProofClause[] = [];
  /** By table: its scope columns that no condition binds. */
  readonly missing = new Map<string, Set<string>>();
  readonly #relations: ReadonlyMap<string, Relation>;
  readonly #required: Required;
  readonly #steps = new Map<string, KnownStep>();

  constructor({ steps }: Plan, required: Required) {
    this.#relations = new Map(steps.map(({ name, relation }) => [name, relation]));
    this.#required = required;
  }

  /** `shown`: the outputs by which readers of `relation` may bind what it leaves open. */
  prove(relation: Relation, shown: readonly string[]): KnownStep {
    const step = (name: string) => this.#step(name);
    const { reads, held } = scopingOf(relation, { required: this.#required, step, shown });
    const stepOf = new Map(readsIn(relation).map(({ name, step }) => [name, step]));
    const open = reads.flatMap(read =>
      read.columns.flatMap((column, at) => {
        const of = stepOf.get(read.relation);
        const below = of === undefined ? null : this.#step(of).open[at];
        return this.#decide(column, below?.table ?? read.relation, below?.name ?? column.name);
      }),
    );
    // a lookup searches all rows of a step
    for (const name of lookedUpIn(relation))
      for (const { table, name: column } of this.#step(name).open) this.#refuse(table, column);
    return { held, open };
  }

  #decide(column: ScopedColumn, table: string, name: string): readonly OpenTable[] {
    const { proof, outputs, many } = column;
    if (proof !== null) this.clauses.push(...proof);
    else if (outputs.length > 0) return [{ table, name, many, outputs }];
    else this.#refuse(table, name);
    return [];
  }

  #refuse(table: string, column: string): void {
    this.missing.set(table, (this.missing.get(table) ?? new Set()).add(column));
  }

  #step(name: string): KnownStep {
    const known = this.#steps.get(name);
    if (known !== undefined) return known;
    const relation = this.#relations.get(name);
    if (relation === undefined) throw new Error(`the plan has no step ${name}`);
    const proven = this.prove(relation, shownBy(relation));
    this.#steps.set(name, proven);
    return proven;
  }
}

function readsIn(relation: Relation): readonly ReadRelation[] {
  return relation.node === 'read' ? [relation] : inputsOf(relation).flatMap(readsIn);
}

/** Names of the steps in which expressions look values up. */
function lookedUpIn(relation: Relation): ReadonlySet<string> {
  const steps = new Set<string>();
  visitExprs(relation, expr => {
    if (expr.kind === 'record') return;
    visitExpr(expr, part => {
      if (part.kind === 'within') steps.add(part.column.relation);
    });
  });
  return steps;
}
