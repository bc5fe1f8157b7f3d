import { maybe } from '../../core/expr/calls.ts';
import { DAY_PATTERN } from '../../core/types/days.ts';
import { fitsWhole } from '../expressions.ts';
import { listable } from './listed.ts';

const GRAMMAR = new RegExp(`^(?:${DAY_PATTERN})$`);

/** A day of the calendar, `YYYY-MM-DD`. */
export default listable({
  name: 'date',
  scalar: 'date',
  written: '`YYYY-MM-DD`, of the years 1900 to 2299.',
  note: null,
  sample: () => '2026-01-15',
  constraints: ['min', 'max'],
  parse: text =>
    GRAMMAR.test(text)
      ? { ok: true, value: text }
      : { ok: false, expected: 'a date such as `2026-01-15`, of the years 1900 to 2299' },
  format: String,
  decode: raw => maybe('date_from_string', 'date', [raw]),
  accepts: raw => [fitsWhole(raw, DAY_PATTERN)],
  schema: () => ({ type: 'string', format: 'date', description: 'Of the years 1900 to 2299.' }),
});
