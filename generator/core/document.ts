/** The tree of one specification file: plain data with the place of every node, free of the YAML library. */
import type { Place, SourceText } from './diagnostics.ts';

export interface Document {
  readonly source: SourceText;
  readonly root: Node;
  /** False where something was reported although the tree could be built: it may be checked further, never accepted. */
  readonly sound: boolean;
}

export type Node = MappingNode | SequenceNode | ScalarNode;

export interface MappingNode {
  readonly kind: 'mapping';
  readonly place: Place;
  /** Written with braces, where a comma ends a value. */
  readonly flow: boolean;
  /** Whether an entry is missing from `entries` because its key is reported. */
  readonly incomplete: boolean;
  /** No two share a name. */
  readonly entries: readonly MappingEntry[];
}
export interface MappingEntry {
  /** The key as written: a key that YAML would read as a number keeps its digits. */
  readonly name: string;
  /** Where the key stands. */
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
  /** A string's value; for all else the text as written, so that no digit of a number is lost. */
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
