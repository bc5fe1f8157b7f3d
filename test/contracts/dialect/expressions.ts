/** Expressions of the portable library over one table: every function, with each kind of argument. */
import { DIALECTS } from '../../../engines/index.ts';
import type { Expr } from '../../../generator/core/expr/expr.ts';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import type { Field, Source } from '../../../generator/core/spec/source.ts';
import type { Type } from '../../../generator/core/types/scalar.ts';
import { PLAIN } from '../../../generator/functions/library.ts';
import { checkExpression } from '../../../generator/language/checker.ts';
import { expressionText } from '../../compiler/language/support.ts';
import { OF_DOCUMENTS } from './documents.ts';
import { PARTS_OF_TEXTS } from './parts-of-texts.ts';

export const COLUMNS = {
  k: 'int64',
  s: 'string',
  u: 'string',
  i: 'int64',
  j: 'int64',
  x: 'float64',
  y: 'float64',
  m: 'decimal',
  n: 'decimal',
  b: 'bool',
  c: 'bool',
  ts: 'timestamp',
  tz: 'timestamp',
  edge: 'timestamp',
  d: 'date',
  ls: 'list<string>',
  li: 'list<int64>',
  lj: 'list<int64>',
  lx: 'list<float64>',
  lt: 'list<timestamp>',
  ld: 'list<date>',
  lb: 'list<bool>',
  doc: 'json',
  raw: 'string',
  ms: 'map<string>',
  mi: 'map<int64>',
  mx: 'map<float64>',
  mt: 'map<timestamp>',
  md: 'map<date>',
  mb: 'map<bool>',
} as const satisfies Record<string, Type>;

const field = (name: string, type: Type): Field => ({
  name,
  type,
  // stored narrow and as wide as can be
  digits:
    type !== 'decimal'
      ? null
      : name === 'm'
        ? { precision: 18, scale: 2 }
        : { precision: 38, scale: 9 },
  nullable: name !== 'k',
  description: null,
  unit: null,
  fields: [],
  is: null,
  optional: false,
  text: {},
});
export const source: Source = {
  name: 't',
  invalid: 'error',
  keys: [],
  scope: [],
  title: null,
  description: null,
  columns: Object.entries(COLUMNS).map(([name, type]) => field(name, type)),
  tables: Object.fromEntries(
    [...DIALECTS.keys()].map(name => [name, { name: ['t'], records: 'nested', where: null }]),
  ),
};

/** A call of each function with one signature, over columns. A function with domains needs expressions of its own. */
const PLAIN_CALLS = PLAIN.filter(({ domains }) => domains.length === 0).map(({ name, takes }) => {
  const args = takes.map((type, i) =>
    columnOf(
      type,
      takes.slice(0, i).filter(t => t === type),
    ),
  );
  return `${name}(${args.join(', ')})`;
});

/** A column of the type, another one for each argument of the type before. */
function columnOf(type: Type, before: readonly Type[]): string {
  const columns = Object.entries(COLUMNS).filter(([name, one]) => one === type && name !== 'k');
  const found = columns[before.length];
  if (found === undefined) throw new Error(`too few columns are a ${type}`);
  return found[0];
}

const WRITTEN = `
s; i; x; b; ts; d; i + j; i - j; i * 2; i / j; x / y; x + i; -i; -x; - -i; 1 - -2; i - -2; i = j; i != j; i <> 2; i < j; x <= y; x > i; s >= u; b = c;
ts = tz; ts < tz; d < '2026-01-01'; d >= '2000-02-29'; ts > '2026-01-01'; ts <= '2026-01-05T00:00:00Z'; b and c; b or c; not b; not b = c;
i is null; b is not null; s is null; s in ('abc', '42'); s not in ('abc', '42'); i in (1, null, 5); i not in (1, null); i in (j, 5); ts in (tz, '2026-01-01');
i between 0 and j; i not between 0 and 3; x between 0 and 2; ts between tz and '2030-01-01'; if(b, s, u); if(i > 0, x, y); if(b, ts, null); if(b, null, 5);
contains(s, ''); matches(s, '^a.c'); matches(s, 'C.d'); matches(s, '(?i)ABC'); matches(s, r'\\d+$'); matches(s, '.');
matches(s, '(?s)C.d'); matches(s, r'[\\p{L}]{2}'); length(s); concat(s, u); concat(s, u, s); concat(s, 'a', u) = 'x';
coalesce(s, u, 'z'); coalesce(i, j, 0); coalesce(x, i, 0); coalesce(b, false); coalesce(ts, tz); coalesce(d, '2026-01-01'); nullif(i, j); nullif(s, ''); nullif(b, c);
abs(i); abs(x); round(x); round(y); round(i); floor(x); ceil(x); floor(y); ceil(y); round(x) + round(y);
trunc(ts, second); trunc(ts, minute); trunc(ts, hour); trunc(ts, day); trunc(ts, week); trunc(tz, week); trunc(tz, day); trunc(tz, interval 5 minute); trunc(tz, interval 90 minute);
ts + interval 5 minute; ts - interval 90 second; tz + interval 1 day; tz - interval 1 week; trunc(ts, day) - interval 1 second; now() > ts; now() - interval 1 day < tz;
cast_string(i); cast_string(b); cast_string(d); cast_string(s); cast_int64(s); cast_int64(u); cast_int64(x); cast_int64(y); cast_int64(b); cast_float64(s); cast_float64(u); cast_float64(i);
cast_timestamp(s); cast_timestamp(u); (i + j) * 2; i - (j - 1); i * (j + 1) / 2; not (b and c) or b; (s = u) = b; (i is null) = (j is null); -(i + 1); 2 * -i; if(b is null, 1, 0) + 1;
i + 1 in (2, 3); (b or c) and not c; b and (c or b) and c; x * 1e-10; 1.5; -2; 'a\\'b\\\\c\\n'; 2.0 * x; true; 1e300; -0.5 - x; '2026-01-01' = d;
m; n; m + n; n - m; m + 1; 0.1 + m; m * 3; i * m; m * i; -m; -n; abs(m); abs(n); m / n; m / 3; i / m; m = n; m != 0.1; m < n; n >= i; m > 12.33; 12.34 <= m; m = 0; m between -2.5 and 0.1; m between i and n;
m in (0.1, 12.34); n not in (-2.5, 0.5); m in (n, 1, null); m is null; n is not null; if(b, m, n); if(b, m, 0.000000001); if(b, n, null); coalesce(m, n, 0); coalesce(n, 0.123456789); nullif(m, 0.1); nullif(m, n);
cast_string(m); cast_string(n); cast_int64(m); cast_int64(n); cast_float64(m); cast_decimal(s); cast_decimal(u); cast_decimal(i); cast_decimal(m); cast_decimal('-12.50'); (m + 1) * 2 - 0.5; if(m + 0.5 > n, m, 0) + 1; concat(cast_string(m), s);
trunc(ts, month); trunc(ts, quarter); trunc(ts, year); trunc(tz, month); trunc(tz, year); trunc(ts, interval 3 month); trunc(d, day); trunc(d, week); trunc(d, month); trunc(d, quarter); trunc(d, year);
ts + interval 1 month; ts - interval 1 month; ts - interval 13 month; tz + interval 2 quarter; tz - interval 70 year; ts + interval 1 month - interval 1 month; if(d between '1901-01-01' and '2290-01-01', d + interval 1 month, null);
if(d between '1901-01-01' and '2290-01-01', d - interval 1 quarter, null); if(d between '1901-01-01' and '2290-01-01', d - interval 1 year, null); if(d < '2290-01-01', d + interval 1 day, null); if(d > '1901-01-01', d - interval 2 week, null);
date(ts); date(tz); date(d); timestamp(d); timestamp(date(ts)) = trunc(ts, day); cast_date(s); cast_date(u); cast_date(d); cast_string(date(ts)); d = ts; d < ts; ts >= d; d between ts and tz; ts in (d, tz, '2026-01-01'); d in (ts, '2026-01-01'); nullif(ts, d);
extract(year from ts); extract(quarter from ts); extract(month from ts); extract(week from ts); extract(day from ts); extract(dayofweek from ts); extract(hour from ts); extract(minute from ts); extract(second from ts); extract(hour from tz) * 60 + extract(minute from tz);
epoch_seconds(ts) + 1; epoch_millis(tz) * 2; epoch_seconds(edge); epoch_millis(edge); epoch_micros(ts); epoch_micros(edge); from_epoch_micros(j); from_epoch_micros(epoch_micros(edge)); from_epoch_seconds(i); from_epoch_millis(i); from_epoch_seconds(j); from_epoch_millis(j); from_epoch_seconds(epoch_seconds(ts)); from_epoch_millis(epoch_millis(tz)) = tz; from_epoch_millis(-1); trunc(from_epoch_seconds(i * 1000), day); from_epoch_seconds(10413791999); from_epoch_millis(-2208988800000);
extract(year from d); extract(quarter from d); extract(month from d); extract(week from d); extract(day from d); extract(dayofweek from d); -extract(day from d) * 2; 
timestamp_diff(ts, tz, microsecond); timestamp_diff(ts, tz, millisecond); timestamp_diff(ts, tz, second); timestamp_diff(tz, ts, minute); timestamp_diff(ts, tz, hour); timestamp_diff(tz, ts, day); timestamp_diff(ts, '2026-01-02T12:00:00Z', day);
date_diff(d, '2024-02-29', day); date_diff(d, date(ts), day); date_diff(d, date(ts), week); date_diff(date(ts), d, week); date_diff(d, date(tz), month); date_diff(d, date(ts), quarter); date_diff(date(tz), d, year); date_diff(d, '2026-01-01', week) + 1;
format_timestamp('%Y-%m-%d %H:%M:%S', ts); format_timestamp('%j %a %A %b %B %y %I %p %%', ts); format_timestamp('%F %T %u %w %V %G', ts); format_timestamp('%d%a%d%d|%u%d|%u%j|%y%Y|%S%S|%j%d|%m%d%H%M%S%p%%%b%B%A%a', ts); format_timestamp('%%w%w%%%w', ts); format_timestamp('%j %a %A %b %B %y %I %p %u %w %V %G', tz); format_timestamp("it's %%M \\\\ {x} %Mh", ts);
trunc(edge, day, 'America/Havana'); trunc(edge, day, 'Atlantic/Azores'); trunc(edge, day, 'Australia/Lord_Howe'); trunc(edge, day, 'Pacific/Apia'); trunc(edge, day, 'Europe/Berlin'); trunc(edge, day, 'America/Scoresbysund'); trunc(edge, day, 'UTC');
trunc(ts, week(sunday)); trunc(tz, week(sunday)); trunc(edge, week(sunday), 'Pacific/Apia'); trunc(edge, week(sunday), 'America/Havana'); if(d > '1901-01-01', trunc(d, week(sunday)), null); date(trunc(ts, week(sunday))) + interval 1 day;
trunc(edge, week, 'Pacific/Apia'); trunc(edge, month, 'America/Havana'); trunc(edge, quarter, 'Asia/Kathmandu'); trunc(edge, year, 'Pacific/Apia'); trunc(edge, interval 1 week, 'Europe/Berlin'); trunc(edge, hour, 'Asia/Kathmandu'); trunc(edge, interval 3 months, 'Atlantic/Azores');
date(edge, 'Pacific/Apia'); date(edge, 'America/Havana'); date(edge, 'Asia/Kathmandu'); timestamp(date(edge), 'America/Havana'); timestamp(date(edge), 'Pacific/Apia'); timestamp(date(edge), 'America/Scoresbysund'); timestamp(date(edge), 'Atlantic/Azores') < edge;
extract(hour from edge at time zone 'Australia/Lord_Howe'); extract(minute from edge at time zone 'Asia/Kathmandu'); extract(dayofweek from edge at time zone 'Pacific/Apia'); extract(year from edge at time zone 'America/Havana') + 1; extract(week from edge at time zone 'Asia/Kathmandu');
format_timestamp('%F %T %p', edge, 'America/Havana'); format_timestamp('%G-W%V-%u %B', edge, 'Pacific/Apia'); format_timestamp('%z', edge, 'America/Havana'); format_timestamp('%FT%T%z, %%z', edge, 'Asia/Kathmandu'); format_timestamp('%H%z', ts); date(trunc(edge, day, 'Pacific/Apia')); extract(hour from trunc(edge, month, 'Europe/Berlin'));
ts >= '1969-12-31T23:59:59.999999Z'; tz <= '1969-12-30T23:59:59.999999Z'; coalesce(j, -9223372036854775808);
case when i > j then 'more' when i < j then 'less' when i = j then 'same' else null end; case when b then i end; case when c then null when b then x else i end; case i when 5 then s when j then u else 'z' end;
case s when 'abc' then 1 when u then 2.5 end; case when b then m when c then n else 0 end; case when b then ts when c then tz end; 1 + case when b then 1 else 2 end * 2; (case when b then c else b end) or c; case case when b then 1 else 2 end when 1 then s end;
greatest(i, j); least(i, j, 3); greatest(x, y); least(x, i); greatest(s, u); least(s, u, 'b'); greatest(m, n); least(m, i); greatest(ts, tz); least(ts, '2026-01-02'); greatest(d, '2000-01-01'); least(b, c); greatest(k, 3); greatest(k, i + j) + 1; least(k, null);
sign(i); sign(x); sign(m); sign(n); sign(j) * 300; -sign(x); round(x, 2); round(y, 1); round(x, 0); round(x, -1); round(y, -15); round(y, 4) * 2; round(x / 3, 3); round(i, -2); round(2.675, 2); round(-x, 15); round(m, 2); round(n, 0); round(-n, 8); round(m * 3, 1); round(m, 9); round(cast_decimal('99999999999999999999999999999.5'), 0); round(cast_decimal('-0.125'), 2); trunc_number(x); trunc_number(y); trunc_number(i / 2);
mod(i, j); mod(i, 3); mod(-i, -3); mod(i, -1); mod(i, 0); mod(coalesce(j, -9223372036854775808), sign(j) - 2); mod(coalesce(j, -9223372036854775808), -1); mod(7, i) + 1; -mod(i, 5); mod(i, null); bit_and(i, j); bit_or(i, j); bit_and(i, 255) + 1; bit_or(-i, 1) * 2; bit_and(i - 1, j + 1); bit_or(1, 2); bit_count(i); bit_count(-i) + 1; bit_count(j - 1);
safe_add(i, j); safe_add(i, 9223372036854775807); safe_subtract(-9223372036854775807, i); safe_multiply(i, j); safe_multiply(i, 9007199254740993); safe_negate(i); safe_negate(coalesce(j, -9223372036854775808)); safe_abs(i); safe_abs(coalesce(j, -9223372036854775808)); safe_add(i, null);
safe_add(x, y); safe_subtract(x, i); safe_multiply(x, y); safe_multiply(y, y); safe_negate(x); safe_abs(y); safe_add(m, n); safe_subtract(n, m); safe_multiply(m, n); safe_multiply(n, n); safe_multiply(n, i); safe_add(cast_decimal('99999999999999999999999999999.5'), n); safe_negate(n); safe_abs(m); safe_add(safe_multiply(i, j), 1) * 2;
div(i, j); div(i, 3); div(-i, -3); div(i, -1); div(i, 0); div(coalesce(j, -9223372036854775808), sign(j) - 2); div(coalesce(j, -9223372036854775808), -1); div(7, i) + 1; -div(i, 5); div(i, null); div(k + 10, k + 1);
format_number(x, 2); format_number(y, 0); format_number(y, 15); format_number(i, 1); format_number(2.675, 2); format_number(0.125, 2); format_number(0.375, 2); format_number(-0.001, 2); format_number(x / 3, 4); format_number(0.5, 0); format_number(1.5, 0); format_number(0 - x, 3); concat(format_number(i, 0), '%'); format_number(1e300, 1); format_number(x / 7, 15); format_number(y / 1e285, 6); format_number(123456789012345.675, 3); format_number(i, 15); format_number(coalesce(j, -9223372036854775808), 0); format_number(cast_float64(m), 2);
format_bytes(i); format_bytes(x); format_bytes(y); format_bytes(cast_float64(m)); format_bytes(0); format_bytes(-1536); format_bytes(1023.5); format_bytes(1024); format_bytes(1048575); format_bytes(1048576.0 * i); format_bytes(5e12); format_bytes(1e18); format_bytes(coalesce(j, -9223372036854775808)); format_bytes(1e30); format_bytes(1e300); format_bytes(null); length(format_bytes(i * 1e6));
round_exact(x, 2); round_exact(y, 1); round_exact(2.675, 2); round_exact(1.005, 2); round_exact(x / 3, 3); round_exact(-x, 1); round_exact(i, 2); round_exact(0.125 * i, 2); round_exact(x * 1.115, 2) + 1;
parse_int64(s); parse_int64(u); parse_int64(concat(' \\t', u, '\\n')); parse_int64(concat('  ', u, '\\t')); parse_int64('\\t0x1F'); parse_int64('0x7fffffffffffffff'); parse_int64('-0X8000000000000000'); parse_int64('0xffffffffffffffff'); parse_int64(concat('0x', u)); parse_int64('0x'); parse_int64('-'); parse_int64('+0x00000000000000000000001F') + i; parse_int64(cast_string(i));
list_join(ls, ', '); list_join(ls, ''); list_join(ls, '日'); length(list_join(ls, '-'));
sqrt(x); sqrt(i); sqrt(abs(y)); pow(x, 2); pow(x, y); pow(0, -i); pow(i, 0.5); pow(j, j); pow(y, 2); exp(x); exp(y); exp(-y); exp(i * 100); ln(x); ln(y); ln(i); log10(x); log10(1000); log10(abs(i)); 2 * ln(y) - sqrt(y) / 2; sqrt(null);
sin(x); sin(i); cos(y); tan(x); tan(i + 0.5); asin(x); asin(y / 1000); acos(y); acos(i / 7); atan(x); atan(y); atan2(x, y); atan2(i, -1); atan2(0, x);
ls; li; lx; lt; ld; lb; s in ls; s not in ls; 'b' in ls; i in li; k in lj; i not in lj; not i in li; ts in lt; '2026-01-01' in lt; d in ld; '2000-02-29' in ld; b in lb; x in lx; i + 1 in li;
ls[0]; ls[1]; ls[5]; li[0] + 1; lt[0]; ld[1]; lb[0] and b; length(ls); length(li) = 0; overlaps(li, lj); overlaps(ls, ls); not overlaps(lj, li); contains_any(s, ls); contains_any(u, ls); not contains_any('xb', ls); length(ls[0]);
ms; mi; mx; mt; md; mb; ms['abc']; ms['']; ms['it\\'s']; ms[s]; ms[u]; mi['abc']; mi[''] + 1; -mi['abc']; mx['b']; mt['abc']; trunc(mt['b'], day); md[''] > d; mb['abc'] and b; ms[ms['b']]; length(ms); length(mi) = 0; length(ms['abc']);
has_key(ms, 'abc'); has_key(ms, s); not has_key(mi, 'b'); has_key(mx, lower(u)); has_key(mt, ''); has_key(md, 'x') or b; has_key(mb, cast_string(i)); ms['abc'] is null; coalesce(ms['b'], s);${PARTS_OF_TEXTS};${OF_DOCUMENTS}`
  .split(';')
  .map(text => text.trim())
  .filter(text => text !== '');

export const SCALAR_EXPRESSIONS: readonly string[] = [...new Set([...WRITTEN, ...PLAIN_CALLS])];

export const AGGREGATE_EXPRESSIONS = `
count(); count(i); count(s); count_if(b); count_if(i > 1); count_distinct(s); count_distinct(i); sum(i); sum(x); avg(i); avg(x); min(i); max(i); min(x); max(x); min(s); max(s); min(ts); max(ts);
min(d); max(d); quantile(x, 0.5); quantile(i, 0.07); quantile(ts, 0.95); quantile(i, 0); quantile(i, 1); quantile(x, 0.999); max(b);
sum(m); sum(m + 0.001); avg(m); avg(n); avg(m) filter (where b); avg(n - m); min(m); max(m); min(n); max(n); count(m); count_distinct(m); quantile(m, 0.5); quantile(n, 0.25); sum(m * 2); sum(if(b, m, 0)); sum(n - m); sum(k); sum(1); avg(k); min(k); max(k);
quantile(k, 0); quantile(k, 0.07); quantile(k, 0.5); quantile(k, 0.925); quantile(k, 0.999); quantile(k, 1);
quantile_cont(x, 0.5); quantile_cont(y, 0.07); quantile_cont(i, 0.25); quantile_cont(k, 0.333333); quantile_cont(k, 0); quantile_cont(j, 1); quantile_cont(m, 0.95); quantile_cont(n, 0.5); quantile_cont(y, 0.5); quantile_cont(x, 0.29) filter (where c); quantile_cont(k, 0.5) filter (where false); quantile_cont(x + i, 0.9);
stddev(x); stddev(i); stddev(m); stddev(k); variance(x); variance(i); variance(m); variance(k); stddev_pop(x); stddev_pop(k); stddev_pop(m); stddev_pop(i) filter (where false); var_pop(x); var_pop(i); var_pop(m); var_pop(k) filter (where k = 3); bit_or_agg(i); bit_or_agg(k); bit_or_agg(abs(j));
arg_min(s, i); arg_max(s, i); arg_min(i, s); arg_max(x, ts); arg_max(ts, b); arg_min(d, x); arg_max(k, b); arg_min(s, k); arg_max(k, k); arg_max(m, d); arg_min(b, n); arg_max(s, d); arg_min('a', d); arg_max(s, 1); arg_min(1, 'b');
string_agg(s, ', '); string_agg(s, '' order by i); string_agg(s, ' - ' order by i desc); string_agg(s, ',' order by s desc); string_agg(distinct s, ', '); string_agg(distinct u, '|' order by u desc);
string_agg(s, ',' order by b desc, x); string_agg(s, ',' order by i > 2 or b, k); string_agg(s, ',' order by i > 2 or b, k desc); string_agg(s, ',' order by ts, i desc); string_agg(s, ',' order by d, u desc); string_agg(s, ',' order by x desc, s); string_agg(s, ',' order by m desc, k);
string_agg(u, ',' order by b, m desc, d desc, ts desc, b desc, s desc); string_agg(cast_string(k), '-' order by k); string_agg('a', ','); string_agg(distinct 'a', ','); string_agg(s, ',' order by 1, 'x');
count() filter (where b); count(i) filter (where i > 1); count_if(b) filter (where c); count_distinct(s) filter (where b); sum(i) filter (where b or c); sum(m) filter (where b); avg(x) filter (where i is null);
min(s) filter (where false); max(ts) filter (where b); quantile(x, 0.5) filter (where c); stddev(x) filter (where b); bit_or_agg(i) filter (where b); arg_max(s, k) filter (where b); arg_min(k, i) filter (where c);
string_agg(s, ',' order by k desc) filter (where b); string_agg(distinct s, ',' order by s desc) filter (where c); string_agg(s, ',') filter (where b); list_agg(s); list_agg(i order by k desc); list_agg(distinct s); list_agg(distinct u order by u desc limit 3); list_agg(y order by i, k limit 4);
list_agg(ts order by ts desc limit 5); list_agg(d); list_agg(b order by s desc); list_agg(k order by s, k desc limit 10000); list_agg(distinct i); list_agg(s order by k limit 1) filter (where b); list_agg(distinct d) filter (where i is null); list_agg(k limit 2) filter (where false);
list_agg(i order by b desc, x, u limit 7) filter (where k > 3); list_agg(1 limit 2); list_agg(s order by d desc, m, k); list_agg(distinct b); list_agg(distinct 'a'); sum(k) filter (where k > 3)`
  .split(';')
  .map(text => text.trim())
  .filter(text => text !== '');

export function typed(text: string, aggregates: boolean): Expr {
  const { diagnostics, report } = collector();
  const scope = {
    from: source,
    output: () => null,
    outputNames: [],
    params: new Map(),
    present: new Set<string>(),
    used: () => undefined,
    step: () => undefined,
    aggregates: aggregates ? (true as const) : 'here',
    expects: 'any' as const,
  };
  const expr = checkExpression(expressionText(text), scope, report);
  if (expr === null || expr.kind === 'record')
    throw new Error(`${text}: ${diagnostics[0]?.message ?? 'a record'}`);
  return expr;
}
