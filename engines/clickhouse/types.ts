/** ClickHouse's type of each scalar. */
import { itemOf, type Scalar, scalarOf, type Type } from '../../generator/core/scalar.ts';
import { type Sql, sql } from '../../generator/sql/sql.ts';

export const TYPES: Readonly<Record<Scalar, Sql>> = {
  string: sql`String`,
  int64: sql`Int64`,
  float64: sql`Float64`,
  decimal: sql`Decimal(38, 9)`,
  bool: sql`Bool`,
  timestamp: sql`DateTime64(6, 'UTC')`,
  date: sql`Date32`,
  json: sql`String`,
};

/** Of a scalar, or of a list of them. */
export function typeName(type: Type): Sql {
  const item = itemOf(type);
  return item === null ? TYPES[scalarOf(type)] : sql`Array(${TYPES[item]})`;
}
