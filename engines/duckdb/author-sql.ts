/** DuckDB's SQL in `sources.yaml`. A test compares the lists with `duckdb_functions()`. */
import type { AuthorSql } from '../../generator/sql/author/author-sql.ts';

/** Includes the macros that call aggregates. */
const AGGREGATES: ReadonlySet<string> = new Set(
  `any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_max_nulls_last arg_min
  arg_min_null arg_min_nulls_last argmax argmin array_agg avg bit_and bit_or bit_xor bitstring_agg bool_and bool_or corr count
  count_if count_star countif covar_pop covar_samp cume_dist dense_rank entropy favg fill first first_value fsum geomean
  geometric_mean group_concat histogram histogram_exact json_group_array json_group_object json_group_structure kahan_sum
  kurtosis kurtosis_pop lag last last_value lead list listagg mad max max_by mean median min min_by mode nth_value ntile
  percent_rank product quantile quantile_cont quantile_disc rank rank_dense regr_avgx regr_avgy regr_count regr_intercept
  regr_r2 regr_slope regr_sxx regr_sxy regr_syy reservoir_quantile row_number sem skewness stddev stddev_pop stddev_samp
  string_agg sum sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg`.split(/\s+/),
);

/**
 * In a string with the prefix `E`. NUL and single bytes of a longer character have no escape, and the parser fails at
 * `\u`.
 */
const ESCAPE = String.raw`\\(?:[^uUx0-7]|x(?:[1-7][0-9a-fA-F]|0?[1-9a-fA-F](?![0-9a-fA-F]))|(?!0{1,3}(?![0-7])|[2-7][0-7]{2})[0-7]{1,3})`;

export default {
  quoted: new RegExp(`'(?:[^']|'')*'|[eE]'(?:[^'\\\\]|''|${ESCAPE})*'|"(?:[^"]|"")+"`, 'y'),
  isAggregate: name => AGGREGATES.has(name.toLowerCase()),
  rowsOf: ['generate_series', 'json_each', 'json_tree', 'range', 'unnest'],
  hasNamedSets: false,
  multiplies: ['unnest', 'generate_subscripts', 'regexp_split_to_table'],
  hoists: true,
  tableSyntax: /\s(?:tablesample\s|using\s+sample\s|at\s*\(|as\s+\w+$)|^\w+\s*\(.*\)$/i,
  final: null,
  added: null,
} satisfies AuthorSql;
