/** Describes windows of time in the form that the service checks. */
import { type Constant, constantOf } from '../../core/expr/constant.ts';
import type { Expr } from '../../core/expr/expr.ts';
import type { ManifestWindow, ManifestWindowStep } from '../../core/output/manifest.ts';
import { STEP } from '../../core/output/statement-key.ts';
import { bodiesOf, type Endpoint } from '../../core/plan/endpoint.ts';
import { type Lengths, type Period, type TimeWindow, windowsIn } from '../../core/plan/query.ts';
import { type BucketStep, UNIT_MICROS } from '../../core/types/scalar.ts';
import { movesOf } from '../../language/time/buckets.ts';

/** Returns the windows of all bodies, if there are any. */
export function windowsOf(endpoint: Endpoint): { readonly windows?: readonly ManifestWindow[] } {
  if (endpoint.body !== 'portable') return {};
  const windows = bodiesOf(endpoint).flatMap(query => [
    ...windowsIn(query).map(windowOf),
    ...(query.window === null ? [] : [periodOf(query.window)]),
  ]);
  return windows.length === 0 ? {} : { windows };
}

function windowOf(buckets: TimeWindow): ManifestWindow {
  const { from, to, step, lengths, gaps, most } = buckets;
  const steps =
    step.by === null
      ? [stepOf(buckets, step.value)]
      : step.cases.map(({ value, result }) => ({ value, ...stepOf(buckets, result) }));
  return {
    from: constant(from),
    to: constant(to),
    ...(step.by === null || (step.by === STEP && lengths !== null) ? {} : { by: step.by }),
    steps,
    ...(lengths === null ? {} : { lengths: lengthsOf(lengths) }),
    ...(gaps === 'omit' ? {} : { most }),
  };
}

function periodOf({ from, to, needs }: Period): ManifestWindow {
  const open = needs.length === 0 ? {} : { open: true as const };
  return { from: constant(from), to: constant(to), steps: [], ...open };
}

function stepOf({ from, to, zone }: TimeWindow, step: BucketStep): ManifestWindowStep {
  const { span, every } = movesOf(from, to, { step, zone });
  return { span: constant(span), every: constant(every) };
}

/** Returns how the window's length selects its step. A day counts as 24 hours. */
function lengthsOf({ from, to, steps }: Lengths): NonNullable<ManifestWindow['lengths']> {
  const isDays = from.scalar === 'date';
  const unit: Constant = { literal: isDays ? 'day' : 'microsecond', type: 'string' };
  const args = [unit, constant(to), constant(from)];
  const difference: Constant = { fn: isDays ? 'date_diff' : 'timestamp_diff', args };
  const day: Constant = { literal: String(UNIT_MICROS.day), type: 'int64' };
  return {
    length: isDays ? { fn: 'multiply', args: [difference, day] } : difference,
    steps: steps.map(({ value, upTo }) => {
      return { value, ...(upTo === null ? {} : { upTo: String(upTo) }) };
    }),
  };
}

/** Resolving guarantees that the expression is a constant. */
function constant(expr: Expr): Constant {
  const known = constantOf(expr);
  if (known === null) throw new Error('a window is made of parameters and the clock');
  return known;
}
