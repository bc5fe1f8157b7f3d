/** Names, texts and types in DuckDB's SQL. */
import { held, type Scalar, type Type } from '../../../generator/core/types/scalar.ts';

export const TYPE_TEXTS: Readonly<Record<Scalar, string>> = {
  string: 'VARCHAR',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  decimal: 'DECIMAL(38, 9)',
  bool: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  datetime: 'TIMESTAMP',
  date: 'DATE',
  json: 'JSON',
};

export function leafType(type: Type): string {
  const { as, of } = held(type);
  if (as === 'one') return TYPE_TEXTS[of];
  return as === 'list' ? `${TYPE_TEXTS[of]}[]` : `MAP(VARCHAR, ${TYPE_TEXTS[of]})`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The name of a table from its parts. */
export function qualified(parts: readonly string[]): string {
  return parts.map(quoteName).join('.');
}

export function quoteLiteral(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
