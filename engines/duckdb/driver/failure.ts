/** The meaning of DuckDB's errors. Its library distinguishes them only by their text. */

import { messageOf } from '../../../generator/system/errors.ts';
import { EngineFailure, type FailureKind } from '../../engine.ts';

/**
 * A missing table, missing files, a database that shut itself down, or one that is closing. Our own interrupts were
 * reported already, so an interrupt here means that the database is closing.
 */
const ABSENT =
  /^Catalog Error: Table with name|^(Binder|Catalog) Error: (Catalog|Schema)\b.*does not exist|^IO Error: No files found|database has been invalidated|^INTERRUPT Error/s;

/** Wraps the error that ended a statement in a failure; returns a failure unchanged. */
export function wrapDuckDbError(cause: unknown): EngineFailure {
  if (cause instanceof EngineFailure) return cause;
  const message = messageOf(cause);
  return new EngineFailure(kindOf(message), message, { cause });
}

/** A value that a cast refuses, or a text that is not JSON. */
const UNCONVERTIBLE = /^Conversion Error|^Invalid Input Error: Malformed JSON at /;

function kindOf(message: string): FailureKind {
  if (UNCONVERTIBLE.test(message)) return 'unconvertible';
  if (message.startsWith('Out of Memory Error')) return 'exhausted';
  return ABSENT.test(message) ? 'unavailable' : 'failed';
}

/** Why a table cannot be read, without the statement that looked at it. `null` if the only reason is that it does not exist. */
export function whyUnreadable(cause: unknown): string | null {
  const message = messageOf(cause);
  return ABSENT.test(message) ? null : withoutStatement(message);
}

/** DuckDB's message, without the line of the statement that it shows. */
export function withoutStatement(message: string): string {
  return message.replace(/(?<!\n)\n+LINE \d+: .*/s, '');
}

/** Whether DuckDB reports that no file exists. */
export function isWithoutFiles(message: string): boolean {
  return message.startsWith('IO Error: No files found');
}

/** Whether DuckDB found a line that is not JSON. Such a line may still be being written. */
export function isUnfinishedLine(cause: unknown): boolean {
  return messageOf(cause).startsWith('Invalid Input Error: Malformed JSON in file');
}
