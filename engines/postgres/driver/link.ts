/** The client's library and the connections of an engine. */
import type * as Pg from 'pg';
import type { Deadline } from '../../engine.ts';
import { withDeadline } from '../../support/deadline.ts';
import type { Connections } from './connection.ts';
import { wrapPostgresError } from './failure.ts';
import type { PgLibrary } from './library.ts';

export interface Link {
  readonly library: PgLibrary;
  readonly connections: Connections;
}

/**
 * Runs `work` with a connection and the time that is left when it has one. `isRepeatable`: whether another server may run it again. Rejects
 * with `EngineFailure`.
 */
export async function bounded<T>(
  { connections }: Link,
  deadline: Deadline,
  work: (client: Pg.Client, leftMs: number) => Promise<T>,
  isRepeatable: () => boolean = () => true,
): Promise<T> {
  const end = performance.now() + deadline.timeoutMs;
  try {
    return await withDeadline(deadline, signal =>
      connections.use(signal, client => work(client, end - performance.now()), isRepeatable),
    );
  } catch (cause) {
    throw wrapPostgresError(cause);
  }
}
