/** Markdown as the documentation's tests see it: fenced blocks, and sections that are generated. */
import { readFileSync, writeFileSync } from 'node:fs';

/** A fenced block; offsets are those of the text between the fences. */
export interface Fence {
  /** What stands behind the opening fence. */
  readonly info: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const FENCE = /^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm;

export function fences(markdown: string): readonly Fence[] {
  return [...markdown.matchAll(FENCE)].map(({ index, 0: whole, 1: indent, 2: info, 3: text }) => {
    const start = index + whole.indexOf('\n') + 1;
    const length = text?.length ?? 0;
    const lines = (text ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { info: (info ?? '').trim(), text: lines, start, end: start + length };
  });
}

/** The Markdown with other texts in some of its blocks. */
export function withFences(markdown: string, texts: ReadonlyMap<Fence, string>): string {
  const last = [...texts].sort(([a], [b]) => b.start - a.start);
  return last.reduce(
    (result, [{ start, end }, text]) => `${result.slice(0, start)}${text}${result.slice(end)}`,
    markdown,
  );
}

/** From a mark to the next one, so that a missing end takes nothing with it. */
const SECTION = /(<!-- generated: ([a-z-]+) -->\n)(?:(?!<!-- )[\s\S])*(<!-- end -->)/g;

/** The Markdown with each generated section made anew by the writer of its name. */
export function withSections(
  markdown: string,
  writers: Readonly<Record<string, () => string>>,
): string {
  return markdown.replace(SECTION, (_, open: string, name: string, close: string) => {
    const writer = writers[name];
    if (writer === undefined) throw new Error(`no section is called ${name}`);
    return `${open}\n${writer()}\n\n${close}`;
  });
}

/** Rows under a head. A `|` inside a cell is escaped, for it would end the cell even inside code. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** The text of a page; with `UPDATE=1` the expected one is written first. */
export function readPage(path: string, expected: (found: string) => string): string {
  const found = readFileSync(path, 'utf8');
  if (process.env['UPDATE'] !== '1') return found;
  const text = expected(found);
  if (text !== found) writeFileSync(path, text);
  return text;
}
