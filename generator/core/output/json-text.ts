/** JSON that is easy to read and to compare line by line. */

const WIDTH = 100;

/**
 * Prints JSON. A value that fits is on one line, lists of short items fill lines, and anything else has one item per line. Each
 * level is indented by one more space.
 */
export function printJson(value: unknown): string {
  const lines = linesOf(value, WIDTH);
  lines.push('');
  return lines.join('\n');
}

/** Prints a value that is nested `depth` levels deep. */
export function nestedJson(value: unknown, depth: number): string {
  return linesOf(value, WIDTH - depth).join(`\n${' '.repeat(depth)}`);
}

/** Prints with one item per line, and joins the lines of each value that fits, the innermost first. */
function linesOf(value: unknown, width: number): string[] {
  // inside a text, JSON has no line break
  const printed = JSON.stringify(value, null, 1).split('\n');
  const lines: string[] = [];
  /** Where the items of the values around a line begin; 0 if one of them takes several lines. */
  const starts: number[] = [];
  for (let i = 0; i < printed.length; i += 1) {
    const line = printed[i] ?? '';
    const level = starts.length - 1;
    if (line.endsWith('{') || line.endsWith('[')) starts.push(lines.push(line));
    // items are indented further than the end of their list
    else if (level < 0 || line.charAt(level) === ' ') lines.push(line);
    else {
      const start = starts.pop() ?? 0;
      if (start > 0 && isShort(lines, start, level, width - level))
        lines[start - 1] += joined(lines.splice(start), level + 1) + line.slice(level);
      else {
        if (start > 0 && line.charAt(level) === ']')
          lines.push(...filled(lines.splice(start), level + 1, width - level - 1));
        lines.push(line);
        if (level > 0) starts[level - 1] = 0;
      }
    }
  }
  return lines;
}

/** Whether the items from `start` on fit on one line of `width` characters. */
function isShort(lines: readonly string[], start: number, level: number, width: number): boolean {
  let left = width + 1;
  for (let i = start; i < lines.length && left >= 0; i += 1)
    left -= (lines[i] ?? '').length - level;
  return left >= 0;
}

/** Fills lines of at most `width` characters with items; a longer item has its own line. */
function filled(items: readonly string[], indent: number, width: number): readonly string[] {
  const space = ' '.repeat(indent);
  const lines: string[] = [];
  let start = 0;
  let length = 0;
  for (let i = 0; i < items.length; i += 1) {
    const comma = i === items.length - 1 ? 0 : 1;
    const own = (items[i] ?? '').length - indent - comma;
    if (i > start && length + own > width) {
      lines.push(space + joined(items.slice(start, i), indent));
      start = i;
      length = 0;
    }
    length += own + 2;
  }
  return [...lines, space + joined(items.slice(start), indent)];
}

/** Joins items, without their indents. */
function joined(items: readonly string[], indent: number): string {
  const texts: string[] = [];
  for (let i = 0; i < items.length; i += 1) texts.push((items[i] ?? '').slice(indent));
  return texts.join(' ');
}
