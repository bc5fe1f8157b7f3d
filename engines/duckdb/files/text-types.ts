/** The types of text columns, derived from their values. */
import type * as DuckDb from '@duckdb/node-api';
import type { Scalar } from '../../../generator/core/types/scalar.ts';
import { quoteLiteral, quoteName } from '../driver/text.ts';
import { ofText } from './convert.ts';

/**
 * How values of a type are written. A column's type is the first that fits all its values. A text is not a number if a
 * number would lose some of its digits: leading zeros, or more digits than JSON numbers keep.
 */
const WRITTEN: readonly (readonly [Scalar, RegExp])[] = [
  ['bool', /^(true|false|TRUE|FALSE|True|False)$/],
  ['int64', /^-?(0|[1-9][0-9]{0,14})$/],
  ['float64', /^-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?([eE][-+]?[0-9]+)?$/],
  ['date', /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/],
  ['timestamp', /^[0-9]{4}-[0-9]{2}-[0-9]{2}[ Tt][0-9]{2}:[0-9]{2}.*$/],
];

/** The type of a single text, by the way it is written. */
export function writtenType(value: string): Scalar {
  return WRITTEN.find(([, written]) => written.test(value))?.[0] ?? 'string';
}

/** The types of the columns, in order: the type that every text can be read as, or `string` if there is no text. */
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

/** Whether all texts are written in this way and the service could read them as the type. */
function isEach(name: string, type: Scalar, written: RegExp): string {
  const sql = quoteName(name);
  const field = { name, type, nullable: true };
  const isRead = `(${ofText(field, sql).sql}) IS NOT NULL`;
  return `coalesce(bool_and(regexp_matches(${sql}, ${quoteLiteral(written.source)}) AND ${isRead}) FILTER (${sql} IS NOT NULL), false)`;
}
