/** The clauses of time with their names bound: buckets, back from now or over a window, and retention. */

import type { Gaps } from '../../../generator/core/plan/query.ts';
import type {
  BucketsSpec,
  IntervalSpec,
  RangeSpec,
  RetentionSpec,
  SeriesSpec,
  StepChoiceSpec,
  WindowSpec,
} from '../../../generator/core/spec/body-spec.ts';
import type { Entry, Located } from '../../../generator/core/spec/located.ts';
import { always, type Choice, type Term } from '../language/term.ts';
import { readInstant, readValue, type Scope } from '../language/typing.ts';
import type { Value } from '../values.ts';
import type { Step, Window } from './buckets.ts';

/** Microseconds. */
export interface Interval {
  readonly last: bigint;
  readonly step: bigint;
}
export interface Buckets {
  readonly of: Term;
  readonly window: 'aligned' | 'sliding';
  readonly gaps: Gaps;
  /** `null` beside `range`. */
  readonly intervals: Choice<Interval> | null;
  readonly range: Window | null;
}
/** From one value up to another, which is not included. */
export interface Range {
  readonly of: Term;
  readonly from: Term;
  readonly to: Term;
  /** The parameters of an end without which an open window has none. */
  readonly needs: Readonly<Record<'from' | 'to', readonly string[]>>;
}

/** The names that clauses use, with the values of callers' texts. */
export interface Reading extends Scope {
  /** The value of a text of a parameter. */
  readonly paramValue: (param: string, text: string) => Value;
  /** The texts of an enum; `null` for any other parameter. */
  readonly paramTexts: (param: string) => readonly string[] | null;
}

export function readBuckets(
  { of, window, gaps, by, intervals, fixed, range }: BucketsSpec,
  scope: Reading,
): Buckets {
  const shared = { window, gaps: gaps.value };
  if (range !== null) {
    const read = readValue(of.value, scope);
    return { of: read, ...shared, intervals: null, range: readWindow(range, scope) };
  }
  const read = ({ last, step }: IntervalSpec): Interval => ({
    last: last.value,
    step: step.value.micros,
  });
  const choice = choiceOf(by, intervals, fixed, read, scope);
  return { of: readInstant(of.value, scope), ...shared, intervals: choice, range: null };
}

export function readRange({ of, from, to, open }: RangeSpec, scope: Scope): Range {
  const named = (text: string) =>
    open?.value === true ? [...text.matchAll(/@(\w+)/g)].map(([, name = '']) => name) : [];
  const ends = { ...scope, columns: [] };
  return {
    of: readValue(of.value, scope),
    from: readValue(from.value, ends),
    to: readValue(to.value, ends),
    needs: { from: named(from.value), to: named(to.value) },
  };
}

export function readRetention({ of, by, windows, window }: RetentionSpec, scope: Reading) {
  return {
    of: readInstant(of.value, scope),
    windows: choiceOf(by, windows, window, ({ value }) => value, scope),
  };
}

function choiceOf<Spec, T>(
  by: Located<string> | null,
  table: readonly Entry<Spec>[] | null,
  fixed: Spec | null,
  read: (spec: Spec) => T,
  { paramValue }: Reading,
): Choice<T> {
  if (by !== null && table !== null) {
    const cases = table.map(
      ({ name, value }) => [paramValue(by.value, name), read(value)] as const,
    );
    return { by: by.value, cases };
  }
  if (fixed === null) throw new Error('neither a table nor a fixed value');
  return always(read(fixed));
}

// ---- a calendar -----------------------------------------------------------------------------------------------------

export interface Series {
  /** The one column. */
  readonly name: string;
  readonly window: Window;
  readonly isDate: boolean;
}

export function readSeries({ series }: SeriesSpec, params: Scope['params']): Series {
  const [from, to] = [series.from, series.to].map(({ value }) =>
    readValue(value, { columns: [], params, spans: new Set() }),
  );
  if (from === undefined || to === undefined) throw new Error('a series has two ends');
  const step = always(stepOf(series.of.value));
  return {
    name: series.of.value,
    window: { from, to, zone: null, step, lengths: null },
    isDate: from.type === 'date' && to.type === 'date',
  };
}

// ---- windows --------------------------------------------------------------------------------------------------------

function readWindow({ from, to, step, zone }: WindowSpec, scope: Reading): Window {
  const lengths =
    step.kind === 'lengths'
      ? step.steps.map(({ name, value }) => [name, value.upTo?.value ?? null] as const)
      : null;
  return {
    from: readValue(from.value, scope),
    to: readValue(to.value, scope),
    zone: zone === null ? null : zoneTerm(zone.value),
    step: readStep(step, scope),
    lengths,
  };
}

function zoneTerm(written: string): Term {
  return written.startsWith('@')
    ? { kind: 'param', type: 'string', name: written.slice(1) }
    : { kind: 'literal', type: 'string', value: written };
}

function readStep(spec: StepChoiceSpec, scope: Reading): Window['step'] {
  switch (spec.kind) {
    case 'fixed':
      return always(spec.step.value);
    case 'choice': {
      const cases = spec.cases.map(
        ({ name, value }) => [scope.paramValue(spec.by.value, name), value.value] as const,
      );
      return { by: spec.by.value, cases };
    }
    case 'lengths':
      return { by: 'step', cases: spec.steps.map(({ name, value }) => [name, value.step.value]) };
    case 'param':
      return stepOfParam(spec.param.value, scope);
  }
}

/** A listed text is a step by its words; a duration is a length, whether it is listed or not. */
function stepOfParam(name: string, { paramValue, paramTexts }: Reading): Window['step'] {
  const texts = paramTexts(name);
  if (texts === null) return { param: name };
  const cases = texts.map(text => {
    const value = paramValue(name, text);
    return [value, typeof value === 'bigint' ? lengthOf(value) : stepOf(text)] as const;
  });
  return { by: name, cases };
}

function lengthOf(micros: bigint): Step {
  return { micros, unit: null };
}

const SECONDS: Readonly<Record<string, bigint>> = {
  s: 1n,
  m: 60n,
  h: 3_600n,
  d: 86_400n,
  w: 604_800n,
};

/** The step that words such as `hour`, `5 minutes`, `1 month`, `15m` or `3 days` name. */
function stepOf(text: string): Step {
  const [, digits = '', word = ''] = /^(\d*) ?([a-z]+?)s?$/.exec(text) ?? [];
  if (word === 'month' || word === 'quarter' || word === 'year')
    return { micros: null, unit: word };
  const seconds = SECONDS[word[0] ?? ''];
  if (seconds === undefined) throw new Error(`no step is named ${text}`);
  const count = BigInt(digits === '' ? 1 : digits);
  const isWeek = word.startsWith('w') && count === 1n;
  return { micros: count * seconds * 1_000_000n, unit: isWeek ? 'week' : null };
}
