/** DuckDB's type of each scalar. */
import { itemOf, type Scalar, scalarOf, type Type } from '../../generator/core/scalar.ts';
import { type Sql, sql } from '../../generator/sql/sql.ts';

export const TYPES: Readonly<Record<Scalar, Sql>> = {
  string: sql`VARCHAR`,
  int64: sql`BIGINT`,
  float64: sql`DOUBLE`,
  decimal: sql`DECIMAL(38, 9)`,
  bool: sql`BOOLEAN`,
  timestamp: sql`TIMESTAMP`,
  date: sql`DATE`,
  json: sql`JSON`,
};

/** Of a scalar, or of a list of them. */
export function typeName(type: Type): Sql {
  const item = itemOf(type);
  return item === null ? TYPES[scalarOf(type)] : sql`${TYPES[item]}[]`;
}
