/** The step of a window: one fixed step, a parameter's value, or a choice by an enum or by the length of the window. */

import { STEP } from '../../core/output/statement-key.ts';
import type { Param } from '../../core/plan/param.ts';
import type { ByChoice, Lengths } from '../../core/plan/query.ts';
import { nearest, type Place } from '../../core/report/diagnostics.ts';
import type { BucketStepSpec, BucketsSpec, StepChoiceSpec } from '../../core/spec/body-spec.ts';
import type { Located } from '../../core/spec/located.ts';
import {
  type BucketStep,
  CALENDAR_UNITS,
  STEP_UNITS,
  UNIT_MICROS,
} from '../../core/types/scalar.ts';
import { knownValue, listsTexts, paramType } from '../../params/index.ts';
import { paramTypeWords } from '../../params/list.ts';
import { isStep, nearestSteps } from '../../params/steps.ts';
import { byText, checkCases, findEnumValues, mayBeAbsent } from '../../resolve/choices.ts';
import { summarizeNames } from '../../resolve/names/names.ts';
import { type BodyContext, paramNamed } from '../../resolve/scope.ts';
import { parseBucketStep } from '../../shape/time.ts';

export interface BucketSteps {
  readonly step: ByChoice<BucketStep>;
  readonly lengths: Lengths['steps'] | null;
}
/** Whether buckets contain dates, and whether they follow a time zone. */
interface Kind {
  readonly isDate: boolean;
  readonly isZoned: boolean;
}

/** The parameters that the clause names in its keys, outside expressions. */
export function namedBy(spec: BucketsSpec | null): readonly Located<string>[] {
  if (spec === null) return [];
  const { by, range } = spec;
  const step = range?.step;
  const { zone = null } = range ?? {};
  return [
    ...(by === null ? [] : [by]),
    ...(step?.kind === 'param' ? [step.param] : []),
    ...(step?.kind === 'choice' ? [step.by] : []),
    ...(zone?.value.startsWith('@') ? [{ ...zone, value: zone.value.slice(1) }] : []),
  ];
}

/** Returns `null` if the step has faults, which are reported. */
export function resolveSteps(
  context: BodyContext,
  spec: StepChoiceSpec,
  kind: Kind,
): BucketSteps | null {
  switch (spec.kind) {
    case 'fixed': {
      const value = checked(context, spec.step, kind);
      return value === null ? null : { step: { by: null, value }, lengths: null };
    }
    case 'param': {
      const step = stepOfParam(context, spec.param, kind);
      return step === null ? null : { step, lengths: null };
    }
    case 'choice': {
      const values = findEnumValues(context, spec.by);
      const entries = byText(context, spec.by, spec.cases);
      if (values === null || !checkCases(context, spec.by, values, entries)) return null;
      const cases = entries.map(({ name, value }) => ({
        value: name,
        result: checked(context, value, kind),
      }));
      const step = choice(spec.by.value, inOrder(cases, values));
      return step === null ? null : { step, lengths: null };
    }
    case 'lengths':
      return resolveLengths(context, spec, kind);
  }
}

function inOrder<C extends { readonly value: string }>(
  cases: readonly C[],
  values: readonly string[],
): readonly C[] {
  return values.flatMap(value => cases.filter(one => one.value === value));
}

function choice(
  by: string,
  cases: readonly { readonly value: string; readonly result: BucketStep | null }[],
): ByChoice<BucketStep> | null {
  const good = cases.flatMap(({ value, result }) => (result === null ? [] : [{ value, result }]));
  return good.length === cases.length ? { by, cases: good } : null;
}

/** Reports a step of less than a day for buckets of dates. */
function checked(
  { report }: BodyContext,
  { value, place }: BucketStepSpec,
  { isDate }: Kind,
): BucketStep | null {
  if (!isDate || value.micros === null || value.micros % UNIT_MICROS.day === 0n) return value;
  const message = 'A bucket of a `date` is at least one day';
  report(
    'invalid-step',
    place,
    message,
    'Use `day`, `week`, `month`, `quarter`, `year` or whole days.',
  );
  return null;
}

// ---- a parameter ----------------------------------------------------------------------------------------------------

function stepOfParam(
  context: BodyContext,
  name: Located<string>,
  kind: Kind,
): ByChoice<BucketStep> | null {
  const param = paramNamed(context, name);
  if (param === null || context.params.untyped.has(param.name)) return null;
  const isSpan = paramType(param.type).isSpan === true;
  if (param.list !== null || (!isSpan && !listsTexts(param))) {
    const type = paramTypeWords(param.type, param.list);
    const message = `The parameter \`${param.name}\` is of type \`${type}\`, which is not a step of time`;
    const hint = `Declare \`${param.name}\` with \`enum: [hour, day, month]\`, or with \`type: duration\`.`;
    context.report('type-mismatch', name.place, message, hint);
    return null;
  }
  if (mayBeAbsent(param)) {
    const hint = `Give \`${param.name}\` a default, or make it required.`;
    const message = `The parameter \`${param.name}\` may be absent here`;
    context.report('maybe-absent', name.place, message, hint);
    return null;
  }
  if (param.values === null) return callerStep(context, param, name.place, kind);
  if (listsTexts(param) && refuseOtherTexts(context, param.name, param.values, name.place))
    return null;
  const cases = param.values.map(value => ({
    value,
    result: listedStep(context, param, value, name.place, kind),
  }));
  return choice(param.name, cases);
}

/** Reports values that are not steps, as in `enum: [hourly, daily]`, once. */
function refuseOtherTexts(
  { report }: BodyContext,
  param: string,
  values: readonly string[],
  place: Place,
): boolean {
  const isOdd = (value: string) => parseBucketStep(value) === null;
  const odd = values.filter(isOdd);
  if (odd.length === 0) return false;
  const verb = odd.length === 1 ? 'is not a step' : 'are not steps';
  const message = `${summarizeNames(odd)} of \`${param}\` ${verb} of time`;
  const cases = values
    .slice(0, MOST_SHOWN)
    .map(value => `${value}: ${isOdd(value) ? unitMeantBy(value) : value}`);
  const shown = [...cases, ...(values.length > MOST_SHOWN ? ['…'] : [])].join(', ');
  const hint = `Say which step each value means: \`step: { by: ${param}, cases: { ${shown} } }\`.`;
  report('invalid-step', place, message, hint);
  return true;
}

/** The most cases that a hint writes out. */
const MOST_SHOWN = 6;

/** The unit that a word such as `hourly` names, or the nearest one. */
function unitMeantBy(value: string): string {
  const units = [...STEP_UNITS, ...CALENDAR_UNITS];
  const unit = units.find(name => value === `${name}ly` || value === `${name}s`);
  return unit ?? (value === 'daily' ? 'day' : (nearest(value, units) ?? '…'));
}

/** A duration of any length: the value of each request is checked. */
function callerStep(
  { report, params }: BodyContext,
  { name }: Param,
  place: Place,
  { isDate, isZoned }: Kind,
): ByChoice<BucketStep> | null {
  params.steps.add(name);
  if (isZoned) {
    const message = `\`${name}\` may be any duration, and durations are counted in UTC, not in a time zone`;
    const hint = `Give \`${name}\` an \`enum\`, as in \`enum: [1h, 1d, 7d]\`, or remove \`zone\`.`;
    report('clause-conflict', place, message, hint);
    return null;
  }
  if (isDate) {
    const message = `\`${name}\` may be any duration, even one of hours, and the buckets are of a \`date\``;
    report(
      'clause-conflict',
      place,
      message,
      `Give \`${name}\` an \`enum\`, as in \`enum: [1d, 7d]\`.`,
    );
    return null;
  }
  return { by: null, value: { micros: null, unit: null, param: name } };
}

function listedStep(
  context: BodyContext,
  param: Param,
  text: string,
  place: Place,
  kind: Kind,
): BucketStep | null {
  const step = listsTexts(param) ? parseBucketStep(text) : lengthOf(knownValue(param, text));
  if (step !== null) return checked(context, { value: step, place }, kind);
  const message = `The value \`${text}\` of \`${param.name}\` is not a step of time`;
  context.report('invalid-step', place, message, nearHint(param, text));
  return null;
}

function nearHint(param: Param, text: string): string {
  const value = knownValue(param, text);
  if (typeof value !== 'bigint') throw new Error(`the value ${text} is not a duration`);
  const { format } = paramType(param.type);
  return `Use ${nearestSteps(value)
    .map(step => `\`${format(step)}\``)
    .join(' or ')} in its place.`;
}

/** A duration of seven days is not a calendar week. */
function lengthOf(micros: unknown): BucketStepSpec['value'] | null {
  if (typeof micros !== 'bigint' || !isStep(micros)) return null;
  const unit = STEP_UNITS.find(name => name !== 'week' && UNIT_MICROS[name] === micros) ?? null;
  return { micros, unit };
}

// ---- the length of the window ---------------------------------------------------------------------------------------

function resolveLengths(
  context: BodyContext,
  { steps, place }: Extract<StepChoiceSpec, { kind: 'lengths' }>,
  kind: Kind,
): BucketSteps | null {
  const clash = context.params.byName.has(STEP);
  if (clash) {
    const message = `\`steps\` defines the choice \`${STEP}\`, and a parameter has that name`;
    context.report('duplicate-name', place, message, 'Rename the parameter.');
  }
  const ends = steps.map(({ value }) => value.upTo);
  steps.forEach(({ name, place: at }, i) => {
    const [before, end] = [ends[i - 1], ends[i]];
    const isLast = i === steps.length - 1;
    const fault = isLast ? lastFault(end) : endFault(before, end);
    if (fault !== null)
      context.report('invalid-step', end?.place ?? at, `\`${name}\` ${fault[0]}`, fault[1]);
  });
  const cases = steps.map(({ name, value }) => ({
    value: name,
    result: checked(context, value.step, kind),
  }));
  const isOrdered = ends.every((end, i) =>
    i === ends.length - 1 ? lastFault(end) === null : endFault(ends[i - 1], end) === null,
  );
  const step = choice(STEP, cases);
  if (step === null || clash || !isOrdered) return null;
  const lengths = steps.map(({ name, value }) => ({
    value: name,
    upTo: value.upTo?.value ?? null,
  }));
  return { step, lengths };
}

type End = { readonly value: bigint } | null | undefined;

function lastFault(end: End): readonly [string, string] | null {
  return end === null
    ? null
    : ['is the last step, which applies to all longer windows', 'Remove the duration after it.'];
}

function endFault(before: End, end: End): readonly [string, string] | null {
  if (end === null || end === undefined)
    return [
      'needs the longest window that it applies to',
      'Write it after the step, as in `hour: 2 days`.',
    ];
  if (before === null || before === undefined || before.value < end.value) return null;
  return [
    'does not apply to longer windows than the step before it',
    'Put the steps in ascending order.',
  ];
}
