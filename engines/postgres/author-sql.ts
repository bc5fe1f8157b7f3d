/** PostgreSQL's SQL in `sources.yaml`. A test compares the lists with `pg_proc`. */
import type { AuthorSql } from '../../generator/sql/author/author-sql.ts';

const AGGREGATES: ReadonlySet<string> = new Set(
  `any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp cume_dist dense_rank every
  first_value grouping json_agg json_agg_strict json_arrayagg json_object_agg json_object_agg_strict json_object_agg_unique
  json_object_agg_unique_strict json_objectagg jsonb_agg jsonb_agg_strict jsonb_object_agg jsonb_object_agg_strict
  jsonb_object_agg_unique jsonb_object_agg_unique_strict lag last_value lead max min mode nth_value ntile percent_rank
  percentile_cont percentile_disc range_agg range_intersect_agg rank regr_avgx regr_avgy regr_count regr_intercept regr_r2
  regr_slope regr_sxx regr_sxy regr_syy row_number stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance
  xmlagg`.split(/\s+/),
);

/** In a string with the prefix `E`. NUL and single bytes of a longer character have none, and `\u` has no surrogates. */
const ESCAPE = String.raw`\\(?:[^uUx0-7]|u(?!0000|[dD][89a-fA-F])[0-9a-fA-F]{4}|U(?!00000000|0000[dD][89a-fA-F])00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}|x(?:[1-7][0-9a-fA-F]|0?[1-9a-fA-F](?![0-9a-fA-F]))|(?!0{1,3}(?![0-7])|[2-7][0-7]{2})[0-7]{1,3})`;

const ROWS_OF = [
  'generate_series',
  'generate_subscripts',
  'json_array_elements',
  'json_array_elements_text',
  'json_each',
  'json_each_text',
  'json_object_keys',
  'jsonb_array_elements',
  'jsonb_array_elements_text',
  'jsonb_each',
  'jsonb_each_text',
  'jsonb_object_keys',
  'jsonb_path_query',
  'regexp_matches',
  'regexp_split_to_table',
  'string_to_table',
  'unnest',
];

export default {
  quoted: new RegExp(`'(?:[^']|'')*'|[eE]'(?:[^'\\\\]|''|${ESCAPE})*'|"(?:[^"]|"")+"`, 'y'),
  isAggregate: name => AGGREGATES.has(name.toLowerCase()),
  rowsOf: ROWS_OF,
  hasNamedSets: false,
  multiplies: [
    ...ROWS_OF,
    'aclexplode',
    'json_populate_recordset',
    'json_to_recordset',
    'jsonb_path_query_tz',
    'jsonb_populate_recordset',
    'jsonb_to_recordset',
  ],
  hoists: true,
  tableSyntax: /\s(?:tablesample\s|as\s+\w+$)|^only\s|\*$|^\w+\s*\(.*\)$/i,
  final: null,
  added: null,
} satisfies AuthorSql;
