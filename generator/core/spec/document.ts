/** The tree of one specification file: plain data with the place of every node, independent of the YAML library. */
import type { Place, SourceText } from '../report/diagnostics.ts';

export interface Document {
  readonly source: SourceText;
  readonly root: Node;
  /** False if something was reported although the tree could be built: it may be checked further, but is never accepted. */
  readonly sound: boolean;
}

export type Node = MappingNode | SequenceNode | ScalarNode;

export interface MappingNode {
  readonly kind: 'mapping';
  readonly place: Place;
  /** Whether it is written with braces. There a comma ends a value. */
  readonly flow: boolean;
  /** Whether `entries` lacks an entry because its key was reported. */
  readonly incomplete: boolean;
  /** With unique names. */
  readonly entries: readonly MappingEntry[];
}
export interface MappingEntry {
  /** The key as written: a numeric key keeps its digits. */
  readonly name: string;
  /** The place of the key. */
  readonly place: Place;
  readonly value: Node;
}
export interface SequenceNode {
  readonly kind: 'sequence';
  readonly place: Place;
  readonly items: readonly Node[];
}
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly place: Place;
  readonly value: string | number | boolean | null;
  /** A string's value; for all other scalars the text as written, so that a number keeps all its digits. */
  readonly text: string;
  readonly style: ScalarStyle;
  /** Maps an offset of `text` to an offset of the file. */
  readonly at: (offset: number) => number;
}
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** The entry of that name, or `null`. */
export function entryOf(mapping: MappingNode, name: string): MappingEntry | null {
  return mapping.entries.find(entry => entry.name === name) ?? null;
}

/** The tree without its places; `readScalar` reads a scalar. */
export function plainData(
  node: Node,
  readScalar: (node: ScalarNode) => unknown = ({ value }) => value,
): unknown {
  switch (node.kind) {
    case 'mapping':
      return Object.fromEntries(
        node.entries.map(({ name, value }) => [name, plainData(value, readScalar)]),
      );
    case 'sequence':
      return node.items.map(item => plainData(item, readScalar));
    case 'scalar':
      return readScalar(node);
  }
}
