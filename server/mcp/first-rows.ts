/** The first rows of an answer, as a table and as JSON, without reading the rest. */

/** The most rows, and the most characters of a cell. */
const MOST_ROWS = 50;
const MOST_CELL = 200;
/** The most characters of the table, and of the JSON. One row may have more. */
const MOST_CHARACTERS = 16_000;

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g;

export interface FirstRows {
  readonly table: string;
  /** The same rows as a JSON list, with exactly the service's digits. */
  readonly json: string;
  readonly shown: number;
}

/** `text` is an answer of the service: `{"result":[…]}`. */
export function firstRows(text: string): FirstRows {
  const texts = beginning(text);
  const rows: readonly Readonly<Record<string, unknown>>[] = texts.map(one =>
    JSON.parse(exact(one)),
  );
  const names = Object.keys(rows[0] ?? {});
  const lines = [line(names.map(cell)), line(names.map(() => '---'))];
  const length = { table: 0, json: 0 };
  let shown = 0;
  for (const row of rows) {
    const next = line(names.map(name => cell(row[name])));
    length.table += next.length;
    length.json += texts[shown]?.length ?? 0;
    if (Math.max(length.table, length.json) > MOST_CHARACTERS && shown > 0) break;
    lines.push(next);
    shown += 1;
  }
  const table = shown === 0 || names.length === 0 ? '' : lines.join('\n');
  return { table, json: `[${texts.slice(0, shown).join(',')}]`, shown };
}

/** Returns the texts of the first rows. */
function beginning(text: string): readonly string[] {
  const rows: string[] = [];
  let depth = 0;
  let begin = 0;
  TOKENS.lastIndex = text.indexOf('[');
  for (let token = TOKENS.exec(text); token !== null; token = TOKENS.exec(text)) {
    const [sign] = token;
    if (sign === '{' || sign === '[') {
      if (depth === 1) begin = token.index;
      depth += 1;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 1) rows.push(text.slice(begin, token.index + 1));
      if (depth === 0 || rows.length === MOST_ROWS) return rows;
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
