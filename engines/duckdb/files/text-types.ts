/** The types of columns that hold texts alone, by the values in them. */
import type * as DuckDb from '@duckdb/node-api';
import type { Scalar } from '../../../generator/core/scalar.ts';
import { identifier, text } from '../driver/text.ts';
import { ofText } from './convert.ts';

/**
 * How values of a type are written; the first that fits all of a column is its type. Digits that a number would lose make no number:
 * zeros in front, and more than numbers in JSON have.
 */
const WRITTEN: readonly (readonly [Scalar, RegExp])[] = [
  ['bool', /^(true|false|TRUE|FALSE|True|False)$/],
  ['int64', /^-?(0|[1-9][0-9]{0,14})$/],
  ['float64', /^-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?([eE][-+]?[0-9]+)?$/],
  ['date', /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/],
  ['timestamp', /^[0-9]{4}-[0-9]{2}-[0-9]{2}[ Tt][0-9]{2}:[0-9]{2}.*$/],
];

/** Of a text by itself, as it is written. */
export function writtenType(value: string): Scalar {
  return WRITTEN.find(([, written]) => written.test(value))?.[0] ?? 'string';
}

/** The types of the columns, in their order: those that every text can be read as; `string` where there is no text. */
export async function textTypes(
  connection: DuckDb.DuckDBConnection,
  relation: string,
  columns: readonly string[],
): Promise<readonly Scalar[]> {
  const checks = columns.flatMap(name =>
    WRITTEN.map(([type, written]) => isEach(name, type, written)),
  );
  const rows = await connection.runAndReadAll(`SELECT ${checks.join(', ')} FROM ${relation}`);
  const [are = []] = rows.getRows();
  return columns.map((_, index) => {
    const first = index * WRITTEN.length;
    const fits = WRITTEN.findIndex((_, place) => are[first + place] === true);
    return WRITTEN[fits]?.[0] ?? 'string';
  });
}

/** Whether all texts are written so, and the service could read them as that type. */
function isEach(name: string, type: Scalar, written: RegExp): string {
  const sql = identifier(name);
  const field = { name, type, nullable: true };
  const isRead = `(${ofText(field, sql).sql}) IS NOT NULL`;
  return `coalesce(bool_and(regexp_matches(${sql}, ${text(written.source)}) AND ${isRead}) FILTER (${sql} IS NOT NULL), false)`;
}
