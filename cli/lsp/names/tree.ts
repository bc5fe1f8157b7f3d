/** The tree of a file, with the path to each node: keys, and indices of lists. */
import {
  entryOf,
  type MappingEntry,
  type MappingNode,
  type Node,
  type ScalarNode,
} from '../../../generator/core/spec/document.ts';

/** Keys and indices from the root. */
export type TreePath = readonly (string | number)[];

/** A key or a scalar, and its path. The path of a key ends with its name. */
export type NameSpot =
  | { readonly kind: 'key'; readonly path: TreePath; readonly entry: MappingEntry }
  | { readonly kind: 'scalar'; readonly path: TreePath; readonly node: ScalarNode };

/** All keys and scalars of a tree, in the order of the file. */
export function* spotsIn(node: Node, path: TreePath = []): Generator<NameSpot> {
  switch (node.kind) {
    case 'scalar':
      yield { kind: 'scalar', path, node };
      break;
    case 'sequence':
      for (const [index, item] of node.items.entries()) yield* spotsIn(item, [...path, index]);
      break;
    case 'mapping':
      for (const entry of node.entries) {
        const at = [...path, entry.name];
        yield { kind: 'key', path: at, entry };
        yield* spotsIn(entry.value, at);
      }
  }
}

/** The key or scalar at an offset, including its end. */
export function spotAt(root: Node, offset: number): NameSpot | null {
  for (const spot of spotsIn(root)) {
    const { start, end } = spot.kind === 'key' ? spot.entry.place : spot.node.place;
    if (start <= offset && offset <= end && end > start) return spot;
  }
  return null;
}

/** The node at the end of a path. */
export function nodeAt(root: Node, path: TreePath): Node | null {
  let node: Node | undefined = root;
  for (const part of path) {
    if (node?.kind === 'mapping') node = entryOf(node, String(part))?.value;
    else if (node?.kind === 'sequence') node = node.items[Number(part)];
    else return null;
  }
  return node ?? null;
}

export function mappingAt(root: Node, path: TreePath): MappingNode | null {
  const node = nodeAt(root, path);
  return node?.kind === 'mapping' ? node : null;
}

/** The text of the scalar at the end of a path. */
export function textAt(root: Node, path: TreePath): string | null {
  const node = nodeAt(root, path);
  return node?.kind === 'scalar' && node.text !== '' ? node.text : null;
}
