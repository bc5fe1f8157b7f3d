/** PostgreSQL's type of each scalar. */
import { held, isRecords, type Scalar, type Type } from '../../generator/core/types/scalar.ts';
import { type Sql, sql } from '../../generator/sql/sql.ts';

export const SQL_TYPES: Readonly<Record<Scalar, Sql>> = {
  string: sql`text`,
  int64: sql`bigint`,
  float64: sql`float8`,
  decimal: sql`numeric(38, 9)`,
  bool: sql`boolean`,
  timestamp: sql`timestamptz`,
  datetime: sql`timestamp`,
  date: sql`date`,
  json: sql`jsonb`,
};

/** The type of a scalar, or of a list or map of scalars. A list of records is one of documents. */
export function typeName(type: Type): Sql {
  if (isRecords(type)) return sql`jsonb[]`;
  const { as, of } = held(type);
  if (as === 'one') return SQL_TYPES[of];
  return as === 'list' ? sql`${SQL_TYPES[of]}[]` : sql`jsonb`;
}
