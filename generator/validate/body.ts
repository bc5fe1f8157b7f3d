/** Builds the typed clauses of a body from a tree that its schema accepted. */

import type { Place, Report } from '../core/report/diagnostics.ts';
import type {
  BodySpec,
  JoinSpec,
  LimitSpec,
  OrderSpec,
  SelectSpec,
  UnionSpec,
} from '../core/spec/body-spec.ts';
import type { MappingNode, Node } from '../core/spec/document.ts';
import type { Entry } from '../core/spec/located.ts';
import { buildBuckets, buildRange, buildRetention } from './buckets.ts';
import { isChoice, readCases, readOrCases, value } from './cases.ts';
import { buildFilter, checkFilters } from './filters.ts';
import { buildPredicate } from './predicate.ts';
import {
  asMapping,
  asScalar,
  entries,
  expression,
  flag,
  items,
  located,
  locatedFlag,
  needed,
  optional,
  readOneOf,
  readTextNode,
} from './read.ts';

export function buildBody(file: MappingNode, report: Report): BodySpec {
  checkFrom(file, report);
  checkFilters(file, report);
  return {
    from: optional(file, 'from', node => readOrCases(node, located)),
    union: optional(file, 'union', (node, key) => buildUnion(node, key, file)),
    join:
      optional(file, 'join', node => entries(node, e => buildJoin(asMapping(e.value), report))) ??
      [],
    where: optional(file, 'where', node => items(node).map(buildPredicate)) ?? [],
    filters: optional(file, 'filters', node => entries(node, e => buildFilter(e.value))) ?? [],
    match: optional(file, 'match', readOneOf(['all', 'any'])),
    prefix: optional(file, 'prefix', located),
    having: optional(file, 'having', node => items(node).map(buildPredicate)) ?? [],
    buckets: optional(file, 'buckets', (node, key) => buildBuckets(asMapping(node), key, report)),
    groupBy: optional(file, 'group_by', node => entries(node, e => buildOutput(e.value))) ?? [],
    retention: optional(file, 'retention', (node, key) =>
      buildRetention(asMapping(node), key, report),
    ),
    window: optional(file, 'window', (node, key) => buildRange(asMapping(node), key)),
    compare: optional(file, 'compare', readOneOf(['previous'])),
    select: optional(file, 'select', buildSelect) ?? [],
    orderBy: optional(file, 'order_by', buildOrderBy) ?? [],
    limit: optional(file, 'limit', node => readOrCases(node, buildLimit)),
    distinct: optional(file, 'distinct', locatedFlag),
    unscoped: optional(file, 'unscoped', locatedFlag),
  };
}

/** A body without clauses. */
export const NO_BODY: BodySpec = {
  from: null,
  union: null,
  join: [],
  where: [],
  filters: [],
  match: null,
  prefix: null,
  having: [],
  buckets: null,
  groupBy: [],
  retention: null,
  window: null,
  compare: null,
  select: [],
  orderBy: [],
  limit: null,
  distinct: null,
  unscoped: null,
};

function checkFrom({ entries: keys }: MappingNode, report: Report): void {
  const key = (name: string) => keys.find(entry => entry.name === name);
  const [from, union, label] = ['from', 'union', 'label'].map(key);
  if (from !== undefined && union !== undefined) {
    const message = '`union` cannot be combined with `from`';
    report('clause-conflict', union.place, message, 'Remove one of them.');
  }
  if (label !== undefined && union === undefined) {
    const message = '`label` can only be used with `union`';
    report('clause-conflict', label.place, message, 'Remove it.');
  }
}

function buildUnion(node: Node, place: Place, file: MappingNode): UnionSpec {
  return { place, of: items(node).map(located), label: optional(file, 'label', located) };
}

function buildJoin(mapping: MappingNode, report: Report): JoinSpec {
  const each = optional(mapping, 'each', expression);
  return {
    of: optional(mapping, 'of', located),
    each,
    on: optional(mapping, 'on', expression),
    retention: optional(mapping, 'retention', (node, key) =>
      buildRetention(asMapping(node), key, report),
    ),
    kind:
      optional(mapping, 'kind', readOneOf(['left', 'inner']))?.value ??
      (each === null ? 'left' : 'inner'),
    many: optional(mapping, 'many', flag) ?? false,
    unscoped: optional(mapping, 'unscoped', flag) ?? false,
  };
}

// ---- outputs --------------------------------------------------------------------------------------------------------

function buildSelect(node: Node): readonly Entry<SelectSpec>[] {
  if (node.kind === 'sequence') return node.items.map(buildColumn);
  return entries(node, entry => buildOutput(entry.value));
}

/** An item of a list is always a column, even if its name means something else in an expression. */
function buildColumn(node: Node): Entry<SelectSpec> {
  const { text: name, place, at } = asScalar(node);
  const value = { value: `\`${name}\``, place, at: (offset: number) => at(offset - 1) };
  return { name, place, value: { ...NOTHING_SAID, value } };
}

const NOTHING_SAID = { description: null, unit: null, hidden: false, encode: null };

function buildOutput(node: Node): SelectSpec {
  if (node.kind === 'scalar') return { ...NOTHING_SAID, value: expression(node) };
  const mapping = asMapping(node);
  if (isChoice(mapping)) return { ...NOTHING_SAID, value: readCases(mapping, expression) };
  return {
    value: needed(mapping, 'value', value),
    description: optional(mapping, 'description', readTextNode),
    unit: optional(mapping, 'unit', readTextNode),
    hidden: optional(mapping, 'hidden', flag) ?? false,
    encode: optional(mapping, 'encode', located),
  };
}

/** A number, or the name of the parameter after its `@`. */
function buildLimit(node: Node): LimitSpec {
  const { value, text: written, place } = asScalar(node);
  return { value: typeof value === 'number' ? value : written.slice(1), place };
}

/** A choice instead of a list counts as a list with this one item. */
function buildOrderBy(node: Node): BodySpec['orderBy'] {
  return (node.kind === 'mapping' ? [node] : items(node)).map(buildOrderItem);
}

function buildOrderItem(node: Node): BodySpec['orderBy'][number] {
  return node.kind === 'mapping' ? readCases(node, buildOrders) : buildOrder(node);
}

function buildOrders(node: Node): readonly OrderSpec[] {
  return node.kind === 'sequence' ? node.items.map(buildOrder) : [buildOrder(node)];
}

function buildOrder(node: Node): OrderSpec {
  const { text: written, place, at } = asScalar(node);
  const [name = '', direction] = written.split(' ');
  const output = { value: name, place: { ...place, start: at(0), end: at(name.length) } };
  return { output, descending: direction?.toLowerCase() === 'desc' };
}
