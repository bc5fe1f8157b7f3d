/** `quern check --cost`: how much the statements of a project would read, and those of an earlier state. */
import {
  type BoundStatement,
  type Engine,
  EngineFailure,
  type Estimate,
} from '../../engines/engine.ts';
import { eachAtMost } from '../../engines/support/at-most.ts';
import type { InputFile } from '../../generator/compile.ts';
import type { Report } from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import type { Description } from '../../generator/emitters/emitter.ts';
import { catalogue, type WholeEndpoint } from '../../server/answers/manifest/manifest.ts';
import { exampleValues, readGivenValues, statementOf } from '../asked.ts';
import { readBaseline } from '../diff/baseline.ts';
import { asFailure, concurrencyOf, onOneLine, openNamedEngine } from '../engines.ts';
import type { Session } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { describedCatalogue } from './compiled.ts';
import { type AskedTables, placeOfEndpoint } from './tables.ts';
import type { Workspace } from './workspace.ts';

export interface AskedCosts extends AskedTables {
  /** The earlier state, as `quern diff` names it; empty: none. */
  readonly since: string;
}

/** How much a statement would read, or why that is unknown. */
type Cost = Estimate | { readonly unknown: string };

interface Costs {
  readonly name: string;
  readonly now: Cost;
  /** `null` if there was no such endpoint, or no earlier state is asked for. */
  readonly before: Cost | null;
}

/** A statement may read this many times as much as before without a warning: examples that are close to an edge differ a little. */
const TOLERATED = 1.1;

/**
 * Notes how much each endpoint would read on the engine with the examples of its parameters; with an earlier state, only what differs.
 * Reports endpoints that would read more than before. Rejects with `Failure` if the engine cannot be reached or cannot say.
 */
export async function showCosts(
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
  description: Description,
  { engine: name, database, since }: AskedCosts,
  report: Report,
): Promise<void> {
  const manifest = describedCatalogue(description);
  const earlier = since === '' ? null : catalogue((await readBaseline(since, workspace)).manifest);
  const concurrency = concurrencyOf(name, workspace);
  const engine = await openNamedEngine(name, { workspace, manifest, database, concurrency });
  const asked = manifest.endpoints.filter(one => Object.hasOwn(one.engines, name) && !one.sandbox);
  const now = session.host.clock();
  const costOf = async (statement: BoundStatement | string): Promise<Cost> =>
    typeof statement === 'string'
      ? { unknown: statement }
      : estimated(engine, statement, session, workspace);
  const costsOf = async (endpoint: WholeEndpoint): Promise<Costs> => {
    const statement = exampleStatement(endpoint, name, now);
    const cost = await costOf(statement);
    const old = earlier?.byId.get(endpoint.id.toLowerCase());
    if (old === undefined) return { name: endpoint.name, now: cost, before: null };
    const before = exampleStatement(old, name, now);
    const isSame = textOf(before) === textOf(statement);
    return { name: endpoint.name, now: cost, before: isSame ? cost : await costOf(before) };
  };
  const costs = await eachAtMost(concurrency, asked, costsOf).finally(() => engine.close());
  if (costs.length > 0 && !costs.some(one => 'unit' in one.now)) throw mute(name, costs);
  tell(session, costs, name, since);
  for (const { name: endpoint, now, before } of costs) {
    if (before === null || !isMore(now, before)) continue;
    const message = `\`${endpoint}\` would read ${costText(now)} on ${name}, and ${costText(before)} in ${since}`;
    const hint = `Compare the statements: \`quern explain ${endpoint} --engine ${name}\` prints this one.`;
    report('costlier-statement', placeOfEndpoint(endpoint, inputs), message, hint);
  }
}

/** The statement for the examples of the parameters, or why there is none. */
function exampleStatement(endpoint: WholeEndpoint, engine: string, now: bigint) {
  try {
    const values = readGivenValues(endpoint, exampleValues(endpoint, []), 'reject');
    return statementOf(endpoint, engine, values, now);
  } catch (error) {
    // within a line, the message has no full stop
    if (error instanceof Failure) return onOneLine(error.message).replace(/\.$/, '');
    throw error;
  }
}

function textOf(statement: BoundStatement | string): string {
  return JSON.stringify(statement, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

async function estimated(
  engine: Engine,
  statement: BoundStatement,
  { host }: Session,
  { config }: Workspace,
): Promise<Cost> {
  const deadline = { timeoutMs: config.service.timeoutMs, signal: host.interrupted };
  try {
    return (await engine.estimate(statement, deadline)) ?? NOT_SAID;
  } catch (error) {
    if (error instanceof EngineFailure && error.kind !== 'cancelled')
      return { unknown: onOneLine(error.message) };
    return asFailure(error);
  }
}

const NOT_SAID = { unknown: 'the engine does not say' };

/** No endpoint has an estimate. */
function mute(engine: string, costs: readonly Costs[]): Failure {
  const [reason] = costs.flatMap(({ now }) => ('unknown' in now ? [now.unknown] : []));
  return new Failure(
    EXIT.environment,
    `It is not known how much a statement would read on ${engine}: ${reason}`,
    { hint: 'Name another engine with `--engine`.' },
  );
}

function tell(session: Session, costs: readonly Costs[], engine: string, since: string): void {
  const isShown = ({ now, before }: Costs) => before === null || costText(now) !== costText(before);
  for (const one of costs.filter(isShown)) {
    const { name, now, before } = one;
    const change = since === '' ? '' : before === null ? ', new' : `, ${costText(before)} before`;
    session.note(`${name} on ${engine}: ${costText(now)}${change}`);
  }
  const same = costs.filter(one => !isShown(one)).length;
  if (same > 0) session.note(`${counted(same, 'endpoint')} as in ${since}`);
}

function costText(cost: Cost): string {
  return 'unknown' in cost
    ? `unknown, ${cost.unknown}`
    : counted(cost.amount, cost.unit.slice(0, -1));
}

function isMore(now: Cost, before: Cost): boolean {
  if ('unknown' in now || 'unknown' in before) return false;
  return now.amount > before.amount * TOLERATED;
}
