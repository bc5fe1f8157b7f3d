/** Readers for a tree that the schema accepted. A node of another kind is a bug in the schema, so they throw. */

import type { Place, Report } from '../core/report/diagnostics.ts';
import type { DurationSpec } from '../core/spec/body-spec.ts';
import {
  entryOf,
  type MappingEntry,
  type MappingNode,
  type Node,
  type ScalarNode,
} from '../core/spec/document.ts';
import type { Entry, ExpressionText, Located, Plain, PlainOrList } from '../core/spec/located.ts';
import { MAX_DURATION, parseDuration } from './time.ts';

export function asMapping(node: Node): MappingNode {
  if (node.kind !== 'mapping')
    throw new Error('The schema accepted something other than a mapping.');
  return node;
}
export function asScalar(node: Node): ScalarNode {
  if (node.kind !== 'scalar') throw new Error('The schema accepted something other than a scalar.');
  return node;
}

/** Reads the value of a key. Returns `null` if the key is absent. */
export function optional<T>(
  mapping: MappingNode,
  name: string,
  read: (node: Node, key: Place) => T,
): T | null {
  const entry = entryOf(mapping, name);
  return entry === null ? null : read(entry.value, entry.place);
}
/** Reads the value of a key that the schema requires. */
export function needed<T>(mapping: MappingNode, name: string, read: (node: Node) => T): T {
  const entry = entryOf(mapping, name);
  if (entry === null) throw new Error(`The schema accepted a mapping without \`${name}\`.`);
  return read(entry.value);
}

export function items(node: Node): readonly Node[] {
  if (node.kind !== 'sequence') throw new Error('The schema accepted something other than a list.');
  return node.items;
}
export function entries<T>(node: Node, read: (entry: MappingEntry) => T): readonly Entry<T>[] {
  return asMapping(node).entries.map(entry => ({
    name: entry.name,
    place: entry.place,
    value: read(entry),
  }));
}

export function readTextNode(node: Node): string {
  return asScalar(node).text;
}
export function flag(node: Node): boolean {
  return asScalar(node).value === true;
}
export function located(node: Node): Located<string> {
  return { value: readTextNode(node), place: node.place };
}
export function locatedList(node: Node): Located<readonly Located<string>[]> {
  return { value: items(node).map(located), place: node.place };
}
export function locatedFlag(node: Node): Located<boolean> {
  return { value: flag(node), place: node.place };
}
export function locatedNumber(node: Node): Located<number> {
  return { value: Number(asScalar(node).value), place: node.place };
}
/** One of the values that the schema allows. */
export function readOneOf<T extends string>(values: readonly T[]): (node: Node) => Located<T> {
  return node => {
    const value = values.find(listed => listed === readTextNode(node));
    if (value === undefined) throw new Error('The schema accepted a value that it does not list.');
    return { value, place: node.place };
  };
}
export function readPlain(node: Node): Located<Plain> {
  const { value, text: written, place } = asScalar(node);
  if (value === null) throw new Error('The schema accepted an empty value.');
  return { value: { value, text: written }, place };
}
/** One value, or a list of them. */
export function plainOrList(node: Node): Located<PlainOrList> {
  if (node.kind !== 'sequence') return readPlain(node);
  return { value: node.items.map(readPlain), place: node.place };
}
export function expression(node: Node): ExpressionText {
  const { text: value, place, at } = asScalar(node);
  return { value, place, at };
}

/** A duration in microseconds. Reports one that is too long. */
export function duration(node: Node, report: Report): DurationSpec {
  const value = parseDuration(readTextNode(node));
  if (value === null) throw new Error('The schema accepted a text that is not a duration.');
  if (value > MAX_DURATION) {
    const message = `\`${readTextNode(node)}\` is longer than 36,500 days`;
    report('invalid-duration', node.place, message, 'Use a shorter duration.');
  }
  return { value, place: node.place };
}
