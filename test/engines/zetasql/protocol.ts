/** The messages of ZetaSQL's local service that evaluation needs besides those that the analyst asks with. */
import type {
  AnalyserMethods,
  AnalyzerOptions,
  CatalogProto,
  ColumnProto,
  DescriptorPools,
  FunctionProto,
} from '../../../engines/bigquery/analyst/server/protocol.ts';
import type { TableContent, ValueProto } from '../../../engines/bigquery/embedded/protocol.ts';

export type { TableContent, ValueProto };

/** With functions written in SQL. */
export interface EvaluationCatalog extends CatalogProto {
  readonly custom_function: readonly FunctionProto[];
}

/** Every call that is made, with what goes in and what comes out. */
export interface EvaluationMethods extends AnalyserMethods {
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
