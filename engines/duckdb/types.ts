/** DuckDB's type of each scalar. */
import type { Scalar } from '../../generator/core/scalar.ts';
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
