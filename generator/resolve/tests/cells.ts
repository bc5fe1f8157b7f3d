/** Reads the cells in the rows of a test. */

import type { Json } from '../../core/plan/endpoint.ts';
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { Node, ScalarNode } from '../../core/spec/document.ts';
import { plainData } from '../../core/spec/document.ts';
import { excerpt } from '../../language/syntax/token.ts';

/** The value of a cell, or what it must be, in words that follow "`name` must be …". */
export type CellReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly expected: string };

export function fits<T>(value: T): CellReading<T> {
  return { ok: true, value };
}
export function unfit(expected: string): CellReading<never> {
  return { ok: false, expected };
}

/** The value of a cell. Reports an unfit one and returns `otherwise`. */
export function cellValue<T>(
  cell: CellReading<T>,
  name: string,
  node: Node,
  otherwise: T,
  report: Report,
): T {
  if (cell.ok) return cell.value;
  refuseNode(name, node, cell.expected, report);
  return otherwise;
}

export function quoteExcerpt(text: string): string {
  return `\`${excerpt(text, 0, text.length)}\``;
}

export function refuse(
  name: string,
  at: Place,
  expected: string,
  found: string | null,
  report: Report,
): void {
  const instead = found === null ? '' : `, not ${found}`;
  report('invalid-test', at, `\`${name}\` must be ${expected}${instead}`);
}

export function refuseNode(name: string, node: Node, expected: string, report: Report): void {
  refuse(name, node.place, expected, foundIn(node), report);
}

function foundIn(node: Node): string {
  if (node.kind !== 'scalar') return node.kind === 'mapping' ? 'a mapping' : 'a list';
  if (node.text === '') return 'an empty text';
  const text = quoteExcerpt(node.text);
  return node.style === 'plain' ? text : `the text ${text}`;
}

/** Whether the cell is empty: `null`, or no text. */
export function isNothing(node: Node): node is ScalarNode {
  return node.kind === 'scalar' && node.value === null;
}

/** Converts a tree to JSON; YAML scalars become JSON scalars. */
export function readJson(node: Node): Json {
  return plainData(node) as Json;
}
