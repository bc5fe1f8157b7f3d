/** The functions of BigQuery itself. A function of a data set may read any table. */
import authorSql from '../author-sql.ts';
import type { LanguageOptions } from './server/protocol.ts';
import type { AnalyserService } from './server/service.ts';

export interface BuiltInFunctions {
  /** Whether it is a function of BigQuery itself, and of no data set. */
  readonly isBuiltIn: (path: readonly string[]) => boolean;
  /** Whether BigQuery has a table function of that name which makes rows only from the tables in its arguments. */
  readonly isOfArguments: (path: readonly string[]) => boolean;
}

/** Functions of BigQuery that ZetaSQL does not list. */
const MORE = new Set(
  `apply bag_of_words bool_array ceiling character_length contains_substr cosine_distance dlp_deterministic_decrypt
  dlp_deterministic_encrypt dlp_key_chain edit_distance euclidean_distance float32 float64_array int32 int64_array
  is_first is_last json_flatten json_keys key kll_quantiles.extract_float64 kll_quantiles.extract_int64
  kll_quantiles.extract_point_float64 kll_quantiles.extract_point_int64 kll_quantiles.extract_point_uint64
  kll_quantiles.extract_uint64 nvl nvl2 offset ordinal power safe_key safe_offset safe_ordinal search st_hausdorffdistance st_hausdorffdwithin st_isvalid
  st_lineinterpolatepoint st_linesubstring string_array substring text_analyze tf_idf uint32`.split(
    /\s+/,
  ),
);
const OF_ARGUMENTS = new Set(['gap_fill', 'range_sessionize', 'vector_search']);

export async function readBuiltInFunctions(
  service: AnalyserService,
  language: LanguageOptions,
): Promise<BuiltInFunctions> {
  const { function: listed = [] } = await service.ask('GetBuiltinFunctions', {
    language_options: language,
  });
  const names = new Set(listed.map(({ name_path: path }) => path.join('.').toLowerCase()));
  const isKnown = (name: string) =>
    names.has(name) || MORE.has(name) || authorSql.isAggregate(name);
  return {
    isBuiltIn: path => {
      const [first = '', ...rest] = path.map(part => part.toLowerCase());
      const plain = first === 'safe' && rest.length > 0 ? rest : [first, ...rest];
      return plain.every(part => !part.includes('.')) && isKnown(plain.join('.'));
    },
    isOfArguments: ([name = '', ...rest]) => {
      return rest.length === 0 && OF_ARGUMENTS.has(name.toLowerCase());
    },
  };
}
