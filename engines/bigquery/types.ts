/** Names of GoogleSQL's types. */
import type { Scalar } from '../../generator/core/types/scalar.ts';
import { type Sql, sql } from '../../generator/sql/sql.ts';

export const SQL_TYPES: Readonly<Record<Scalar, Sql>> = {
  string: sql`STRING`,
  int64: sql`INT64`,
  float64: sql`FLOAT64`,
  decimal: sql`NUMERIC`,
  bool: sql`BOOL`,
  timestamp: sql`TIMESTAMP`,
  datetime: sql`DATETIME`,
  date: sql`DATE`,
  json: sql`JSON`,
};
