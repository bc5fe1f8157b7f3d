/** The kinds of values in YAML, by their names in JSON Schema. */
import type { Node } from '../core/spec/document.ts';

export type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

/** Whether a node is of one of the kinds. Infinity has no kind, because JSON lacks it. */
export function isOf(kinds: readonly Kind[], node: Node): boolean {
  const kind = kindOf(node);
  return (
    kind !== null && (kinds.includes(kind) || (kind === 'integer' && kinds.includes('number')))
  );
}

function kindOf(node: Node): Kind | null {
  if (node.kind === 'mapping') return 'object';
  if (node.kind === 'sequence') return 'array';
  const { value } = node;
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (Number.isInteger(value)) return 'integer';
  return Number.isFinite(value) ? 'number' : null;
}
