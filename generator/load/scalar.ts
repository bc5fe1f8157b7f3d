/** A scalar of the tree. */
import type { SourceText } from '../core/report/diagnostics.ts';
import type { ScalarNode, ScalarStyle } from '../core/spec/document.ts';
import { offsetMap } from './offsets.ts';

/** The scalar that is written from `start` to `end`. */
export function scalarNode(
  source: SourceText,
  start: number,
  end: number,
  style: ScalarStyle,
  value: ScalarNode['value'],
): ScalarNode {
  const text = typeof value === 'string' ? value : source.text.slice(start, end);
  const at = offsetMap(source.text, start, end, style, text);
  return { kind: 'scalar', place: { source, start, end }, value, text, style, at };
}
