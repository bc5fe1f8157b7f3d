/** Rows as other programs read them: from CSV by RFC 4180, and from Arrow by its own library. */
import { type Data, type DataType, Type, tableFromIPC } from 'apache-arrow';

/** The cells of each line, the line of names among them; `null` where nothing stands, not even quotes. Programs skip an empty line. */
export function csvCells(text: string): readonly (readonly (string | null)[])[] {
  const lines: (string | null)[][] = [];
  let cells: (string | null)[] = [];
  let at = 0;
  while (at < text.length) {
    if (cells.length === 0 && text.startsWith('\r\n', at))
      throw new Error(`an empty line at ${at}`);
    const [cell, end] = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    cells.push(cell);
    const isLast = text.startsWith('\r\n', end);
    if (!isLast && text[end] !== ',') throw new Error(`neither a comma nor a line's end at ${end}`);
    if (isLast) {
      lines.push(cells);
      cells = [];
    }
    at = isLast ? end + 2 : end + 1;
    if (!isLast && text.startsWith('\r\n', at)) {
      lines.push([...cells, null]);
      cells = [];
      at += 2;
    }
  }
  if (cells.length > 0) throw new Error('the last line has no end');
  return lines;
}

type Found = readonly [cell: string | null, end: number];

function plainCell(text: string, at: number): Found {
  let end = at;
  while (end < text.length && text[end] !== ',' && !text.startsWith('\r\n', end)) end += 1;
  const cell = text.slice(at, end);
  if (/["\r\n]/.test(cell)) throw new Error(`a cell at ${at} needs quotes`);
  return [cell === '' ? null : cell, end];
}

function quotedCell(text: string, at: number): Found {
  let cell = '';
  let begin = at + 1;
  for (;;) {
    const end = text.indexOf('"', begin);
    if (end < 0) throw new Error(`the quotes at ${at} have no end`);
    cell += text.slice(begin, end);
    if (text[end + 1] !== '"') return [cell, end + 1];
    cell += '"';
    begin = end + 2;
  }
}

export interface ArrowRows {
  /** Names and types, as the library writes them, `!` behind those that are never NULL. */
  readonly schema: Readonly<Record<string, string>>;
  /** Integers as bigint, timestamps as bigint of microseconds, decimals as bigint of their last digit, days since 1970. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The rows of an Arrow IPC stream. */
export function arrowRows(bytes: Uint8Array): ArrowRows {
  const table = tableFromIPC(bytes);
  const { fields } = table.schema;
  const schema = fields.map(({ name, type, nullable }) => [name, `${type}${nullable ? '' : '!'}`]);
  const rows = table.batches.flatMap(({ data }) => {
    return Array.from({ length: data.length }, (_, index) => recordAt(data, index));
  });
  return { schema: Object.fromEntries(schema), rows };
}

function recordAt({ type, children }: Data, index: number): Readonly<Record<string, unknown>> {
  const names = type.children.map(({ name }: { readonly name: string }) => name);
  return Object.fromEntries(
    names.map((name: string, i: number) => {
      const child = children[i];
      if (child === undefined) throw new Error(`there is no column ${name}`);
      return [name, valueAt(child, index)];
    }),
  );
}

function valueAt(data: Data, index: number): unknown {
  if (!data.getValid(index)) return null;
  const { type, values, valueOffsets, children } = data;
  const [from = 0, to = 0] = valueOffsets?.slice(index, index + 2) ?? [];
  switch ((type as DataType).typeId) {
    case Type.Struct:
      return recordAt(data, index);
    case Type.List:
    case Type.Map: {
      const [child] = children;
      if (child === undefined) throw new Error('a list has items');
      const items = Array.from({ length: to - from }, (_, i) => valueAt(child, from + i));
      return type.typeId === Type.Map ? new Map(items.map(pairOf)) : items;
    }
    case Type.Utf8:
      return Buffer.from(values.subarray(from, to)).toString();
    case Type.Bool:
      return ((values[index >> 3] >> (index & 7)) & 1) === 1;
    case Type.Decimal: {
      const [a = 0, b = 0, c = 0, d = 0] = values.slice(4 * index, 4 * index + 4);
      const words = [a, b, c, d].reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
      return BigInt.asIntN(128, words);
    }
    default:
      return values[index];
  }
}

function pairOf(entry: unknown): readonly [unknown, unknown] {
  const { key, value } = entry as { readonly key: unknown; readonly value: unknown };
  return [key, value];
}
