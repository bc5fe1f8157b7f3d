/**
 * Instants as clients of another service write them: as ISO 8601 and PostgreSQL do. Beyond the grammar of `timestamp`: `t` and `z`,
 * an offset of hours alone, and years before 1900 or after 2299, which are open bounds: the first or the last instant.
 */
import type { PlainExpr } from '../../core/expr.ts';
import { call, fitsWhole, literal, maybe } from '../expressions.ts';
import { FIRST_INSTANT, LAST_INSTANT } from './calendar.ts';
import { OFFSET, parseInstant, TIME } from './instant.ts';

/** JavaScript writes years beyond four digits with a sign and six, PostgreSQL without. */
const YEAR = '(?:[0-9]{4}|[1-9][0-9]{4,5}|-[0-9]{6}|[+](?:0[1-9]|[1-9][0-9])[0-9]{4})';
const MONTH_AND_DAY = '(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';

/** The grammar: valid RE2 and valid ECMAScript. PostgreSQL has infinities. */
export const LENIENT_PATTERN = `${YEAR}-${MONTH_AND_DAY}(?:[Tt ]${TIME}(?:[Zz]|${OFFSET}|[+-](?:0[0-9]|1[0-4]))?)?|-?infinity`;

/** What tells texts of the grammar apart. */
const EARLY = '(?:-|0[0-9]{3}-|1[0-8][0-9]{2}-).*';
const LATE = '(?:[+i]|2[3-9][0-9]{2}-|[3-9][0-9]{3}-|[0-9]{5}).*';
const WITH_HOURS = '.{11,}[+-][0-9]{2}';

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);
const GRAMMAR = whole(LENIENT_PATTERN);
const IS_EARLY = whole(EARLY);
const IS_LATE = whole(LATE);
const HAS_HOURS = whole(WITH_HOURS);

/** Microseconds since 1970 UTC; `null` for any other text. */
export function parseLenient(text: string): bigint | null {
  if (!GRAMMAR.test(text)) return null;
  if (IS_EARLY.test(text)) return FIRST_INSTANT;
  if (IS_LATE.test(text)) return LAST_INSTANT;
  return parseInstant(text.toUpperCase() + (HAS_HOURS.test(text) ? ':00' : ''));
}

/** The same inside SQL; of any other text it may be anything. */
export function decodeLenient(raw: PlainExpr): PlainExpr {
  const minutes = call('if', 'string', [
    fitsWhole(raw, WITH_HOURS),
    literal('string', ':00'),
    literal('string', ''),
  ]);
  const text = call('concat', 'string', [call('upper', 'string', [raw]), minutes]);
  const branches = [
    fitsWhole(raw, EARLY),
    literal('timestamp', FIRST_INSTANT),
    fitsWhole(raw, LATE),
    literal('timestamp', LAST_INSTANT),
  ];
  const known = maybe('timestamp_from_string', 'timestamp', [text]);
  return { ...call<PlainExpr>('case', 'timestamp', [...branches, known]), nullable: true };
}
