/** Maps ClickHouse's errors to the failures of the service. */
import type { FailureKind } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { connectionMessage, findErrorCode } from '../../support/connection-errors.ts';

/** The server, or a proxy in front of it, answered with an error. */
export class ClickHouseRefusal extends Error {
  /** ClickHouse's own error number; `null` if the answer was not ClickHouse's. */
  readonly code: number | null;
  readonly status: number;

  constructor(status: number, code: number | null, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}

/**
 * The code in an error's text: older servers have no header for it, and no server has a header after rows. It is the last code
 * in the text, because a piece of a row, or another server's report of the same error, may precede it.
 */
export function codeIn(text: string): number | null {
  const said = text.slice(0, Math.max(text.lastIndexOf('Exception'), 0));
  const [, digits] = [...said.matchAll(/Code: (\d+)[.,]/g)].at(-1) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Errors of one table, not of the server: it does not exist, or the user may not read it. */
const NOT_READABLE: ReadonlySet<number> = new Set([
  60, // UNKNOWN_TABLE
  81, // UNKNOWN_DATABASE
  497, // ACCESS_DENIED
]);

const KINDS: ReadonlyMap<number, FailureKind> = new Map([
  ...[...NOT_READABLE].map(code => [code, 'unavailable'] as const),
  [70, 'unconvertible'], // CANNOT_CONVERT_TYPE
  [159, 'timeout'], // TIMEOUT_EXCEEDED
  [160, 'timeout'], // TOO_SLOW: the server expects it to exceed the time
  [396, 'too_large'], // TOO_MANY_ROWS_OR_BYTES, of the result
  [241, 'exhausted'], // MEMORY_LIMIT_EXCEEDED
  [158, 'exhausted'], // TOO_MANY_ROWS, of those read
  [307, 'exhausted'], // TOO_MANY_BYTES, of those read
  [167, 'exhausted'], // TOO_DEEP_AST
  [168, 'exhausted'], // TOO_BIG_AST
  [306, 'exhausted'], // TOO_DEEP_RECURSION
  [192, 'unavailable'], // UNKNOWN_USER
  [193, 'unavailable'], // WRONG_PASSWORD
  [194, 'unavailable'], // REQUIRED_PASSWORD
  [516, 'unavailable'], // AUTHENTICATION_FAILED
  [198, 'unavailable'], // DNS_ERROR, between servers, like the two below
  [210, 'unavailable'], // NETWORK_ERROR
  [279, 'unavailable'], // ALL_CONNECTION_TRIES_FAILED
  [201, 'unavailable'], // QUOTA_EXCEEDED
  [202, 'unavailable'], // TOO_MANY_SIMULTANEOUS_QUERIES
  [236, 'unavailable'], // ABORTED: the server is shutting down
  [439, 'unavailable'], // CANNOT_SCHEDULE_TASK
]);
const STATUS_KINDS: ReadonlyMap<number, FailureKind> = new Map([
  [401, 'unavailable'],
  [403, 'unavailable'],
  [429, 'unavailable'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'timeout'],
]);

/** Whether the cause is that a table cannot be read. */
export function isNotReadable(cause: unknown): boolean {
  return cause instanceof ClickHouseRefusal && cause.code !== null && NOT_READABLE.has(cause.code);
}

/** Whether the connection ended before an answer began, for example because the server closed an idle one. */
export function isReset(cause: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(findErrorCode(cause) ?? '');
}

/** Turns any cause into a failure. */
export function wrapClickHouseError(cause: unknown): EngineFailure {
  if (cause instanceof EngineFailure) return cause;
  return new EngineFailure(kindOf(cause), connectionMessage(cause), { cause });
}

/** A decimal that a conversion, not arithmetic, cannot hold: both have one code. */
const TOO_MANY_DIGITS = /Decimal convert overflow/;

function kindOf(cause: unknown): FailureKind {
  if (cause instanceof ClickHouseRefusal) {
    if (cause.code === 407 && TOO_MANY_DIGITS.test(cause.message)) return 'unconvertible';
    const kinds = cause.code === null ? STATUS_KINDS.get(cause.status) : KINDS.get(cause.code);
    return kinds ?? 'failed';
  }
  // the system sets codes for sockets, names and certificates; every other error is about data on a working socket
  const code = findErrorCode(cause);
  return code === null || code.startsWith('HPE_') ? 'failed' : 'unavailable';
}
