/** JSON that is easy to read and to compare line by line. */

const WIDTH = 100;

/** A nested value whose text, at its depth, is already known. */
export class JsonPiece {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Prints JSON. A value that fits is on one line, lists of short items fill lines, and anything else has one item per line. Each
 * level is indented by one more space.
 */
export function printJson(value: unknown): string {
  return `${written(value, '')}\n`;
}

/** Prints a value that is nested `depth` levels deep. */
export function jsonPieceText(value: unknown, depth: number): string {
  return written(value, ' '.repeat(depth));
}

function written(value: unknown, indent: string): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof JsonPiece) return value.text;
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    const items = value.map(item => written(item ?? null, inner));
    return block(items.some(isLong) ? items : filled(items, WIDTH - inner.length), '[]', indent);
  }
  const members: string[] = [];
  for (const [key, item] of Object.entries(value))
    if (item !== undefined) members.push(`${JSON.stringify(key)}: ${written(item, inner)}`);
  return block(members, '{}', indent);
}

function isLong(text: string): boolean {
  return text.includes('\n');
}

/** Fills lines of at most `width` characters with items; a longer item has its own line. */
function filled(items: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    const longer = line === '' ? item : `${line}, ${item}`;
    if (line === '' || longer.length <= width) line = longer;
    else {
      lines.push(line);
      line = item;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function block(items: readonly string[], [open = '', close = '']: string, indent: string): string {
  if (fits(items, WIDTH - indent.length)) return `${open}${items.join(', ')}${close}`;
  return `${open}\n${indent} ${items.join(`,\n${indent} `)}\n${indent}${close}`;
}

/** Whether the items stand on one line of at most `width` characters. */
function fits(items: readonly string[], width: number): boolean {
  let left = width + 2;
  for (const item of items) {
    left -= item.length + 2;
    if (left < 0 || isLong(item)) return false;
  }
  return true;
}
