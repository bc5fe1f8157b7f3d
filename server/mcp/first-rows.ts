/** Shows the first rows of an answer as a table, without reading the rest. */

/** The most rows of a table, and the most characters of a cell. */
const MOST_ROWS = 50;
const MOST_CELL = 200;
/** The most characters of a table. */
const MOST_TABLE = 16_000;

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g;

/** Returns the table and the number of its rows. `text` is an answer of the service: `{"result":[…]}`. */
export function firstRows(text: string): { readonly table: string; readonly shown: number } {
  const rows: readonly Readonly<Record<string, unknown>>[] = JSON.parse(exact(beginning(text)));
  const names = Object.keys(rows[0] ?? {});
  const lines = [line(names.map(cell)), line(names.map(() => '---'))];
  let length = 0;
  let shown = 0;
  for (const row of rows) {
    const next = line(names.map(name => cell(row[name])));
    length += next.length;
    if (length > MOST_TABLE && shown > 0) break;
    lines.push(next);
    shown += 1;
  }
  return { table: shown === 0 || names.length === 0 ? '' : lines.join('\n'), shown };
}

/** Returns the list of the first rows, as JSON. */
function beginning(text: string): string {
  const begin = text.indexOf('[');
  let depth = 0;
  let rows = 0;
  TOKENS.lastIndex = begin;
  for (let token = TOKENS.exec(text); token !== null; token = TOKENS.exec(text)) {
    const [sign] = token;
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      const end = token.index + 1;
      if (depth === 0) return text.slice(begin, end);
      if (depth === 1) rows += 1;
      if (rows === MOST_ROWS && depth === 1) return `${text.slice(begin, end)}]`;
    }
  }
  throw new Error('an answer ends within its rows');
}

/** Turns numbers with many digits into texts, because a double would lose digits. */
function exact(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]{15,}/g, token =>
    token.startsWith('"') ? token : `"${token}"`,
  );
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns a value as one line that cannot end its cell; cuts a long value. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const characters = [...text.slice(0, 2 * MOST_CELL).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')];
  const kept = characters.slice(0, MOST_CELL).join('').replaceAll('\\', '\\\\');
  const isWhole = characters.length <= MOST_CELL && text.length <= 2 * MOST_CELL;
  return `${kept.replaceAll('|', '\\|')}${isWhole ? '' : '…'}`;
}
