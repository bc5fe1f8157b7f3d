/** The plan that one engine runs: it reads the rollups that the engine keeps. */
import type { SqlExpr } from '../core/expr/expr.ts';
import { answeredSources, type PortableEndpoint } from '../core/plan/endpoint.ts';
import type { Plan } from '../core/plan/relation.ts';
import type { Dialect } from '../sql/dialect.ts';
import { rollupsOn } from '../sql/rollups.ts';
import type { KnownChoices } from './choices.ts';
import { type Rolling, readingRollups } from './rollups/rollups.ts';
import { specialize } from './specialize.ts';

/** The verdicts on rollups, and the aggregations that read none. */
export type JudgedRollups = Pick<Rolling, 'verdicts' | 'unserved'>;

/** Whether plans differ between engines. */
export function mayReadRollups(endpoint: PortableEndpoint): boolean {
  return answeredSources(endpoint).some(({ rollups }) => rollups !== undefined);
}

/** The whole `plan` with the choices in `known` fixed. `judged` is called with its aggregations of entries. */
export function specializeOn(
  plan: Plan,
  known: KnownChoices,
  endpoint: PortableEndpoint,
  dialect: Dialect,
  judged: (rolling: JudgedRollups) => void = () => {},
): Plan<SqlExpr> {
  return specialize(plan, known, endpoint, folded => {
    const rolling = readingRollups(folded, source => rollupsOn(source, dialect));
    judged(rolling);
    return rolling.plan;
  });
}
