import { describe, expect, test } from 'vitest';
import { visitExpr } from '../../../generator/core/expr/walk.ts';
import type { Param } from '../../../generator/core/plan/param.ts';
import { LIBRARY } from '../../../generator/functions/library.ts';
import { AGGREGATES, EXACT_FUNCTIONS, FUNCTIONS } from '../../../generator/functions/names.ts';
import { writtenAs } from '../../../generator/functions/written.ts';
import type { ResolvedName, Scope } from '../../../generator/language/scope.ts';
import { INSTANT_PATTERN } from '../../../generator/params/time/instant.ts';
import { COLUMNS, check, outcome, PARAMS, param, scope } from './support.ts';

/** A cast of `path` that reads the texts of a pattern alone. */
function onlyMatching(scalar: string, pattern: string): string {
  const condition = `fits:bool(path?, ${JSON.stringify(pattern)})?`;
  return `if:${scalar}(${condition}, ${scalar}_from_string:${scalar}(path?)?, null:${scalar}?)?`;
}

const RIGHT: readonly (readonly [text: string, printed: string])[] = [
  ['status <= 400', 'le:bool(status?, 400)?'],
  ['bytes * 8', 'multiply:int64(bytes, 8)'],
  ['status = 400', 'eq:bool(status?, 400)?'],
  ['status >= 400.5', 'ge:bool(float64_from_int64:float64(status?)?, float64 400.5)?'],
  ['bytes between 1 and 2', 'between:bool(bytes, 1, 2)'],
  [
    "user in ('a', null, 'b', path, @name)",
    'or:bool(in:bool(user?, "a", "b", @name)?, null:bool?, eq:bool(user?, path?)?)?',
  ],
  ["user in ('a')", 'eq:bool(user?, "a")?'],
  ['user in @names', 'in_list:bool(user?, @names)?'],
  ["'a' not in @names", 'not:bool(in_list:bool("a", @names))'],
  ['bytes in @statuses', 'in_list:bool(bytes, @statuses)'],
  ['count_if(contains_any(user, @names))', 'count_if:int64(contains_any:bool(user?, @names)?)'],
  ['overlaps(tags, @names)', 'overlaps:bool(tags, @names)'],
  ["user not in ('a','b')", 'not:bool(in:bool(user?, "a", "b")?)?'],
  ["timestamp >= '2026-01-01'", 'ge:bool(timestamp, timestamp 1767225600000000)'],
  ["born = '2026-01-01'", 'eq:bool(born?, date 2026-01-01)?'],
  ['raw is null', 'is_null:bool(raw?)'],
  ['coalesce(raw, null)', 'coalesce:json(raw?, null:json?)?'],
  ['coalesce(user)', 'user?'],
  ["coalesce(user, 'a')", 'coalesce:string(user?, "a")'],
  ["if(status < 400, 'good', null)", 'if:string(lt:bool(status?, 400)?, "good", null:string?)?'],
  ['if(null, 1, 2.5)', 'if:float64(null:bool?, float64 1, float64 2.5)'],
  ["nullif(user, '')", 'nullif:string(user?, "")?'],
  [
    'metadata is null',
    'and:bool(is_null:bool(metadata.ref?), is_null:bool(metadata.request.host?), is_null:bool(metadata.request.port?))',
  ],
  [
    'metadata is not null',
    'or:bool(is_not_null:bool(metadata.ref?), is_not_null:bool(metadata.request.host?), is_not_null:bool(metadata.request.port?))',
  ],
  ['trace is null', 'is_null:bool(trace.id)'],
  ['metadata.request.host', 'metadata.request.host?'],
  ['metadata.request.port', 'metadata.request.port?'],
  ['trace.id', 'trace.id'],
  ['`strange name`', 'strange name?'],
  ['project', 'metadata.request.host?'],
  ['count_if(status >= 400)', 'count_if:int64(ge:bool(status?, 400)?)'],
  ['sum(status)', 'sum_int64:int64(status?)?'],
  ['sum(duration)', 'sum_float64:float64(duration?)?'],
  ['avg(status)', 'avg:float64(float64_from_int64:float64(status?)?)?'],
  ['count()', 'count_rows:int64()'],
  ['count(status)', 'count:int64(status?)'],
  ['any_value(raw)', 'any_value:json(raw?)?'],
  ['quantile(duration, 0.999)', 'quantile:float64(duration?, 999/1000)?'],
  [
    'quantile_cont(status, 0.5)',
    'quantile_cont:float64(float64_from_int64:float64(status?)?, 1/2)?',
  ],
  ['approx_quantile(status, 0.95)', 'approx_quantile:int64(status?, 19/20)?'],
  ['min(born)', 'min:date(born?)?'],
  ['stddev(status)', 'stddev:float64(float64_from_int64:float64(status?)?)?'],
  ['arg_max(path, born)', 'arg_max:string(path?, born? order by born? desc, path?)?'],
  ["string_agg(path, ',')", 'string_agg:string(path?, "," order by path?)?'],
  [
    "string_agg(path, ',' order by bytes desc, 1)",
    'string_agg:string(path?, "," order by bytes desc, path?)?',
  ],
  [
    "string_agg(path, ',' order by bytes, born desc)",
    'string_agg:string(path?, "," order by bytes, born? desc, path? desc)?',
  ],
  [
    "string_agg(distinct path, ',' order by path desc)",
    'string_agg:string(distinct path?, "," order by path? desc)?',
  ],
  ['count() filter (where ok)', 'count_if:int64(ok?)'],
  ['count_if(ok) filter (where bytes > 1)', 'count_if:int64(and:bool(gt:bool(bytes, 1), ok?)?)'],
  ['sum(bytes) filter (where ok)', 'sum_int64:int64(bytes) where ok??'],
  ['status + 1.5', 'add:float64(float64_from_int64:float64(status?)?, float64 1.5)?'],
  ['status / 2', 'divide:float64(float64_from_int64:float64(status?)?, float64 2)?'],
  ['-status', 'negate:int64(status?)?'],
  ["concat(path, 'x', null)", 'concat:string(path?, "x", null:string?)?'],
  ['cast_int64(path)', onlyMatching('int64', '^[+-]?[0-9]+$')],
  ['cast_decimal(path)', onlyMatching('decimal', '^(?:[+-]?[0-9]{1,29}(?:\\.[0-9]{1,9})?)$')],
  ['cast_int64(status)', 'status?'],
  ['cast_timestamp(timestamp)', 'timestamp'],
  ['cast_float64(status)', 'float64_from_int64:float64(status?)?'],
  ['timestamp - interval 5 minutes', 'shift(timestamp, -300000000)'],
  ['interval 5 minute + at', 'shift(at?, 300000000)?'],
  ["'2026-01-01' + interval 1 day", 'shift(timestamp 1767225600000000, 86400000000)'],
  ['timestamp - @span', 'subtract_micros:timestamp(timestamp, @span)'],
  ['at + @span', 'add_micros:timestamp(at?, @span)?'],
  ['@span + at', 'add_micros:timestamp(at?, @span)?'],
  ['trunc(at, @span)', 'floor_micros:timestamp(at?, @span)?'],
  ['interval - 5', 'subtract:int64(interval?, 5)?'],
  ['trunc(timestamp, HOUR)', 'trunc(timestamp, hour)'],
  ['trunc(timestamp, interval 5 minute)', 'trunc(timestamp, 300000000)'],
  ['now()', 'now'],
  ["Contains(path, '/a')", 'contains:bool(path?, "/a")?'],
  ["matches(path, r'^/v\\d+')", 'matches:bool(path?, "^/v\\\\d+")?'],
  ['matches(path, @pattern)', 'matches:bool(path?, @pattern)?'],
  ['@ratio', '@ratio'],
  ['@least + @ratio', 'add:float64(float64_from_int64:float64(@least), @ratio)'],
  ['round(status)', 'round:float64(float64_from_int64:float64(status?)?)?'],
  ['abs(status)', 'abs:int64(status?)?'],
  ['abs(null)', 'abs:int64(null:int64?)?'],
  ['ok and not ok or ok', 'or:bool(and:bool(ok?, not:bool(ok?)?)?, ok?)?'],
  [
    'count / interval',
    'divide:float64(float64_from_int64:float64(count?)?, float64_from_int64:float64(interval?)?)?',
  ],
  ['1', '1'],
  ["'a'", '"a"'],
  ['true', 'true'],
  ['1.5e1', 'float64 15'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['bytes in (1, 2, 3)', 'in:bool(bytes, 1, 2, 3)'],
  ['bytes in (null, 1)', 'or:bool(null:bool?, eq:bool(bytes, 1))?'],
  ['path in (method)', 'eq:bool(path?, method)?'],
  ['user is null', 'is_null:bool(user?)'],
  ['status in (1, 2.5)', 'in:bool(float64_from_int64:float64(status?)?, float64 1, float64 2.5)?'],
  ["born in ('2026-01-01', '2026-01-02')", 'in:bool(born?, date 2026-01-01, date 2026-01-02)?'],
  [
    "timestamp between '2026-01-01' and now()",
    'between:bool(timestamp, timestamp 1767225600000000, now)',
  ],
  ['null is null', 'is_null:bool(null:string?)'],
  ['ok = true', 'eq:bool(ok?, true)?'],
  ["not user = 'a'", 'not:bool(eq:bool(user?, "a")?)?'],
  ['status = @least', 'eq:bool(status?, @least)?'],
  ['timestamp > @since', 'gt:bool(timestamp, @since)'],
  ['if(ok, raw, null)', 'if:json(ok?, raw?, null:json?)?'],
  ['max(timestamp)', 'max:timestamp(timestamp)?'],
  ['min(ok)', 'min:bool(ok?)?'],
  ['count_distinct(born)', 'count_distinct:int64(born?)'],
  ['approx_count_distinct(user)', 'approx_count_distinct:int64(user?)'],
  ['quantile(born, 1)', 'quantile:date(born?, 1/1)?'],
  ['quantile(timestamp, 0)', 'quantile:timestamp(timestamp, 0/1)?'],
  ['approx_quantile(duration, 0.5)', 'approx_quantile:float64(duration?, 1/2)?'],
  [
    '(approx_quantile(duration, (0.95))) - 1',
    'subtract:float64(approx_quantile:float64(duration?, 19/20)?, float64 1)?',
  ],
  ['cast_int64(duration)', 'int64_from_float64:int64(duration?)?'],
  ['cast_int64(ok)', 'int64_from_bool:int64(ok?)?'],
  ['cast_string(ok)', 'string_from_bool:string(ok?)?'],
  ['cast_string(born)', 'string_from_date:string(born?)?'],
  ['cast_string(status)', 'string_from_int64:string(status?)?'],
  ['cast_timestamp(path)', onlyMatching('timestamp', `^(?:${INSTANT_PATTERN})$`)],
  [
    'cast_float64(path)',
    onlyMatching(
      'float64',
      String.raw`^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`,
    ),
  ],
  ['cast_string(path)', 'path?'],
  ['status != 1 and bytes <> 2', 'and:bool(ne:bool(status?, 1)?, ne:bool(bytes, 2))?'],
  ['ends_with(path, @name)', 'ends_with:bool(path?, @name)?'],
  [
    'floor(duration) + ceil(duration)',
    'add:float64(floor:float64(duration?)?, ceil:float64(duration?)?)?',
  ],
  ["trunc(at, week, 'Europe/Berlin')", 'start_of:timestamp("week", at?, "Europe/Berlin")?'],
  ["trunc(at, hour, 'Europe/Berlin')", 'trunc(at?, hour)?'],
  ["date(at, 'UTC')", 'date_from_timestamp:date(at?, "UTC")?'],
  ["timestamp(born, 'UTC')", 'timestamp_from_date:timestamp(born?, "UTC")?'],
  ["extract(hour from at at time zone 'UTC')", 'extract:int64("hour", at?, "UTC")?'],
  ['trunc(at, interval 3 months)', 'start_of:timestamp("quarter", at?)?'],
  ['trunc(born, week)', 'start_of:date("week", born?)?'],
  ['trunc(born, DAY)', 'born?'],
  ['born - interval 2 weeks', 'add_days:date(born?, -14)?'],
  ['interval 1 year + born', 'add_months:date(born?, 12)?'],
  ['timestamp - interval 1 quarter', 'add_months:timestamp(timestamp, -3)'],
  ['timestamp < born', 'lt:bool(timestamp, timestamp_from_date:timestamp(born?)?)?'],
  ['date(born)', 'born?'],
  ["date('2026-01-15T10:00:00Z')", 'date_from_timestamp:date(timestamp 1768471200000000)'],
  ['EXTRACT(DayOfWeek FROM born)', 'extract:int64("dayofweek", born?)?'],
  ["format_timestamp('%F', timestamp)", 'format_timestamp:string("%F", timestamp)'],
  ['trunc(at, week)', 'trunc(at?, week)?'],
  [
    "trunc('2026-01-15T10:07:30Z', interval 60 seconds)",
    'trunc(timestamp 1768471650000000, minute)',
  ],
  ['trunc(timestamp, interval 1 week)', 'trunc(timestamp, week)'],
  ['status between 100 and null', 'between:bool(status?, 100, null:int64?)?'],
  [
    'status between 1.5 and 2',
    'between:bool(float64_from_int64:float64(status?)?, float64 1.5, float64 2)?',
  ],
  ['status not between 1 and 2', 'not:bool(between:bool(status?, 1, 2)?)?'],
  ["coalesce(at, '2026-01-01 10:00')", 'coalesce:timestamp(at?, timestamp 1767261600000000)'],
  ["'2026-01-01' < '2026-01-02'", 'lt:bool("2026-01-01", "2026-01-02")'],
  ['COUNT()', 'count_rows:int64()'],
  ['interval', 'interval?'],
  ['greatest(status, 1.5)', 'greatest:float64(float64_from_int64:float64(status?)?, float64 1.5)?'],
  ["least(timestamp, '2026-01-01')", 'least:timestamp(timestamp, timestamp 1767225600000000)'],
  ['sign(price)', 'sign:decimal(price?)?'],
  ['sign(bytes)', 'sign:int64(bytes)'],
  ['round(status, 2)', 'round_to:float64(float64_from_int64:float64(status?)?, 2)?'],
  ['round(duration, -15)', 'round_to:float64(duration?, -15)?'],
  ['mod(bytes, 3)', 'mod:int64(bytes, 3)?'],
  ['sqrt(bytes)', 'sqrt:float64(float64_from_int64:float64(bytes))?'],
  ["case when bytes > 1 then 'a' else 'b' end", 'case:string(gt:bool(bytes, 1), "a", "b")'],
  [
    'case when status > 1 then bytes when status is null then 2.5 end',
    'case:float64(gt:bool(status?, 1)?, float64_from_int64:float64(bytes), is_null:bool(status?), float64 2.5, null:float64?)?',
  ],
  [
    "case status when 200 then timestamp when bytes then '2026-01-01' else null end",
    'case:timestamp(eq:bool(status?, 200)?, timestamp, eq:bool(status?, bytes)?, timestamp 1767225600000000, null:timestamp?)?',
  ],
  ['substr(path, -2, 1)', 'left:string(right:string(path?, 2)?, 1)?'],
  [
    'substr(path, bytes)',
    'case:string(not:bool(between:bool(bytes, -4294967295, 4294967295)), null:string?, lt:bool(bytes, 0), right:string(path?, negate:int64(bytes))?, eq:bool(bytes, 0), substr:string(path?, 1)?, substr:string(path?, bytes)?)?',
  ],
  [
    "substr(path, strpos(path, '/') + 1, length(user))",
    'substr:string(path?, add:int64(strpos:int64(path?, "/")?, 1)?, length:int64(user?)?)?',
  ],
  [
    "left(path, strpos(path, '/') - 1)",
    'left:string(path?, case:int64(ge:bool(subtract:int64(strpos:int64(path?, "/")?, 1)?, 0)?, subtract:int64(strpos:int64(path?, "/")?, 1)?, null:int64?)?)?',
  ],
  [
    'right(path, bytes)',
    'right:string(path?, case:int64(between:bool(bytes, 0, 4294967295), bytes, null:int64?)?)?',
  ],
  [
    "repeat('a', 1000000 - length(path))",
    'repeat:string("a", case:int64(ge:bool(subtract:int64(1000000, length:int64(path?)?)?, 0)?, subtract:int64(1000000, length:int64(path?)?)?, null:int64?)?)?',
  ],
  ['split_part(path, @name, 2)', 'split_part:string(path?, @name, 2)?'],
  ['trim(path)', 'trim:string(path?)?'],
  ['lpad(path, 5)', 'lpad:string(path?, 5, " ")?'],
  ['rpad(path, 5)', 'rpad:string(path?, 5, " ")?'],
  ["like(path, '/_%')", 'like:bool(path?, "/_%")?'],
  [
    'like(path, user)',
    'like:bool(path?, case:string(not:bool(contains:bool(user?, "\\\\")?)?, user?, null:string?)?)?',
  ],
  ['safe_add(status, 1)', 'checked_add:int64(status?, 1)?'],
  [
    'safe_add(status, duration)',
    'checked_add:float64(float64_from_int64:float64(status?)?, duration?)?',
  ],
  ['safe_negate(duration)', 'checked_negate:float64(duration?)?'],
  [
    "regexp_extract(path, r'(a)\\((b)[(]\\Q(\\E(?P<n>c)')",
    'nullif:string(regexp_extract:string(path?, "(?:a)\\\\((?:b)[(]\\\\Q(\\\\E(?:c)", 0)?, "")?',
  ],
  [
    "regexp_extract(path, '(?i)(a)')",
    'nullif:string(regexp_extract:string(path?, "(?i)(a)", 1)?, "")?',
  ],
  [
    "url_param(path, 'a.b')",
    'nullif:string(regexp_extract:string(path?, "^[^?#]*?\\\\?(?:[^#]*?&)??a\\\\.b=([^&#]*)(?:[&#]|$)", 1)?, "")?',
  ],
  ['price > 1', 'gt:bool(price?, decimal 1)?'],
  ['price >= bytes', 'ge:bool(price?, decimal_from_int64:decimal(bytes))?'],
  ['price = 0.10', 'eq:bool(price?, decimal 0.1)?'],
  ['( -1.5e1 ) < price', 'lt:bool(decimal -15, price?)?'],
  ['price in (0.123456789, 2)', 'in:bool(price?, decimal 0.123456789, decimal 2)?'],
  [
    'price + 12345678901234567890123456789.5',
    'add:decimal(price?, decimal 12345678901234567890123456789.5)?',
  ],
  ['price * 2', 'multiply:decimal(price?, 2)?'],
  ['bytes * price', 'multiply:decimal(bytes, price?)?'],
  ['price / 2', 'divide:float64(float64_from_decimal:float64(price?)?, float64 2)?'],
  ['sum(price)', 'sum_decimal:decimal(price?)?'],
  ['avg(price)', 'avg_decimal:float64(price?)?'],
  ['round(price, 2)', 'decimal_round:decimal(price?, 2)?'],
  ['coalesce(price, 0)', 'coalesce:decimal(price?, decimal 0)'],
  ['cast_string(price)', 'string_from_decimal:string(price?)?'],
  ['cast_int64(price)', 'int64_from_decimal:int64(price?)?'],
  ['cast_decimal(bytes)', 'decimal_from_int64:decimal(bytes)'],
  ['path in tags', 'in_list:bool(path?, tags)?'],
  ["'a' not in tags", 'not:bool(in_list:bool("a", tags))'],
  ['tags[0]', 'list_item:string(tags, 0)?'],
  ['length(tags) > 1', 'gt:bool(list_length:int64(tags), 1)'],
  ["attributes['region']", 'map_value:string(attributes, "region")?'],
  ['length(attributes)', 'map_size:int64(attributes)'],
];

const WRONG: readonly (readonly [text: string, told: string])[] = [
  [
    'left(path, -1)',
    '12 wrong-arguments: The second argument of `left` must be a whole number from 0 to 4294967295',
  ],
  [
    'left(path, 4294967296)',
    '12 wrong-arguments: The second argument of `left` must be a whole number from 0 to 4294967295',
  ],
  [
    'substr(path, 1, -1)',
    '17 wrong-arguments: The third argument of `substr` must be a whole number from 0 to 4294967295',
  ],
  ["substr(path, 'a')", '14 type-mismatch: `substr` takes `int64` here, found `string`'],
  [
    "split_part(path, '', 1)",
    '18 wrong-arguments: The second argument of `split_part` must be a text that is not empty, as a literal or a parameter',
  ],
  [
    'split_part(path, user, 1)',
    '18 wrong-arguments: The second argument of `split_part` must be a text that is not empty, as a literal or a parameter',
  ],
  [
    'split_part(path, null, 1)',
    '18 wrong-arguments: The second argument of `split_part` must be a text that is not empty, as a literal or a parameter',
  ],
  [
    "split_part(path, '/', 0)",
    '23 wrong-arguments: The third argument of `split_part` must be a whole number from 1 to 4294967295',
  ],
  [
    "like(path, 'a\\\\%')",
    '12 wrong-arguments: The second argument of `like` must be a text without `\\`',
  ],
  [
    'safe_negate(path)',
    '13 type-mismatch: `safe_negate` takes `int64`, `float64` or `decimal` here, found `string` (Convert it with `cast_float64`.)',
  ],
  [
    'safe_abs(null)',
    '10 type-mismatch: The type of `null` is unknown here (Combine it with a value that has a type, as in `if(condition, x, null)`.)',
  ],
  [
    'round_exact(duration, 4)',
    '23 wrong-arguments: The second argument of `round_exact` must be a literal whole number from 1 to 3',
  ],
  [
    "lpad(path, 5, '')",
    '15 wrong-arguments: The third argument of `lpad` must be a text that is not empty, as a literal or a parameter',
  ],
  [
    'lpad(path, 1000001)',
    '12 wrong-arguments: The second argument of `lpad` must be a whole number from 0 to 1000000',
  ],
  [
    "trim(path, '')",
    '12 wrong-arguments: The second argument of `trim` must be a text that is not empty, as a literal',
  ],
  [
    'trim(path, @name)',
    '12 wrong-arguments: The second argument of `trim` must be a text that is not empty, as a literal',
  ],
  [
    'trim(path, user)',
    '12 wrong-arguments: The second argument of `trim` must be a text that is not empty, as a literal',
  ],
  [
    'round(duration, bytes)',
    '17 wrong-arguments: The second argument of `round` must be a literal whole number from -15 to 15',
  ],
  [
    'round(duration, 16)',
    '17 wrong-arguments: The second argument of `round` must be a literal whole number from -15 to 15',
  ],
  ['round(duration, 1.5)', '17 type-mismatch: `round` takes `int64` here, found `float64`'],
  [
    'mod(duration, 2)',
    '5 type-mismatch: `mod` takes `int64` here, found `float64` (Convert it with `cast_int64`, or write `x - y * floor(x / y)`.)',
  ],
  [
    'regexp_extract(path, @pattern)',
    '22 type-mismatch: The pattern of `regexp_extract` must be a literal (Write the pattern as a text; only `matches` takes one from a caller.)',
  ],
  [
    'regexp_extract(path, user)',
    '22 type-mismatch: The pattern of `regexp_extract` must be a literal (Use `contains` to look for a value.)',
  ],
  [
    "regexp_extract(path, '(')",
    '22 invalid-pattern: The text is not a valid RE2 pattern: a `)` is missing in `(`',
  ],
  [
    "regexp_replace(path, 'a*', '')",
    '22 invalid-pattern: The pattern may match the empty text, and engines disagree where to replace it (Let it match at least one character: write `+` instead of `*`.)',
  ],
  [
    "regexp_replace(path, '^', '')",
    '22 invalid-pattern: The pattern may match the empty text, and engines disagree where to replace it (Let it match at least one character: write `+` instead of `*`.)',
  ],
  [
    "regexp_replace(path, 'a', user)",
    '27 type-mismatch: The replacement must be a literal (Use `replace` if the pattern is a plain text.)',
  ],
  [
    "regexp_replace(path, 'a', '\\\\1')",
    '27 invalid-pattern: `\\1` in the replacement is not a group of the pattern, which has 0 (Write `\\1` for the first group, `\\0` for the whole match, `\\\\` for a backslash.)',
  ],
  [
    "regexp_replace(path, '(a)', '\\\\2')",
    '29 invalid-pattern: `\\2` in the replacement is not a group of the pattern, which has 1 (Write `\\1` for the first group, `\\0` for the whole match, `\\\\` for a backslash.)',
  ],
  [
    "regexp_replace(path, '(a)', '\\\\n\\\\')",
    '29 invalid-pattern: `\\n` in the replacement is not a group of the pattern, which has 1 (Write `\\1` for the first group, `\\0` for the whole match, `\\\\` for a backslash.)',
  ],
  [
    'url_param(path, user)',
    "17 wrong-arguments: The second argument of `url_param` must be a literal text (Write a name such as `'page'`.)",
  ],
  [
    "url_param(path, '')",
    "17 wrong-arguments: The second argument of `url_param` must be a literal text (Write a name such as `'page'`.)",
  ],
  [
    'url_param(path)',
    '1 wrong-arguments: `url_param` takes 2 arguments, found 1 (Write `url_param(url, name)`.)',
  ],
  [
    'case status when null then 1 end',
    '18 type-mismatch: `=` is never true for `null` (Write `x is null` or `x is not null`.)',
  ],
  [
    'case when status then 1 end',
    '11 type-mismatch: Expected `bool`, found `int64` (Compare it with a value, or write `x is null` or `x is not null`.)',
  ],
  [
    "case when true then 1 else 'a' end",
    '21 type-mismatch: `case` takes values of one type, found `int64` and `string` (Convert one side with `cast_int64` or `cast_string`.)',
  ],
  [
    'case when true then null end',
    '21 type-mismatch: The type of `null` is unknown here (Combine it with a value that has a type, as in `if(condition, x, null)`.)',
  ],
  [
    'greatest(raw, raw)',
    "10 type-mismatch: `greatest` does not take `json` (Name the value to compare, as in `json_string(document, 'name')`.)",
  ],
  [
    "greatest(status, 'a')",
    '10 type-mismatch: `greatest` takes values of one type, found `int64` and `string` (Convert one side with `cast_int64` or `cast_string`.)',
  ],
  [
    'greatest(status)',
    '1 wrong-arguments: `greatest` takes at least 2 arguments, found 1 (Write `greatest(x, y, …)`.)',
  ],
  [
    'repeat(status, 2)',
    '8 type-mismatch: `repeat` takes `string` here, found `int64` (Convert it with `cast_string`.)',
  ],
  [
    'substr(status, 2)',
    '8 type-mismatch: `substr` takes `string` here, found `int64` (Convert it with `cast_string`.)',
  ],
  [
    'left(path, -1, 2)',
    '1 wrong-arguments: `left` takes 2 arguments, found 3 (Write `left(text, length)`.)',
  ],
  [
    "regexp_replace(path, 'a|(', 'x\\\\1')",
    '22 invalid-pattern: The text is not a valid RE2 pattern: a `)` is missing in `a|(`',
  ],
  [
    'price > duration',
    '1 type-mismatch: `>` takes values of one type, found `decimal` and `float64` (Convert the `decimal` with `cast_float64`.)',
  ],
  [
    'price * price',
    '1 type-mismatch: `*` takes a `decimal` and a whole number (Convert both sides with `cast_float64`, if that is exact enough.)',
  ],
  [
    'price = 1e-10',
    '9 type-mismatch: The number has more digits than a `decimal` can have (Write at most 29 digits before the point and 9 after it.)',
  ],
  [
    'trim()',
    '1 wrong-arguments: `trim` takes 1 to 2 arguments, found 0 (Write `trim(text)` or `trim(text, characters)`.)',
  ],
  [
    'born > CURRENT_DATE',
    '8 unknown-column: `CURRENT_DATE` is not a column here (Use `date(now())`.)',
  ],
  [
    'floor(price)',
    '7 type-mismatch: `floor` takes `float64` here, found `decimal` (Convert it with `cast_float64`.)',
  ],
  [
    'user in (@names)',
    '10 type-mismatch: The parameter `names` is a list, not a single value (Write `x in @names`, without parentheses, `contains_any(text, @names)` or `overlaps(column, @names)`.)',
  ],
  [
    'user = @names',
    '8 type-mismatch: The parameter `names` is a list, not a single value (Write `x in @names`, without parentheses, `contains_any(text, @names)` or `overlaps(column, @names)`.)',
  ],
  [
    'length(@names)',
    '8 type-mismatch: The parameter `names` is a list, not a single value (Write `x in @names`, without parentheses, `contains_any(text, @names)` or `overlaps(column, @names)`.)',
  ],
  [
    'user in @name',
    '9 type-mismatch: `in` takes a list, found `string` (Declare `name` as a list, as in `{ list: string }`, or write `in (…)`.)',
  ],
  [
    'user in @maybe',
    '9 type-mismatch: `in` takes a list, found `string` (Declare `maybe` as a list, as in `{ list: string }`, or write `in (…)`.)',
  ],
  [
    'user in @nobody',
    '9 unknown-parameter: The endpoint declares no parameter `nobody` (Declare `nobody` under `params`.)',
  ],
  ['duration in @statuses', '1 type-mismatch: Expected `int64`, found `float64`'],
  ['user in @statuses', '1 type-mismatch: Expected `int64`, found `string`'],
  ['raw in @names', '1 type-mismatch: Expected `string`, found `json`'],
  [
    'null in @names',
    '1 type-mismatch: The type of `null` is unknown here (Combine it with a value that has a type, as in `if(condition, x, null)`.)',
  ],
  ['born in @names', '1 type-mismatch: Expected `string`, found `date`'],
  [
    'contains_any(user, @statuses)',
    '20 type-mismatch: `contains_any` takes `list<string>` here, found `list<int64>`',
  ],
  [
    'contains_any(user, path)',
    '20 type-mismatch: `contains_any` takes `list<string>` here, found `string`',
  ],
  [
    'contains_any(status, @names)',
    '14 type-mismatch: `contains_any` takes `string` here, found `int64` (Convert it with `cast_string`.)',
  ],
  [
    'count_if(user in @names and @names)',
    '29 type-mismatch: The parameter `names` is a list, not a single value (Write `x in @names`, without parentheses, `contains_any(text, @names)` or `overlaps(column, @names)`.)',
  ],
  [
    'user in (null, null)',
    '10 type-mismatch: `in` is never true for `null` (Write `x is null` or `x is not null`.)',
  ],
  [
    'null in (1, 2)',
    '1 type-mismatch: `in` is never true for `null` (Write `x is null` or `x is not null`.)',
  ],
  [
    'user != null',
    '9 type-mismatch: `!=` is never true for `null` (Write `x is null` or `x is not null`.)',
  ],
  [
    "timestamp > '2026-13-01'",
    '13 type-mismatch: The text is not a `timestamp` (Write an ISO 8601 timestamp such as `2026-01-15T10:00:00Z`, of the years 1900 to 2299.)',
  ],
  [
    "born = '2026-01-01T00:00Z'",
    '8 type-mismatch: The text is not a `date` (Write a date such as `2026-01-15`, of the years 1900 to 2299.)',
  ],
  [
    'path = status',
    '1 type-mismatch: `=` takes values of one type, found `string` and `int64` (Convert one side with `cast_int64` or `cast_string`.)',
  ],
  [
    '"status" = 5',
    '1 type-mismatch: `=` takes values of one type, found `string` and `int64` (Write names of columns without quotes or between backticks; double quotes are for texts.)',
  ],
  [
    "raw = 'x'",
    "1 type-mismatch: `=` does not take `json` (Name the value to compare, as in `json_string(document, 'name')`.)",
  ],
  [
    "coalesce(raw, 'a')",
    '10 type-mismatch: `coalesce` takes values of one type, found `json` and `string`',
  ],
  [
    'null',
    '1 type-mismatch: The type of `null` is unknown here (Combine it with a value that has a type, as in `if(condition, x, null)`.)',
  ],
  [
    'null = null',
    '1 type-mismatch: `=` is never true for `null` (Write `x is null` or `x is not null`.)',
  ],
  [
    'metadata',
    '1 misplaced-record: `metadata` is a record, not a single value (Name one of its fields. A whole record can only be selected, or tested with `is null`.)',
  ],
  [
    'metadata.request.hots',
    '18 unknown-column: The record `metadata.request` has no field `hots` (Use `host`, if that is meant.)',
  ],
  ['trace.id.x', '10 unknown-column: `trace.id` is a single `string` and has no field `x`'],
  ['projct', '1 unknown-column: `projct` is not a column here (Use `project`, if that is meant.)'],
  [
    'sum(avg(status))',
    '5 misplaced-aggregate: `avg` is an aggregate, which is not allowed inside `sum` (Aggregate once, and compute with the result outside. Add `over ()` for a total of all rows of the answer.)',
  ],
  [
    'sum(path)',
    '5 type-mismatch: `sum` takes `int64`, `float64` or `decimal` here, found `string` (Convert it with `cast_float64`.)',
  ],
  [
    'count(raw)',
    '7 type-mismatch: `count` takes `string`, `int64`, `float64`, `decimal`, `bool`, `timestamp`, `datetime` or `date` here, found `json`',
  ],
  [
    'count(metadata)',
    '7 misplaced-record: `metadata` is a record, not a single value (Name one of its fields. A whole record can only be selected, or tested with `is null`.)',
  ],
  [
    'quantile(duration, 0.9999999)',
    '20 wrong-arguments: The rank of `quantile` must be from 0 to 1, with at most 6 decimals (Write a number such as `0.95`.)',
  ],
  [
    'approx_quantile(status, 0.955)',
    '25 wrong-arguments: The rank of `approx_quantile` must be from 0 to 1, with at most 2 decimals (Write a number such as `0.95`.)',
  ],
  [
    'quantile_cont(timestamp, 0.95)',
    '15 type-mismatch: `quantile_cont` takes `int64`, `float64` or `decimal` here, found `timestamp`',
  ],
  [
    'approx_quantile(path, 0.95)',
    '17 type-mismatch: `approx_quantile` takes `int64`, `float64`, `decimal`, `timestamp` or `date` here, found `string` (Convert it with `cast_float64`.)',
  ],
  [
    'quantile(duration, status)',
    '20 wrong-arguments: The rank of `quantile` must be from 0 to 1, with at most 6 decimals (Write a number such as `0.95`.)',
  ],
  ['- path', '3 type-mismatch: `-` takes a number, found `string`'],
  [
    "path + 'x'",
    '1 type-mismatch: `+` takes numbers, found `string` (Join texts with `concat(text, …)`.)',
  ],
  [
    'concat(path, status)',
    '14 type-mismatch: `concat` takes `string` here, found `int64` (Convert it with `cast_string`.)',
  ],
  [
    'cast_string(duration)',
    '13 type-mismatch: `cast_string` takes `int64`, `decimal`, `bool`, `date` or `string` here, found `float64` (Select the value itself; engines write floats as texts in different ways.)',
  ],
  ['status + interval 5 minute', '1 type-mismatch: Expected `timestamp`, found `int64`'],
  [
    'timestamp - timestamp',
    '1 type-mismatch: `-` takes numbers, found `timestamp` (Add or subtract an interval, as in `now() - interval 5 minute`; `timestamp_diff(a, b, second)` is the time between two.)',
  ],
  [
    'interval 5 minute',
    '1 type-mismatch: An interval can only be added to a timestamp or a date, or subtracted from one (Write `time - interval 7 day`, or `time - interval @n day` for as many days as a parameter says.)',
  ],
  [
    'trunc(timestamp, interval 7 minute)',
    '18 wrong-arguments: The second argument of `trunc` must be a unit, or an interval that divides a day (Use `second`, `minute`, `hour`, `day`, `week`, `week(sunday)`, `month`, `quarter`, `year`, or a step such as `interval 5 minute`.)',
  ],
  [
    'trunc(timestamp, fortnight)',
    '18 wrong-arguments: The second argument of `trunc` must be a unit, or an interval that divides a day (Use `second`, `minute`, `hour`, `day`, `week`, `week(sunday)`, `month`, `quarter`, `year`, or a step such as `interval 5 minute`.)',
  ],
  [
    'extract(hour from born)',
    '9 wrong-arguments: `hour` is not a part of a `date` (Use one of `year`, `quarter`, `month`, `week`, `day`, `dayofweek`.)',
  ],
  [
    'extract(century from at)',
    '9 wrong-arguments: `century` is not a part of a `timestamp` (Use one of `year`, `quarter`, `month`, `week`, `day`, `dayofweek`, `hour`, `minute`, `second`.)',
  ],
  [
    'extract(hour, at)',
    '13 expression-syntax: Expected `from`, as in `extract(hour from timestamp)`, found `,`',
  ],
  ['extract(year from user)', '19 type-mismatch: Expected `timestamp`, found `string`'],
  [
    'date_diff(at, born, day)',
    '11 type-mismatch: Expected `date`, found `timestamp` (Convert it with `date(timestamp)`.)',
  ],
  [
    'timestamp_diff(at, born, day)',
    '20 type-mismatch: Expected `timestamp`, found `date` (Convert it with `timestamp(date)`.)',
  ],
  [
    'date_diff(born, born, hour)',
    '23 wrong-arguments: The unit of `date_diff` is one of `day`, `week`, `month`, `quarter`, `year` (Use `timestamp_diff(timestamp(a), timestamp(b), hour)`, or without `timestamp` for timestamps.)',
  ],
  [
    'timestamp_diff(at, at, month)',
    '24 wrong-arguments: The unit of `timestamp_diff` is one of `microsecond`, `millisecond`, `second`, `minute`, `hour`, `day` (Use `date_diff(date(a), date(b), month)`, which counts the months that begin between the two days.)',
  ],
  [
    "format_timestamp('%e', at)",
    '18 wrong-arguments: `%e` is not a token of formats (Use `%Y`, `%m`, `%d`, `%H`, `%M`, `%S`, `%j`, `%a`, `%A`, `%b`, `%B`, `%y`, `%I`, `%p`, `%F`, `%T`, `%u`, `%w`, `%V`, `%G`, `%%`, `%z`.)',
  ],
  [
    'format_timestamp(user, at)',
    "18 wrong-arguments: The first argument of `format_timestamp` is a text, such as `'%Y-%m'`",
  ],
  [
    "format_timestamp('', at)",
    "18 wrong-arguments: The first argument of `format_timestamp` is a text, such as `'%Y-%m'`",
  ],
  [
    "format_timestamp('100%', at)",
    '18 wrong-arguments: `%` is not a token of formats (Use `%Y`, `%m`, `%d`, `%H`, `%M`, `%S`, `%j`, `%a`, `%A`, `%b`, `%B`, `%y`, `%I`, `%p`, `%F`, `%T`, `%u`, `%w`, `%V`, `%G`, `%%`, `%z`.)',
  ],
  ['date(user)', '6 type-mismatch: Expected `timestamp`, found `string`'],
  [
    "trunc(at, day, 'Europe/Berlni')",
    '16 type-mismatch: `Europe/Berlni` is not a time zone that all engines know (Use `Europe/Berlin`, if that is meant.)',
  ],
  [
    'date(at, user)',
    "10 type-mismatch: A time zone must be a literal text, or a parameter (Write a name such as `'Europe/Berlin'`, or declare a parameter with `type: timezone`.)",
  ],
  [
    "trunc(at, @span, 'UTC')",
    '11 wrong-arguments: A step that a parameter gives is counted in UTC, not in a time zone (Leave the zone out, or write a unit such as `day`.)',
  ],
  [
    'date(at, @name)',
    '10 type-mismatch: The parameter `name` is a `string`, not a time zone (Declare `name` with `type: timezone`.)',
  ],
  [
    "trunc(born, week, 'UTC')",
    '7 type-mismatch: A `date` is the same in every time zone (Leave the time zone out; `timestamp(date, zone)` is the first instant of a day.)',
  ],
  [
    "extract(hour from at at 'UTC')",
    "25 expression-syntax: Expected `time`, as in `at time zone 'UTC'`, found `'UTC'`",
  ],
  [
    'trunc(born, hour)',
    '13 wrong-arguments: The step of a `date` is one of `day`, `week`, `month`, `quarter`, `year`',
  ],
  ['now(1)', '1 wrong-arguments: `now` takes 0 arguments, found 1 (Write `now()`.)'],
  ['lower()', '1 wrong-arguments: `lower` takes 1 argument, found 0 (Write `lower(text)`.)'],
  [
    'lower(path, path)',
    '1 wrong-arguments: `lower` takes 1 argument, found 2 (Write `lower(text)`.)',
  ],
  [
    'lower(status)',
    '7 type-mismatch: `lower` takes `string` here, found `int64` (Convert it with `cast_string`.)',
  ],
  [
    "contains(status, 'a')",
    '10 type-mismatch: `contains` takes `string` here, found `int64` (Convert it with `cast_string`.)',
  ],
  [
    'contains(path)',
    '1 wrong-arguments: `contains` takes 2 arguments, found 1 (Write `contains(text, part)`.)',
  ],
  [
    'contains(path, status)',
    '16 type-mismatch: `contains` takes `string` here, found `int64` (Convert it with `cast_string`.)',
  ],
  [
    "matches(path, '(')",
    '15 invalid-pattern: The text is not a valid RE2 pattern: a `)` is missing in `(`',
  ],
  [
    'matches(path, @name)',
    '15 type-mismatch: The parameter `name` is a `string`, not a pattern (Declare `name` with `type: regex`, so that its text is checked.)',
  ],
  [
    'matches(path, user)',
    '15 type-mismatch: A pattern is a text or a parameter of type `regex` (Use `contains` to look for a value.)',
  ],
  [
    "@pattern = 'a'",
    '1 type-mismatch: The parameter `pattern` is a pattern, not a text (Use it as the second argument of `matches`, or declare it with `type: string`.)',
  ],
  [
    '@nam',
    '1 unknown-parameter: The endpoint declares no parameter `nam` (Use `name`, if that is meant.)',
  ],
  [
    '@maybe',
    '1 maybe-absent: The parameter `maybe` may be absent here (Give `maybe` a default, or make it required.)',
  ],
  [
    "regexp_contains(path, 'x')",
    '1 unknown-function: The portable library has no function `regexp_contains` (Use `matches(text, pattern)`.)',
  ],
  [
    'countif(ok)',
    '1 unknown-function: The portable library has no function `countif` (Use `count_if(condition)`.)',
  ],
  [
    'lenght(path)',
    '1 unknown-function: The portable library has no function `lenght` (Use `length`, if that is meant.)',
  ],
  [
    'not status',
    '5 type-mismatch: Expected `bool`, found `int64` (Compare it with a value, or write `x is null` or `x is not null`.)',
  ],
  [
    'status and ok',
    '1 type-mismatch: Expected `bool`, found `int64` (Compare it with a value, or write `x is null` or `x is not null`.)',
  ],
  [
    '1 = 1 = 1',
    '7 expression-syntax: A comparison cannot be compared again (Put one of the two into parentheses, or join them with `and`.)',
  ],
  [
    'trunc(timestamp, interval 7 day)',
    '18 wrong-arguments: The second argument of `trunc` must be a unit, or an interval that divides a day (Use `second`, `minute`, `hour`, `day`, `week`, `week(sunday)`, `month`, `quarter`, `year`, or a step such as `interval 5 minute`.)',
  ],
  [
    "timestamp > 'yesterday'",
    '13 type-mismatch: The text is not a `timestamp` (Write an ISO 8601 timestamp such as `2026-01-15T10:00:00Z`, of the years 1900 to 2299.)',
  ],
  ['timestamp + interval 500 years', '13 type-mismatch: The interval is longer than 400 years'],
  [
    'nullif(raw, raw)',
    "8 type-mismatch: `nullif` does not take `json` (Name the value to compare, as in `json_string(document, 'name')`.)",
  ],
  [
    'if(path, 1, 2)',
    '4 type-mismatch: Expected `bool`, found `string` (Compare it with a value, or write `x is null` or `x is not null`.)',
  ],
  [
    'if(ok, path, 2)',
    '8 type-mismatch: `if` takes values of one type, found `string` and `int64` (Convert one side with `cast_int64` or `cast_string`.)',
  ],
  ['sum(1, 2)', '1 wrong-arguments: `sum` takes 1 argument, found 2 (Write `sum(number)`.)'],
  [
    'concat()',
    '1 wrong-arguments: `concat` takes at least 1 argument, found 0 (Write `concat(text, …)`.)',
  ],
  [
    'quantile(null, 0.5)',
    '10 type-mismatch: The type of `null` is unknown here (Combine it with a value that has a type, as in `if(condition, x, null)`.)',
  ],
  [
    'quantile(duration, -0.5)',
    '20 wrong-arguments: The rank of `quantile` must be from 0 to 1, with at most 6 decimals (Write a number such as `0.95`.)',
  ],
  [
    'quantile(duration, 1.5)',
    '20 wrong-arguments: The rank of `quantile` must be from 0 to 1, with at most 6 decimals (Write a number such as `0.95`.)',
  ],
  [
    "quantile(duration, '0.5')",
    '20 wrong-arguments: The rank of `quantile` must be from 0 to 1, with at most 6 decimals (Write a number such as `0.95`.)',
  ],
  [
    'coalesce(null)',
    '10 type-mismatch: The type of `null` is unknown here (Combine it with a value that has a type, as in `if(condition, x, null)`.)',
  ],
  [
    'metadata = 1',
    '1 misplaced-record: `metadata` is a record, not a single value (Name one of its fields. A whole record can only be selected, or tested with `is null`.)',
  ],
  [
    '-null',
    '2 type-mismatch: The type of `null` is unknown here (Combine it with a value that has a type, as in `if(condition, x, null)`.)',
  ],
  [
    'status + path',
    '1 type-mismatch: `+` takes numbers, found `string` (Join texts with `concat(text, …)`.)',
  ],
  ['ok + 1', '1 type-mismatch: `+` takes numbers, found `bool`'],
  ['-(timestamp)', '2 type-mismatch: `-` takes a number, found `timestamp`'],
  [
    'cast_string(timestamp)',
    '13 type-mismatch: `cast_string` takes `int64`, `decimal`, `bool`, `date` or `string` here, found `timestamp` (Select the value itself; engines write timestamps as texts in different ways.)',
  ],
  [
    'concat(duration)',
    '8 type-mismatch: `concat` takes `string` here, found `float64` (Select the value itself; engines write floats as texts in different ways.)',
  ],
  ['concat(raw)', '8 type-mismatch: `concat` takes `string` here, found `json`'],
  [
    'metadata.nothing is null',
    '10 unknown-column: The record `metadata` has no field `nothing` (Use one of `ref`, `request`.)',
  ],
  [
    'born - interval 1 hour',
    '8 type-mismatch: A `date` moves by whole days (Convert it with `timestamp(date)`, which is its midnight UTC.)',
  ],
  ['Status', '1 unknown-column: `Status` is not a column here (Use `status`, if that is meant.)'],
  [
    'user = interval 5 minute',
    '8 type-mismatch: An interval can only be added to a timestamp or a date, or subtracted from one (Write `time - interval 7 day`, or `time - interval @n day` for as many days as a parameter says.)',
  ],
  [
    '@maybe = user',
    '1 maybe-absent: The parameter `maybe` may be absent here (Give `maybe` a default, or make it required.)',
  ],
  ["matches(status, 'x')", '9 type-mismatch: Expected `string`, found `int64`'],
  [
    "matches(path, r'(?=x)')",
    '15 invalid-pattern: The text is not a valid RE2 pattern: RE2 has no look-around such as `(?=`',
  ],
  [
    'round(path)',
    '7 type-mismatch: `round` takes `float64` here, found `string` (Convert it with `cast_float64`.)',
  ],
];

describe('what expressions mean', () => {
  test.each(RIGHT)('%s', (text, printed) => {
    expect(outcome(text)).toBe(printed);
  });
});

describe('what is refused, and where', () => {
  test.each(WRONG)('%s', (text, told) => {
    expect(outcome(text)).toBe(told);
  });

  test('every fault of an expression is told at once', () => {
    expect(outcome('foo(bar) and status = path')).toBe(
      [
        '5 unknown-column: `bar` is not a column here',
        '1 unknown-function: The portable library has no function `foo`',
        '14 type-mismatch: `=` takes values of one type, found `int64` and `string` ' +
          '(Convert one side with `cast_int64` or `cast_string`.)',
      ].join('\n'),
    );
  });
});

function withOutputs(outputs: Readonly<Record<string, ResolvedName>>, more: Partial<Scope> = {}) {
  const output = (name: string) => outputs[name] ?? null;
  return scope({ output, outputNames: Object.keys(outputs), ...more });
}

const TOTAL: ResolvedName = {
  kind: 'output',
  expr: {
    kind: 'aggregate',
    fn: 'count_rows',
    scalar: 'int64',
    nullable: false,
    args: [],
    rank: null,
    listing: null,
    filter: null,
  },
};

describe('surroundings', () => {
  test('an output is put in where no column has its name', () => {
    const around = withOutputs({ total: TOTAL, status: TOTAL });
    expect(outcome('total + status', around)).toBe('add:int64(count_rows:int64(), status?)?');
  });

  test('an output has no fields, and its name is suggested', () => {
    const around = withOutputs({ total: TOTAL });
    expect(outcome('total.x', around)).toBe(
      '7 unknown-column: `total` is a single value and has no field `x`',
    );
    expect(outcome('totl', around)).toBe(
      '1 unknown-column: `totl` is neither a column nor an output here (Use `total`, if that is meant.)',
    );
  });

  test('an output may stand for a field of the data set', () => {
    const host = COLUMNS.flatMap(c => c.fields).flatMap(f => f.fields)[0];
    if (host === undefined) throw new Error('the columns of the test have a host');
    const path = ['metadata', 'request', 'host'];
    const around = withOutputs({ host: { kind: 'field', field: host, path } });
    expect(outcome('lower(host)', around)).toBe('lower:string(metadata.request.host?)?');
  });

  test('of a poisoned name nothing more is said', () => {
    const { expr, diagnostics } = check('1 + bad', withOutputs({ bad: { kind: 'poisoned' } }));
    expect([expr, diagnostics]).toEqual([null, []]);
  });

  test('no aggregate where none may stand, by name or inside an output', () => {
    const around = withOutputs({ total: TOTAL }, { aggregates: 'in `where`' });
    expect(outcome('count() > 1', around)).toBe(
      '1 misplaced-aggregate: `count` is an aggregate, which is not allowed in `where` (Test groups under `having`, and single rows here.)',
    );
    expect(outcome('status > total', around)).toBe(
      '10 misplaced-aggregate: `total` is an aggregate, which is not allowed in `where` (Test groups under `having`, and single rows here.)',
    );
    expect(outcome('sum(total)', withOutputs({ total: TOTAL }))).toMatch(
      /^5 misplaced-aggregate: `total` is an aggregate, which is not allowed inside `sum`/,
    );
  });

  test('a parameter that is present here is no longer maybe absent', () => {
    expect(outcome('user = @maybe', scope({ present: new Set(['maybe']) }))).toBe(
      'eq:bool(user?, @maybe)?',
    );
  });

  test.each([
    ['user = @name and path = @name or @least > 1', ['name', 'least']],
    ['user = = @name', ['name']],
    ['nothing(@name)', ['name']],
    ["'@name' = user and @unknown", []],
  ])('parameters named by %s are told once each', (text, names) => {
    const used: string[] = [];
    check(text, scope({ used: name => used.push(name) }));
    expect(used).toEqual(names);
  });

  test('what the place expects', () => {
    expect(outcome('status', scope({ expects: 'bool' }))).toBe(
      '1 type-mismatch: Expected a condition (`bool`), found `int64` (Compare it with a value, or write `x is null` or `x is not null`.)',
    );
    expect(outcome('path', scope({ expects: 'timestamp' }))).toBe(
      '1 type-mismatch: Expected a point in time (`timestamp`), found `string`',
    );
    expect(outcome('timestamp', scope({ expects: 'timestamp' }))).toBe('timestamp');
  });

  test('a whole record where one may be selected', () => {
    const around = scope({ expects: 'record-or-any' });
    expect(outcome('metadata', around)).toBe(
      'metadata{ref: metadata.ref?, request: metadata.request{' +
        'host: metadata.request.host?, port: metadata.request.port?}}',
    );
    expect(outcome('(metadata.request)', around)).toMatch(/^metadata\.request\{/);
    expect(outcome('coalesce(metadata)', around)).toMatch(/^10 misplaced-record/);
    expect(outcome('status', around)).toBe('status?');
  });

  test('an enum is a text, and an optional one with a default is there', () => {
    const tier: Param = param('tier', 'string', {
      type: 'enum',
      values: ['A', 'B'],
      required: false,
      default: 'A',
    });
    const params = new Map([...PARAMS, tier].map(p => [p.name, p]));
    expect(outcome("@tier = 'A'", scope({ params }))).toBe('eq:bool(@tier, "A")');
  });
});

describe('the library', () => {
  test.each(LIBRARY.map(fn => [fn.name, fn.example]))('the example of %s holds', (_, example) => {
    expect(check(example, scope({ each: true })).diagnostics).toEqual([]);
  });

  test('every function of the core can be written', () => {
    const texts = [...LIBRARY.map(fn => fn.example), ...RIGHT.map(([text]) => text)];
    // a cast tests its text by a function that no author writes
    const isWritable = (name: string) => name !== 'fits';
    const called = texts.flatMap(text => functionsOf(check(text).expr));
    const reached = new Set(called.filter(isWritable));
    const writable = [...FUNCTIONS, ...EXACT_FUNCTIONS, ...AGGREGATES].filter(
      name => writtenAs(name) !== null,
    );
    expect([...reached].sort()).toEqual([...writable].sort());
  });
});

function functionsOf(expr: ReturnType<typeof check>['expr']): readonly string[] {
  const names: string[] = [];
  if (expr === null) return names;
  visitExpr(expr, part => {
    if (part.kind === 'call' || part.kind === 'aggregate') names.push(part.fn);
  });
  return names;
}
