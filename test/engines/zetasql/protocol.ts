/** The messages of ZetaSQL's local service that evaluation needs besides those that the analyst asks with. */
import type {
  AnalyzerOptions,
  CatalogProto,
  ColumnProto,
  DescriptorPools,
  Methods,
} from '../../../engines/bigquery/analyst/protocol.ts';

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

/** With functions written in SQL. */
export interface EvaluationCatalog extends CatalogProto {
  readonly custom_function: readonly FunctionProto[];
}

export interface TableContent {
  readonly table_data: {
    readonly row?: readonly { readonly cell?: readonly ValueProto[] }[];
  };
}

/** Every call that is made, with what goes in and what comes out. */
export interface EvaluationMethods extends Methods {
  readonly RegisterCatalog: {
    readonly request: {
      readonly simple_catalog: EvaluationCatalog;
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
