/** Tables with an entry for each value of an enum parameter: buckets and retention. */

import { STEP } from '../core/output/statement-key.ts';
import { hasDefault, type Param } from '../core/plan/param.ts';
import type { ByChoice, Interval, RecentBuckets } from '../core/plan/query.ts';
import type { BucketsSpec, IntervalSpec, RetentionSpec } from '../core/spec/body-spec.ts';
import type { Entry, Located } from '../core/spec/located.ts';
import type { StepUnit, TruncStep } from '../core/types/scalar.ts';
import { listsTexts, paramType } from '../params/index.ts';
import { paramTypeWords } from '../params/list.ts';
import { suggest, summarizeNames } from './names/names.ts';
import { canonical } from './params/enum-values.ts';
import { type BodyContext, paramNamed, type Using } from './scope.ts';

/** The intervals of buckets. Returns `null` if their table has faults, which are reported. */
export function resolveIntervals(
  context: BodyContext,
  spec: BucketsSpec,
): RecentBuckets['intervals'] | null {
  return resolveChoice(context, spec.by, spec.intervals, spec.fixed, intervalOf);
}

/** The windows of a retention in microseconds. Returns `null` if their table has faults, which are reported. */
export function resolveWindows(context: BodyContext, spec: RetentionSpec): ByChoice<bigint> | null {
  return resolveChoice(context, spec.by, spec.windows, spec.window, ({ value }) => value);
}

function intervalOf({ last, step }: IntervalSpec): Interval {
  return { last: last.value, step: stepOf(step.value) };
}

function stepOf({
  micros,
  unit,
}: {
  readonly micros: bigint;
  readonly unit: string | null;
}): TruncStep {
  return { micros, unit: unit as StepUnit | null };
}

function resolveChoice<Spec, Value>(
  context: BodyContext,
  by: Located<string> | null,
  table: readonly Entry<Spec>[] | null,
  fixed: Spec | null,
  read: (spec: Spec) => Value,
): ByChoice<Value> | null {
  if (by === null) {
    if (fixed === null) throw new Error('Neither a table nor a fixed value is given.');
    return { by: null, value: read(fixed) };
  }
  const values = findEnumValues(context, by);
  const entries = byText(context, by, table ?? []);
  if (values === null || !checkCases(context, by, values, entries)) return null;
  const byValue = new Map(entries.map(entry => [entry.name, entry.value]));
  const cases = values.flatMap(value => {
    const spec = byValue.get(value);
    return spec === undefined ? [] : [{ value, result: read(spec) }];
  });
  return { by: by.value, cases };
}

/** The values of the enum that chooses. Reports a parameter that is missing, is not an enum, or may be absent. */
export function findEnumValues(context: Using, by: Located<string>): readonly string[] | null {
  const isParam = context.params.byName.has(by.value);
  if (by.value === STEP && !isParam && context.lengths !== undefined) return context.lengths;
  const param = paramNamed(context, by);
  if (param === null || context.params.untyped.has(param.name)) return null;
  if (param.values === null || param.list !== null) {
    const type = paramTypeWords(param.type, param.list);
    const message = `\`${by.value}\` is of type \`${type}\`, and only an enum chooses from a table`;
    context.report('choice-mismatch', by.place, message, enumHint(context));
    return null;
  }
  if (!mayBeAbsent(param)) return param.values;
  const message = `The parameter \`${by.value}\` may be absent here`;
  const hint = `Make \`${by.value}\` required, or give it a default.`;
  context.report('maybe-absent', by.place, message, hint);
  return null;
}

function enumHint({ params }: Using): string | null {
  const enums = [...params.byName.values()].filter(
    param => param.values !== null && param.list === null,
  );
  const names = enums.map(param => param.name);
  return names.length === 0
    ? 'Declare a parameter with `enum`.'
    : `Use ${names.length === 1 ? '' : 'one of '}${summarizeNames(names)}.`;
}

/** Keys the entries of a table by the canonical texts of the enum's values, however the author wrote them: `1d` for `24h`. */
export function byText<T>(
  { params }: Using,
  by: Located<string>,
  table: readonly Entry<T>[],
): readonly Entry<T>[] {
  const param = params.byName.get(by.value);
  if (param === undefined || listsTexts(param)) return table;
  const type = paramType(param.type);
  return table.map(entry => ({ ...entry, name: canonical(type, entry.name) ?? entry.name }));
}

export function mayBeAbsent(param: Param): boolean {
  return !param.required && !hasDefault(param);
}

/** Whether a table has exactly one entry for each value of the enum; reports missing and surplus entries. */
export function checkCases(
  context: Using,
  by: Located<string>,
  values: readonly string[],
  table: readonly Entry<unknown>[],
): boolean {
  const names = new Set(table.map(entry => entry.name));
  const missing = values.filter(value => !names.has(value));
  if (missing.length > 0) {
    const message = `The mapping has no entry for ${summarizeNames(missing)} of \`${by.value}\``;
    context.report('choice-mismatch', by.place, message, 'Add an entry for each of them.');
  }
  const extra = table.filter(entry => !values.includes(entry.name));
  for (const { name, place } of extra) {
    const message = `\`${name}\` is not a value of \`${by.value}\``;
    const hint = suggest(name, missing) ?? `Remove the entry, or add the value to \`${by.value}\`.`;
    context.report('choice-mismatch', place, message, hint);
  }
  return missing.length === 0 && extra.length === 0;
}
