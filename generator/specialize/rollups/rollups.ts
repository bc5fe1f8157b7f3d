/**
 * Plans that read rollups: each aggregation of entries that a rollup answers alike reads rows of parts instead, of whole steps from the
 * rollup and of other steps from the entries.
 */
import { makeColumn } from '../../core/expr/columns.ts';
import type { AggregateExpr, SqlExpr } from '../../core/expr/expr.ts';
import type {
  AggregateRelation,
  NamedExpr,
  Plan,
  ProjectRelation,
  ReadRelation,
  Relation,
  Step,
} from '../../core/plan/relation.ts';
import { inputsOf, mapExprs, mapInputs } from '../../core/plan/walk-plan.ts';
import type { ReadCopy, RollupCopy } from '../../core/spec/rollup-copy.ts';
import type { Rollup, Source } from '../../core/spec/source.ts';
import { namesIn } from '../../lower/names.ts';
import { type FreshNames, freshNames } from '../../plan/steps/fresh-names.ts';
import { coveredSteps } from './copy.ts';
import { type Entries, entriesUnder, type Match, matchOf } from './match.ts';
import { partSteps } from './part-rows.ts';
import { overRelation, rolledOver } from './rolled.ts';

type Aggregation = AggregateRelation<SqlExpr>;

/** Whether one aggregation reads a rollup. */
export interface RollupVerdict {
  readonly source: string;
  readonly rollup: string;
  /** Why the aggregation reads entries; empty if it reads the rollup. */
  readonly reasons: readonly string[];
}

/**
 * The rollups of a data set, with why one engine cannot keep them; the first that matches is read. `copy`: the copy that quern keeps; `null`
 * if the engine keeps one itself.
 */
export type KeptRollups = (source: Source) => readonly {
  readonly rollup: Rollup;
  readonly reasons: readonly string[];
  readonly copy: RollupCopy | null;
}[];

export interface Rolling {
  readonly plan: Plan<SqlExpr>;
  /** The aggregations of entries that read no rollup. */
  readonly unserved: readonly Aggregation[];
  readonly verdicts: readonly RollupVerdict[];
  /** The copies that the plan reads, of those that quern keeps. */
  readonly copies: readonly ReadCopy[];
}

interface Found {
  readonly match: Match;
  readonly entries: Entries;
  /** The name of the rows of parts. */
  readonly parts: string;
  readonly read: ReadCopy | null;
}

/** `plan`, whose choices are folded, with rollups in place of entries. Returns the same plan if it reads none. */
export function readingRollups(plan: Plan<SqlExpr>, kept: KeptRollups): Rolling {
  const rolling = new RollingPlan(plan, kept);
  const steps = plan.steps.flatMap(({ name, relation }) => {
    const changed = rolling.changed(relation);
    return [...rolling.taken(), { name, relation: changed }];
  });
  const answer = rolling.changed(plan.answer);
  const all = [...steps, ...rolling.taken()];
  const { verdicts, unserved, copies } = rolling;
  const isSame = !verdicts.some(({ reasons }) => reasons.length === 0);
  return { plan: isSame ? plan : { ...plan, steps: all, answer }, verdicts, unserved, copies };
}

class RollingPlan {
  readonly verdicts: RollupVerdict[] = [];
  readonly unserved: Aggregation[] = [];
  readonly copies: ReadCopy[] = [];
  readonly #kept: KeptRollups;
  readonly #fresh: FreshNames;
  /** By the name of a copy, the step that says where it ends. */
  readonly #covered = new Map<string, string>();
  #steps: Step<SqlExpr>[] = [];

  constructor(plan: Plan<SqlExpr>, kept: KeptRollups) {
    this.#kept = kept;
    this.#fresh = freshNames(namesIn(plan));
  }

  /** The steps that the last changed relations read. */
  taken(): readonly Step<SqlExpr>[] {
    const steps = this.#steps;
    this.#steps = [];
    return steps;
  }

  changed(relation: Relation<SqlExpr>): Relation<SqlExpr> {
    if (relation.node === 'aggregate') {
      const match = this.#match(relation);
      return match === null ? relation : this.#merged(relation, match, relation.name);
    }
    const inner = aggregationIn(relation);
    if (inner === null) return mapInputs(relation, input => this.changed(input));
    const match = this.#match(inner);
    if (match === null) return relation;
    const name = this.#fresh('grouped');
    this.#steps.push({ name, relation: this.#merged(inner, match, name) });
    return renamed(replaced(relation, inner, { node: 'read', name, step: name }), inner.name, name);
  }

  #match(aggregation: Aggregation): Found | null {
    const entries = entriesUnder(aggregation);
    if (entries === null) return null;
    const { source } = entries.table;
    const all = this.#kept(source);
    if (all.length === 0) {
      this.unserved.push(aggregation);
      return null;
    }
    const parts = this.#fresh('parts');
    let found: Match | null = null;
    let read: ReadCopy | null = null;
    for (const { rollup, reasons, copy } of all) {
      const { match, why } =
        reasons.length > 0
          ? { match: null, why: reasons }
          : tried(aggregation, entries, rollup, parts);
      if (found === null && match !== null)
        [found, read] = [match, copy && { rollup, copy, source }];
      const isLater = match !== null && found !== match;
      const because = isLater ? ['another rollup answers with fewer rows'] : why;
      this.verdicts.push({ source: source.name, rollup: rollup.name, reasons: because });
    }
    if (found === null) this.unserved.push(aggregation);
    return found === null ? null : { match: found, entries, parts, read };
  }

  #coveredBy(read: ReadCopy, { rolled }: Match, { table }: Entries): string {
    const { copy } = read;
    const known = this.#covered.get(copy.name);
    if (known !== undefined) return known;
    this.copies.push(read);
    const steps = coveredSteps(copy, table, rolled.of, this.#fresh);
    const covered = steps[steps.length - 1]?.name ?? '';
    this.#steps.push(...steps);
    this.#covered.set(copy.name, covered);
    return covered;
  }

  /** The aggregation over rows of parts, as a projection with the columns of the aggregation. */
  #merged(
    { keys }: Aggregation,
    { match, entries, parts, read }: Found,
    name: string,
  ): ProjectRelation<SqlExpr> {
    const kept = read && { copy: read.copy, covered: this.#coveredBy(read, match, entries) };
    this.#steps.push(...partSteps(match, entries, parts, this.#fresh, kept));
    const merged = this.#fresh('merged');
    const aggregates: NamedExpr<AggregateExpr<SqlExpr>>[] = [];
    const values = match.measures.map(({ name: measure, expr: { aggregates: all, value } }) => {
      const columns = all.map((expr, i) => {
        const own = i === 0 ? measure : match.fresh(measure);
        aggregates.push({ name: own, expr });
        return makeColumn(merged, own, expr);
      });
      return { name: measure, expr: value(columns) };
    });
    const grouped = keys.map(({ name: key, expr }, i) => ({
      name: key,
      expr: makeColumn(parts, match.keys[i]?.name ?? key, expr),
    }));
    return {
      node: 'project',
      name,
      input: {
        node: 'aggregate',
        name: merged,
        input: { node: 'read', name: parts, step: parts },
        keys: grouped,
        measures: aggregates,
      },
      columns: [
        ...keys.map(key => ({ name: key.name, expr: makeColumn(merged, key.name, key.expr) })),
        ...values,
      ],
    };
  }
}

function tried(aggregation: Aggregation, entries: Entries, rollup: Rollup, parts: string) {
  const rolled = rolledOver(rollup, entries.table);
  const match = matchOf(aggregation, entries, rolled, parts);
  return 'rolled' in match ? { match, why: [] } : { match: null, why: match };
}

/** The aggregation that a SELECT computes together with its columns; `null` if it has none. */
function aggregationIn(relation: Relation<SqlExpr>): Aggregation | null {
  if (relation.node === 'aggregate') return relation;
  const isAbove = ['project', 'sort', 'limit', 'filter', 'window'].includes(relation.node);
  const [input] = isAbove ? inputsOf(relation) : [];
  return input === undefined ? null : aggregationIn(input);
}

function replaced(
  relation: Relation<SqlExpr>,
  from: Aggregation,
  to: ReadRelation,
): Relation<SqlExpr> {
  return relation === from ? to : mapInputs(relation, input => replaced(input, from, to));
}

/** `relation` over the columns of `to` in place of those of `from`. */
function renamed(relation: Relation<SqlExpr>, from: string, to: string): Relation<SqlExpr> {
  return mapExprs(relation, (expr: SqlExpr) => overRelation(expr, from, to));
}
