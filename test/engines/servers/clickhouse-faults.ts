/** Faults between a client and ClickHouse. */

/** `keep` is the part of the answer's bytes, from 0 to 1, that is still sent. */
export type Fault =
  /** Answers late. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Answers when the test lets it. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** Answers only when the query is killed, and then with that. */
  | { readonly kind: 'hang' }
  /** Resets the connection before a byte of an answer. */
  | { readonly kind: 'reset' }
  /** Refuses with one of ClickHouse's errors, under its status unless another is given. */
  | { readonly kind: 'error'; readonly code: number; readonly status?: number }
  /** Answers in place of ClickHouse, as a proxy does; 200 for a body that is not ClickHouse's. */
  | { readonly kind: 'status'; readonly status: number; readonly body: string }
  /** Sends bytes that are not HTTP. */
  | { readonly kind: 'noise' }
  /** Breaks off: with the connection, or as if that were all. */
  | { readonly kind: 'cut'; readonly keep: number; readonly end: 'reset' | 'clean' }
  /** Sends a part and then nothing, for as long as the client waits. */
  | { readonly kind: 'stall'; readonly keep: number }
  /** Sends an error behind rows: as text, or with the frame that servers from 25.11 on put around it. */
  | {
      readonly kind: 'late error';
      readonly keep: number;
      readonly code: number;
      readonly framed: boolean;
    };

const NAMES: Readonly<Record<number, string>> = {
  60: 'UNKNOWN_TABLE',
  62: 'SYNTAX_ERROR',
  81: 'UNKNOWN_DATABASE',
  159: 'TIMEOUT_EXCEEDED',
  164: 'READONLY',
  202: 'TOO_MANY_SIMULTANEOUS_QUERIES',
  241: 'MEMORY_LIMIT_EXCEEDED',
  307: 'TOO_MANY_BYTES',
  394: 'QUERY_WAS_CANCELLED',
  396: 'TOO_MANY_ROWS_OR_BYTES',
  456: 'UNKNOWN_QUERY_PARAMETER',
  497: 'ACCESS_DENIED',
  516: 'AUTHENTICATION_FAILED',
};

/** An error as ClickHouse writes it. */
export function errorText(code: number, message = 'as the test wants it'): string {
  const name = NAMES[code] ?? 'SOME_ERROR';
  return `Code: ${code}. DB::Exception: ${message}. (${name}) (version 26.7.2.1)\n`;
}

const STATUSES: ReadonlyMap<number, number> = new Map([
  ...[46, 47, 60, 81, 115].map(code => [code, 404] as const),
  ...[6, 27, 38, 53, 62, 72, 456, 457].map(code => [code, 400] as const),
  ...[192, 193, 516].map(code => [code, 403] as const),
  [159, 408],
]);

/** The HTTP status that ClickHouse gives an error. */
export function statusOf(code: number): number {
  return STATUSES.get(code) ?? 500;
}

/** An error behind rows, as servers write it into an answer that has begun. */
export function lateError(code: number, framed: boolean): string {
  const text = errorText(code);
  if (!framed) return text;
  const frame = `\r\n__exception__\r\n`;
  return `${frame}${EXCEPTION_TAG}\r\n${text}${Buffer.byteLength(text)} ${EXCEPTION_TAG}${frame}`;
}

/** What sets the frame of an error apart from rows; a header tells it. */
export const EXCEPTION_TAG = 'qrnqrnqrnqrnqrnq';
