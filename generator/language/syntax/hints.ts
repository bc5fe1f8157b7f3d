/** Hints for SQL that the expression language leaves out. */
import { CALENDAR_UNITS, STEP_UNITS, unitNamed } from '../../core/types/scalar.ts';
import type { Token } from './token.ts';

const CASTS =
  'Use one of `cast_string`, `cast_int64`, `cast_float64`, `cast_decimal`, `cast_timestamp`, `cast_date`.';

const LIKE =
  'Write `like(text, pattern)`, or use `contains`, `starts_with`, `ends_with` or `matches`.';

const MATCHES = 'Use `matches(text, pattern)`.';

const COMMAS = 'Write commas between arguments, as in `substr(path, 1, 2)`.';

const IS = 'Write `x = true`, `not x` or `x is null`.';

const SUBQUERY =
  'Write a step with those rows, and look values up in it: `x in step.column`, or `x not in step.column`.';

const NAMED = 'Write the name first, as a key: `order_id: id`.';

const CASE = 'Write `case when condition then x else y end`.';

const ORDERED = 'Write the order of a window as `f(x) over (order by y desc)`.';

const IF = 'Write `if(condition, x, y)`.';

const call = (name: string): string => `Write a call: \`${name}(text, …)\`.`;

/** Hints, keyed by the word that cannot be parsed. */
const AT_WORD: ReadonlyMap<string, string> = new Map([
  ['like', LIKE],
  ['starts_with', call('starts_with')],
  ['ends_with', call('ends_with')],
  ['contains', call('contains')],
  ['matches', call('matches')],
  ['ilike', 'Use `contains(lower(text), part)`, or `matches` with `(?i)`.'],
  ['when', CASE],
  ['then', CASE],
  ['else', CASE],
  ['if', IF],
  ['rlike', MATCHES],
  ['regexp', MATCHES],
  ['glob', MATCHES],
  ['similar', MATCHES],
  ['div', 'Write `div(x, y)`.'],
  ['mod', 'Write `mod(x, y)`.'],
  ['xor', 'Write `x != y`.'],
  ['distinct', 'Write `x = y or x is null and y is null`.'],
  ['isnull', 'Write `x is null`.'],
  ['notnull', 'Write `x is not null`.'],
  ['for', COMMAS],
  [
    'from',
    'Write commas between arguments, as in `substr(path, 1, 2)`; the data set belongs in the `from` clause of the endpoint.',
  ],
  ['desc', ORDERED],
  ['asc', ORDERED],
  ['by', 'Use `trunc(timestamp, day)` for steps of time.'],
  ['over', 'Write `f(x) over (…)`, with a parenthesis after `over`.'],
  ['groups', 'Count rows: `rows between 6 preceding and current row`.'],
  ['nulls', 'Leave it out: NULLs come first in ascending order, last in descending order.'],
  ['within', 'Use `quantile(x, rank)`.'],
  ['qualify', 'Write the condition under `having`, which sees windows too.'],
  [
    'at',
    'Write the time zone in a call, as in `trunc(timestamp, day, zone)`, `date(timestamp, zone)`, `format_timestamp(format, timestamp, zone)`.',
  ],
  ['unbounded', 'Write `rows between unbounded preceding and current row`.'],
  ['escape', 'Leave it out: `contains`, `starts_with` and `ends_with` have no wildcards.'],
  ['offset', 'Write `list[0]` for the first item.'],
  ['union', 'Write `union` as a clause, over steps.'],
  ['join', 'Write `join` as a clause.'],
  ['where', 'Write `f(x) filter (where condition)`, or the clause `where`.'],
  ['limit', 'Write `limit` as a clause.'],
  ['filter', 'Write `f(x) filter (where condition)`.'],
  [
    'ignore',
    'Write `first_value(x ignore nulls) over (…)`, or `last_value`; aggregates ignore NULL.',
  ],
  ['collate', 'Use `lower` on both sides.'],
]);
/** Hints, keyed by the word before the text that cannot be parsed. */
const AFTER_WORD: ReadonlyMap<string, string> = new Map([
  ['leading', 'Use `ltrim(text, characters)`.'],
  ['trailing', 'Use `rtrim(text, characters)`.'],
  ['both', 'Use `trim(text, characters)`.'],
  ['is', IS],
  ['if', IF],
  ['timestamp', 'Write only the text; it is read as a timestamp if it is compared with one.'],
  ['date', 'Write only the text; it is read as a date if it is compared with one.'],
  [
    'interval',
    'Write an interval as `interval 5 minute`, or with a parameter as `interval @n minute`.',
  ],
  ['select', SUBQUERY],
  ['exists', SUBQUERY],
]);

/** Hints, keyed by the character that is found instead of an expression. */
const AT_SIGN: ReadonlyMap<string, string> = new Map([
  ['[', 'Write a list as `in (…)`.'],
  ['*', 'Use `pow(x, y)` for powers, and name each column that is selected.'],
]);

/** Hints, keyed by the character directly after an opening parenthesis. */
const AFTER_OPENING: ReadonlyMap<string, string> = new Map([
  ['*', 'Use `count()` to count rows.'],
  [')', 'Write at least one value between the parentheses.'],
]);

/** The hint for `token`, which is not allowed after `before`. Returns `null` if there is none. */
export function hintFor(token: Token, before: Token | null, isInside: boolean): string | null {
  const last = before?.kind === 'word' ? before.text.toLowerCase() : '';
  const span = last === 'interval' ? spanHint(token) : null;
  if (span !== null) return span;
  const after = AFTER_WORD.get(last);
  if (after !== undefined && !hasOwnHint(token, before)) return after;
  if (token.kind === 'word') {
    const word = token.text.toLowerCase();
    if (word === 'as') return isInside ? CASTS : NAMED;
    if (['true', 'false', 'unknown'].includes(word)) return IS;
    return AT_WORD.get(word) ?? unitHint(word, before);
  }
  if (token.kind === 'string' && before?.kind === 'string') {
    return "Write a quote inside a text as `\\'`, or put the text between the other quotes.";
  }
  if (token.kind !== 'sign') return null;
  if (token.text === '(' && before?.kind === 'word') {
    return 'Write only the name of the function, without a dot.';
  }
  if (token.text === '(' && before?.kind === 'sign' && before.text === ')')
    return 'Write all arguments between the same parentheses, as in `quantile(x, 0.95)`.';
  if (!opens(before)) return AT_SIGN.get(token.text) ?? null;
  return AFTER_OPENING.get(token.text) ?? null;
}

/** Whether the text after a word shows better than the word what the author means. */
function hasOwnHint(token: Token, before: Token | null): boolean {
  if (token.kind !== 'word') return false;
  const word = before?.kind === 'word' ? before.text.toLowerCase() : '';
  return word === 'is'
    ? token.text.toLowerCase() === 'distinct'
    : ['timestamp', 'date'].includes(word);
}

/** The hint for a unit after a number: an interval without the word `interval`. */
function unitHint(word: string, before: Token | null): string | null {
  return before?.kind === 'int64' ? intervalHint(`${before.value}`, word) : null;
}

/** The hint for a text after the word `interval`, as in `interval '7 days'`. */
function spanHint(token: Token): string | null {
  const [, count, word] =
    /^(\d+) ?([a-z]+)$/i.exec(token.kind === 'string' ? token.value : '') ?? [];
  return count === undefined || word === undefined ? null : intervalHint(count, word.toLowerCase());
}

function intervalHint(count: string, word: string): string | null {
  const unit = unitNamed(word, [...STEP_UNITS, ...CALENDAR_UNITS]);
  return unit === undefined ? null : `Write \`interval ${count} ${unit}\`.`;
}

function opens(token: Token | null): boolean {
  return token?.kind === 'sign' && token.text === '(';
}
