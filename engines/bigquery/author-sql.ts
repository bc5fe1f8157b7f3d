/** GoogleSQL in `sources.yaml`: its lexical structure and its lists of functions. */
import type { AuthorSql } from '../../generator/sql/author/author-sql.ts';

const ESCAPE = String.raw`\\(?:[abfnrtv\\?"'${'`'}]|[0-3][0-7]{2}|[xX][0-9a-fA-F]{2}|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4})`;
/** Only texts in triple quotes may contain line breaks, and only raw texts any backslash. */
const literals = ["'", '"'].flatMap(quote => {
  const three = quote.repeat(3);
  return [
    `(?:[rR][bB]?|[bB][rR])${three}(?:(?!${three})(?:[^\\\\]|\\\\[^]))*${three}`,
    `(?:[rR][bB]?|[bB][rR])${quote}(?!${quote}${quote})(?:[^${quote}\\\\\\n\\r]|\\\\(?:\\r\\n|[^\\n\\r]))*${quote}`,
    `[bB]?${three}(?:(?!${three})(?:[^\\\\]|${ESCAPE}))*${three}`,
    `[bB]?${quote}(?!${quote}${quote})(?:[^${quote}\\\\\\n\\r]|${ESCAPE})*${quote}(?!${quote})`,
  ];
});
const NAME = `\`(?:[^\`\\\\\\n\\r]|${ESCAPE})+\``;

const AGGREGATES: ReadonlySet<string> = new Set(
  `any_value approx_count_distinct approx_quantiles approx_top_count approx_top_sum array_agg array_concat_agg avg bit_and
  bit_or bit_xor corr count countif covar_pop covar_samp cume_dist dense_rank first_value grouping hll_count.init
  hll_count.merge hll_count.merge_partial kll_quantiles.init_float64 kll_quantiles.init_int64
  kll_quantiles.init_uint64 kll_quantiles.merge_float64 kll_quantiles.merge_int64 kll_quantiles.merge_partial
  kll_quantiles.merge_point_float64 kll_quantiles.merge_point_int64 kll_quantiles.merge_point_uint64
  kll_quantiles.merge_uint64 lag last_value lead logical_and logical_or max max_by min min_by nth_value ntile percent_rank
  percentile_cont percentile_disc rank row_number st_centroid_agg st_clusterdbscan st_extent st_union_agg stddev stddev_pop
  stddev_samp string_agg sum var_pop var_samp variance`.split(/\s+/),
);

export default {
  quoted: new RegExp([...literals, NAME].join('|'), 'y'),
  isAggregate: name => AGGREGATES.has(name.toLowerCase()),
  rowsOf: ['unnest'],
  hasNamedSets: false,
  multiplies: [],
  hoists: false,
  tableSyntax: /\s(?:for\s+system_time\s+as\s+of|tablesample\s+system|as\s+\w+$)|^\w+\s*\(.*\)$/i,
  final: null,
  added: {
    name: '_TABLE_SUFFIX',
    isIn: table => table.endsWith('*'),
    tables: 'wildcard tables, whose names end in `*`',
  },
} satisfies AuthorSql;
