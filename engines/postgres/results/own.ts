/** The columns and cells of an author's own statement. */
import type { CatalogueColumn } from '../../engine.ts';
import { catalogueColumn } from '../catalog.ts';
import type { ReadCell } from '../driver/values.ts';
import { valueKind } from './kind.ts';

export interface AnsweredColumn {
  readonly column: CatalogueColumn;
  readonly read: ReadCell;
}

/** A column as the server describes it: its name, and the number of its type, with what is in its brackets. */
export interface AnsweredField {
  readonly name: string;
  readonly dataTypeID: number;
  readonly dataTypeModifier: number;
}

/** Runs a statement whose parameters and cells are texts. */
export type AskTexts = (
  sql: string,
  values: readonly string[],
) => Promise<readonly (readonly (string | null)[])[]>;

const NAMES = `SELECT format_type(given.oid, given.modifier)
  FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS given(oid, modifier, place) ORDER BY place`;

/** The columns by the names of their types in the catalogue. */
export async function ownColumns(
  ask: AskTexts,
  fields: readonly AnsweredField[],
): Promise<readonly AnsweredColumn[]> {
  const listed = (numbers: readonly number[]) => `{${numbers.join(',')}}`;
  const rows = await ask(NAMES, [
    listed(fields.map(({ dataTypeID }) => dataTypeID)),
    listed(fields.map(({ dataTypeModifier }) => dataTypeModifier)),
  ]);
  return fields.map(({ name }, i) => {
    const type = rows[i]?.[0] ?? null;
    if (type === null) throw new Error(`the type of ${name} is not in the catalogue`);
    const { readAs, cell } = valueKind(name, type);
    return { column: { ...catalogueColumn(name, type), readAs }, read: cell };
  });
}
