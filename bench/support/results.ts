/** `bench/RESULTS.md`: a section for each command that records its measurements. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = 'bench/RESULTS.md';
const HEAD = `# Measurements

The commands write this page, but for “Unmet goals”. A ratio is of CPU seconds in one run, in which the compared take turns; it says more than the seconds, which depend on
the machine and on what else it does.
`;

/** Replaces the section of that title with `body`, or adds it. Sections are sorted. */
export function writeSection(title: string, body: string): void {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const [head = HEAD, ...sections] = text.split(/^## /m);
  const others = sections.filter(section => !section.startsWith(`${title}\n`));
  const all = [...others, `${title}\n\n${body}`].sort();
  writeFileSync(FILE, `${[head, ...all].map(part => part.trim()).join('\n\n## ')}\n`);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
