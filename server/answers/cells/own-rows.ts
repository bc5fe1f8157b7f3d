/** Checks the rows of own SQL against the columns that its endpoint declares. */
import type { CatalogueColumn, Cell, Result, Row } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestEndpoint } from '../../../generator/core/output/manifest.ts';
import { parseInstant } from '../../../generator/params/time/instant.ts';
import { DecodeFailure, wrong } from './cells.ts';

/**
 * Returns the rows of a result. Rows of a compiled statement already have the declared columns; rows of own SQL are put into
 * the declared order. Throws `DecodeFailure` if a column is missing, undeclared, of another type, or NULL although required.
 */
export function declaredRows(
  { own, columns: declared, pages }: Pick<ManifestEndpoint, 'own' | 'columns' | 'pages'>,
  { rows, columns }: Pick<Result, 'rows' | 'columns'>,
): readonly Row[] {
  // sort keys of pages follow the columns
  const isOwn = own !== undefined || columns !== undefined;
  if (!isOwn && pages !== undefined) return rows.map(row => row.slice(0, declared.length));
  if (!isOwn) return rows;
  const answered = columns ?? [];
  const found = new Map(answered.map((column, index) => [column.name, { column, index }]));
  if (found.size < answered.length) refuseTwice(answered);
  for (const { name } of answered) {
    if (!declared.some(column => column.name === name)) throw fault(name, 'is not declared');
  }
  const readers = declared.map(column => {
    const there = found.get(column.name);
    if (there === undefined)
      throw fault(column.name, 'is declared, but the statement has no such column');
    const told = mismatch(column, there.column);
    if (told !== null) throw fault(column.name, told);
    return cellReader(column, there.index);
  });
  return rows.map(row => readers.map(read => read(row)));
}

/** Describes how a column of a result differs from its declaration; `null` if it does not. */
export function mismatch(
  { type }: Pick<ManifestColumn, 'type'>,
  { type: written, readAs }: CatalogueColumn,
): string | null {
  if (type !== 'record' && readAs.includes(type)) return null;
  return `is ${written}, and \`${type}\` is declared`;
}

function cellReader({ name, type, nullable }: ManifestColumn, index: number): (row: Row) => Cell {
  return row => {
    const cell = row[index] ?? null;
    if (cell === null && !nullable) throw fault(name, 'is NULL, but is declared as required');
    if (cell === null) return cell;
    // BigQuery answers a text, the other engines microseconds
    if (type === 'datetime') return isMicros(cell) ? cell : microsOf(name, cell);
    return LISTS.has(type) ? listOfMicros(name, cell) : cell;
  };
}

function isMicros(cell: Cell): boolean {
  return typeof cell !== 'string' || /^-?\d+$/.test(cell);
}

const LISTS: ReadonlySet<string> = new Set(['list<timestamp>', 'list<datetime>']);

/** Converts a list of times to microseconds, as compiled statements return them: own statements return texts. */
function listOfMicros(column: string, cell: Cell): string {
  const items: unknown = JSON.parse(String(cell));
  if (!Array.isArray(items)) throw wrong(column, 'a list');
  return `[${items.map(item => microsOf(column, item)).join(',')}]`;
}

function microsOf(column: string, text: unknown): string {
  const micros = parseInstant(String(text));
  if (micros === null) throw wrong(column, 'a time of the years 1900 to 2299');
  return String(micros);
}

function refuseTwice(columns: readonly CatalogueColumn[]): never {
  const names = columns.map(({ name }) => name);
  const [twice = ''] = names.filter((name, i) => names.indexOf(name) < i);
  throw fault(twice, 'is the name of two columns');
}

function fault(column: string, message: string): DecodeFailure {
  return new DecodeFailure('engine_error', column, message);
}
