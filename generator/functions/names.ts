/** The closed lists of functions that expressions may call. The entries of `plain/` list their functions themselves. */
import collections from './plain/collections.ts';
import numbers from './plain/numbers.ts';
import partsOfTexts from './plain/parts-of-texts.ts';
import patterns from './plain/patterns.ts';
import texts from './plain/texts.ts';
import times from './plain/times.ts';

/** The names of functions that have an entry of their own. */
function namesOf<Name extends string>(
  entries: readonly { readonly name: Name }[],
): readonly Name[] {
  return entries.map(({ name }) => name);
}

/** Operators. Every dialect spells each function of the library, or declares that it cannot. */
export const OPERATORS = [
  'or',
  'and',
  'not',
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'between',
  'in',
  'is_null',
  'is_not_null',
  'add',
  'subtract',
  'multiply',
  'divide',
  'negate',
] as const;
export type OperatorName = (typeof OPERATORS)[number];

/** `case` has a condition and a result for each branch, then the result otherwise. */
export const CONDITIONS = ['if', 'case', 'coalesce', 'nullif', 'greatest', 'least'] as const;
export type ConditionName = (typeof CONDITIONS)[number];

/**
 * `fits` returns whether a text matches one of quern's own grammars: a literal in the common part of RE2, ECMAScript and POSIX, so that
 * engines without RE2 can spell it too. `substr` begins at 1 or later. `trim` without characters removes ASCII whitespace. `lpad` and
 * `rpad` always have their pad. `regexp_extract` has at most one capturing group; the argument after the pattern is the group's number, 1, or 0 without a
 * group. If nothing is found, it returns NULL or the empty text. `like` accepts only patterns without backslashes; the
 * patterns of `like_any` have backslashes only before `%`, `_` and a backslash. The `_hex` functions
 * return the digest of a text in lower case.
 */
export const TEXT_FUNCTIONS = [
  ...namesOf(texts),
  ...namesOf(partsOfTexts),
  ...namesOf(patterns),
  'matches',
  'fits',
  'length',
  'concat',
  'substr',
  'trim',
  'ltrim',
  'rtrim',
  'lpad',
  'rpad',
  'regexp_extract',
  'regexp_replace',
] as const;
export type TextFunctionName = (typeof TEXT_FUNCTIONS)[number];

/**
 * Lists. `list` builds a list from its arguments. `list_items` reads the items of a JSON array in text form, without empty
 * ones; any other text is an empty list. `list_size` counts the distinct items.
 */
export const LIST_FUNCTIONS = ['list', 'list_items', 'list_size'] as const;
export type ListFunctionName = (typeof LIST_FUNCTIONS)[number];

/**
 * The digits of `round_to` and `round_exact` must be literals. `round_exact` rounds the exact value of a float, halves away from zero.
 * `whole_divide` returns NULL if it has no result.
 */
export const NUMBER_FUNCTIONS = [
  ...namesOf(numbers),
  'abs',
  'sign',
  'round',
  'round_to',
  'whole_divide',
] as const;
export type NumberFunctionName = (typeof NUMBER_FUNCTIONS)[number];

/**
 * Functions of the calendar. The first argument of `start_of`, `extract`, `date_diff`, `timestamp_diff` and `format_timestamp` is a
 * literal text: a unit, a part or a format. `add_days` and `add_months` move by a whole number; if the month is too short for the day,
 * the result is its last day.
 */
export const TIME_FUNCTIONS = [
  ...namesOf(times),
  'date_from_timestamp',
  'timestamp_from_date',
  'add_days',
  'add_months',
  'start_of',
  'extract',
  'date_diff',
  'timestamp_diff',
  'format_timestamp',
] as const;
export type TimeFunctionName = (typeof TIME_FUNCTIONS)[number];

/** Letters of the tokens of `format_timestamp`, which mean the same on every engine. `%z`, the offset of a zone, is an expression beside them. */
export const FORMAT_TOKENS: ReadonlySet<string> = new Set('YmdHMSjaAbByIpFTuwVG%');

/**
 * Computed spans of time, in microseconds. `floor_micros` is the start of the span of that length that contains an instant; spans are
 * counted from 1970 UTC. `count_before` is the number that a pattern finds in front of a unit, as its capturing group; 0 if it finds none.
 */
export const SPAN_FUNCTIONS = [
  'add_micros',
  'subtract_micros',
  'floor_micros',
  'count_before',
] as const;
export type SpanFunctionName = (typeof SPAN_FUNCTIONS)[number];

/**
 * The `_from_string` functions read a text that has been matched against the grammar of its type. They return NULL if such a text is out
 * of range; for any other text the result is undefined. `parsed_int64` reads what GoogleSQL reads, or returns NULL.
 */
export const CASTS = [
  'string_from_int64',
  'string_from_decimal',
  'string_from_bool',
  'string_from_date',
  'int64_from_string',
  'parsed_int64',
  'int64_from_float64',
  'int64_from_decimal',
  'int64_from_bool',
  'float64_from_string',
  'float64_from_int64',
  'float64_from_decimal',
  'decimal_from_string',
  'decimal_from_int64',
  'timestamp_from_string',
  'date_from_string',
] as const;
export type CastName = (typeof CASTS)[number];

/**
 * Values of a JSON document. After the document follow the parts of a path, all literals: texts for names, whole numbers from 0 for
 * positions in an array. If nothing of the type is found, the result is NULL, or an empty list for `json_list`. `json_from_string` is
 * the document that a text contains, or NULL. `json_text` reads a string, a boolean or a whole number of at most 18 digits as a text.
 * `json_exists` says whether the path leads to a value, JSON's null included, and is never NULL. `json_type` is the type of that value in
 * JSON's words.
 */
export const JSON_FUNCTIONS = [
  'json_from_string',
  'json_string',
  'json_int64',
  'json_float64',
  'json_bool',
  'json_list',
  'json_text',
  'json_exists',
  'json_type',
  'json_length',
] as const;
export type JsonFunctionName = (typeof JSON_FUNCTIONS)[number];

/**
 * Reads of JSON documents that no function of the language is; their arguments are those of the others. `json_part` is the value there as a document, which may write numbers in
 * another way, so that only other reads take it. `json_is_empty` says whether the value is an object without members. `json_lax_text` reads what `json_text` reads,
 * and numbers of at most 15 digits that every engine writes in the same way. `json_is_known` is `json_exists` without JSON's null. `json_is_valid` says whether a text is JSON as every engine
 * reads it; one with a whole number `-0`, which engines write in two ways, is not.
 */
export const EXACT_JSON_FUNCTIONS = [
  'json_part',
  'json_is_empty',
  'json_lax_text',
  'json_is_valid',
  'json_is_known',
] as const;
export type ExactJsonFunctionName = (typeof EXACT_JSON_FUNCTIONS)[number];

/** Over lists. `in_list` ignores items that are NULL. */
export const COLLECTION_FUNCTIONS = [
  ...namesOf(collections),
  'in_list',
  'list_length',
  'list_item',
  'map_value',
  'map_size',
  'has_key',
  'overlaps',
  'starts_with_any',
  'ends_with_any',
  'like_any',
] as const;
export type CollectionFunctionName = (typeof COLLECTION_FUNCTIONS)[number];

export const FUNCTIONS = [
  ...OPERATORS,
  ...CONDITIONS,
  ...TEXT_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...TIME_FUNCTIONS,
  ...SPAN_FUNCTIONS,
  ...CASTS,
  ...COLLECTION_FUNCTIONS,
  ...JSON_FUNCTIONS,
] as const;

/**
 * Functions of saved GoogleSQL. The `checked_` ones fail where GoogleSQL does, or return NULL there with `orNull`, which is the only form
 * that the language has. `or_fail` fails if its argument is NULL. Three functions return their first argument unchanged: no engine treats
 * `unfolded` as a constant, none looks into `opaque`, and `beside` refers to a column, which keeps it from folding in a condition.
 * `parsed_float64` reads infinities too, which the language does not have, and returns NULL if it has no result. `list_distinct` has each item of a list once, in any order; `list_sort` has them in ascending order, and `list_part` a number of them from a position on, both from 0. `string_from_float64` is a float as every engine writes it, or NULL. `fixed_text` is a float with as many digits after the point as its second argument, a literal, says.
 * `parsed_decimal` reads a whole number or a fraction of at most 29 and 9 digits.
 * `base64_from_hex` writes the bytes of hexadecimal digits in base64, `hex_from_base64` the other way round; it reads four letters, or fill characters, at a time. `hex_from_text` has the bytes of a text in
 * UTF-8, and `text_from_hex` the text of such bytes, or NULL.
 * `datetime_from_timestamp` is the date and time of an instant in UTC, or in the zone of its second argument. `float_key` is a float by which every engine
 * groups alike: it has one zero and one NaN. `list_range` lists as many whole numbers from 0 as its argument requires. `list_split` has the parts of a text between separators, and `list_matches` what a pattern
 * finds in it, whose arguments are those of `regexp_extract`; of NULL they are NULL, or empty where no list can be NULL. `list_sum`, `list_avg`, `list_min`
 * and `list_max` are NULL for an empty list, and the first two if the result is out of range or not finite. `decimal_from_float64` rounds the exact
 * value, and `decimal_round` to a literal number of digits, both halves away from zero; they are NULL if the result is out of range. `checked_divide` rounds
 * a quotient of decimals to nine digits likewise.
 */
export const EXACT_FUNCTIONS = [
  'or_fail',
  'checked_add',
  'checked_subtract',
  'checked_multiply',
  'checked_divide',
  'checked_negate',
  'checked_abs',
  'checked_lower',
  'checked_upper',
  'parsed_float64',
  'parsed_decimal',
  'unfolded',
  'opaque',
  'beside',
  'list_distinct',
  'list_range',
  'list_split',
  'list_matches',
  'list_concat',
  'list_reverse',
  'list_sort',
  'list_part',
  'list_sum',
  'list_avg',
  'list_min',
  'list_max',
  'float_key',
  'is_nan',
  'is_infinite',
  'fixed_text',
  'base64_from_hex',
  'hex_from_base64',
  'hex_from_text',
  'text_from_hex',
  'string_from_float64',
  'datetime_from_timestamp',
  'timestamp_from_datetime',
  'decimal_from_float64',
  'decimal_round',
  ...EXACT_JSON_FUNCTIONS,
] as const;
export type ExactFunctionName = (typeof EXACT_FUNCTIONS)[number];

export type FunctionName = (typeof FUNCTIONS)[number] | ExactFunctionName;

/**
 * Aggregate functions of the portable library. The nodes of quantiles contain their rank, those of `string_agg` and `list_agg` their
 * order.
 */
export const AGGREGATES = [
  'count_rows',
  'count',
  'count_if',
  'count_distinct',
  'approx_count_distinct',
  'sum_int64',
  'sum_float64',
  'sum_decimal',
  'avg',
  'avg_decimal',
  'min',
  'max',
  'quantile',
  'quantile_cont',
  'approx_quantile',
  'any_value',
  'stddev',
  'variance',
  'stddev_pop',
  'var_pop',
  'bit_or_agg',
  'arg_min',
  'arg_max',
  'string_agg',
  'list_agg',
] as const;

export type PortableAggregateName = (typeof AGGREGATES)[number];

/** Aggregates of saved GoogleSQL: they fail if the result is out of range. `first_of` is the first value in an order, NULL or not. */
export const EXACT_AGGREGATES = [
  'exact_sum_int64',
  'exact_sum_float64',
  'exact_avg_int64',
  'exact_avg_float64',
  'exact_avg_decimal',
  'exact_stddev_pop',
  'exact_var_pop',
  'exact_corr',
  'exact_covar_pop',
  'exact_covar_samp',
  'list_concat_agg',
  'first_of',
] as const;
export type ExactAggregateName = (typeof EXACT_AGGREGATES)[number];

export type AggregateName = PortableAggregateName | ExactAggregateName;
/** A function or an aggregate that an engine may lack; `each`: an expression over each item of a list; `records`: a list of records. */
export type Ability = FunctionName | AggregateName | 'each' | 'records';

/** Functions over a window: ranks, which read only the order of the rows, and aggregates of the rows around each row. `first_known` and `last_known` ignore NULLs. */
export const WINDOWS = [
  'row_number',
  'rank',
  'dense_rank',
  'ntile',
  'lag',
  'lead',
  'first_value',
  'last_value',
  'first_known',
  'last_known',
  'count_rows',
  'count',
  'count_if',
  'count_distinct',
  'sum_int64',
  'sum_float64',
  'sum_decimal',
  'avg',
  'avg_decimal',
  'min',
  'max',
  'any_value',
] as const;

/** How far a frame reaches from its row, in rows or between keys. ClickHouse takes a distance of 31 bits. */
export const FARTHEST = { rows: 1_000_000n, range: 2_147_483_647n } as const;

export type PortableWindowName = (typeof WINDOWS)[number];

/** Windows of saved GoogleSQL. */
export const EXACT_WINDOWS = [
  'exact_sum_int64',
  'exact_avg_int64',
  'exact_sum_float64',
  'exact_avg_float64',
  'exact_avg_decimal',
  'exact_stddev_pop',
  'exact_stddev_samp',
  'exact_var_pop',
  'exact_var_samp',
  'nth_value',
] as const;

export type WindowName = PortableWindowName | (typeof EXACT_WINDOWS)[number];
