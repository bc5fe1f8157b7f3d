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
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return block(
    entries.map(([key, item]) => `${JSON.stringify(key)}: ${written(item, inner)}`),
    '{}',
    indent,
  );
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
  const line = items.join(', ');
  if (indent.length + line.length <= WIDTH && !isLong(line)) return `${open}${line}${close}`;
  const lines = items.map(item => `\n${indent} ${item}`);
  return `${open}${lines.join(',')}\n${indent}${close}`;
}
