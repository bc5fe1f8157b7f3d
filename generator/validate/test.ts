/** Builds the typed specification of a test from a tree that the schema accepted. */
import type { MappingNode, Node } from '../core/spec/document.ts';
import type { TestSpec } from '../core/spec/spec.ts';
import { asMapping, entries, items, located, needed, optional, plainOrList } from './read.ts';

export function buildTest(node: Node): TestSpec {
  const mapping = asMapping(node);
  return {
    now: needed(mapping, 'now', located),
    params: optional(mapping, 'params', (each, place) => {
      return { value: entries(each, e => plainOrList(e.value)), place };
    }),
    given: needed(mapping, 'given', given),
    expect: optional(mapping, 'expect', rows),
  };
}

/** A list contains the entries of the answer's data set; a mapping contains a list for each data set. */
function given(node: Node): TestSpec['given'] {
  const value =
    node.kind === 'mapping'
      ? node.entries.map(({ name, place, value }) => {
          return { source: { value: name, place }, entries: rows(value) };
        })
      : [{ source: null, entries: rows(node) }];
  return { value, place: node.place };
}

function rows(node: Node): readonly MappingNode[] {
  return items(node).map(asMapping);
}
