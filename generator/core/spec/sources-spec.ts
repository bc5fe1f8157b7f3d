/** `endpoints/sources.yaml` as written: the YAML typed one to one. */

import type { SourceText } from '../report/diagnostics.ts';
import type { BodySpec } from './body-spec.ts';
import type { Entry, ExpressionText, Located } from './located.ts';
import type { ParamSpec } from './spec.ts';

export interface FieldSpec {
  readonly type: Located<string> | null;
  readonly record: readonly Entry<FieldSpec>[] | null;
  /** The type of the items of a list. */
  readonly list: Located<string> | null;
  /** The type of the values of a map. */
  readonly map: Located<string> | null;
  /** Digits of a `decimal`: in total, and after the point. */
  readonly precision: Located<number> | null;
  readonly scale: Located<number> | null;
  readonly required: boolean;
  readonly optional: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  /** The path of another column, or an expression over others. */
  readonly is: ExpressionText | null;
  /** SQL text by dialect name. */
  readonly text: readonly Entry<Located<string>>[];
}
export interface TableSpec {
  readonly table: Located<string>;
  readonly records: 'nested' | 'repeated';
  readonly where: Located<string> | null;
  readonly final: Located<boolean> | null;
}
/** A named aggregate of a data set. */
export interface MeasureSpec {
  /** `null` with `type`. */
  readonly value: ExpressionText | null;
  readonly type: Located<string> | null;
  /** SQL text by dialect name. */
  readonly text: readonly Entry<Located<string>>[];
  readonly description: string | null;
  readonly unit: string | null;
}
export interface SourceSpec {
  /** False if an error in it was reported: it may be resolved to find errors elsewhere, but is never accepted. */
  readonly sound: boolean;
  readonly name: Located<string>;
  readonly title: string | null;
  readonly description: string | null;
  readonly invalid: 'error' | 'skip';
  readonly key: readonly Located<string>[];
  /** Columns that separate tenants, and whether a read may cover several tenants. */
  readonly scope: readonly { readonly name: Located<string>; readonly many: boolean }[];
  readonly tables: readonly Entry<TableSpec>[];
  readonly columns: readonly Entry<FieldSpec>[];
  readonly measures: readonly Entry<MeasureSpec>[];
}
/** A relation that endpoints read like a data set. */
export interface RelationSpec extends Entry<BodySpec> {
  /** False if an error in it was reported. */
  readonly sound: boolean;
  readonly title: string | null;
  readonly description: string | null;
}
export interface SourcesSpec {
  readonly source: SourceText;
  readonly sources: readonly SourceSpec[];
  readonly relations: readonly RelationSpec[];
  /** Parameters that endpoints share. */
  readonly params: readonly Entry<ParamSpec>[];
  /** Functions that texts in GoogleSQL call. */
  readonly functions: readonly Entry<FunctionSpec>[];
}
export interface FunctionSpec {
  /** The arguments with their types. */
  readonly args: readonly Entry<Located<string>>[];
  readonly is: ExpressionText;
}
