/** Builds the typed clauses of time from a tree that its schema accepted. */

import { GAPS } from '../core/plan/query.ts';
import type { Place, Report } from '../core/report/diagnostics.ts';
import type {
  BucketStepSpec,
  BucketsSpec,
  IntervalSpec,
  RangeSpec,
  RetentionSpec,
  StepChoiceSpec,
  StepSpec,
  WindowSpec,
} from '../core/spec/body-spec.ts';
import { entryOf, type MappingNode, type Node } from '../core/spec/document.ts';
import { UNIT_MICROS } from '../core/types/scalar.ts';
import {
  asMapping,
  asScalar,
  duration,
  entries,
  expression,
  located,
  needed,
  optional,
  readOneOf,
  readTextNode,
} from './read.ts';
import { parseBucketStep, parseStep } from './time.ts';

export function buildBuckets(mapping: MappingNode, place: Place, report: Report): BucketsSpec {
  const by = optional(mapping, 'by', located);
  const interval = (node: Node) => buildInterval(asMapping(node), report);
  const range = entryOf(mapping, 'from') === null ? null : buildWindow(mapping, report);
  return {
    place,
    of: needed(mapping, 'of', expression),
    as: optional(mapping, 'as', located),
    by,
    window: optional(mapping, 'window', readOneOf(['aligned', 'sliding']))?.value ?? 'aligned',
    gaps: optional(mapping, 'gaps', readOneOf(GAPS)) ?? { value: 'omit', place },
    range,
    intervals: optional(mapping, 'intervals', node => entries(node, e => interval(e.value))),
    fixed: by === null && range === null ? interval(mapping) : null,
  };
}

function buildInterval(mapping: MappingNode, report: Report): IntervalSpec {
  return {
    last: needed(mapping, 'last', node => duration(node, report)),
    step: needed(mapping, 'step', node => buildStep(node, report)),
  };
}

function buildStep(node: Node, report: Report): StepSpec {
  const step = parseStep(readTextNode(node));
  if (step === null) reportStep(readTextNode(node), node.place, report);
  // the longest step avoids a follow-on `too-many-buckets`
  return { value: step ?? WEEK, place: node.place };
}

const WEEK = { micros: UNIT_MICROS.week, unit: 'week' } as const;

function reportStep(written: string, place: Place, report: Report): void {
  const message = `\`${written}\` does not divide a day into equal parts`;
  const hint = 'Use a step that does, such as `5 minutes`, `30 minutes` or `6 hours`.';
  report('invalid-step', place, message, hint);
}

// ---- a window between two instants ----------------------------------------------------------------------------------

function buildWindow(mapping: MappingNode, report: Report): WindowSpec {
  const step = optional(mapping, 'step', node => buildChoice(node, report));
  return {
    from: needed(mapping, 'from', expression),
    to: needed(mapping, 'to', expression),
    step: step ?? needed(mapping, 'steps', node => buildLengths(node, report)),
    zone: optional(mapping, 'zone', located),
  };
}

function buildChoice(node: Node, report: Report): StepChoiceSpec {
  if (node.kind === 'mapping') {
    const step = (of: Node) => buildBucketStep(readTextNode(of), of.place, report);
    return {
      kind: 'choice',
      by: needed(node, 'by', located),
      cases: needed(node, 'cases', cases => entries(cases, ({ value }) => step(value))),
    };
  }
  const { text: written, place } = asScalar(node);
  return written.startsWith('@')
    ? { kind: 'param', param: { value: written.slice(1), place } }
    : { kind: 'fixed', step: buildBucketStep(written, place, report) };
}

function buildLengths(node: Node, report: Report): StepChoiceSpec {
  return {
    kind: 'lengths',
    place: node.place,
    steps: entries(node, ({ name, place, value }) => ({
      step: buildBucketStep(name, place, report),
      upTo: asScalar(value).value === null ? null : duration(value, report),
    })),
  };
}

function buildBucketStep(written: string, place: Place, report: Report): BucketStepSpec {
  const step = parseBucketStep(written);
  if (step === null) reportStep(written, place, report);
  return { value: step ?? WEEK, place };
}

export function buildRetention(mapping: MappingNode, place: Place, report: Report): RetentionSpec {
  const window = (node: Node) => duration(node, report);
  return {
    place,
    of: needed(mapping, 'of', expression),
    by: optional(mapping, 'by', located),
    windows: optional(mapping, 'windows', node => entries(node, e => window(e.value))),
    window: optional(mapping, 'window', window),
  };
}

export function buildRange(mapping: MappingNode, place: Place): RangeSpec {
  return {
    place,
    of: needed(mapping, 'of', expression),
    from: needed(mapping, 'from', expression),
    to: needed(mapping, 'to', expression),
  };
}
