/** The plans of an endpoint that `quern explain` prints. */
import { type Chooser, chooserKey } from '../../generator/core/expr/choice.ts';
import type { SqlExpr } from '../../generator/core/expr/expr.ts';
import { STEP } from '../../generator/core/output/statement-key.ts';
import {
  type Endpoint,
  type PortableEndpoint,
  SANDBOX_SQL,
} from '../../generator/core/plan/endpoint.ts';
import type { Plan } from '../../generator/core/plan/relation.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { foldedChoices } from '../../generator/specialize/choices.ts';
import { chosenEndpoint } from '../../generator/specialize/chosen.ts';
import { type JudgedRollups, specializeOn } from '../../generator/specialize/on-engine.ts';
import type { Dialect } from '../../generator/sql/dialect.ts';
import type { Values } from '../../server/answers/bind.ts';
import type { WholeEndpoint } from '../../server/answers/manifest/manifest.ts';
import { findStep } from '../asked.ts';
import type { GivenParameter } from '../flags.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

export type Planned = Exclude<Endpoint, { body: 'own' | 'sandbox' }>;

/** The endpoint, if it has a plan for these parameters. */
export function expectPlan(endpoint: Endpoint, given: readonly GivenParameter[]): Planned {
  if (endpoint.body === 'own') {
    const message = `\`${endpoint.name}\` is in own SQL, which has no plan`;
    throw new Failure(EXIT.usage, message, { hint: 'Print another stage: `--print sql`.' });
  }
  const hasStatement = given.some(({ name }) => name === SANDBOX_SQL);
  if (endpoint.body === 'sandbox' || (endpoint.sandbox !== null && hasStatement)) {
    const message = `\`${endpoint.name}\` runs the statement of a caller, whose plan stays in the process that translates it`;
    throw new Failure(EXIT.usage, message, { hint: CALLERS_STAGES });
  }
  return endpoint;
}

const CALLERS_STAGES =
  'Print the SQL of a statement, `--print sql --param sql=…`, or the views that it may read, `--print endpoint`.';

/** The plan of the statement for these values of parameters, on one engine. `judged` is called with its aggregations of entries. */
export function chosenPlan(
  endpoint: PortableEndpoint,
  served: WholeEndpoint,
  values: Values,
  now: bigint,
  dialect: Dialect,
  judged?: (rolling: JudgedRollups) => void,
): Plan<SqlExpr> {
  const step = findStep(served, values, now);
  const textOfChoice = (by: Chooser) => {
    if (typeof by !== 'string') return values.has(by.present) ? 'yes' : 'no';
    return by === STEP && step !== null ? step : String(values.get(by));
  };
  const choices = foldedChoices(endpoint);
  const known = new Map(choices.map(by => [chooserKey(by), textOfChoice(by)]));
  const plan = planEndpoint(chosenEndpoint(endpoint, known));
  return specializeOn(plan, known, endpoint, dialect, judged);
}
