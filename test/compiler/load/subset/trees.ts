/** The trees of the reader of the subset, compared with those of the YAML library. */
import { collector } from '../../../../generator/core/report/diagnostics.ts';
import type { Node } from '../../../../generator/core/spec/document.ts';
import { readWithLibrary } from '../../../../generator/load/library.ts';
import { readSubset } from '../../../../generator/load/subset/read-subset.ts';

/** A tree as data: kinds, places, values, and the place of each character of a text. */
function told(node: Node): unknown {
  const { start, end } = node.place;
  switch (node.kind) {
    case 'scalar': {
      const { style, text, value } = node;
      const ats = Array.from({ length: text.length + 2 }, (_, offset) => node.at(offset));
      return { start, end, style, text, type: typeof value, value: `${value}`, ats };
    }
    case 'sequence':
      return { start, end, items: node.items.map(told) };
    case 'mapping': {
      const { flow, incomplete } = node;
      const entries = node.entries.map(({ name, place, value }) => {
        return { name, start: place.start, end: place.end, value: told(value) };
      });
      return { start, end, flow, incomplete, entries };
    }
  }
}

/** `same` tree; `library`: the text is left to it; or in which way the library reads the text differently. */
export function compared(text: string): string {
  const source = { file: 'a.yaml', text };
  const root = readSubset(source);
  if (root === null) return 'library';
  const { diagnostics, report } = collector();
  const document = readWithLibrary(source, report);
  const faults = diagnostics.map(({ code, place }) => `${code} at ${place.start}`);
  if (document === null || faults.length > 0) return `faults: ${faults.join(', ')}`;
  const [ours, theirs] = [told(root), told(document.root)].map(tree => JSON.stringify(tree));
  return ours === theirs ? 'same' : `not\n${ours}\nbut\n${theirs}`;
}
