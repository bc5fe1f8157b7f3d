/** Maps PostgreSQL's errors to the failures of the service. */
import type { FailureKind } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { connectionMessage, findErrorCode } from '../../support/connection-errors.ts';

/** By the code of the error, else by its class, its first two characters. */
const KINDS: ReadonlyMap<string, FailureKind> = new Map<string, FailureKind>([
  ['57014', 'timeout'], // query_canceled: by statement_timeout, as quern cancels only what nobody waits for
  ['55P03', 'timeout'], // lock_not_available, by lock_timeout
  ['53300', 'unavailable'], // too_many_connections
  ['42P01', 'unavailable'], // undefined_table
  ['3F000', 'unavailable'], // invalid_schema_name
  ['42501', 'unavailable'], // insufficient_privilege
  ['3D000', 'unavailable'], // invalid_catalog_name
  ['54001', 'exhausted'], // statement_too_complex
  ['08', 'unavailable'], // connection exceptions
  ['28', 'unavailable'], // wrong user or password
  ['53', 'exhausted'], // memory, disk, temporary files
  ['57', 'unavailable'], // the server shuts down, starts, or ended the connection
]);

/** Turns any cause into a failure. */
export function wrapPostgresError(cause: unknown): EngineFailure {
  if (cause instanceof EngineFailure) return cause;
  return new EngineFailure(kindOf(cause), connectionMessage(cause), { cause });
}

/** Whether the server ends the connection with this error. */
export function endsConnection(cause: unknown): boolean {
  return /^(08|57P)/.test(findErrorCode(cause) ?? '');
}

function kindOf(cause: unknown): FailureKind {
  const code = findErrorCode(cause);
  // five characters are the server's; the codes of the system and of Node are words
  if (code === null || !/^[0-9A-Z]{5}$/.test(code)) return code === null ? 'failed' : 'unavailable';
  return KINDS.get(code) ?? KINDS.get(code.slice(0, 2)) ?? 'failed';
}
