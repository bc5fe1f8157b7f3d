/** ClickHouse's type of each scalar. */
import { held, type Scalar, type Type } from '../../generator/core/types/scalar.ts';
import { type Sql, sql } from '../../generator/sql/sql.ts';

export const SQL_TYPES: Readonly<Record<Scalar, Sql>> = {
  string: sql`String`,
  int64: sql`Int64`,
  float64: sql`Float64`,
  decimal: sql`Decimal(38, 9)`,
  bool: sql`Bool`,
  timestamp: sql`DateTime64(6, 'UTC')`,
  datetime: sql`DateTime64(6, 'UTC')`,
  date: sql`Date32`,
  json: sql`String`,
};

/** The type of a scalar, or of a list or map of scalars. */
export function typeName(type: Type): Sql {
  const { as, of } = held(type);
  if (as === 'one') return SQL_TYPES[of];
  return as === 'list' ? sql`Array(${SQL_TYPES[of]})` : sql`Map(String, ${SQL_TYPES[of]})`;
}

/** The type with NULL. */
export function nullable(of: Sql): Sql {
  return sql`Nullable(${of})`;
}
