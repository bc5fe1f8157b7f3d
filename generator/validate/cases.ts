/** Builds choices from a tree that the schema accepted. */
import { entryOf, type MappingNode, type Node } from '../core/spec/document.ts';
import type { CasesSpec, ChooserSpec, ValueSpec } from '../core/spec/located.ts';
import { asMapping, entries, expression, located, needed } from './read.ts';

/** A mapping with `by` and `readCases`; `read` reads each case. */
export function readCases<T>(mapping: MappingNode, read: (node: Node) => T): CasesSpec<T> {
  return {
    place: mapping.place,
    by: needed(mapping, 'by', chooser),
    cases: needed(mapping, 'cases', node => entries(node, entry => read(entry.value))),
  };
}

function chooser(node: Node): ChooserSpec {
  if (node.kind === 'scalar') return { param: located(node) };
  return { present: needed(asMapping(node), 'present', located) };
}

/** A single value, or a choice among several. */
export function readOrCases<T>(
  node: Node,
  one: (node: Node) => T,
  each: (node: Node) => T = one,
): T | CasesSpec<T> {
  return node.kind === 'mapping' ? readCases(node, each) : one(node);
}

/** An expression, or a choice among several. */
export function value(node: Node): ValueSpec {
  return readOrCases(node, expression);
}

/** Whether a mapping is a choice, rather than a single value with properties. */
export function isChoice(mapping: MappingNode): boolean {
  return entryOf(mapping, 'by') !== null;
}
