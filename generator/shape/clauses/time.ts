/** The clauses of time: `buckets`, `retention` and `window`. */

import { GAPS, type Gaps } from '../../core/plan/query.ts';
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { Node } from '../../core/spec/document.ts';
import type { Entry, ExpressionText, Located } from '../../core/spec/located.ts';
import { map } from '../kinds/list.ts';
import { needed, object, optional } from '../kinds/object.ts';
import {
  either,
  forbids,
  hasAny,
  ifElse,
  narrows,
  needs,
  not,
  rules,
  unless,
  way,
} from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import { expression, located, oneOf, paramOf, placedFlag, text } from '../kinds/texts.ts';
import { loose, orNull, union } from '../kinds/union.ts';
import { bucketUnit, keysNamed, PARTS, part } from '../parts.ts';
import { as, described, type Of, ruled, type Shape } from '../shape.ts';
import { parseBucketStep } from '../time.ts';
import {
  type BucketStepSpec,
  bucketStep,
  type DurationSpec,
  duration,
  exactStep,
  inlinedDuration,
  step,
} from './duration.ts';

/** Requires a value for each value of an enum if `by` or `table` is present, else one value for all. */
function byChoice(table: string, fixed: readonly string[]) {
  const chosen = hasAny('by', table);
  return rules(
    unless(
      not(chosen),
      needs('by', table),
      forbids(fixed, label => ({
        what: 'cannot be combined with `by`',
        hint: `Remove ${label}, or \`by\` with its table.`,
      })),
    ),
    unless(chosen, needs(...fixed)),
  );
}

// ---- steps of buckets -----------------------------------------------------------------------------------------------

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

const oneStep = scalar(
  ['string'],
  {
    title: 'Step of a window',
    pattern: `${PARTS.bucketStep.pattern}|^@[A-Za-z_][A-Za-z0-9_]*$`,
  },
  {
    code: 'invalid-step',
    what: 'not a step of a window',
    meant: bucketUnit,
    hint: 'Use a unit such as `hour` or `month`, a part of a day, whole days, or a parameter such as `@step`.',
    isNo: 'number',
  },
);

const chosenStep = object({
  by: needed(text('An enum parameter.')),
  cases: needed(
    map(bucketStep(), {
      min: 1,
      description: 'The step for each value of the `by` parameter.',
    }),
  ),
});

/** A step, the parameter that sets it, or a choice by an enum. */
const windowStep: Shape<StepChoiceSpec> = union<StepChoiceSpec, StepChoiceSpec>(
  null,
  as(oneStep, (node, _, __, report) =>
    node.text.startsWith('@')
      ? { kind: 'param', param: paramOf(node) }
      : { kind: 'fixed', step: exactStep(located(node), parseBucketStep, report) },
  ),
  as(chosenStep, of => ({ kind: 'choice', ...of })),
);

const lengths: Shape<StepChoiceSpec> = as(
  map(orNull(inlinedDuration()), {
    names: keysNamed('bucketStep'),
    min: 2,
    description:
      'With `from`: steps in ascending order, each with the longest window that uses it. The last one has `null`: all longer windows use it.',
  }),
  (entries, node, _, report) => ({
    kind: 'lengths',
    place: node.place,
    steps: entries.map(({ name, place, value: upTo }) => ({
      name,
      place,
      value: { step: exactStep({ value: name, place }, parseBucketStep, report), upTo },
    })),
  }),
);

// ---- buckets --------------------------------------------------------------------------------------------------------

const last = duration('How far back from now the window reaches.');
const fixedStep = step('The length of a bucket.');
const interval = object({ last: needed(last), step: needed(fixedStep) });
export type IntervalSpec = Of<typeof interval>;

export interface WindowSpec {
  readonly from: ExpressionText;
  readonly to: ExpressionText;
  readonly step: StepChoiceSpec;
  /** The name of a zone, or `@` followed by a parameter. */
  readonly zone: Located<string> | null;
}
export interface GapsSpec extends Located<Gaps> {
  /** The sum of no rows; `unsaid` is NULL, too. */
  readonly sums: 'unsaid' | 'null' | 'zero';
}
export interface BucketsSpec {
  readonly place: Place;
  readonly of: ExpressionText;
  readonly as: Located<string> | null;
  readonly encode: Located<string> | null;
  readonly by: Located<string> | null;
  readonly window: 'aligned' | 'sliding';
  readonly gaps: GapsSpec;
  /** `from` and `to` with their settings; `null` for a span of time back from now. */
  readonly range: WindowSpec | null;
  /** With `by`: one entry for each value of the enum. */
  readonly intervals: readonly Entry<IntervalSpec>[] | null;
  /** Without `by`. */
  readonly fixed: IntervalSpec | null;
}

export const FROM = 'The start of the window: an expression of parameters and `now()`.';
export const TO = 'The end of the window, which is excluded: an expression like `from`.';

const gaps = union<GapsSpec, GapsSpec>(
  'Empty buckets: `omit` leaves them out; the others return them, `zero` with counts of 0, `empty` with NULL, and `previous` with the values of the previous bucket. `{ sums: 0 }` is `zero` with sums of 0, and `{ sums: ~ }` is `zero` where sums are meant to be NULL.',
  as(oneOf(GAPS, 'One of these ways.', 'omit'), of => ({ ...of, sums: 'unsaid' })),
  as(
    object({
      sums: needed(
        scalar(['integer', 'null'], {
          minimum: 0,
          maximum: 0,
          description: 'The sum of no rows: 0, or NULL.',
        }),
      ),
    }),
    ({ sums }, { place }) => ({ value: 'zero', place, sums: sums.value === 0 ? 'zero' : 'null' }),
  ),
);

const written = object(
  {
    of: needed(expression('The timestamp or date to group by.')),
    as: optional(part('outputName', 'The name of the output column; by default the name of `of`.')),
    encode: optional(
      text('How the beginning of a bucket is written in JSON, as for an output of that type.'),
    ),
    from: optional(expression(FROM)),
    to: optional(expression(TO)),
    by: optional(text('An enum parameter that chooses the window.')),
    window: optional(
      oneOf(
        ['aligned', 'sliding'],
        '`aligned`: whole buckets, from the one that contains now - `last` to the current one. `sliding`: exactly the time since now - `last`; the first bucket may be partial.',
        'aligned',
      ),
    ),
    gaps: optional(gaps),
    intervals: optional(
      map(interval, { description: 'The window for each value of the `by` parameter.' }),
    ),
    last: optional(last),
    // a rule checks it, because `from` allows more
    step: optional(
      loose(
        ['string', 'object'],
        'The length of a bucket; with `from` also a parameter such as `@step`, or a choice by an enum parameter.',
      ),
    ),
    steps: optional(lengths),
    zone: optional(
      text(
        'With `from`: the time zone of steps of a day and longer, or a parameter such as `@zone`.',
      ),
    ),
  },
  {
    rules: [
      ifElse(
        hasAny('from', 'to', 'steps', 'zone'),
        [
          needs('from', 'to'),
          narrows('step', windowStep),
          forbids(['by', 'intervals', 'last', 'window'], label => ({
            what: 'cannot be combined with `from` and `to`',
            hint: `Remove ${label}, or \`from\` and \`to\`.`,
          })),
          either(way('step'), way('steps')),
        ],
        [narrows('step', fixedStep), byChoice('intervals', ['last', 'step'])],
      ),
    ],
    description: 'Groups rows into buckets of time, by a timestamp or date.',
  },
);

type Written = Of<typeof written>;

export const bucketsShape: Shape<BucketsSpec> = as(written, (of, _, place, report) => ({
  place,
  of: of.of,
  as: of.as,
  encode: of.encode,
  by: of.by,
  window: of.window?.value ?? 'aligned',
  gaps: of.gaps ?? { value: 'omit', place, sums: 'unsaid' },
  range: of.from === null ? null : rangeOf(of, of.from, report),
  intervals: of.intervals,
  fixed: of.from === null && of.by === null ? fixedOf(of, report) : null,
}));

function rangeOf(
  { to, step, steps, zone }: Written,
  from: ExpressionText,
  report: Report,
): WindowSpec {
  const read = (node: Node) => windowStep.read(node, node.place, report);
  return { from, to: ruled(to), step: step === null ? ruled(steps) : read(step), zone };
}

function fixedOf({ last, step }: Written, report: Report): IntervalSpec {
  const node = ruled(step);
  return { last: ruled(last), step: fixedStep.read(node, node.place, report) };
}

// ---- spans ----------------------------------------------------------------------------------------------------------

export const retentionShape = as(
  object(
    {
      of: needed(expression('The timestamp that must lie in the window.')),
      by: optional(text('An enum parameter that chooses the window.')),
      windows: optional(
        map(duration(), { description: 'The window for each value of the `by` parameter.' }),
      ),
      window: optional(duration('The window, if it is the same for all requests.')),
    },
    {
      rules: [byChoice('windows', ['window'])],
      description: 'Rows must be newer than now minus the window.',
    },
  ),
  (of, _, place) => ({ place, ...of }),
);
export type RetentionSpec = Of<typeof retentionShape>;

/** A span of time from one instant or day to another, end excluded. */
export const windowShape = as(
  described(
    'Rows must lie in a window of time.',
    object({
      of: needed(expression('The timestamp or date that must lie in the window.')),
      from: needed(expression(FROM)),
      to: needed(expression(TO)),
      open: optional(
        placedFlag(
          'Whether the window has no start, or no end, if a parameter of `from` or `to` is absent.',
        ),
      ),
    }),
  ),
  (of, _, place) => ({ place, ...of }),
);
export type RangeSpec = Of<typeof windowShape>;
