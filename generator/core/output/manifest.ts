/**
 * The types of `generated/manifest/`: the only contract between the compiler and everything that runs. `index.json` contains what a start
 * of the service needs, and the file of each endpoint its definition.
 *
 * The manifest contains no clock, path, host or version of quern, so that a new release of quern by itself makes nothing stale. Integers
 * that may exceed 2^53 (defaults, bounds of int64 and timestamp parameters) are written as decimal text.
 */
import type { Chooser } from '../expr/choice.ts';
import type { Condition } from '../expr/condition.ts';
import type { Constant } from '../expr/constant.ts';
import type { Filter } from '../plan/filters.ts';
import type { Life } from '../plan/life.ts';
import type { Compat } from '../types/compat.ts';
import type { AcceptedForm, Encoding, Scalar, Type } from '../types/scalar.ts';
import type { Binding } from './statement.ts';

export const MANIFEST_FORMAT = 4;
/** The same files without markers, as earlier releases wrote them. The service still reads them. */
export const UNMARKED_FORMAT = 3;
/** The service still reads it. */
export const OLD_FORMAT = 2;

/** All definitions of a project. Format 2 is one file with them. */
export interface Manifest {
  readonly sources: Readonly<Record<string, ManifestSource>>;
  /** By name, ascending. */
  readonly endpoints: readonly ManifestEndpoint[];
}
/** The content of `index.json`. */
export interface ManifestIndex {
  readonly format: typeof MANIFEST_FORMAT | typeof UNMARKED_FORMAT;
  readonly sources: Manifest['sources'];
  /** By name, ascending. */
  readonly endpoints: readonly IndexedEndpoint[];
}
/** The part of an endpoint that a start of the service reads: to find it, to check rights and to look for its tables. */
export interface IndexedEndpoint
  extends Life,
    Pick<ManifestEndpoint, 'name' | 'id' | 'compat' | 'pages' | 'scopedBy' | 'sandbox'> {
  /** The name of the file with its definition, in the folder of the index. */
  readonly file: string;
  /** SHA-256, in hex, of the bytes of that file. */
  readonly digest: string;
  /** The names of its parameters. */
  readonly params: readonly string[];
  /** The columns that statements read, once for all engines that read the same. */
  readonly reads: readonly IndexedReads[];
}
export interface IndexedReads {
  readonly engines: readonly string[];
  readonly columns: ManifestEngine['reads'];
}
export interface ManifestSource {
  readonly title: string | null;
  readonly description: string | null;
  readonly columns: readonly ManifestField[];
  /** Only if invalid entries of files are skipped. */
  readonly invalid?: 'skip';
  readonly tables: Readonly<Record<string, ManifestTable>>;
  /** Only if it is declared. */
  readonly freshness?: ManifestFreshness;
}
export interface ManifestFreshness {
  /** How old the newest entry may be, in seconds. */
  readonly within: number;
  /** By engine, a statement with one row: the instant of the newest entry, or NULL if none is new enough. */
  readonly engines: Readonly<Record<string, ManifestFreshnessStatement>>;
}
export interface ManifestFreshnessStatement {
  readonly sql: string;
  /** The names of its placeholders, in order: each is bound to the instant of the check. */
  readonly now: readonly string[];
}
export interface ManifestTable {
  /** Parts of the name, outermost first. */
  readonly table: readonly string[];
  readonly records: 'nested' | 'repeated';
}
/** How a table stores a column. */
export interface ManifestStored {
  /** Its name there; left out if that is its own. */
  readonly name?: string;
  /** Its type there, and the group of types that statements read alike; left out if it is that of `schema.sql`. */
  readonly type?: string;
  readonly kind?: string;
}
export interface ManifestField {
  readonly name: string;
  readonly type: Type | 'record';
  readonly nullable: boolean;
  /** Digits of a stored `decimal`, in total and after the point: only on columns of data sets. */
  readonly precision?: number;
  readonly scale?: number;
  /** Only if files may lack the column. */
  readonly optional?: true;
  /** By engine, only on columns of data sets whose table does not store the column as `schema.sql` declares it. */
  readonly stored?: Readonly<Record<string, ManifestStored>>;
  /** Left out if there is none, as is the unit. */
  readonly description?: string;
  readonly unit?: string;
  /** Only on records that are answered as an array: a single one as an array of one, which is empty if the record is NULL. */
  readonly array?: true;
  /** Only on arrays of records that are lists, of any length. */
  readonly list?: true;
  /** Only inside records, and only if a value is not written in the usual way. */
  readonly encode?: Encoding;
  /** Only in answers: the callers' filter that compares this value. */
  readonly filter?: string;
  /** Only in answers: the callers' filters that compare one value of a map or one item of a list, by its key or position. */
  readonly members?: Readonly<Record<string, string>>;
  /** Only on records. */
  readonly fields?: readonly ManifestField[];
}
export interface ManifestList {
  readonly minItems: number;
  readonly maxItems: number;
  /** Only if there is one. */
  readonly separator?: string;
}
export interface ManifestParam {
  readonly name: string;
  /** Name of the parameter type. */
  readonly type: string;
  /** The type of the value, or of each item of a list. */
  readonly scalar: Scalar;
  /** Only on lists. The type, the values and the constraints then apply to each item. */
  readonly list?: ManifestList;
  readonly values: readonly string[] | null;
  /** Only if there are any: further texts that callers may send, each with the value that it means. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly required: boolean;
  /** In the text form of the parameter's type; for a list, one text for each item; with `moving`, an expression as its author wrote it. */
  readonly default: string | readonly string[] | null;
  /** Only if the default moves with the clock: how it is computed for a request. */
  readonly moving?: Constant;
  readonly otherwise: 'reject' | 'default';
  /** Only the declared ones. Bounds are in text form, lengths in code points. */
  readonly constraints: {
    readonly min?: string;
    readonly max?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    /** On a duration that must divide a day or be whole days. */
    readonly step?: true;
    /** A further form in which its texts are accepted. */
    readonly accept?: AcceptedForm;
    /** On an instant that is accepted in all forms of ISO 8601 and PostgreSQL; years outside 1900 to 2299 mean an open bound. */
    readonly lenient?: true;
  };
  readonly description: string | null;
  readonly example: string | readonly string[] | null;
  readonly deprecated: boolean;
  /** Only on parameters that `filters` declare. */
  readonly filter?: Filter;
}
export interface ManifestColumn extends ManifestField {
  readonly encode: Encoding;
  /** The columns of data sets whose values it shows, each by its own name; left out if that is the name here. */
  readonly shows?: readonly string[];
  /** Only on a column by which rows are grouped, other than the bucket. */
  readonly group?: true;
  /** Only on the column that contains the start of each bucket. */
  readonly bucket?: ManifestBucket;
}
/**
 * The length of buckets, in ISO 8601: always the same, by the value of an enum, or the value of a duration; `by: null` if the length of
 * the window decides.
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
  /** Seconds after which a cursor is no longer valid. */
  readonly expires: number;
  /** The values that requests order by. */
  readonly keys: readonly {
    /** The position of the key in a row of the statement: after `columns` unless it is one of them. */
    readonly at: number;
    readonly scalar: Scalar;
    /** The binding for its value in the last row of the previous page. */
    readonly after: string;
  }[];
}
export interface ManifestCache {
  readonly ttl: number;
  readonly refresh: number;
}
/** A text, or a text that is included as a whole if a condition is true; both as an index into the engine's `texts`. */
export type ManifestSegment = number | { readonly when: Condition; readonly sql: number };
export interface ManifestStatement {
  readonly sql: readonly ManifestSegment[];
  readonly bind: readonly Binding[];
}
/** A table of copies of rollups: the copy of one rollup, or the table that says how far the copies reach. */
export interface ManifestCopy {
  /** A SELECT of its columns without rows, for a service without the table. */
  readonly empty: string;
  /** Only for a copy: the name of its rollup, and a SELECT of whether statements read the copy and not the entries. */
  readonly rollup?: { readonly name: string; readonly isRead: string };
}
export interface ManifestEngine {
  /** Only if this engine's statement is the author's own, while those of other engines may be compiled. */
  readonly own?: true;
  /**
   * The saved query: self-contained, without guarded texts; every parameter is bound as text. For a statement in the engine's own SQL,
   * it is the text as its author wrote it, without bindings.
   */
  readonly saved: ManifestStatement;
  /**
   * The enums, and the presence of parameters, that are folded into statements, in the order of a statement's key; `step` is the choice
   * that the length of the window makes.
   */
  readonly choices: readonly Chooser[];
  /**
   * By data set, the paths of the stored columns and fields that statements read, joined by a dot, ascending. For the engine's own SQL,
   * only the data sets are known.
   */
  readonly reads: Readonly<Record<string, readonly string[]>>;
  /** Only if statements read copies of rollups that quern keeps: their tables, by name. */
  readonly copies?: Readonly<Record<string, ManifestCopy>>;
  /** The pieces from which statements are joined, without duplicates. */
  readonly texts: readonly string[];
  /** By the `statementKey` of the values of the choices. */
  readonly statements: Readonly<Record<string, ManifestStatement>>;
}
/** A window of time that a request sets. The service checks it and chooses the step before a statement runs. */
export interface ManifestWindow {
  readonly from: Constant;
  readonly to: Constant;
  /** The parameter that chooses the step, if there is one. */
  readonly by?: string;
  /** The steps: one; one for each value of `by`; or, with `lengths`, one for each value of the choice `step`. */
  readonly steps: readonly ManifestWindowStep[];
  /** Only if the length of the window chooses the step: in ascending order, the last without `upTo`. */
  readonly lengths?: {
    /** In microseconds. */
    readonly length: Constant;
    readonly steps: readonly { readonly value: string; readonly upTo?: string }[];
  };
  /** The most buckets that an answer may have; only if gaps are filled. */
  readonly most?: number;
}
/** The buckets are numbered from 0 to `span`, `every` apart. */
export interface ManifestWindowStep {
  /** Only if there is a choice. */
  readonly value?: string;
  readonly span: Constant;
  readonly every: Constant;
}
/** A relation that callers' statements may read; they may read no others. */
export interface ManifestView {
  readonly name: string;
  readonly columns: readonly ManifestField[];
  /** Only if there are records: the statement's column for each single value in them, by its path, joined by a dot. */
  readonly leaves?: Readonly<Record<string, string>>;
  /** Only if callers see records as arrays. */
  readonly repeated?: true;
  /** By engine, a SELECT of its rows. */
  readonly engines: Readonly<Record<string, ManifestRelation>>;
}
export type ManifestRelation = Pick<ManifestEngine, 'choices' | 'texts' | 'statements'>;
export interface ManifestOrigins {
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  readonly params?: Readonly<Record<string, readonly string[]>>;
  /** By view and column. */
  readonly views?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Only for the engines' own SQL, of which the columns are not known: each of these names hides the whole endpoint. */
  readonly whole?: readonly string[];
}
export interface ManifestEndpoint extends Life {
  readonly name: string;
  readonly id: string;
  /** SHA-256, in hex, of the definition: all members below. */
  readonly hash: string;
  readonly summary: string | null;
  readonly description: string | null;
  /** Only if it replaces another service, whose clients read the answers. */
  readonly compat?: Compat;
  /** Names of unknown parameters that are ignored, if there are any. */
  readonly ignore?: readonly string[];
  readonly params: readonly ManifestParam[];
  /** The columns of a row in order, without hidden ones. */
  readonly columns: readonly ManifestColumn[];
  readonly limit: number | null;
  readonly maxRows: number;
  /** Only if the answer has pages. */
  readonly pages?: ManifestPages;
  /** Seconds; `null` if answers are not cached. */
  readonly cache: ManifestCache | null;
  /**
   * The names of the parameters that prove the scope of what the endpoint reads: a key that fixes parameters has to fix one of each list.
   * Empty if nothing that it reads has a scope. Manifests of older builds lack it.
   */
  readonly scopedBy?: readonly (readonly string[])[];
  /**
   * The names of columns and tags by which a key hides parts of the endpoint, besides the parts' own names. Manifests of older builds lack
   * it.
   */
  readonly origins?: ManifestOrigins;
  readonly sandbox: boolean;
  /** Only on a sandbox: the relations that callers' statements read. */
  readonly views?: readonly ManifestView[];
  /** Only if bodies have windows of time with ends of their own: first those of the steps, then that of the answer. */
  readonly windows?: readonly ManifestWindow[];
  /** Only if parameters bound the time of the rows. */
  readonly range?: ManifestRange;
  /** Only if the statements are in the engines' own SQL: their columns have the engines' types. */
  readonly own?: true;
  /** Only for GoogleSQL, BigQuery's SQL: the text as its author wrote it. */
  readonly text?: string;
  readonly engines: Readonly<Record<string, ManifestEngine>>;
}
