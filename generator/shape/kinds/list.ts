/** Lists, and mappings with keys of an author's choice. */
import type { MappingNode, Node, SequenceNode } from '../../core/spec/document.ts';
import type { Entry, Located } from '../../core/spec/located.ts';
import { commaCutItem } from '../faults/comma.ts';
import type { Faults } from '../faults/faults.ts';
import { misnamed } from '../faults/misfit.ts';
import type { Spot } from '../faults/spot.ts';
import { behindCommas, empty, occursTwice } from '../faults/words.ts';
import type { JsonSchema, OpenSets } from '../json-schema.ts';
import { isOf } from '../kind.ts';
import type { Part } from '../parts.ts';
import { as, type Shape } from '../shape.ts';

interface ListOptions {
  readonly min?: 1 | 2;
  /** Whether no text may occur twice. */
  readonly unique?: true;
  readonly description?: string;
}
interface OneOrManyOptions extends ListOptions {
  /** Whether the text of a variable may hold several items, with commas between them. */
  readonly divisible?: true;
}

export function list<T>(item: Shape<T>, options: ListOptions = {}): Shape<readonly T[]> {
  const { min = 0, unique, description } = options;
  return {
    kinds: ['array'],
    misfit: null,
    schema: emission => ({
      type: 'array',
      items: item.schema(emission),
      ...(min === 0 ? {} : { minItems: min }),
      ...(unique === undefined ? {} : { uniqueItems: unique }),
      ...(description === undefined ? {} : { description }),
    }),
    check: (spot, faults) => {
      const { node } = spot;
      if (node.kind !== 'sequence') return faults.mistyped(spot, ['array'], null);
      if (node.items.length < min) faults.add(node, empty(spot));
      for (const each of node.items) {
        const cut = commaCutItem(node, each);
        if (cut !== null) faults.add(each, cut);
        else item.check({ node: each, above: spot, entry: null }, faults);
      }
      if (unique === true) checkUnique(node, faults);
    },
    read: (node, _, report) =>
      asSequence(node).items.map(each => item.read(each, each.place, report)),
  };
}

/**
 * A list whose items are texts, numbers or flags; one of them in its place means a list of one. A mapping never does: lists that it may
 * replace have a meaning of their own for it.
 */
export function oneOrMany<T>(item: Shape<T>, options: OneOrManyOptions = {}): Shape<readonly T[]> {
  const many = list(item, options);
  const ones = item.kinds.filter(kind => kind !== 'object' && kind !== 'array');
  return {
    kinds: ['array', ...ones],
    misfit: item.misfit,
    schema: emission => ({
      ...many.schema(emission),
      type: ['array', ...ones],
      if: { type: ones },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: item.schema(emission),
    }),
    check: (spot, faults) => {
      const { node } = spot;
      if (node.kind === 'sequence') return many.check(spot, faults);
      if (!isOf(ones, node)) return faults.mistyped(spot, ['array', ...ones], item.misfit);
      if (options.divisible === true) faults.exchangeable(spot, ['array']);
      const commas = behindCommas(spot);
      if (commas !== null) faults.add(node, commas);
      else item.check({ node, above: spot, entry: null }, faults);
    },
    read: (node, key, report) =>
      node.kind === 'sequence'
        ? many.read(node, key, report)
        : [item.read(node, node.place, report)],
  };
}

function checkUnique({ items }: SequenceNode, faults: Faults): void {
  const said = new Set<unknown>();
  for (const node of items) {
    if (node.kind !== 'scalar') continue;
    if (said.has(node.value)) faults.add(node, occursTwice(node));
    said.add(node.value);
  }
}

function asSequence(node: Node): SequenceNode {
  if (node.kind !== 'sequence') throw new Error('The check accepted something other than a list.');
  return node;
}

export function asMapping(node: Node): MappingNode {
  if (node.kind !== 'mapping')
    throw new Error('The check accepted something other than a mapping.');
  return node;
}

interface MapOptions {
  /** The pattern of its keys; without it, any text. */
  readonly names?: Part;
  /** The open set that its keys belong to. The reader accepts any text, because a later phase reports unknown ones better. */
  readonly anyOf?: keyof OpenSets;
  readonly min?: 1 | 2;
  readonly description?: string;
}

export function map<T>(value: Shape<T>, options: MapOptions = {}): Shape<readonly Entry<T>[]> {
  const { names, anyOf, min = 0, description } = options;
  return {
    kinds: ['object'],
    misfit: null,
    schema: emission => ({
      type: 'object',
      ...(names === undefined ? {} : { propertyNames: names.schema(emission) }),
      ...(anyOf === undefined ? {} : { propertyNames: listed(emission.open[anyOf]) }),
      additionalProperties: value.schema(emission),
      ...(min === 0 ? {} : { minProperties: min }),
      ...(description === undefined ? {} : { description }),
    }),
    check: (spot, faults) => {
      const { node } = spot;
      if (node.kind !== 'mapping') return faults.mistyped(spot, ['object'], null);
      checkSize(spot, node, min, faults);
      for (const entry of node.entries) {
        if (names !== undefined && !names.matches(entry.name))
          faults.misnamed(misnamed(spot, entry.name, names.misfit));
        value.check({ node: entry.value, above: spot, entry }, faults);
      }
    },
    read: (node, _, report) =>
      asMapping(node).entries.map(entry => ({
        name: entry.name,
        place: entry.place,
        value: value.read(entry.value, entry.place, report),
      })),
  };
}

function listed(names: readonly string[]): JsonSchema {
  return names.length === 0 ? {} : { enum: names };
}

/** Reports a mapping with too few entries, unless one was left out because its key was reported. */
export function checkSize(spot: Spot, node: MappingNode, min: number, faults: Faults): void {
  if (node.entries.length < min && !node.incomplete) faults.add(node, empty(spot));
}

/** The value with its own place. */
export function placed<T>(shape: Shape<T>): Shape<Located<T>> {
  return as(shape, (value, { place }) => ({ value, place }));
}

/** The value with the place of its key. */
export function keyed<T>(shape: Shape<T>): Shape<Located<T>> {
  return as(shape, (value, _, place) => ({ value, place }));
}

/** Any mapping; its content is checked by other code. */
export function anyMapping(): Shape<MappingNode> {
  return {
    kinds: ['object'],
    misfit: null,
    schema: () => ({ type: 'object' }),
    check: (spot, faults) => {
      if (spot.node.kind !== 'mapping') faults.mistyped(spot, ['object'], null);
    },
    read: asMapping,
  };
}
