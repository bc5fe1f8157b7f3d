/**
 * The specification as written: the YAML typed one to one, every value with its place. `validate.ts` makes it from a
 * `Document`, `resolve.ts` reads it. Nothing is expanded or defaulted here; what the author left out is `null` or empty.
 */
import type { Compat } from './compat.ts';
import type { Place, SourceText } from './diagnostics.ts';
import type { MappingNode } from './document.ts';
import type { FilterOperator } from './filters.ts';
import type { Gaps } from './query.ts';
import type { AcceptedForm, BucketStep, CallerStep } from './scalar.ts';

/** A value and where it stands. */
export interface Located<T> {
  readonly value: T;
  readonly place: Place;
}
/** An expression's text; `at` maps an offset of the text to an offset of the file (YAML may fold or quote it). */
export interface ExpressionText extends Located<string> {
  readonly at: (offset: number) => number;
}
/** A named entry of a mapping; `place` of the entry is its key. */
export interface Entry<T> {
  readonly name: string;
  readonly place: Place;
  readonly value: T;
}

/** The value of an enum parameter, or whether a parameter is present. */
export type ChooserSpec =
  | { readonly param: Located<string> }
  | { readonly present: Located<string> };
/** One option for each value of the chooser; `place` is that of the whole. */
export interface CasesSpec<T> {
  readonly place: Place;
  readonly by: ChooserSpec;
  readonly cases: readonly Entry<T>[];
}
/** An expression, or one of several. */
export type ValueSpec = ExpressionText | CasesSpec<ExpressionText>;

// ---- endpoints/sources.yaml -----------------------------------------------------------------------------------------

export interface FieldSpec {
  readonly type: Located<string> | null;
  readonly record: readonly Entry<FieldSpec>[] | null;
  /** The type of the items of a list. */
  readonly list: Located<string> | null;
  /** The type of the values of a map. */
  readonly map: Located<string> | null;
  /** Digits of a `decimal`: in all, and after the point. */
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
  /** `null` beside `type`. */
  readonly value: ExpressionText | null;
  readonly type: Located<string> | null;
  /** SQL text by dialect name. */
  readonly text: readonly Entry<Located<string>>[];
  readonly description: string | null;
  readonly unit: string | null;
}
export interface SourceSpec {
  /** False where it has a reported fault: it may be resolved for the faults of others, never accepted. */
  readonly sound: boolean;
  readonly name: Located<string>;
  readonly title: string | null;
  readonly description: string | null;
  readonly invalid: 'error' | 'skip';
  readonly key: readonly Located<string>[];
  /** Columns that separate tenants, and whether a read may cover several. */
  readonly scope: readonly { readonly name: Located<string>; readonly many: boolean }[];
  readonly tables: readonly Entry<TableSpec>[];
  readonly columns: readonly Entry<FieldSpec>[];
  readonly measures: readonly Entry<MeasureSpec>[];
}
/** A relation that endpoints read like a data set. */
export interface RelationSpec extends Entry<BodySpec> {
  /** False where it has a reported fault. */
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
  /** With their types. */
  readonly args: readonly Entry<Located<string>>[];
  readonly is: ExpressionText;
}

// ---- endpoints/<name>.yaml ------------------------------------------------------------------------------------------

/** A scalar of YAML as the author wrote it: `text` is the source form of numbers, so that no digit is lost. */
export interface Plain {
  readonly value: string | number | boolean;
  readonly text: string;
}
/** One value, or a sequence of them. */
export type PlainOrList = Plain | readonly Located<Plain>[];

export interface ParamSpec {
  /** The shared parameter that this one is a copy of. */
  readonly use: Located<string> | null;
  readonly type: Located<string> | null;
  readonly enum: Located<readonly Located<string>[]> | null;
  /** Further texts for values of the enum: from a text to a value. */
  readonly aliases: Located<readonly Entry<Located<string>>[]> | null;
  /** Where `list` stands; `null` where it is one value. Of a list, type and bounds are those of each item. */
  readonly list: Place | null;
  readonly minItems: Located<number> | null;
  readonly maxItems: Located<number> | null;
  readonly separator: Located<string> | null;
  readonly required: Located<boolean> | null;
  readonly default: Located<PlainOrList> | null;
  /** The same where it may be an expression. */
  readonly moving: ExpressionText | null;
  readonly otherwise: Located<'reject' | 'default'> | null;
  readonly description: string | null;
  readonly example: Located<PlainOrList> | null;
  readonly min: Located<Plain> | null;
  readonly max: Located<Plain> | null;
  readonly minLength: Located<number> | null;
  readonly maxLength: Located<number> | null;
  readonly pattern: Located<string> | null;
  readonly accept: Located<AcceptedForm> | null;
  readonly deprecated: boolean | null;
  /** Stands for an absent value in an engine's own SQL, in place of NULL. */
  readonly absent: Located<string> | null;
}
/** The condition of a predicate: parameters that are present, one that is absent, one that has a value, or several of these. */
export type WhenSpec =
  | { readonly present: Located<string> }
  | { readonly all: readonly WhenSpec[] }
  | { readonly any: readonly Located<string>[] }
  | { readonly absent: Located<string> }
  | { readonly param: Located<string>; readonly is: Located<Plain> };
export interface GuardedSpec {
  readonly when: WhenSpec | null;
  readonly filter: ValueSpec;
}
export type PredicateSpec = GuardedSpec | { readonly any: readonly GuardedSpec[] };
/** A duration in microseconds. */
export type DurationSpec = Located<bigint>;
/** A step of time: its length in microseconds, and its unit where it is one unit long. */
export type StepSpec = Located<{ readonly micros: bigint; readonly unit: string | null }>;
export type BucketStepSpec = Located<Exclude<BucketStep, CallerStep>>;
/** One step, a parameter that says it, a choice by an enum parameter, or one by the length of the window. */
export type StepChoiceSpec =
  | { readonly kind: 'fixed'; readonly step: BucketStepSpec }
  | { readonly kind: 'param'; readonly param: Located<string> }
  | {
      readonly kind: 'choice';
      readonly by: Located<string>;
      readonly cases: readonly Entry<BucketStepSpec>[];
    }
  | {
      readonly kind: 'lengths';
      readonly place: Place;
      readonly steps: readonly Entry<{
        readonly step: BucketStepSpec;
        readonly upTo: DurationSpec | null;
      }>[];
    };
export interface WindowSpec {
  readonly from: ExpressionText;
  readonly to: ExpressionText;
  readonly step: StepChoiceSpec;
  /** A name, or a parameter behind an `@`. */
  readonly zone: Located<string> | null;
}
export interface IntervalSpec {
  readonly last: DurationSpec;
  readonly step: StepSpec;
}
export interface BucketsSpec {
  readonly place: Place;
  readonly of: ExpressionText;
  readonly as: Located<string> | null;
  readonly by: Located<string> | null;
  readonly window: 'aligned' | 'sliding';
  readonly gaps: Located<Gaps>;
  /** `from` and `to` with what belongs to them; `null` for a span of time back from now. */
  readonly range: WindowSpec | null;
  /** With `by`: one entry a value of the enum. */
  readonly intervals: readonly Entry<IntervalSpec>[] | null;
  /** Without `by`. */
  readonly fixed: IntervalSpec | null;
}
export interface RetentionSpec {
  readonly place: Place;
  readonly of: ExpressionText;
  readonly by: Located<string> | null;
  readonly windows: readonly Entry<DurationSpec>[] | null;
  readonly window: DurationSpec | null;
}
/** A span of time from one instant or day up to another, which is not included. */
export interface RangeSpec {
  readonly place: Place;
  readonly of: ExpressionText;
  readonly from: ExpressionText;
  readonly to: ExpressionText;
}
/** An item of `select`: an expression with its settings. A list item is a column of the same name. */
export interface SelectSpec {
  readonly value: ValueSpec;
  readonly description: string | null;
  readonly unit: string | null;
  readonly hidden: boolean;
  readonly encode: Located<string> | null;
}
export interface OrderSpec {
  readonly output: Located<string>;
  readonly descending: boolean;
}
/** How many rows; a text names the parameter that says how many. */
export type LimitSpec = Located<number | string>;
export interface GivenSpec {
  readonly source: Located<string> | null;
  readonly entries: readonly MappingNode[];
}
/** A request on given entries, and the rows that it must answer. */
export interface TestSpec {
  readonly now: Located<string>;
  readonly params: Located<readonly Entry<Located<PlainOrList>>[]> | null;
  /** Entries, whose values depend on the columns of their data set. Its name is `null` where the one that is answered is meant. */
  readonly given: Located<readonly GivenSpec[]>;
  /** Rows, whose values depend on the outputs; `null` where nobody has said yet. */
  readonly expect: readonly MappingNode[] | null;
}
interface SpecHead {
  readonly source: SourceText;
  /** False where a fault is reported already: it is resolved for its other faults, and never accepted. */
  readonly sound: boolean;
  readonly endpoint: Located<string>;
  readonly id: Located<string>;
  /** Further names that the endpoint answers to. */
  readonly aliases: readonly Located<string>[];
  /** The service that it stands in for. */
  readonly compat: Located<Compat> | null;
  /** Unknown parameters that are ignored. */
  readonly ignore: readonly Located<string>[];
  readonly summary: string | null;
  readonly description: string | null;
  readonly engines: Located<readonly Located<string>[]> | null;
  readonly params: readonly Entry<ParamSpec>[];
  readonly maxRows: Located<number> | null;
  readonly cache: Located<{ readonly ttl: number; readonly refresh: number } | 'off'> | null;
  readonly tests: readonly Entry<TestSpec>[];
}
/** Relations whose rows a body reads one after another. */
export interface UnionSpec {
  readonly place: Place;
  readonly of: readonly Located<string>[];
  /** The name of a column that says which relation a row is of. */
  readonly label: Located<string> | null;
}
/** A relation beside the one that a body reads, under the name of its entry. */
export interface JoinSpec {
  /** `null` beside `each`. */
  readonly of: Located<string> | null;
  /** The list whose items are meant. */
  readonly each: ExpressionText | null;
  readonly on: ExpressionText | null;
  /** Of its own rows. */
  readonly retention: RetentionSpec | null;
  readonly kind: 'left' | 'inner';
  /** Whether it may find several rows for one. */
  readonly many: boolean;
  /** Whether the read covers the rows of all tenants, in spite of a scope. */
  readonly unscoped: boolean;
}
/** An expression over the rows that are read, which callers compare by operators of their choice. */
export interface FilterSpec {
  readonly of: ExpressionText;
  /** `null`: all that its type has. */
  readonly operators: readonly Located<FilterOperator>[] | null;
  readonly maxLength: Located<number> | null;
  readonly ignoreCase: Located<boolean> | null;
  /** Whether callers name keys of a map. */
  readonly key: Located<boolean> | null;
  /** Where it counts for nothing. */
  readonly except: WhenSpec | null;
  readonly description: string | null;
}
/** The clauses of an endpoint's answer, which are those of a step too. */
export interface BodySpec {
  /** `null` beside `union`. */
  readonly from: Located<string> | CasesSpec<Located<string>> | null;
  readonly union: UnionSpec | null;
  readonly join: readonly Entry<JoinSpec>[];
  readonly where: readonly PredicateSpec[];
  readonly filters: readonly Entry<FilterSpec>[];
  /** Whether one of the filters that a request asks for is enough. */
  readonly match: Located<'all' | 'any'> | null;
  /** The beginning of the names of the filters' parameters. */
  readonly prefix: Located<string> | null;
  readonly having: readonly PredicateSpec[];
  readonly buckets: BucketsSpec | null;
  readonly groupBy: readonly Entry<SelectSpec>[];
  readonly retention: RetentionSpec | null;
  readonly window: RangeSpec | null;
  readonly compare: Located<'previous'> | null;
  readonly select: readonly Entry<SelectSpec>[];
  readonly orderBy: readonly (OrderSpec | CasesSpec<readonly OrderSpec[]>)[];
  readonly limit: LimitSpec | CasesSpec<LimitSpec> | null;
  readonly distinct: Located<boolean> | null;
  /** Whether the read covers the rows of all tenants, in spite of a scope. */
  readonly unscoped: Located<boolean> | null;
}
/** An answer in pages, with the place of the key. */
export interface PagesSpec {
  readonly place: Place;
  readonly size: Located<number>;
  readonly maxSize: Located<number> | null;
  readonly expires: DurationSpec | null;
}
/** An endpoint in the clauses of the portable language. */
export interface PortableSpec extends SpecHead, BodySpec {
  readonly body: 'portable';
  readonly pages: PagesSpec | null;
  /** The parameter that says how many rows are skipped. */
  readonly offset: Located<string> | null;
  readonly views: readonly Located<string>[];
  readonly steps: readonly Entry<BodySpec>[];
  /** `null`: callers bring no statements of their own. */
  readonly sandbox: SandboxSpec | null;
}
/** The relations that statements of callers read. */
export interface SandboxSpec {
  /** Where `sandbox` stands. */
  readonly place: Place;
  readonly views: readonly Entry<ViewSpec>[];
}
/** A body; `null` in the place of what it selects: all columns of its data set. */
export interface ViewSpec extends Omit<BodySpec, 'select'> {
  readonly select: BodySpec['select'] | null;
}
/** An endpoint in engines' own SQL. */
export interface OwnSpec extends SpecHead {
  readonly body: 'own';
  /** Where `query` stands. */
  readonly place: Place;
  /** Whether the statements read the rows of all tenants, in spite of a scope. */
  readonly unscoped: Located<boolean> | null;
  /** By engine. */
  readonly query: readonly Entry<readonly OwnPieceSpec[]>[];
  /** With the place of the key; `null` where nobody has said yet. */
  readonly columns: Located<readonly Entry<OwnColumnSpec>[]> | null;
}
/** An endpoint in GoogleSQL, of which every engine's statement is made. */
export interface GoogleSqlSpec extends SpecHead {
  readonly body: 'googlesql';
  /** Where `query` stands. */
  readonly place: Place;
  /** Whether the statement reads the rows of all tenants, in spite of a scope. */
  readonly unscoped: Located<boolean> | null;
  readonly text: OwnTextSpec;
  /** Descriptions of columns, with the place of the key. */
  readonly columns: Located<readonly Entry<OwnColumnSpec>[]> | null;
}
export type EndpointSpec = PortableSpec | OwnSpec | GoogleSqlSpec;

/** A text of SQL, or the file that holds it. */
export type OwnTextSpec =
  | { readonly file: null; readonly text: ExpressionText }
  | { readonly file: Located<string> };
/** A text for all requests, or for those with `when`; or a text for each value of `by`. */
export type OwnPieceSpec =
  | { readonly by: null; readonly when: Located<string> | null; readonly text: OwnTextSpec }
  | { readonly by: Located<string>; readonly cases: readonly Entry<OwnTextSpec>[] };

export interface OwnColumnSpec {
  readonly type: Located<string>;
  readonly required: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  readonly encode: Located<string> | null;
}
