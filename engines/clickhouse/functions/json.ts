/** ClickHouse's functions of JSON documents, which are texts there. */
import type { SqlExpr } from '../../../generator/core/expr/expr.ts';
import type {
  ExactJsonFunctionName,
  JsonFunctionName,
} from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { form, infix, local } from '../../../generator/sql/spelling.ts';
import {
  joined,
  numeral,
  operand,
  quoteBackslashed,
  type Sql,
  sql,
} from '../../../generator/sql/sql.ts';
import { QUOTED, UNCLEAR, WRITTEN_FLOAT, WRITTEN_NUMBER } from '../../../generator/sql/texts.ts';

export default {
  // an invalid document has no values
  json_from_string: form`${0}`,
  json_string: read(at => sql`JSONExtractString(${at})`, 'String'),
  // reads numbers as written: JSONExtract reads texts and booleans as numbers
  json_int64: read(at => sql`toInt64OrNull(JSONExtractRaw(${at}))`),
  json_float64: read(at => sql`toFloat64OrNull(JSONExtractRaw(${at}))`),
  json_bool: read(at => sql`JSONExtractBool(${at})`, 'Bool'),
  // a list is never NULL
  json_list: ([document = sql``, ...path], node) => {
    const known = path.map((part, i) => orElse(part, node.args[i + 1], NOWHERE));
    return items([orElse(document, node.args[0], sql`''`), ...known], node);
  },
  // a number only if every engine writes it in the same way; JSONExtractRaw writes `5.0` as `5`
  json_text: read(
    at =>
      sql`multiIf(JSONType(${at}) = 'String', JSONExtractString(${at}), JSONType(${at}) = 'Bool' OR JSONType(${at}) IN ('Int64', 'UInt64') AND match(JSONExtractRaw(${at}), ${quoteBackslashed(WRITTEN_NUMBER)}), JSONExtractRaw(${at}), NULL)`,
  ),
  json_exists: known(read(at => sql`JSONExtractRaw(${at}) != ''`)),
  // JSONType is also `Null` where there is no value
  json_type: read(
    at =>
      sql`if(JSONExtractRaw(${at}) = '', NULL, transform(toString(JSONType(${at})), ['Object', 'Array', 'String', 'Bool', 'Null'], ['object', 'array', 'string', 'boolean', 'null'], 'number'))`,
  ),
  json_length: known(
    read(at => sql`toInt64(JSONLength(${at}))`, 'Array', sql`toInt64(0)`),
    sql`0`,
  ),
  json_is_known: known(read(at => sql('comparison')`JSONType(${at}) != 'Null'`)),
  json_part: read(at => sql`nullIf(JSONExtractRaw(${at}), '')`),
  json_is_empty: known(read(at => sql`JSONLength(${at}) = 0`, 'Object')),
  json_lax_text: read(at => {
    const raw = sql`JSONExtractRaw(${at})`;
    const isWhole = sql`JSONType(${at}) IN ('Int64', 'UInt64') AND match(${raw}, ${quoteBackslashed(WRITTEN_NUMBER)})`;
    const isFloat = sql`JSONType(${at}) = 'Double' AND match(${raw}, ${quoteBackslashed(WRITTEN_FLOAT)})`;
    return sql`multiIf(JSONType(${at}) = 'String', JSONExtractString(${at}), JSONType(${at}) = 'Bool' OR ${isWhole} OR ${isFloat}, ${raw}, NULL)`;
  }),
  json_is_valid: ([text = sql``]) =>
    sql`(isValidJSON(${withWideNumbers(text)}) AND NOT match(replaceRegexpAll(${text}, ${quoteBackslashed(QUOTED)}, '""'), ${quoteBackslashed(UNCLEAR)}))`,
} satisfies Spellings<JsonFunctionName | ExactJsonFunctionName>;

/** The value, or another one where it is NULL. */
function orElse(value: Sql, of: SqlExpr | undefined, otherwise: Sql): Sql {
  return of?.nullable === true ? sql`ifNull(${value}, ${otherwise})` : value;
}

/** A position that no array has. */
const NOWHERE = sql`2147483646`;

/** A value that is false or 0 where it is NULL. */
function known(spelling: CallSpelling, otherwise = sql`false`): CallSpelling {
  return (args, node) => sql`ifNull(${spelling(args, node)}, ${otherwise})`;
}

const items = read(
  at =>
    sql`arrayMap(item -> JSONExtractString(item), arrayFilter(item -> JSONType(item) = 'String', JSONExtractArrayRaw(${at})))`,
  null,
  sql`[]`,
);

/** Reads a value at a path, or `otherwise` if it has another type. Positions count from 1. In an object they would select members. */
function read(
  value: (at: Sql) => Sql,
  type: string | null = null,
  otherwise = sql`NULL`,
): CallSpelling {
  return ([document = sql``, ...texts], { args: [, ...parts] }) => {
    const name = local('document', ...texts);
    const path = [name, ...parts.map((part, i) => partOf(part, texts[i] ?? sql``))];
    const typeIs = (length: number, name: string) =>
      sql(
        'comparison',
      )`JSONType(${joined(path.slice(0, length), COMMA)}) = ${quoteBackslashed(name)}`;
    const arrays = parts.flatMap((part, i) => (isPlace(part) ? [typeIs(i + 1, 'Array')] : []));
    const conditions = type === null ? arrays : [...arrays, typeIs(path.length, type)];
    const found = value(joined(path, COMMA));
    const chosen =
      conditions.length === 0
        ? found
        : sql`if(${infix('and')`AND`(conditions)}, ${found}, ${otherwise})`;
    return sql`arrayMap(${name} -> ${chosen}, [${withWideNumbers(document)}])[1]`;
  };
}

/** Parts of JSON whose concatenation is the document: a text, a number or letters of one, anything between. */
const PARTS = '(?s)"(?:[^"\\\\]|\\\\.)*"|[-+.eE0-9]+|[^-+.eE0-9"]+|"';

/** The parser rejects a document in which a whole number has more than 64 bits. As a fraction, the number is a float, as on other engines. */
function withWideNumbers(document: Sql): Sql {
  const isWide = sql`match(part, '^-?[0-9]{19,}$') AND NOT isValidJSON(part)`;
  const parts = sql`arrayMap(part -> if(${isWide}, concat(part, '.0'), part), extractAll(${document}, ${quoteBackslashed(PARTS)}))`;
  return sql`if(isValidJSON(${document}) OR NOT match(${document}, '[0-9]{19}'), ${document}, arrayStringConcat(${parts}))`;
}

const COMMA = sql`, `;

function isPlace(part: SqlExpr): boolean {
  return part.scalar === 'int64';
}

function partOf(part: SqlExpr, text: Sql): Sql {
  if (part.kind !== 'literal') return sql('additive')`${operand(text, 'additive')} + 1`;
  return typeof part.value === 'bigint'
    ? numeral(part.value + 1n)
    : quoteBackslashed(String(part.value));
}
