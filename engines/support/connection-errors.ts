/** Codes and messages of errors of connections to a server. */
import { EngineFailure } from '../engine.ts';

/** The code that the server's client, the system or Node gave the error; `null` if it has none. */
export function findErrorCode(cause: unknown): string | null {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : null;
}

/** The message of the error, or those of the errors within. */
export function connectionMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // a name with several addresses fails with all their errors and no message
  if (cause.message !== '') return cause.message;
  return cause instanceof AggregateError
    ? cause.errors.map(connectionMessage).join('; ')
    : cause.name;
}

/** The failure to reach the server, for any cause. */
export function unreachable(cause: unknown): EngineFailure {
  return new EngineFailure('unavailable', connectionMessage(cause), { cause });
}
