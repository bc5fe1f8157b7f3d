/** Names of types in SQL and in other languages, by quern's name. */

const NAMES: Readonly<Record<string, string>> = {
  string: 'text varchar char nvarchar str keyword',
  int64: 'int integer bigint smallint tinyint long int32 uint64 uint32 int4 int8 serial',
  float64: 'float double real number float32 double_precision',
  decimal: 'numeric money bignumeric',
  bool: 'boolean bit flag',
  timestamp: 'datetime64 timestamptz instant time',
  date: 'day date32',
  json: 'jsonb object variant struct',
};

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([type, names]) => names.split(' ').map(name => [name, type])),
);

/** The type among `known` that another language's name means; `null` if there is none. */
export function foreignType(name: string, known: readonly string[]): string | null {
  const plain = name.toLowerCase();
  // columns have that type, parameters do not
  const type = plain === 'datetime' ? 'timestamp' : BY_NAME.get(plain);
  return type !== undefined && known.includes(type) ? type : null;
}

/** The type of the items if the name is that of a list type; else `null`. */
export function foreignList(name: string): string | null {
  const [, item = ''] =
    /^(?:array|list)[<(]?(\w*)[>)]?$/i.exec(name) ?? /^(\w+)\[\]$/.exec(name) ?? [];
  const isList = /^(?:array|list)\b/i.test(name) || name.endsWith('[]');
  return isList ? (item === '' ? 'string' : item.toLowerCase()) : null;
}
