/** The typed specification of a test from a tree that the schema has accepted. */
import type { MappingNode, Node } from '../core/document.ts';
import type { TestSpec } from '../core/spec.ts';
import { asMapping, entries, items, located, needed, optional, plain } from './read.ts';

export function buildTest(node: Node): TestSpec {
  const mapping = asMapping(node);
  return {
    now: needed(mapping, 'now', located),
    params: optional(mapping, 'params', (each, place) => {
      return { value: entries(each, e => plain(e.value)), place };
    }),
    given: needed(mapping, 'given', rows),
    expect: optional(mapping, 'expect', rows),
  };
}

function rows(node: Node): readonly MappingNode[] {
  return items(node).map(asMapping);
}
