/**
 * The types of `generated/manifest.json`: the one contract between the compiler and everything that runs.
 *
 * It holds no clock, path, host or version of quern, so that a release of quern alone makes nothing stale. Integers that
 * may exceed 2^53 (defaults, bounds of int64 and timestamp parameters) stand as decimal text.
 */
import type { Chooser } from './choice.ts';
import type { Compat } from './compat.ts';
import type { Condition } from './condition.ts';
import type { Constant } from './constant.ts';
import type { Filter } from './filters.ts';
import type { AcceptedForm, Encoding, Scalar, Type } from './scalar.ts';
import type { Binding } from './statement.ts';

export const MANIFEST_FORMAT = 2;

export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly sources: Readonly<Record<string, ManifestSource>>;
  /** By name, ascending. */
  readonly endpoints: readonly ManifestEndpoint[];
}
export interface ManifestSource {
  readonly title: string | null;
  readonly description: string | null;
  readonly columns: readonly ManifestField[];
  /** Only where invalid entries of files are left out. */
  readonly invalid?: 'skip';
  readonly tables: Readonly<Record<string, ManifestTable>>;
}
export interface ManifestTable {
  /** Parts of the name, outermost first. */
  readonly table: readonly string[];
  readonly records: 'nested' | 'repeated';
}
export interface ManifestField {
  readonly name: string;
  readonly type: Type | 'record';
  readonly nullable: boolean;
  /** Digits of a stored `decimal`, in all and after the point: only on columns of data sets. */
  readonly precision?: number;
  readonly scale?: number;
  /** Only where files may lack the column. */
  readonly optional?: true;
  /** Left out if there is none, like the unit. */
  readonly description?: string;
  readonly unit?: string;
  /** Only of records that are answered as an array of one, which is empty where the record is NULL. */
  readonly array?: true;
  /** Only inside records, and only where a value is not written as it is anywhere else. */
  readonly encode?: Encoding;
  /** Only in answers: the callers' filter that compares this value. */
  readonly filter?: string;
  /** Only in answers: the callers' filters that compare one value of a map or one item of a list, by its key or its place. */
  readonly members?: Readonly<Record<string, string>>;
  /** Only on records. */
  readonly fields?: readonly ManifestField[];
}
export interface ManifestList {
  readonly minItems: number;
  readonly maxItems: number;
  /** Only where there is one. */
  readonly separator?: string;
}
export interface ManifestParam {
  readonly name: string;
  /** Name of the parameter type. */
  readonly type: string;
  /** Of the value; of each item where it is a list. */
  readonly scalar: Scalar;
  /** Only of lists. Type, values and constraints are then those of each item. */
  readonly list?: ManifestList;
  readonly values: readonly string[] | null;
  /** Only where there are any: further texts that callers may send, each with the value that it means. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly required: boolean;
  /** In the parameter type's text form; of a list, one text for each item; with `moving`, an expression as its author wrote it. */
  readonly default: string | readonly string[] | null;
  /** Only where the default moves with the clock: how it is computed for a request. */
  readonly moving?: Constant;
  readonly otherwise: 'reject' | 'default';
  /** Bounds in text form, lengths in code points. Only those that are declared. */
  readonly constraints: {
    readonly min?: string;
    readonly max?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    /** Of a duration that divides a day or is whole days. */
    readonly step?: true;
    /** A second form of its texts. */
    readonly accept?: AcceptedForm;
    /** Of an instant: as ISO 8601 and PostgreSQL write it, with years beyond 1900 to 2299 as open bounds. */
    readonly lenient?: true;
  };
  readonly description: string | null;
  readonly example: string | readonly string[] | null;
  readonly deprecated: boolean;
  /** Only of those that `filters` declare. */
  readonly filter?: Filter;
}
export interface ManifestColumn extends ManifestField {
  readonly encode: Encoding;
  /** The columns of data sets whose values it shows, each by its own name; left out where that is the name here. */
  readonly shows?: readonly string[];
  /** Only of the column that holds the beginning of each bucket. */
  readonly bucket?: ManifestBucket;
}
/**
 * How long buckets are, in ISO 8601: always the same, by the value of an enum, or as long as the value of a duration says; `null`:
 * the length of the window decides.
 */
export type ManifestBucket =
  | { readonly step: string }
  | { readonly by: string; readonly steps?: Readonly<Record<string, string>> }
  | { readonly by: null };
/** The names of the parameters that bound the time of the rows. */
export interface ManifestRange {
  readonly from?: string;
  readonly to?: string;
}
export interface ManifestPages {
  /** Seconds after which a cursor leads nowhere. */
  readonly expires: number;
  /** The values that requests order by. */
  readonly keys: readonly {
    /** Where the key stands in a row of the statement: behind `columns` unless it is one of them. */
    readonly at: number;
    readonly scalar: Scalar;
    /** The binding that holds its value in the last row of the page before. */
    readonly after: string;
  }[];
}
export interface ManifestCache {
  readonly ttl: number;
  readonly refresh: number;
}
/** Text, or text that is there as a whole where a condition holds; both by index into the engine's `texts`. */
export type ManifestSegment = number | { readonly when: Condition; readonly sql: number };
export interface ManifestStatement {
  readonly sql: readonly ManifestSegment[];
  readonly bind: readonly Binding[];
}
export interface ManifestEngine {
  /** Only where its statement is the author's own, and that of another engine may be compiled. */
  readonly own?: true;
  /**
   * The saved query: self-contained, without guarded texts; every parameter is bound as text. Of a statement in the engine's own
   * SQL the text as its author wrote it, without bindings.
   */
  readonly saved: ManifestStatement;
  /**
   * Enums, and presences of parameters, that are folded into statements, in the order of a statement's key; `step` is what the
   * length of a window chooses.
   */
  readonly choices: readonly Chooser[];
  /**
   * By data set, paths of the stored columns and fields that statements read, joined by a dot, ascending. Of the engine's own
   * SQL the data sets alone are known.
   */
  readonly reads: Readonly<Record<string, readonly string[]>>;
  /** The pieces that statements are joined from; each stands once. */
  readonly texts: readonly string[];
  /** By `statementKey` of the values of the choices. */
  readonly statements: Readonly<Record<string, ManifestStatement>>;
}
/** A window of time that a request gives, which decides what the service answers before a statement runs. */
export interface ManifestWindow {
  readonly from: Constant;
  readonly to: Constant;
  /** The parameter that chooses the step; only where one does. */
  readonly by?: string;
  /** The steps: one, or one for each value of `by`, or of the choice `step` where there are `lengths`. */
  readonly steps: readonly ManifestWindowStep[];
  /** Only where the length of the window chooses the step: in ascending order, the last without `upTo`. */
  readonly lengths?: {
    /** In microseconds. */
    readonly length: Constant;
    readonly steps: readonly { readonly value: string; readonly upTo?: string }[];
  };
  /** How many buckets an answer may have; only where gaps are filled. */
  readonly most?: number;
}
/** The buckets stand at the numbers from 0 to `span`, `every` apart. */
export interface ManifestWindowStep {
  /** Only where there is a choice. */
  readonly value?: string;
  readonly span: Constant;
  readonly every: Constant;
}
/** A relation that statements of callers read, and nothing else. */
export interface ManifestView {
  readonly name: string;
  readonly columns: readonly ManifestField[];
  /** Only where there are records: the columns of the statements for their single values, by paths joined by a dot. */
  readonly leaves?: Readonly<Record<string, string>>;
  /** Only where records are arrays for callers. */
  readonly repeated?: true;
  /** By engine, its rows as a SELECT. */
  readonly engines: Readonly<Record<string, ManifestRelation>>;
}
export type ManifestRelation = Pick<ManifestEngine, 'choices' | 'texts' | 'statements'>;
export interface ManifestEndpoint {
  readonly name: string;
  readonly id: string;
  /** Only where there are further names that it answers to. */
  readonly aliases?: readonly string[];
  /** SHA-256, in hex, of the definition: everything below. */
  readonly hash: string;
  readonly summary: string | null;
  readonly description: string | null;
  /** Only where it stands in for another service: how clients of that read answers. */
  readonly compat?: Compat;
  /** Only where there are any: unknown parameters that are ignored. */
  readonly ignore?: readonly string[];
  readonly params: readonly ManifestParam[];
  /** The columns of a row in order; hidden ones are not here. */
  readonly columns: readonly ManifestColumn[];
  readonly limit: number | null;
  readonly maxRows: number;
  /** Only where the answer comes in pages. */
  readonly pages?: ManifestPages;
  /** Seconds; `null` where answers are not kept. */
  readonly cache: ManifestCache | null;
  readonly sandbox: boolean;
  /** Only of a sandbox: what statements of callers read. */
  readonly views?: readonly ManifestView[];
  /** Only where bodies have windows of time with ends of their own: those of the steps, then that of the answer. */
  readonly windows?: readonly ManifestWindow[];
  /** Only where parameters bound the time of the rows. */
  readonly range?: ManifestRange;
  /** Only where the statements are in the engines' own SQL: their columns come in the engines' types. */
  readonly own?: true;
  /** Only of a text in GoogleSQL, BigQuery's SQL: as its author wrote it. */
  readonly text?: string;
  readonly engines: Readonly<Record<string, ManifestEngine>>;
}
