/** JSON to be read and compared by lines. */

const WIDTH = 100;

/** A value inside another whose text is known already, as it is written at its depth. */
export class JsonPiece {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `value` as JSON text: values that fit stand on one line, lists fill lines, and all others stand item by item, a space deeper each. */
export function jsonText(value: unknown): string {
  return `${written(value, '')}\n`;
}

/** The text of a value inside as many others as `depth` says. */
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

/** The items in lines of at most that width; one that is longer has a line of its own. */
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
