/** `endpoints/sources.yaml` as written: the types of what its description reads. */
export type { FieldSpec } from '../../shape/clauses/columns.ts';
export type { MeasureSpec } from '../../shape/files/measures.ts';
export type { RollupSpec } from '../../shape/files/rollups.ts';
export type {
  FunctionSpec,
  RelationSpec,
  SourceSpec,
  SourcesSpec,
  TableSpec,
} from '../../shape/files/sources.ts';
