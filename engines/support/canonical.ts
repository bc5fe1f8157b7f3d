/** Cells of authors' own statements, the same for every engine. */
import { listsOf, type Type } from '../../generator/core/types/scalar.ts';
import { formatInstant } from '../../generator/params/time/instant.ts';
import { EngineFailure } from '../engine.ts';

/** The failure for a value of the column that no cell can show. It goes to the log. */
export function unreadable(column: string, what: string): EngineFailure {
  return new EngineFailure('failed', `\`${column}\` ${what}`);
}

export const FINER = 'holds a timestamp that is finer than microseconds';
export const INFINITE = 'holds a timestamp or a date that is infinite';
export const NO_YEAR = 'holds a timestamp or a date outside the years 1 to 9999';

/** The failure of a column whose type is read as no scalar. */
export function unreadableType(column: string, type: string): EngineFailure {
  return unreadable(
    column,
    `is of type ${type}, which is not read: convert it in the statement, to a text for instance`,
  );
}

/** The types that a list is read as. `items` are the types of its items, the natural one first. */
export function listTypes(items: readonly Type[]): readonly Type[] {
  // a JSON item is a value, not the text of one
  return items[0] === 'json' ? ['json'] : ['json', ...listsOf(items)];
}

/** 0001-01-01 and 9999-12-31, in days since 1970. */
const FIRST_DAY = -719_162n;
const LAST_DAY = 2_932_896n;
const DAY_MS = 86_400_000;
const DAY_MICROS = 86_400_000_000n;

/** `YYYY-MM-DD` for days since 1970. */
export function formatDate(column: string, days: number): string {
  if (days < FIRST_DAY || days > LAST_DAY) throw unreadable(column, NO_YEAR);
  return new Date(days * DAY_MS).toISOString().slice(0, 10);
}

/** RFC 3339 in UTC for microseconds since 1970. A fraction that is not zero has 3 or 6 digits, as in an answer. */
export function formatRfcInstant(column: string, micros: bigint): string {
  if (micros < FIRST_DAY * DAY_MICROS || micros >= (LAST_DAY + 1n) * DAY_MICROS) {
    throw unreadable(column, NO_YEAR);
  }
  return formatInstant(micros);
}
