/** The plan that one engine runs: it reads the rollups that the engine keeps. */
import type { SqlExpr } from '../core/expr/expr.ts';
import { onceFor } from '../core/memo.ts';
import { answeredSources, type PortableEndpoint } from '../core/plan/endpoint.ts';
import type { Plan } from '../core/plan/relation.ts';
import type { Source } from '../core/spec/source.ts';
import type { Dialect } from '../sql/dialect.ts';
import { rollupsOn } from '../sql/print/kept-rollups.ts';
import { copyOf } from '../sql/print/rollups.ts';
import type { KnownChoices } from './choices.ts';
import { type KeptRollups, type Rolling, readingRollups } from './rollups/rollups.ts';
import { foldChoices, keepNeeded } from './specialize.ts';

/** The verdicts on rollups, and the aggregations that read none. */
export type JudgedRollups = Pick<Rolling, 'verdicts' | 'unserved' | 'copies'>;

/** Whether plans differ between engines. */
export function mayReadRollups(endpoint: PortableEndpoint): boolean {
  return answeredSources(endpoint).some(({ rollups }) => rollups !== undefined);
}

/** Whether the engine keeps a rollup that a plan of the endpoint might read. */
export function keepsRollups(endpoint: PortableEndpoint, dialect: Dialect): boolean {
  return answeredSources(endpoint).some(source =>
    keptOn(source, dialect).some(({ reasons }) => reasons.length === 0),
  );
}

/** Made once for all endpoints that read the data set. */
function keptOn(source: Source, dialect: Dialect): ReturnType<KeptRollups> {
  return onceFor(source, `rollups on ${dialect.name}`, [dialect], () =>
    rollupsOn(source, dialect).map(one => ({
      ...one,
      copy: one.reasons.length > 0 ? null : copyOf(one.rollup, source, dialect),
    })),
  );
}

/** The whole `plan` with the choices in `known` fixed. `judged` is called with its aggregations of entries. */
export function specializeOn(
  plan: Plan,
  known: KnownChoices,
  endpoint: PortableEndpoint,
  dialect: Dialect,
  judged?: (rolling: JudgedRollups) => void,
): Plan<SqlExpr> {
  return specializing(plan, known, endpoint).on(dialect, judged);
}

/** The same for several engines: those that read no rollup run `entries`. */
export function specializing(
  plan: Plan,
  known: KnownChoices,
  endpoint: PortableEndpoint,
): {
  readonly entries: Plan<SqlExpr>;
  readonly on: (dialect: Dialect, judged?: (rolling: JudgedRollups) => void) => Plan<SqlExpr>;
} {
  const folded = foldChoices(plan, known, endpoint);
  const entries = keepNeeded(folded, endpoint);
  return {
    entries,
    on: (dialect, judged = () => {}) => {
      const rolling = readingRollups(folded, source => keptOn(source, dialect));
      judged(rolling);
      return rolling.plan === folded ? entries : keepNeeded(rolling.plan, endpoint);
    },
  };
}
