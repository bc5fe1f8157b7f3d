/**
 * Instants as clients of another service write them, in the forms of ISO 8601 and PostgreSQL. The grammar extends that of `timestamp` by
 * `t` and `z`, an offset of only hours, and years before 1900 or after 2299. Such years mean an open bound: the first or the last instant.
 */
import { makeCall, maybe } from '../../core/expr/calls.ts';
import type { PlainExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { FIRST_INSTANT, LAST_INSTANT } from '../../core/types/days.ts';
import { formatInstant, parseInstant, TIME } from './instant.ts';

/** Four digits; JavaScript writes years before 0 with a sign and six digits. */
const YEAR = '(?:[0-9]{4}|-[0-9]{6})';
const OFFSET = '[+-](?:(?:0[0-9]|1[0-3])(?::?[0-5][0-9])?|14(?::?00)?)';
const MONTH_AND_DAY = '(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';

/** The grammar: valid RE2 and valid ECMAScript. It includes PostgreSQL's infinities. */
export const LENIENT_PATTERN = `${YEAR}-${MONTH_AND_DAY}(?:[Tt ]${TIME}(?:[Zz]|${OFFSET})?)?|-?infinity`;

/** Text bounds: a text before the first one means the first instant, a text from the second one on means the last. */
const YEARS = ['19', '23'] as const;
/** An offset of hours. It must follow a time, or it would be a day of the month. */
const WITH_HOURS = '(:.*[+-]..)$';

const GRAMMAR = new RegExp(`^(?:${LENIENT_PATTERN})$`);
const LONGEST_DAY = 10;

/** Microseconds since 1970 UTC; `null` if the text does not match the grammar. */
export function parseLenient(text: string): bigint | null {
  if (!GRAMMAR.test(text)) return null;
  if (text < YEARS[0]) return FIRST_INSTANT;
  if (text >= YEARS[1]) return LAST_INSTANT;
  const endsWithHours = text.length > LONGEST_DAY && /[+-][0-9]{2}$/.test(text);
  return parseInstant(text.toUpperCase() + (endsWithHours ? ':00' : ''));
}

/** The same inside SQL; for any other text the result may be anything. */
export function decodeLenient(raw: PlainExpr): PlainExpr {
  const text = (value: string) => makeLiteral('string', value);
  const minutes = [text(WITH_HOURS), text('\\1:00')];
  const [first, late] = YEARS;
  const known = makeCall<PlainExpr>('case', 'string', [
    makeCall('lt', 'bool', [raw, text(first)]),
    text(formatInstant(FIRST_INSTANT)),
    makeCall('ge', 'bool', [raw, text(late)]),
    text(formatInstant(LAST_INSTANT)),
    makeCall('regexp_replace', 'string', [makeCall('upper', 'string', [raw]), ...minutes]),
  ]);
  return maybe('timestamp_from_string', 'timestamp', [known]);
}
