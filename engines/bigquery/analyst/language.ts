/**
 * Configures ZetaSQL as BigQuery: its external product mode, every generally available feature, QUALIFY as a reserved word
 * (otherwise it needs a WHERE), and UTC (ZetaSQL's own default zone is America/Los_Angeles). Only queries are supported
 * statements, so the parser and the analyser refuse everything else.
 */
import type { AnalyzerOptions, ColumnProto, LanguageOptions } from './server/protocol.ts';

// Features that BigQuery lacks: experimental ones, those of other products, and those that remove something.
const NOT_IN_BIGQUERY =
  /^FEATURE_(?:TEST|EXPERIMENTAL)_|SPANNER_LEGACY|PROTO_BASE|TIMESTAMP_NANOS|DISALLOW_|DISABLE_|ALLOW_LEGACY_ROW|STRICT_FUNCTION_DEFAULT/;

/** `features`: the names of all features that the server has. */
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

/** A statement may use only these parameters. */
export function analyzerOptions(
  language: LanguageOptions,
  parameters: readonly ColumnProto[],
): AnalyzerOptions {
  return {
    language_options: language,
    default_timezone: 'UTC',
    error_message_mode: 'ERROR_MESSAGE_ONE_LINE',
    parameter_mode: 'PARAMETER_NAMED',
    allow_undeclared_parameters: false,
    prune_unused_columns: true,
    preserve_column_aliases: true,
    query_parameters: parameters.map(({ name, type }) => ({ name: parameterName(name), type })),
    enabled_rewrites: [],
  };
}

/** Constructs that the analyser rewrites before its tree is read. */
export const REWRITTEN: readonly string[] = ['REWRITE_PIVOT', 'REWRITE_UNPIVOT'];

/** The analyser looks up parameters in lower case, however the statement spells them. */
export const parameterName = (name: string): string => name.toLowerCase();
