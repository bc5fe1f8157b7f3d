/**
 * The messages of ZetaSQL's local service for reading statements, in the form of `@grpc/proto-loader`: names as in the .proto
 * files, enums and 64-bit integers as text, unset fields absent.
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
export interface ColumnProto {
  readonly name: string;
  readonly type: TypeProto;
  /** `*` does not include it. */
  readonly is_pseudo_column?: boolean;
}
export interface TableProto {
  readonly name: string;
  readonly full_name: string;
  readonly serialization_id: number;
  readonly column: readonly ColumnProto[];
}
/** Its tables have names of one part. `catalog` contains tables with longer names, by their first part. */
export interface NamespaceProto {
  readonly name: string;
  readonly table: readonly TableProto[];
  readonly catalog?: readonly NamespaceProto[];
}
/** A function whose body is a SQL expression. */
export interface FunctionProto {
  readonly name_path: readonly string[];
  readonly group: string;
  readonly mode: string;
  readonly signature: readonly {
    readonly argument: readonly FunctionArgument[];
    readonly return_type: FunctionArgument;
    readonly context_id: number;
  }[];
  readonly parse_resume_location: { readonly input: string };
  readonly templated_sql_function_argument_name: readonly string[];
}
export interface FunctionArgument {
  readonly kind: string;
  readonly type?: TypeProto;
  readonly num_occurrences: number;
  readonly options: { readonly cardinality: string };
}
/** A name for a value of the type. */
export interface ConstantProto {
  readonly name_path: readonly string[];
  readonly type: TypeProto;
}
export interface CatalogProto extends NamespaceProto {
  /** Other names of types. */
  readonly named_type: readonly { readonly name: string; readonly type: TypeProto }[];
  readonly custom_function?: readonly FunctionProto[];
  readonly constant?: readonly ConstantProto[];
  readonly builtin_function_options: {
    readonly language_options: LanguageOptions;
    readonly exclude_function_ids?: readonly string[];
  };
}
export interface LanguageOptions {
  readonly product_mode: string;
  readonly name_resolution_mode: string;
  readonly enabled_language_features: readonly string[];
  readonly supported_statement_kinds: readonly string[];
  readonly reserved_keywords: readonly string[];
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
  /** Makes nodes of the tree have their places. Without it, no node has one. */
  readonly parse_location_record_type?: string;
}
export interface DescriptorPools {
  readonly definitions: readonly (
    | { readonly registered_id: string }
    | { readonly builtin: object }
  )[];
}
export const BUILTIN_TYPES: DescriptorPools = { definitions: [{ builtin: {} }] };

/** The query of an analysed statement. */
export interface ResolvedQuery {
  /** Its rows are values of one column, such as those of `SELECT AS STRUCT`. */
  readonly is_value_table?: boolean;
  readonly output_column_list?: readonly {
    readonly name: string;
    readonly column: { readonly type: TypeProto };
  }[];
}

export interface ResolvedStatement {
  readonly resolved_query_stmt_node?: ResolvedQuery;
}

/** The request and the response of a call. */
export interface Method {
  readonly request: object;
  readonly response: object;
}
export interface AnalyserMethods {
  readonly ExtractTableNamesFromStatement: {
    readonly request: { readonly sql_statement: string; readonly options: LanguageOptions };
    readonly response: {
      readonly table_name?: readonly { readonly table_name_segment?: readonly string[] }[];
    };
  };
  readonly GetBuiltinFunctions: {
    readonly request: { readonly language_options: LanguageOptions };
    readonly response: {
      readonly function?: readonly { readonly name_path: readonly string[] }[];
    };
  };
  readonly Parse: {
    readonly request: {
      readonly sql_statement: string;
      readonly options: LanguageOptions;
      readonly allow_script: boolean;
    };
    readonly response: {
      /** One member, named by the kind of the statement. */
      readonly parsed_statement?: object;
      readonly parsed_script?: {
        readonly statement_list_node?: { readonly statement_list?: readonly object[] };
      };
    };
  };
  readonly Analyze: {
    readonly request: {
      readonly options: AnalyzerOptions;
      readonly simple_catalog: CatalogProto;
      readonly descriptor_pool_list: DescriptorPools;
      readonly sql_statement: string;
    };
    readonly response: {
      readonly resolved_statement?: ResolvedStatement;
    };
  };
}
