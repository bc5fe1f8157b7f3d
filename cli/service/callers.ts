/** Statements of an endpoint. Those that a caller writes for a sandbox are translated and run as in the service. */
import type { BoundStatement, Engine, Row, RunLimits } from '../../engines/engine.ts';
import { EngineFailure } from '../../engines/engine.ts';
import { GOOGLE_SQL } from '../../engines/index.ts';
import type { ManifestView } from '../../generator/core/output/manifest.ts';
import { SANDBOX_SQL } from '../../generator/core/plan/endpoint.ts';
import type { Values } from '../../server/answers/bind.ts';
import type { Catalogue, WholeEndpoint } from '../../server/answers/manifest/manifest.ts';
import { RunFailure } from '../../server/answers/produce.ts';
import { judgeFailure } from '../../server/sandbox/failures.ts';
import { createStatementMaker, type Made, type MakeStatement } from '../../server/sandbox/maker.ts';
import { NoSandbox, Refused } from '../../server/sandbox/refused.ts';
import { createTranslators } from '../../server/sandbox/translators.ts';
import { statementOf, statementsFor } from '../asked.ts';
import { asFailure } from '../engines.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

/** An endpoint of a project. */
export interface FoundEndpoint {
  readonly workspace: Workspace;
  readonly manifest: Catalogue;
  readonly endpoint: WholeEndpoint;
}
/** The statement that runs; `made` is `null` if no caller wrote it. */
export interface AskedStatement {
  readonly statement: BoundStatement;
  readonly made: Made | null;
}

/**
 * Returns the statement of an endpoint for these values on the engine of that name: in a sandbox with `sql`, the one that the
 * caller's is translated to. Rejects with `Failure`.
 */
export async function askedStatement(
  { host }: Session,
  found: FoundEndpoint,
  engine: string,
  values: Values,
): Promise<AskedStatement> {
  const { endpoint } = found;
  const now = host.clock();
  const sql = values.get(SANDBOX_SQL);
  if (endpoint.views === undefined || typeof sql !== 'string')
    return { statement: statementOf(endpoint, engine, values, now), made: null };
  statementsFor(endpoint, engine);
  const run = { values, now, key: '', signal: host.interrupted };
  const made = await translated(sql, run, endpoint.views, engine, found);
  return { statement: made.statement, made };
}

/** Translates a statement in a process of its own, as the service does. */
async function translated(
  sql: string,
  run: Parameters<MakeStatement>[1],
  views: readonly ManifestView[],
  engine: string,
  { workspace: { root: folder }, manifest: { sources }, endpoint }: FoundEndpoint,
): Promise<Made> {
  const translators = createTranslators({ folder, concurrency: 1, queue: 1 });
  try {
    const options = { engine: { name: engine }, sources, translators };
    return await createStatementMaker(endpoint, views, options)(sql, run);
  } catch (cause) {
    throw failureOf(cause);
  } finally {
    await translators.close();
  }
}

/** Shows the rows of an endpoint; throws what the cells do. */
type Show = (endpoint: WholeEndpoint, rows: readonly Row[]) => void;

/** Runs a statement of this endpoint, and shows its rows with their own columns. Rejects with `Failure`. */
export async function showCallersRows(
  endpoint: WholeEndpoint,
  made: Made,
  { confined }: Engine,
  limits: RunLimits,
  show: Show,
): Promise<void> {
  try {
    const { rows } = await confined.run(made.statement, limits);
    show({ ...endpoint, columns: made.columns }, rows);
  } catch (cause) {
    throw failureOf(judgeFailure(cause, made));
  }
}

function failureOf(cause: unknown): unknown {
  if (cause instanceof Refused)
    return new Failure(EXIT.usage, withoutStop(cause.message), { cause });
  if (cause instanceof NoSandbox) {
    const hint = `Install it: \`npm install ${GOOGLE_SQL.packages.join(' ')}\`.`;
    return new Failure(EXIT.environment, withoutStop(cause.message), { hint, cause });
  }
  const failed = cause instanceof RunFailure ? cause.cause : cause;
  return failed instanceof EngineFailure ? asFailure(failed) : failed;
}

/** Messages of commands have no full stop, unlike those of the service. */
function withoutStop(message: string): string {
  return message.replace(/\.$/, '');
}
