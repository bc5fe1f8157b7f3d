/**
 * The messages of ZetaSQL's local service that are used here, as `@grpc/proto-loader` gives them:
 * names as in the .proto files, enums and 64-bit integers as text, unset fields absent.
 */

export interface TypeProto {
  readonly type_kind: string;
  readonly array_type?: { readonly element_type: TypeProto };
  readonly struct_type?: { readonly field?: readonly StructFieldProto[] };
  readonly range_type?: { readonly element_type: TypeProto };
}

export interface StructFieldProto {
  /** Empty for a field without a name. */
  readonly field_name: string;
  readonly field_type: TypeProto;
}

/** A oneof: at most one field is set, and none for NULL. */
export interface ValueProto {
  readonly bool_value?: boolean;
  readonly int64_value?: string;
  readonly double_value?: number;
  readonly string_value?: string;
  readonly json_value?: string;
  readonly bytes_value?: Buffer;
  readonly numeric_value?: Buffer;
  readonly bignumeric_value?: Buffer;
  /** Days since 1970. */
  readonly date_value?: number;
  readonly timestamp_value?: { readonly seconds?: string; readonly nanos?: number };
  readonly datetime_value?: {
    readonly bit_field_datetime_seconds?: string;
    readonly nanos?: number;
  };
  /** Bits, from the low end: 30 nanoseconds, 6 seconds, 6 minutes, 5 hours. */
  readonly time_value?: string;
  readonly range_value?: { readonly start?: ValueProto; readonly end?: ValueProto };
  readonly array_value?: { readonly element?: readonly ValueProto[] };
  readonly struct_value?: { readonly field?: readonly ValueProto[] };
}

export interface ColumnProto {
  readonly name: string;
  readonly type: TypeProto;
}

interface TableProto {
  readonly name: string;
  readonly full_name: string;
  readonly serialization_id: number;
  readonly column: readonly ColumnProto[];
}

interface ArgumentTypeProto {
  readonly kind: string;
  readonly num_occurrences: number;
  readonly options: {
    readonly cardinality: string;
    readonly argument_name?: string;
    readonly is_not_aggregate?: boolean;
  };
}

export interface FunctionProto {
  readonly name_path: readonly string[];
  readonly group: string;
  readonly mode: 'SCALAR' | 'AGGREGATE';
  readonly signature: readonly {
    readonly argument: readonly ArgumentTypeProto[];
    readonly return_type: ArgumentTypeProto;
    readonly context_id: number;
  }[];
  readonly parse_resume_location: { readonly input: string };
  readonly templated_sql_function_argument_name: readonly string[];
}

export interface LanguageOptions {
  readonly product_mode: string;
  readonly name_resolution_mode: string;
  readonly enabled_language_features: readonly string[];
  readonly supported_statement_kinds: readonly string[];
  readonly reserved_keywords: readonly string[];
}

export interface CatalogProto {
  readonly name: string;
  readonly table: readonly TableProto[];
  readonly custom_function: readonly FunctionProto[];
  readonly builtin_function_options: {
    readonly language_options: LanguageOptions;
    readonly exclude_function_ids: readonly string[];
  };
}

export interface AnalyzerOptions {
  readonly language_options: LanguageOptions;
  readonly default_timezone: string;
  readonly error_message_mode: string;
  readonly parameter_mode: string;
  readonly allow_undeclared_parameters: boolean;
  readonly prune_unused_columns: boolean;
  readonly preserve_column_aliases: boolean;
  readonly query_parameters: readonly ColumnProto[];
  readonly enabled_rewrites: readonly string[];
}

export interface TableContent {
  readonly table_data: {
    readonly row?: readonly { readonly cell?: readonly ValueProto[] }[];
  };
}

export interface DescriptorPools {
  readonly definitions: readonly (
    | { readonly registered_id: string }
    | { readonly builtin: object }
  )[];
}

interface ResolvedQuery {
  readonly output_column_list?: readonly {
    readonly name: string;
    readonly column: { readonly type: TypeProto };
  }[];
}

/** Every call that is made, with what goes in and what comes out. */
export interface Methods {
  readonly Analyze: {
    readonly request: {
      readonly options: AnalyzerOptions;
      readonly simple_catalog: CatalogProto;
      readonly descriptor_pool_list: DescriptorPools;
      readonly sql_statement: string;
    };
    readonly response: {
      readonly resolved_statement?: { readonly resolved_query_stmt_node?: ResolvedQuery };
    };
  };
  readonly Parse: {
    readonly request: { readonly sql_statement: string; readonly options: LanguageOptions };
    readonly response: object;
  };
  readonly RegisterCatalog: {
    readonly request: {
      readonly simple_catalog: CatalogProto;
      readonly table_content: Readonly<Record<string, TableContent>>;
      readonly descriptor_pool_list: DescriptorPools;
    };
    readonly response: {
      readonly registered_id: string;
      readonly descriptor_pool_id_list?: { readonly registered_ids?: readonly string[] };
    };
  };
  readonly UnregisterCatalog: {
    readonly request: { readonly registered_id: string };
    readonly response: object;
  };
  readonly EvaluateQuery: {
    readonly request: {
      readonly sql: string;
      readonly options: AnalyzerOptions;
      readonly registered_catalog_id: string;
      readonly descriptor_pool_list: DescriptorPools;
      readonly params: readonly { readonly name: string; readonly value: ValueProto }[];
    };
    readonly response: {
      readonly prepared?: { readonly columns?: readonly ColumnProto[] };
      readonly content?: TableContent;
    };
  };
}
