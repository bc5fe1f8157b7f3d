/** Builds the typed specification of the data sets from a tree that their schema accepted. */

import { counting, type Report } from '../core/report/diagnostics.ts';
import {
  type Document,
  entryOf,
  type MappingEntry,
  type MappingNode,
  type Node,
} from '../core/spec/document.ts';
import type { Located } from '../core/spec/located.ts';
import type {
  FieldSpec,
  FunctionSpec,
  MeasureSpec,
  RelationSpec,
  SourceSpec,
  SourcesSpec,
  TableSpec,
} from '../core/spec/sources-spec.ts';
import { WHOLE_DIGITS } from '../core/types/decimal.ts';
import { buildBody } from './body.ts';
import { buildParam } from './param.ts';
import {
  asMapping,
  entries,
  expression,
  flag,
  items,
  located,
  locatedFlag,
  locatedNumber,
  needed,
  optional,
  readOneOf,
  readTextNode,
} from './read.ts';

/** Also reports what the schema cannot express: options of a column that exclude each other. */
export function buildSources(
  { source, root }: Document,
  dialects: readonly string[],
  report: Report,
): SourcesSpec {
  const written = needed(asMapping(root), 'sources', node => asMapping(node).entries);
  return {
    source,
    sources: written
      .filter(entry => !isRelation(entry))
      .map(entry => buildSource(entry, dialects, report)),
    relations: written.filter(isRelation).map(entry => buildRelation(entry, report)),
    params:
      optional(asMapping(root), 'params', node => entries(node, e => buildParam(e.value))) ?? [],
    functions:
      optional(asMapping(root), 'functions', node => entries(node, e => buildFunction(e.value))) ??
      [],
  };
}

function buildFunction(node: Node): FunctionSpec {
  const mapping = asMapping(node);
  return {
    args: needed(mapping, 'args', of => entries(of, e => located(e.value))),
    is: needed(mapping, 'is', expression),
  };
}

function isRelation({ value }: MappingEntry): boolean {
  return ['from', 'union'].some(key => entryOf(asMapping(value), key) !== null);
}

function buildRelation({ name, place, value }: MappingEntry, report: Report): RelationSpec {
  const mapping = asMapping(value);
  const faults = counting(report);
  const body = buildBody(mapping, faults.report);
  return {
    name,
    place,
    value: body,
    title: optional(mapping, 'title', readTextNode),
    description: optional(mapping, 'description', readTextNode),
    sound: faults.count() === 0,
  };
}

function buildSource(
  { name, place, value }: MappingEntry,
  dialects: readonly string[],
  report: Report,
): SourceSpec {
  const mapping = asMapping(value);
  const faults = counting(report);
  const field = (entry: MappingEntry) => buildField(entry, dialects, faults.report);
  const spec = {
    name: { value: name, place },
    title: optional(mapping, 'title', readTextNode),
    description: optional(mapping, 'description', readTextNode),
    invalid: optional(mapping, 'invalid', readOneOf(['error', 'skip']))?.value ?? 'error',
    key: optional(mapping, 'key', node => items(node).map(located)) ?? [],
    scope: optional(mapping, 'scope', buildScope) ?? [],
    tables: needed(mapping, 'tables', node => entries(node, e => buildTable(e.value))),
    columns: needed(mapping, 'columns', node => entries(node, field)),
    measures:
      optional(mapping, 'measures', node =>
        entries(node, e => buildMeasure(e, dialects, faults.report)),
      ) ?? [],
  };
  return { ...spec, sound: faults.count() === 0 };
}

function buildMeasure(
  { name, place, value: node }: MappingEntry,
  dialects: readonly string[],
  report: Report,
): MeasureSpec {
  const none = { type: null, text: [], description: null, unit: null };
  if (node.kind === 'scalar') return { ...none, value: expression(node) };
  const mapping = asMapping(node);
  const texts = textsOf(mapping, dialects);
  const value = optional(mapping, 'value', expression);
  for (const rival of value === null ? [] : texts) {
    const message = `\`${rival.name}\` cannot be combined with \`value\``;
    report('clause-conflict', rival.place, message, 'Remove one of them.');
  }
  if (value === null && texts.length === 0) {
    const message = `\`${name}\` has a \`type\` but no SQL of an engine that computes it`;
    report('missing-key', place, message, `Add SQL by engine, as in \`${dialects[0]}: …\`.`);
  }
  return {
    value,
    type: optional(mapping, 'type', located),
    text: texts,
    description: optional(mapping, 'description', readTextNode),
    unit: optional(mapping, 'unit', readTextNode),
  };
}

function textsOf(mapping: MappingNode, dialects: readonly string[]): FieldSpec['text'] {
  return mapping.entries
    .filter(({ name }) => dialects.includes(name))
    .map(({ name, place, value }) => ({ name, place, value: located(value) }));
}

/** Reads a list of columns, or a mapping from columns to how many values a read may ask for. */
function buildScope(node: Node): SourceSpec['scope'] {
  return node.kind === 'sequence'
    ? node.items.map(item => ({ name: located(item), many: false }))
    : asMapping(node).entries.map(({ name, place, value }) => ({
        name: { value: name, place },
        many: readTextNode(value) === 'many',
      }));
}

function buildTable(node: Node): TableSpec {
  const mapping = asMapping(node);
  return {
    table: needed(mapping, 'table', located),
    records: optional(mapping, 'records', readOneOf(['nested', 'repeated']))?.value ?? 'nested',
    where: optional(mapping, 'where', located),
    final: optional(mapping, 'final', locatedFlag),
  };
}

function buildField(entry: MappingEntry, dialects: readonly string[], report: Report): FieldSpec {
  if (entry.value.kind === 'scalar') {
    const type = located(entry.value);
    if (type.value === 'decimal') reportMissing(type, ['precision', 'scale'], report);
    return { ...NOTHING_SAID, type };
  }
  const mapping = asMapping(entry.value);
  const field = (inner: MappingEntry) => buildField(inner, dialects, report);
  checkField(entry, dialects, report);
  checkDigits(mapping, report);
  return {
    type: optional(mapping, 'type', located),
    record: optional(mapping, 'record', node => entries(node, field)),
    list: optional(mapping, 'list', located),
    map: optional(mapping, 'map', located),
    precision: optional(mapping, 'precision', locatedNumber),
    scale: optional(mapping, 'scale', locatedNumber),
    required: optional(mapping, 'required', flag) ?? false,
    optional: optional(mapping, 'optional', flag) ?? false,
    description: optional(mapping, 'description', readTextNode),
    unit: optional(mapping, 'unit', readTextNode),
    is: optional(mapping, 'is', expression),
    text: textsOf(mapping, dialects),
  };
}

const NOTHING_SAID: FieldSpec = {
  type: null,
  record: null,
  list: null,
  map: null,
  precision: null,
  scale: null,
  required: false,
  optional: false,
  description: null,
  unit: null,
  is: null,
  text: [],
};

/**
 * Reports options that exclude each other: a column is either a leaf, with at most one way to compute it, or a record, which only has
 * fields.
 */
function checkField({ value }: MappingEntry, dialects: readonly string[], report: Report): void {
  const mapping = asMapping(value);
  const record = entryOf(mapping, 'record');
  const absent = mapping.entries.find(entry => entry.name === 'optional');
  if (absent !== undefined && isSet(mapping, 'optional') && isSet(mapping, 'required')) {
    const message = '`optional` cannot be combined with `required`';
    report('clause-conflict', absent.place, message, 'Remove one of them.');
  }
  const owner = record === null ? 'is' : 'record';
  const rivals = record === null ? dialects : ['is', 'unit', ...dialects];
  if (entryOf(mapping, owner) === null) return;
  for (const rival of mapping.entries.filter(entry => rivals.includes(entry.name))) {
    const message = `\`${rival.name}\` cannot be combined with \`${owner}\``;
    report('clause-conflict', rival.place, message, 'Remove one of them.');
  }
}

const DIGITS = ['precision', 'scale'] as const;

/** Reports digits of other types than `decimal`, and a `decimal` without digits or with impossible ones. */
function checkDigits(mapping: MappingNode, report: Report): void {
  const type = optional(mapping, 'type', located);
  const written = mapping.entries.filter(({ name }) => DIGITS.some(digits => digits === name));
  if (type?.value !== 'decimal') {
    for (const { name, place } of written) {
      const message = `\`${name}\` can only be used with \`type: decimal\``;
      report('clause-conflict', place, message, 'Remove it.');
    }
    return;
  }
  const missing = DIGITS.filter(digits => !written.some(({ name }) => name === digits));
  if (missing.length > 0) reportMissing(type, missing, report);
  else checkWidth(mapping, report);
}

function reportMissing(type: Located<string>, missing: readonly string[], report: Report): void {
  const names = missing.map(name => `\`${name}\``).join(' and ');
  const message = `A \`decimal\` has no ${names}`;
  const hint =
    'Write the digits of the stored type, as in `{ type: decimal, precision: 18, scale: 2 }`.';
  report('missing-key', type.place, message, hint);
}

function checkWidth(mapping: MappingNode, report: Report): void {
  const precision = needed(mapping, 'precision', locatedNumber);
  const scale = needed(mapping, 'scale', locatedNumber);
  const whole = precision.value - scale.value;
  if (whole < 0) {
    const message = `\`scale\` is ${scale.value}, more than the ${precision.value} of \`precision\``;
    report(
      'invalid-value',
      scale.place,
      message,
      'Increase `precision`: it also counts the digits after the point.',
    );
  }
  if (whole > WHOLE_DIGITS) {
    const message = `The column has ${whole} digits before the point, and a decimal has at most ${WHOLE_DIGITS}`;
    const hint = 'Declare as many digits as its values have.';
    report('invalid-value', precision.place, message, hint);
  }
}

function isSet(mapping: MappingNode, name: string): boolean {
  return optional(mapping, name, flag) ?? false;
}
