/** Opens BigQuery's API, for statements and for looks at tables. */
import type { JobService } from './job.ts';
import { createLifetime } from './lifetime.ts';
import { createAsk } from './refusal.ts';
import { openTransport } from './transport.ts';

export interface BigQueryOptions {
  /** The project that is billed; `null` for the project of the credentials. */
  readonly project: string | null;
  /** The data set of tables that are named without one; `project.dataset` if it belongs to another project. */
  readonly dataset: string | null;
  /** Where the data is, such as `EU`; `null` if BigQuery should find it. */
  readonly location: string | null;
  /** A statement that would read more is refused and not billed. */
  readonly maximumBytesBilled: number | null;
  /** The address of a local server with this API, which is called without credentials; `null` for Google's. */
  readonly apiEndpoint: string | null;
  /** How many statements run at once. */
  readonly concurrency: number;
  /** Milliseconds before the first retry of a call that was temporarily refused. The pause doubles with each try. By default 100. */
  readonly firstPauseMs?: number;
}

const FIRST_PAUSE_MS = 100;
const PROJECT_MS = 10_000;

/** Rejects as `openBigQuery` does. */
export async function openService(options: BigQueryOptions): Promise<JobService> {
  const lifetime = createLifetime(options.concurrency);
  const { project, exchange } = await lifetime.outliving(PROJECT_MS, () => openTransport(options));
  const ask = createAsk(exchange, options.firstPauseMs ?? FIRST_PAUSE_MS);
  return { scope: { ...options, project }, ask, lifetime };
}
