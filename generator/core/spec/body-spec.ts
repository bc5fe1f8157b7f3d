/** The clauses of a body as written: the types of what their descriptions read. */
export type { BodySpec, SeriesSpec, UnionSpec } from '../../shape/clauses/body.ts';
export type { BucketStepSpec } from '../../shape/clauses/duration.ts';
export type { FilterSpec } from '../../shape/clauses/filters.ts';
export type { JoinSpec } from '../../shape/clauses/join.ts';
export type { LimitSpec, OrderSpec } from '../../shape/clauses/order.ts';
export type { SelectSpec } from '../../shape/clauses/outputs.ts';
export type { GuardedSpec, PredicateSpec, WhenSpec } from '../../shape/clauses/predicate.ts';
export type {
  BucketsSpec,
  IntervalSpec,
  RangeSpec,
  RetentionSpec,
  StepChoiceSpec,
  WindowSpec,
} from '../../shape/clauses/time.ts';
