/** Edits a specification as text, so that everything else stays as its author wrote it. */
import type { Document, MappingNode } from '../../../generator/core/spec/document.ts';

/**
 * A range of the text and its replacement, which uses `
 * ` as the end of a line.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies all edits, which must not overlap. New lines end like the file's other lines. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const lastFirst = edits.toSorted((a, b) => b.start - a.start);
  return lastFirst.reduce((all, { start, end, text: fresh }) => {
    return all.slice(0, start) + fresh.replaceAll(/\r?\n/g, lineEnd) + all.slice(end);
  }, text);
}

/** The root of a file that compiled. */
export function mappingOf({ root }: Document): MappingNode {
  if (root.kind !== 'mapping') throw new Error('a file that compiled is not a mapping');
  return root;
}
