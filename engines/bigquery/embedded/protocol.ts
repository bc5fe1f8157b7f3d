/** The messages of ZetaSQL's local service for evaluating statements, on top of the analyst's. */
import type {
  AnalyserMethods,
  AnalyzerOptions,
  CatalogProto,
  ColumnProto,
  DescriptorPools,
} from '../analyst/server/protocol.ts';

/** A oneof: at most one field is set, and no field for NULL. */
export interface ValueProto {
  readonly bool_value?: boolean;
  readonly int64_value?: string;
  readonly double_value?: number;
  readonly string_value?: string;
  readonly json_value?: string;
  readonly bytes_value?: Buffer;
  /** Billionths as a whole number in two's complement, the lowest byte first. */
  readonly numeric_value?: Buffer;
  readonly bignumeric_value?: Buffer;
  /** Days since 1970. */
  readonly date_value?: number;
  readonly timestamp_value?: { readonly seconds?: string; readonly nanos?: number };
  readonly datetime_value?: {
    readonly bit_field_datetime_seconds?: string;
    readonly nanos?: number;
  };
  readonly time_value?: string;
  readonly range_value?: { readonly start?: ValueProto; readonly end?: ValueProto };
  readonly array_value?: { readonly element?: readonly ValueProto[] };
  readonly struct_value?: { readonly field?: readonly ValueProto[] };
}

export interface TableContent {
  readonly table_data: {
    readonly row?: readonly { readonly cell?: readonly ValueProto[] }[];
  };
}

export interface EvaluationMethods extends AnalyserMethods {
  readonly EvaluateQuery: {
    readonly request: {
      readonly sql: string;
      readonly options: AnalyzerOptions;
      readonly simple_catalog: CatalogProto;
      readonly table_content: Readonly<Record<string, TableContent>>;
      readonly descriptor_pool_list: DescriptorPools;
      readonly params: readonly { readonly name: string; readonly value: ValueProto }[];
    };
    readonly response: {
      readonly prepared?: { readonly columns?: readonly ColumnProto[] };
      readonly content?: TableContent;
    };
  };
}
