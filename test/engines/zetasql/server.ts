/** ZetaSQL's server as the tests ask it: whatever it refuses is an `SqlError`. */
import {
  CallFailure,
  findServer,
  type Server,
} from '../../../engines/bigquery/analyst/server/server.ts';
import { SqlError } from '../sql-error.ts';
import type { EvaluationMethods } from './protocol.ts';

export type ZetaSqlServer = Server<EvaluationMethods>;

/**
 * Starts a server of its own. Rejects with the reason when this platform has none or it does not
 * come up.
 */
export async function startServer(): Promise<ZetaSqlServer> {
  const server = await findServer<EvaluationMethods>([import.meta.url]).start();
  return {
    ...server,
    call: (method, request) =>
      server.call(method, request).catch((error: unknown) => {
        throw error instanceof CallFailure ? refusal(error) : error;
      }),
  };
}

function refusal(failure: CallFailure): Error {
  const { kind, message, place } = failure;
  if (kind === 'size') {
    const reason = 'ZetaSQL takes at most 4 MiB a request, so fewer rows, or smaller ones';
    return new Error(`${reason}: ${message}`, { cause: failure });
  }
  return kind === 'statement' ? new SqlError(message, { ...place, cause: failure }) : failure;
}
