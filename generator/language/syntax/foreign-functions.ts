/** What stands for functions of other SQL dialects, for hints. */

const CASTS =
  'Use one of `cast_string`, `cast_int64`, `cast_float64`, `cast_decimal`, `cast_timestamp`, `cast_date`.';
const TRUNC = 'Use `trunc(timestamp, unit)`.';
const MATCHES = 'Use `matches(text, pattern)`.';
const CONTAINS = 'Use `contains(text, part)`.';
const NOW = 'Use `now()`.';
const SHIFT = 'Write `timestamp + interval 5 minute` or `day + interval 1 day`, or `-`.';
const DIFF = 'Use `timestamp_diff(a, b, second)` or `date_diff(a, b, day)`.';
const EXTRACT = 'Use `extract(hour from timestamp)`.';
const FORMAT = "Use `format_timestamp('%Y-%m-%d', timestamp)`.";
const QUANTILE = 'Use `quantile(x, rank)` or `approx_quantile(x, rank)`.';
const IF = 'Use `if(condition, then, else)`.';
const LENGTH = 'Use `length(text)`.';

const HINTS: ReadonlyMap<string, string> = new Map([
  ['cast', CASTS],
  ['safe_cast', CASTS],
  ['try_cast', CASTS],
  ['convert', CASTS],
  ['to_string', CASTS],
  ['string', CASTS],
  ['numeric', CASTS],
  ['bignumeric', CASTS],
  ['todecimal128', CASTS],
  ['date_trunc', TRUNC],
  ['timestamp_trunc', TRUNC],
  ['datetime_trunc', TRUNC],
  ['time_bucket', TRUNC],
  ['timestamp_bucket', TRUNC],
  ['date_bin', TRUNC],
  ['regexp_contains', MATCHES],
  ['regexp_matches', MATCHES],
  ['regexp_like', MATCHES],
  ['match', MATCHES],
  ['like', CONTAINS],
  ['strpos', CONTAINS],
  ['position', CONTAINS],
  ['instr', CONTAINS],
  ['contains_substr', CONTAINS],
  ['current_timestamp', NOW],
  ['add_months', SHIFT],
  ['dateadd', SHIFT],
  ['timestamp_add', SHIFT],
  ['timestamp_sub', SHIFT],
  ['date_add', SHIFT],
  ['date_sub', SHIFT],
  ['datediff', DIFF],
  ['datetime_diff', DIFF],
  ['datepart', EXTRACT],
  ['date_part', EXTRACT],
  ['year', EXTRACT],
  ['month', EXTRACT],
  ['day', EXTRACT],
  ['hour', EXTRACT],
  ['dayofweek', EXTRACT],
  ['format_date', FORMAT],
  ['strftime', FORMAT],
  ['formatdatetime', FORMAT],
  ['date_format', FORMAT],
  ['to_char', FORMAT],
  ['to_date', 'Use `date(timestamp)` or `cast_date(text)`.'],
  ['todate', 'Use `date(timestamp)` or `cast_date(text)`.'],
  ['current_date', 'Use `date(now())`.'],
  ['today', 'Use `date(now())`.'],
  ['countif', 'Use `count_if(condition)`.'],
  ['ifnull', 'Use `coalesce(x, …)`.'],
  ['nvl', 'Use `coalesce(x, …)`.'],
  ['isnull', 'Write `x is null`.'],
  ['iff', IF],
  ['approx_quantiles', QUANTILE],
  ['percentile_cont', QUANTILE],
  ['percentile_disc', QUANTILE],
  ['quantile_disc', QUANTILE],
  ['quantile_cont', QUANTILE],
  ['percentile', QUANTILE],
  ['median', 'Use `quantile(x, 0.5)`.'],
  ['uniq', 'Use `approx_count_distinct(x)`.'],
  ['uniqexact', 'Use `count_distinct(x)`.'],
  ['average', 'Use `avg(number)`.'],
  ['mean', 'Use `avg(number)`.'],
  ['ceiling', 'Use `ceil(number)`.'],
  ['char_length', LENGTH],
  ['character_length', LENGTH],
  ['len', LENGTH],
  ['safe_divide', 'Use `/`, which gives NULL for a division by zero.'],
  ['first', 'Use `any_value(x)`.'],
]);

/** The hint for a function that the library does not have under that name; `null` where none is known. */
export function foreignHint(name: string): string | null {
  return HINTS.get(name.toLowerCase()) ?? null;
}
