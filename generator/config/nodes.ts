/** Finds nodes of a `quern.yaml` that its schema has accepted. */
import { entryOf, type MappingEntry, type Node, type ScalarNode } from '../core/spec/document.ts';

export function scalarAt(root: Node, path: readonly (string | number)[]): ScalarNode {
  const node = path.reduce(below, root);
  if (node.kind !== 'scalar')
    throw new Error(`The schema accepted something other than a scalar at ${path.join('.')}.`);
  return node;
}

export function entryAt(root: Node, path: readonly string[]): MappingEntry {
  const above = path.slice(0, -1).reduce<Node>(below, root);
  const entry = above.kind === 'mapping' ? entryOf(above, path.at(-1) ?? '') : null;
  if (entry === null) throw new Error(`There is no key at ${path.join('.')}.`);
  return entry;
}

function below(node: Node, step: string | number): Node {
  const found =
    typeof step === 'number'
      ? node.kind === 'sequence' && node.items[step]
      : node.kind === 'mapping' && entryOf(node, step)?.value;
  if (!found) throw new Error(`The schema accepted a value without ${step}.`);
  return found;
}
