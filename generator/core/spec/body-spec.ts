/** The clauses of a body as written. Endpoints, steps and relations share them; the YAML is typed one to one. */

import type { FilterOperator } from '../plan/filters.ts';
import type { Gaps } from '../plan/query.ts';
import type { Place } from '../report/diagnostics.ts';
import type { BucketStep, CallerStep } from '../types/scalar.ts';
import type { CasesSpec, Entry, ExpressionText, Located, Plain, ValueSpec } from './located.ts';

/** The condition of a predicate: some parameters are present, one is absent, one has a value, or several of these at once. */
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
/** A step of time: its length in microseconds, and its unit if it is exactly one unit long. */
export type StepSpec = Located<{ readonly micros: bigint; readonly unit: string | null }>;
export type BucketStepSpec = Located<Exclude<BucketStep, CallerStep>>;
/** A fixed step, a parameter that sets it, a choice by an enum parameter, or a choice by the length of the window. */
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
  /** The name of a zone, or `@` followed by a parameter. */
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
  /** `from` and `to` with their settings; `null` for a span of time back from now. */
  readonly range: WindowSpec | null;
  /** With `by`: one entry for each value of the enum. */
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
/** A span of time from one instant or day to another, end excluded. */
export interface RangeSpec {
  readonly place: Place;
  readonly of: ExpressionText;
  readonly from: ExpressionText;
  readonly to: ExpressionText;
}
/** An item of `select`: an expression with its settings. A plain list item selects the column of that name. */
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
/** How many rows; a text names the parameter that sets the number. */
export type LimitSpec = Located<number | string>;
/** Relations whose rows a body reads one after another. */
export interface UnionSpec {
  readonly place: Place;
  readonly of: readonly Located<string>[];
  /** The name of the column that contains the name of each row's relation. */
  readonly label: Located<string> | null;
}
/** A further relation that a body reads, under the name of its entry. */
export interface JoinSpec {
  /** `null` with `each`. */
  readonly of: Located<string> | null;
  /** The list whose items are read. */
  readonly each: ExpressionText | null;
  readonly on: ExpressionText | null;
  /** The retention of its own rows. */
  readonly retention: RetentionSpec | null;
  readonly kind: 'left' | 'inner';
  /** Whether one row may match several of its rows. */
  readonly many: boolean;
  /** Whether the read covers the rows of all tenants, although the data set has a scope. */
  readonly unscoped: boolean;
}
/** An expression over the rows that are read. Callers compare it with the operators that they choose. */
export interface FilterSpec {
  readonly of: ExpressionText;
  /** `null`: every operator that its type supports. */
  readonly operators: readonly Located<FilterOperator>[] | null;
  readonly maxLength: Located<number> | null;
  readonly ignoreCase: Located<boolean> | null;
  /** Whether callers compare values by keys of a map. */
  readonly key: Located<boolean> | null;
  /** The condition under which the filter is ignored. */
  readonly except: WhenSpec | null;
  readonly description: string | null;
}
/** The clauses of an endpoint's answer or of a step. */
export interface BodySpec {
  /** `null` with `union`. */
  readonly from: Located<string> | CasesSpec<Located<string>> | null;
  readonly union: UnionSpec | null;
  readonly join: readonly Entry<JoinSpec>[];
  readonly where: readonly PredicateSpec[];
  readonly filters: readonly Entry<FilterSpec>[];
  /** Whether a row must pass all filters of a request, or only one of them. */
  readonly match: Located<'all' | 'any'> | null;
  /** The prefix of the names of the filters' parameters. */
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
  /** Whether the read covers the rows of all tenants, although the data set has a scope. */
  readonly unscoped: Located<boolean> | null;
}
