/** The typed specification of an endpoint from a tree that its schema has accepted. */
import { counting, type Place, type Report } from '../core/diagnostics.ts';
import { type Document, entryOf, type MappingNode, type Node } from '../core/document.ts';
import { UNIT_MICROS } from '../core/scalar.ts';
import type {
  BucketsSpec,
  EndpointSpec,
  Entry,
  IntervalSpec,
  Located,
  OrderSpec,
  RetentionSpec,
  SelectSpec,
  StepSpec,
} from '../core/spec.ts';
import { buildOwn } from './own.ts';
import { buildParam } from './param.ts';
import { buildPredicate } from './predicate.ts';
import {
  asMapping,
  asScalar,
  duration,
  entries,
  expression,
  flag,
  items,
  located,
  locatedList,
  locatedNumber,
  needed,
  oneOf,
  optional,
  text,
} from './read.ts';
import { buildTest } from './test.ts';
import { MAX_DURATION, parseDuration, parseStep } from './time.ts';

/** Reports what the schema cannot say: the file's name, lengths of time, and options that contradict each other. */
export function buildEndpoint(document: Document, report: Report): EndpointSpec {
  const faults = counting(report);
  const head = buildHead(document, faults.report);
  const file = asMapping(document.root);
  const body = entryOf(file, 'query') === null ? buildClauses(file, faults.report) : buildOwn(file);
  return { ...head, ...body, sound: faults.count() === 0 };
}

function buildHead({ source, root }: Document, report: Report) {
  const file = asMapping(root);
  const endpoint = needed(file, 'endpoint', located);
  checkFileName(source.file, endpoint, report);
  return {
    source,
    endpoint,
    id: needed(file, 'id', located),
    summary: optional(file, 'summary', text),
    description: optional(file, 'description', text),
    engines: optional(file, 'engines', locatedList),
    params: optional(file, 'params', node => entries(node, e => buildParam(e.value))) ?? [],
    maxRows: optional(file, 'max_rows', locatedNumber),
    cache: optional(file, 'cache', node => buildCache(node, report)),
    sandbox: optional(file, 'sandbox', flag) ?? false,
    tests: optional(file, 'tests', node => entries(node, e => buildTest(e.value))) ?? [],
  };
}

function buildClauses(file: MappingNode, report: Report) {
  return {
    body: 'portable' as const,
    from: needed(file, 'from', located),
    views: optional(file, 'views', node => items(node).map(located)) ?? [],
    where: optional(file, 'where', node => items(node).map(buildPredicate)) ?? [],
    buckets: optional(file, 'buckets', (node, key) => buildBuckets(asMapping(node), key, report)),
    groupBy: optional(file, 'group_by', node => entries(node, e => buildOutput(e.value))) ?? [],
    retention: optional(file, 'retention', (node, key) =>
      buildRetention(asMapping(node), key, report),
    ),
    select: needed(file, 'select', buildSelect),
    orderBy: optional(file, 'order_by', node => items(node).map(buildOrder)) ?? [],
    limit: optional(file, 'limit', locatedNumber),
  };
}

function checkFileName(file: string, endpoint: Located<string>, report: Report): void {
  const expected = `${endpoint.value}.yaml`;
  const actual = file.split(/[\\/]/).at(-1);
  if (actual === expected) return;
  const message = `The endpoint \`${endpoint.value}\` stands in a file that is not called \`${expected}\``;
  report(
    'invalid-name',
    endpoint.place,
    message,
    `Rename the file to \`${expected}\`, or the endpoint.`,
  );
}

// ---- time -----------------------------------------------------------------------------------------------------------

function buildBuckets(mapping: MappingNode, place: Place, report: Report): BucketsSpec {
  const by = optional(mapping, 'by', located);
  const interval = (node: Node) => buildInterval(asMapping(node), report);
  return {
    place,
    of: needed(mapping, 'of', expression),
    as: optional(mapping, 'as', located),
    by,
    window: optional(mapping, 'window', oneOf(['aligned', 'sliding']))?.value ?? 'aligned',
    gaps: optional(mapping, 'gaps', oneOf(['omit', 'zero'])) ?? { value: 'omit', place },
    intervals: optional(mapping, 'intervals', node => entries(node, e => interval(e.value))),
    fixed: by === null ? interval(mapping) : null,
  };
}

function buildInterval(mapping: MappingNode, report: Report): IntervalSpec {
  return {
    last: needed(mapping, 'last', node => duration(node, report)),
    step: needed(mapping, 'step', node => buildStep(node, report)),
  };
}

function buildStep(node: Node, report: Report): StepSpec {
  const step = parseStep(text(node));
  if (step === null) {
    const message = `\`${text(node)}\` does not divide a day into equal parts`;
    const hint = 'Use a step that does, such as `5 minutes`, `30 minutes` or `6 hours`.';
    report('invalid-step', node.place, message, hint);
  }
  // Fall back to the longest step, so no follow-on `too-many-buckets`.
  return { value: step ?? { micros: UNIT_MICROS.week, unit: 'week' }, place: node.place };
}

function buildRetention(mapping: MappingNode, place: Place, report: Report): RetentionSpec {
  const window = (node: Node) => duration(node, report);
  return {
    place,
    of: needed(mapping, 'of', expression),
    by: optional(mapping, 'by', located),
    windows: optional(mapping, 'windows', node => entries(node, e => window(e.value))),
    window: optional(mapping, 'window', window),
  };
}

const MICROS = 1_000_000n;

function buildCache(node: Node, report: Report): EndpointSpec['cache'] {
  if (node.kind === 'scalar') return { value: 'off', place: node.place };
  const mapping = asMapping(node);
  const ttl = needed(mapping, 'ttl', value => duration(value, report));
  const refresh = optional(mapping, 'refresh', value => buildRefresh(value, ttl.value, report));
  const seconds = { ttl: Number(ttl.value / MICROS), refresh: Number((refresh ?? 0n) / MICROS) };
  return { value: seconds, place: node.place };
}

function buildRefresh(node: Node, ttl: bigint, report: Report): bigint {
  const refresh =
    text(node) === '0' || Number(asScalar(node).value) === 0 ? 0n : parseDuration(text(node));
  if (refresh === null) throw new Error('The schema let pass a text that is not a duration.');
  // A `ttl` that is too long is reported as such.
  if (refresh >= ttl && ttl <= MAX_DURATION) {
    const message =
      '`refresh` is not shorter than `ttl`, so that rows would expire before they are refreshed';
    report('clause-conflict', node.place, message, 'Use a shorter `refresh`, or 0 for none.');
  }
  return refresh;
}

// ---- outputs --------------------------------------------------------------------------------------------------------

function buildSelect(node: Node): readonly Entry<SelectSpec>[] {
  if (node.kind === 'sequence') return node.items.map(buildColumn);
  return entries(node, entry => buildOutput(entry.value));
}

/** An item of a list is always a column, whatever its name means in an expression. */
function buildColumn(node: Node): Entry<SelectSpec> {
  const { text: name, place, at } = asScalar(node);
  const value = { value: `\`${name}\``, place, at: (offset: number) => at(offset - 1) };
  return { name, place, value: { ...NOTHING_SAID, value } };
}

const NOTHING_SAID = { description: null, unit: null, hidden: false, encode: null };

function buildOutput(node: Node): SelectSpec {
  if (node.kind === 'scalar') return { ...NOTHING_SAID, value: expression(node) };
  const mapping = asMapping(node);
  return {
    value: needed(mapping, 'value', expression),
    description: optional(mapping, 'description', text),
    unit: optional(mapping, 'unit', text),
    hidden: optional(mapping, 'hidden', flag) ?? false,
    encode: optional(mapping, 'encode', located),
  };
}

function buildOrder(node: Node): OrderSpec {
  const { text: written, place, at } = asScalar(node);
  const [name = '', direction] = written.split(' ');
  const output = { value: name, place: { ...place, start: at(0), end: at(name.length) } };
  return { output, descending: direction?.toLowerCase() === 'desc' };
}
