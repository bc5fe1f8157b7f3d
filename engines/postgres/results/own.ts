/** The columns and cells of an author's own statement. */
import type * as Pg from 'pg';
import type { CatalogueColumn, Cell } from '../../engine.ts';
import { catalogueColumn } from '../catalog.ts';
import { type ReadCell, wholeNumber } from '../driver/values.ts';

export interface AnsweredColumn {
  readonly column: CatalogueColumn;
  readonly read: ReadCell;
}

/** Splits the text of an array into the texts of its items, which are lists where it has several dimensions. */
export type SplitArray = (text: string) => readonly Item[];
type Item = string | null | readonly Item[];

/** The columns by the names of their types in the catalogue. */
export async function ownColumns(
  client: Pg.Client,
  fields: readonly Pg.FieldDef[],
  split: SplitArray,
): Promise<readonly AnsweredColumn[]> {
  const { rows } = await client.query<{ place: number; type: string }>(
    `SELECT place::int, format_type(given.oid, given.modifier) AS type
     FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS given(oid, modifier, place)`,
    [fields.map(field => field.dataTypeID), fields.map(field => field.dataTypeModifier)],
  );
  const byPlace = new Map(rows.map(row => [row.place, row]));
  return fields.map(({ name }, i) => {
    const found = byPlace.get(i + 1);
    if (found === undefined) throw new Error(`the type of ${name} is not in the catalogue`);
    const { type } = found;
    return { column: catalogueColumn(name, type), read: cellOf(type, split) };
  });
}

function cellOf(type: string, split: SplitArray): ReadCell {
  if (type.endsWith('[]')) {
    const item = cellOf(type.slice(0, -2), split);
    const isJson = /^jsonb?\[/.test(type);
    return text => listJson(split(text), one => (isJson ? one : itemJson(item(one))));
  }
  if (type.startsWith('timestamp')) return microsOf;
  if (/^(smallint|integer|bigint)$/.test(type)) return wholeNumber;
  if (/^(real|double precision)$/.test(type)) return Number;
  return type === 'boolean' ? text => text === 't' : text => text;
}

function listJson(items: readonly Item[], write: (text: string) => string): string {
  const texts = items.map(item => {
    if (item === null) return 'null';
    return typeof item === 'string' ? write(item) : listJson(item, write);
  });
  return `[${texts.join(',')}]`;
}

/** JSON has no other numbers than finite ones. */
function itemJson(cell: Cell): string {
  if (typeof cell === 'bigint') return String(cell);
  return typeof cell === 'number' && !Number.isFinite(cell) ? 'null' : JSON.stringify(cell);
}

/** Microseconds since 1970 UTC, from a text in ISO form; an infinite one stays a text, which no column of instants has. */
function microsOf(text: string): Cell {
  const [, day, time, fraction = ''] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?/.exec(text) ?? [];
  if (day === undefined) return text;
  const micros = BigInt(Date.parse(`${day}T${time}Z`)) * 1_000n;
  return micros + BigInt(fraction.padEnd(6, '0'));
}
