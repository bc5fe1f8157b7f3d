/** Hints for functions of other SQL dialects, with the replacement of each. */
import { libraryFunction } from '../../functions/library.ts';

const CASTS =
  'Use one of `cast_string`, `cast_int64`, `cast_float64`, `cast_decimal`, `cast_timestamp`, `cast_date`.';
const TRUNC = 'Use `trunc(timestamp, unit)`.';
const MATCHES = 'Use `matches(text, pattern)`.';
const CONTAINS = 'Use `contains(text, part)`.';
const STRPOS = 'Use `strpos(text, part)`.';
const NOW = 'Use `now()`.';
const SHIFT = 'Write `timestamp + interval 5 minute` or `day + interval 1 day`, or `-`.';
const DIFF = 'Use `timestamp_diff(a, b, second)` or `date_diff(date(a), date(b), day)`.';
const EXTRACT = 'Use `extract(hour from timestamp)`.';
const EPOCH =
  'Use `epoch_seconds(timestamp)`, `epoch_millis(timestamp)` or `epoch_micros(timestamp)`.';
const FORMAT = "Use `format_timestamp('%Y-%m-%d', timestamp)`.";
const QUANTILE = 'Use `quantile(x, rank)` or `approx_quantile(x, rank)`.';
const BETWEEN = 'Use `quantile_cont(number, rank)`.';
const IF = 'Use `if(condition, then, else)`.';
const LENGTH = 'Use `length(text)`.';

const HINTS: ReadonlyMap<string, string> = new Map([
  ['cast', CASTS],
  ['safe_cast', CASTS],
  ['try_cast', CASTS],
  ['convert', CASTS],
  ['to_string', CASTS],
  ['string', CASTS],
  ['tostring', 'Use `cast_string(x)`.'],
  ['toint32', 'Use `cast_int64(x)`.'],
  ['toint64', 'Use `cast_int64(x)`.'],
  ['touint32', 'Use `cast_int64(x)`.'],
  ['touint64', 'Use `cast_int64(x)`.'],
  ['tofloat32', 'Use `cast_float64(x)`.'],
  ['tofloat64', 'Use `cast_float64(x)`.'],
  ['todatetime', 'Use `cast_timestamp(text)`.'],
  ['todatetime64', 'Use `cast_timestamp(text)`.'],
  ['numeric', CASTS],
  ['bignumeric', CASTS],
  ['todecimal128', CASTS],
  ['date_trunc', TRUNC],
  ['start_of', TRUNC],
  ['timestamp_trunc', TRUNC],
  ['datetime_trunc', TRUNC],
  ['time_bucket', TRUNC],
  ['timestamp_bucket', TRUNC],
  ['date_bin', TRUNC],
  ['tostartofinterval', TRUNC],
  ['tostartofminute', 'Use `trunc(timestamp, minute)`.'],
  ['tostartofhour', 'Use `trunc(timestamp, hour)`.'],
  ['tostartofday', 'Use `trunc(timestamp, day)`.'],
  ['tostartofweek', 'Use `trunc(timestamp, week)`.'],
  ['tomonday', 'Use `trunc(timestamp, week)`.'],
  ['tostartofmonth', 'Use `trunc(timestamp, month)`.'],
  ['tostartofquarter', 'Use `trunc(timestamp, quarter)`.'],
  ['tostartofyear', 'Use `trunc(timestamp, year)`.'],
  ['regexp_contains', MATCHES],
  ['regexp_matches', MATCHES],
  ['regexp_like', MATCHES],
  ['match', MATCHES],
  ['position', STRPOS],
  ['instr', STRPOS],
  ['contains_substr', CONTAINS],
  ['current_timestamp', NOW],
  ['localtimestamp', NOW],
  ['sysdate', NOW],
  ['getdate', NOW],
  ['now64', NOW],
  ['add_months', SHIFT],
  ['dateadd', SHIFT],
  ['timestamp_add', SHIFT],
  ['timestamp_sub', SHIFT],
  ['date_add', SHIFT],
  ['date_sub', SHIFT],
  ['adddays', SHIFT],
  ['subtractdays', SHIFT],
  ['timestampadd', SHIFT],
  ['datediff', DIFF],
  ['datetime_diff', DIFF],
  ['timestampdiff', DIFF],
  ['age', DIFF],
  ['datepart', EXTRACT],
  ['date_part', EXTRACT],
  ['year', 'Use `extract(year from timestamp)`.'],
  ['month', 'Use `extract(month from timestamp)`.'],
  ['day', 'Use `extract(day from timestamp)`.'],
  ['hour', EXTRACT],
  ['toyear', 'Use `extract(year from timestamp)`.'],
  ['tomonth', 'Use `extract(month from timestamp)`.'],
  ['todayofmonth', 'Use `extract(day from timestamp)`.'],
  ['todayofweek', 'Use `extract(dayofweek from timestamp)`.'],
  ['tohour', EXTRACT],
  ['weekday', 'Use `extract(dayofweek from timestamp)`.'],
  ['dayofweek', 'Use `extract(dayofweek from timestamp)`.'],
  ['minute', 'Use `extract(minute from timestamp)`.'],
  ['week', 'Use `extract(week from timestamp)`.'],
  ['quarter', 'Use `extract(quarter from timestamp)`.'],
  ['format_date', FORMAT],
  ['strftime', FORMAT],
  ['formatdatetime', FORMAT],
  ['date_format', FORMAT],
  ['to_char', FORMAT],
  ['unix_timestamp', EPOCH],
  ['tounixtimestamp', EPOCH],
  ['unix_seconds', EPOCH],
  ['unix_millis', EPOCH],
  ['epoch', EPOCH],
  ['to_unixtime', EPOCH],
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
  ['percentile_cont', BETWEEN],
  ['percentile_disc', QUANTILE],
  ['quantile_disc', QUANTILE],
  ['quantileexactinclusive', BETWEEN],
  ['percentile', QUANTILE],
  ['quantileexact', QUANTILE],
  ['quantiletdigest', QUANTILE],
  [
    'mode',
    'Count the rows of each value in a step, and read it with `arg_max(x, y)`: the value `x` with the largest count `y`.',
  ],
  ['median', 'Use `quantile_cont(number, 0.5)`, or `quantile(x, 0.5)` for one of the values.'],
  ['uniq', 'Use `approx_count_distinct(x)`.'],
  ['uniqexact', 'Use `count_distinct(x)`.'],
  ['average', 'Use `avg(number)`.'],
  ['mean', 'Use `avg(number)`.'],
  ['ceiling', 'Use `ceil(number)`.'],
  ['char_length', LENGTH],
  ['character_length', LENGTH],
  ['len', LENGTH],
  ['safe_divide', 'Use `/`, which returns NULL for a division by zero.'],
  ['first', 'Use `any_value(x)`.'],
]);

/** Hints for functions of texts; a key lists names with the same hint. */
const OF_TEXTS: Readonly<Record<string, string>> = {
  'substring substringutf8 mid substr_utf8': 'Use `substr(text, start, length)`.',
  'charindex locate positionutf8 indexof': STRPOS,
  'split string_split splitbystring splitbychar string_to_array str_split':
    'Use `split_part(text, separator, number)`.',
  'concat_ws format printf':
    "Use `concat(text, …)`, as in `concat(method, ' ', path)`, and `format_number(x, 2)` for a number.",
  'formatreadablesize formatreadabledecimalsize pg_size_pretty formatreadable':
    'Use `format_bytes(number)`.',
  'initcap capitalize': 'Write `concat(upper(left(text, 1)), lower(substr(text, 2)))`.',
  'rightpad rightpadutf8': 'Use `rpad(text, length)` or `rpad(text, length, pad)`.',
  'leftpad leftpadutf8': 'Use `lpad(text, length)` or `lpad(text, length, pad)`.',
  'replaceall replaceone translate': 'Use `replace(text, part, by)`.',
  'regexp_substr extractall regexp_extract_all': 'Use `regexp_extract(text, pattern)`.',
  'replaceregexpall replaceregexpone regexp_replace_all':
    'Use `regexp_replace(text, pattern, by)`.',
  'notlike ilike rlike': "Use `contains(text, part)` or `matches(text, '(?i)part')`.",
  startswith: 'Use `starts_with(text, part)`.',
  endswith: 'Use `ends_with(text, part)`.',
  'lcase lowerutf8': 'Use `lower(text)`.',
  'ucase upperutf8': 'Use `upper(text)`.',
  'lengthutf8 strlen': LENGTH,
  'octet_length bytelength': 'Use `byte_length(text)`.',
  'trimboth strip': 'Use `trim(text)`.',
  'trimleft lstrip': 'Use `ltrim(text)`.',
  'trimright rstrip': 'Use `rtrim(text)`.',
  'reverseutf8 reverse_string': 'Use `reverse(text)`.',
  'domain host domainwithoutwww': 'Use `url_host(url)`.',
  'extracturlparameter url_extract_parameter': 'Use `url_param(url, name)`.',
  'urlencode encodeurlcomponent encodeurlformcomponent': 'Use `url_encode(text)`.',
};

/** The same for numbers and conditions. */
const OF_VALUES: Readonly<Record<string, string>> = {
  power: 'Use `pow(x, y)`.',
  'modulo positivemodulo': 'Use `mod(x, y)`.',
  'intdiv int_div intdivornull': 'Use `div(x, y)`.',
  'truncate truncnum': 'Use `trunc_number(number)`.',
  log: 'Use `ln(number)` or `log10(number)`.',
  log2: 'Write `ln(x) / ln(2)`.',
  'square sqr': 'Use `pow(x, 2)`.',
  'bitand bit_and_agg': 'Use `bit_and(x, y)`.',
  bitor: 'Use `bit_or(x, y)`.',
  'bitxor bit_xor xor': 'Write `bit_or(x, y) - bit_and(x, y)`.',
  'signum sgn': 'Use `sign(number)`.',
  'iif ifelse': IF,
  'multiif decode switch choose': 'Write `case when condition then x else y end`.',
  'nvl2 if_null': 'Write `if(x is null, 0, x)`.',
  'zeroifnull ifnullzero': 'Write `coalesce(x, 0)`.',
  nullifzero: 'Write `nullif(x, 0)`.',
  isnotnull: 'Write `x is not null`.',
  sumif: 'Write `sum(x) filter (where condition)`.',
  avgif: 'Write `avg(x) filter (where condition)`.',
  minif: 'Write `min(x) filter (where condition)`.',
  maxif: 'Write `max(x) filter (where condition)`.',
  'max_by argmax': 'Use `arg_max(x, by)`.',
  'min_by argmin': 'Use `arg_min(x, by)`.',
  'anyvalue anylast': 'Use `any_value(x)`.',
  'countdistinct distinct_count': 'Use `count_distinct(x)`.',
  'approx_distinct ndv uniqcombined uniqhll12': 'Use `approx_count_distinct(x)`.',
  'group_concat groupconcat listagg': "Use `string_agg(text, ', ')`.",
  'array_agg grouparray grouparraysorted collect_list json_agg array_concat_agg':
    'Use `list_agg(x)`.',
  'groupuniqarray collect_set': 'Use `list_agg(distinct x)`.',
  'array_to_string arraystringconcat array_join': "Use `list_join(list, ', ')`.",
  'array_length cardinality': 'Use `length(list)`.',
  'json_array_length jsonb_array_length jsonlength': "Use `json_length(text, 'items')`.",
  'array_contains list_contains list_has has arraycontains': 'Write `text in list`.',
  'array_overlap hasany list_has_any arrays_overlap': 'Use `overlaps(list, list)`.',
  stddevpop: 'Use `stddev_pop(number)`.',
  varpop: 'Use `var_pop(number)`.',
  'stddev_samp stddevsamp': 'Use `stddev(number)`.',
  'var_samp varsamp': 'Use `variance(number)`.',
};

/** The same for functions that the language leaves out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'rand random randcanonical rand32 rand64':
    'Choose rows by a column, as in `mod(x, 100) = 0`: answers must not be random.',
  'generate_uuid uuid gen_random_uuid generateuuidv4 newid':
    'Number the rows, as in `row_number() over (order by x)`: answers must not be random.',
  md5: 'Use `md5_hex(text)`.',
  sha1: 'Use `sha1_hex(text)`.',
  sha256: 'Use `sha256_hex(text)`.',
  'sha512 hash farm_fingerprint cityhash64 siphash64 xxhash64 murmurhash3_64':
    'Compare the values themselves, as in `x = y`, or declare a column with SQL of each engine.',
  'unnest arrayjoin explode flatten': 'Write `join: { item: { each: list } }`.',
  'lag_in_frame laginframe': 'Use `lag(x) over (order by y)`.',
  leadinframe: 'Use `lead(x) over (order by y)`.',
  'percent_rank cume_dist': 'Write `row_number() over (order by x) / count() over ()`.',
  'from_unixtime to_timestamp timestamp_seconds timestamp_millis fromunixtimestamp':
    'Use `from_epoch_seconds(status)`, `from_epoch_millis(status)`, `from_epoch_micros(status)` or `cast_timestamp(text)`.',
  'current_user session_user':
    'Fix a parameter in the key, and compare with it, as in `text = part`.',
};

/** The same for JSON documents. */
const OF_DOCUMENTS: Readonly<Record<string, string>> = {
  'json_value json_extract_scalar json_extract_string jsonextractstring visitparamextractstring simplejsonextractstring get_json_object':
    "Use `json_string(text, 'user.id')`.",
  'jsonextractint jsonextractuint simplejsonextractint': "Use `json_int64(text, 'count')`.",
  'jsonextractfloat simplejsonextractfloat': "Use `json_float64(text, 'total')`.",
  'jsonextractbool simplejsonextractbool': "Use `json_bool(text, 'done')`.",
  'json_value_array json_extract_string_array': "Use `json_list(text, 'labels')`.",
  'json_query_array json_extract_array jsonextractarrayraw json_array_elements jsonb_array_elements json_each':
    "Use `json_list(text, 'labels')` for texts, and `join: { item: { each: \"json_items(text, 'lines')\" } }` for objects.",
  'jsonhas json_contains_path jsonb_exists': "Use `json_exists(text, 'user.id')`.",
  'jsontype jsonb_typeof json_typeof': "Use `json_type(text, 'user.id')`.",
  'json_query json_extract jsonextract jsonextractraw parse_json':
    "Use `json_string(text, 'user.id')`, or `json_int64`, `json_float64`, `json_bool` or `json_list`.",
};

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...HINTS,
  ...[
    ...Object.entries(OF_TEXTS),
    ...Object.entries(OF_VALUES),
    ...Object.entries(OF_DOCUMENTS),
    ...Object.entries(LEFT_OUT),
  ].flatMap(([names, hint]) => names.split(' ').map(name => [name, hint] as const)),
]);

const WITHOUT_PARENTHESES: ReadonlySet<string> = new Set(
  'current_date current_timestamp localtimestamp sysdate'.split(' '),
);
/** Functions of the library without arguments, which an author may write without parentheses. */
const EMPTY_CALLS: ReadonlySet<string> = new Set(['count', 'now']);

/** The hint for an unknown column whose name is a function without parentheses in other dialects. Returns `null` for any other name. */
export function bareHint(name: string): string | null {
  const plain = name.toLowerCase();
  if (EMPTY_CALLS.has(plain)) return `Write \`${plain}()\`.`;
  return WITHOUT_PARENTHESES.has(plain) ? foreignHint(name) : null;
}

/** A sentence about the first call of a function of other dialects in a text that is not parsed; `null` if there is none. */
export function foreignCallsHint(text: string): string | null {
  for (const [, name = ''] of text.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)) {
    const hint = libraryFunction(name) === null ? foreignHint(name) : null;
    if (hint !== null)
      return `There is no \`${name}\`: ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`;
  }
  return null;
}

/** Names of functions of other dialects that have a hint. */
export const FOREIGN_FUNCTIONS: readonly string[] = [...BY_NAME.keys()];

/** The hint for a function that the library does not have under that name. Returns `null` if there is none. */
export function foreignHint(name: string): string | null {
  const plain = name.toLowerCase();
  // `max_if` is `maxIf` elsewhere
  return BY_NAME.get(plain) ?? BY_NAME.get(plain.replaceAll('_', '')) ?? null;
}
