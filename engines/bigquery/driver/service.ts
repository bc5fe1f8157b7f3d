/** BigQuery's API, opened: for statements, and for looks at tables. */
import type { JobService } from './job.ts';
import { createLifetime } from './lifetime.ts';
import { createAsk } from './refusal.ts';
import { openTransport } from './transport.ts';

export interface BigQueryOptions {
  /** The project that is billed; `null`: that of the credentials. */
  readonly project: string | null;
  /** Where tables without one are; `project.dataset` for that of another project. */
  readonly dataset: string | null;
  /** Where the data is, such as `EU`; `null`: BigQuery finds it. */
  readonly location: string | null;
  /** A statement that would read more is refused, unbilled. */
  readonly maximumBytesBilled: number | null;
  /** Of a local server that speaks the API; it is asked without credentials. `null`: Google's. */
  readonly apiEndpoint: string | null;
  /** How many statements run at once. */
  readonly concurrency: number;
  /** Milliseconds before a call that was refused for the moment is tried again; it doubles with each try. By default 100. */
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
