/** DuckDB's type of each scalar. */
import { held, type Scalar, type Type } from '../../generator/core/types/scalar.ts';
import { type Sql, sql } from '../../generator/sql/sql.ts';

export const SQL_TYPES: Readonly<Record<Scalar, Sql>> = {
  string: sql`VARCHAR`,
  int64: sql`BIGINT`,
  float64: sql`DOUBLE`,
  decimal: sql`DECIMAL(38, 9)`,
  bool: sql`BOOLEAN`,
  timestamp: sql`TIMESTAMP`,
  datetime: sql`TIMESTAMP`,
  date: sql`DATE`,
  json: sql`JSON`,
};

/** The type of a scalar, or of a list or map of scalars. */
export function typeName(type: Type): Sql {
  const { as, of } = held(type);
  if (as === 'one') return SQL_TYPES[of];
  return as === 'list' ? sql`${SQL_TYPES[of]}[]` : sql`MAP(VARCHAR, ${SQL_TYPES[of]})`;
}
