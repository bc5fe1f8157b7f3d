/** A scenario as written: Markdown whose fenced blocks are the input of one compilation and what is to come of it. */

/** One fenced block; lines are counted from 0, the fences included. */
export interface Block {
  /** What stands behind the opening fence, such as `sql duckdb saved`. */
  readonly info: string;
  /** Empty, or ending in a line break. */
  readonly text: string;
  readonly first: number;
  readonly last: number;
}
export interface ScenarioFile {
  /** The file's path below `test/scenarios/`. */
  readonly file: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly text: string;
}

const FENCE = '```';

/** Reads a scenario; throws where it has no title, no words of what it shows, or a fence that is not closed. */
export function readScenario(file: string, text: string): ScenarioFile {
  const lines = text.split('\n');
  const title = /^# (\S.*)$/.exec(lines[0] ?? '')?.[1];
  if (title === undefined) throw new Error(`${file}: the first line is no title (\`# …\`)`);
  const blocks = blocksOf(file, lines);
  const words = lines.slice(1, blocks[0]?.first).join('').trim();
  if (words === '') throw new Error(`${file}: no words between the title and the first block`);
  return { file, title, blocks, text };
}

function blocksOf(file: string, lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let first = 0; first < lines.length; first += 1) {
    const line = lines[first] ?? '';
    if (!line.startsWith(FENCE)) continue;
    const last = lines.indexOf(FENCE, first + 1);
    if (last === -1) throw new Error(`${file}:${first + 1}: the block is not closed`);
    const text = lines.slice(first + 1, last).map(inner => `${inner}\n`);
    blocks.push({ info: line.slice(FENCE.length), text: text.join(''), first, last });
    first = last;
  }
  return blocks;
}

/** The text of a scenario with other texts in its blocks, `null` for those that stay, and further blocks at its end. */
export function rewritten(
  { text, blocks }: ScenarioFile,
  texts: readonly (string | null)[],
  more: readonly Pick<Block, 'info' | 'text'>[],
): string {
  const lines = text.split('\n');
  for (const [i, block] of [...blocks.entries()].reverse()) {
    const replaced = texts[i] ?? null;
    if (replaced === null) continue;
    lines.splice(block.first, block.last - block.first + 1, fenced(block.info, replaced));
  }
  const added = more.map(block => `\n${fenced(block.info, block.text)}\n`);
  return lines.join('\n') + added.join('');
}

function fenced(info: string, text: string): string {
  if (/^```/m.test(text)) throw new Error(`a text that looks like a fence, in \`${info}\``);
  return `${FENCE}${info}\n${text}${FENCE}`;
}
