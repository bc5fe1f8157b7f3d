/**
 * ZetaSQL set up to be BigQuery: its external product mode, every generally available feature,
 * QUALIFY reserved (else it needs a WHERE), and UTC (ZetaSQL's own default zone is
 * America/Los_Angeles). Only queries are supported statements, which makes the analyser refuse
 * everything else.
 */
import type { Binding } from '../test-engine.ts';
import type { AnalyzerOptions, LanguageOptions } from './protocol.ts';
import { scalarType } from './zetasql-values.ts';

// What BigQuery has not: features under test, of other products, or that take something away.
const NOT_IN_BIGQUERY = new RegExp(
  [
    '^FEATURE_(TEST|EXPERIMENTAL)_',
    'SPANNER_LEGACY',
    'PROTO_BASE',
    'TIMESTAMP_NANOS',
    'DISALLOW_',
    'DISABLE_',
    'ALLOW_LEGACY_ROW',
    'STRICT_FUNCTION_DEFAULT',
  ].join('|'),
);

export function languageOptions(features: readonly string[]): LanguageOptions {
  return {
    product_mode: 'PRODUCT_EXTERNAL',
    name_resolution_mode: 'NAME_RESOLUTION_DEFAULT',
    enabled_language_features: features.filter(
      name => name.startsWith('FEATURE_') && !NOT_IN_BIGQUERY.test(name),
    ),
    supported_statement_kinds: ['RESOLVED_QUERY_STMT'],
    reserved_keywords: ['QUALIFY'],
  };
}

// The evaluator knows none of these constructs; the analyser rewrites them into what it knows.
const REWRITES = [
  'REWRITE_FLATTEN',
  'REWRITE_ARRAY_FILTER_TRANSFORM',
  'REWRITE_UNPIVOT',
  'REWRITE_PIVOT',
  'REWRITE_ARRAY_INCLUDES',
  'REWRITE_TYPEOF_FUNCTION',
  'REWRITE_WITH_EXPR',
  'REWRITE_INLINE_SQL_FUNCTIONS',
  'REWRITE_INLINE_SQL_UDAS',
  'REWRITE_NULLIFERROR_FUNCTION',
  'REWRITE_LIKE_ANY_ALL',
  'REWRITE_BUILTIN_FUNCTION_INLINER',
  'REWRITE_SET_OPERATION_CORRESPONDING',
  'REWRITE_GROUPING_SET',
];

/** Parameters are of the types of the bindings; with no binding at all they are inferred. */
export function analyzerOptions(
  language: LanguageOptions,
  bindings: readonly Binding[],
): AnalyzerOptions {
  return {
    language_options: language,
    default_timezone: 'UTC',
    error_message_mode: 'ERROR_MESSAGE_ONE_LINE',
    parameter_mode: 'PARAMETER_NAMED',
    allow_undeclared_parameters: bindings.length === 0,
    prune_unused_columns: true,
    preserve_column_aliases: true,
    query_parameters: bindings.map(({ name, scalar }) => {
      return { name: parameterName(name), type: scalarType(scalar) };
    }),
    enabled_rewrites: REWRITES,
  };
}

/** The analyser looks parameters up in lower case, whatever the statement writes. */
export const parameterName = (name: string): string => name.toLowerCase();
