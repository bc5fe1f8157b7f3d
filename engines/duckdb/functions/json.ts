/** DuckDB's functions of JSON documents. */
import type {
  ExactJsonFunctionName,
  JsonFunctionName,
} from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { form, type Spelling } from '../../../generator/sql/spelling.ts';
import { joined, quoteDoubled, type Sql, sql } from '../../../generator/sql/sql.ts';
import { QUOTED, UNCLEAR, WRITTEN_FLOAT, WRITTEN_NUMBER } from '../../../generator/sql/texts.ts';

export default {
  json_from_string: form`TRY_CAST(${0} AS JSON)`,
  json_string: at(
    form`CASE json_type(${0}, ${1}) WHEN 'VARCHAR' THEN json_extract_string(${0}, ${1}) END`,
  ),
  // reads the number as written, because a cast of JSON reads texts as numbers; a cast of the text would round, hence
  // the check
  json_int64: at(args => {
    const number = written(args);
    return sql`CASE WHEN TRY_CAST(${number} AS DOUBLE) % 1 = 0 THEN TRY_CAST(${number} AS BIGINT) END`;
  }),
  json_float64: at(args => sql`TRY_CAST(${written(args)} AS DOUBLE)`),
  json_bool: at(
    form`CASE json_type(${0}, ${1}) WHEN 'BOOLEAN' THEN CAST(json_extract(${0}, ${1}) AS BOOLEAN) END`,
  ),
  json_list: at(
    form`coalesce(list_transform(list_filter(TRY_CAST(json_extract(${0}, ${1}) AS JSON[]), lambda item: json_type(item) = 'VARCHAR'), lambda item: item->>'$'), [])`,
  ),
  // a number only if every engine writes it in the same way
  json_text: at(args => {
    const number = written(args);
    const value = form`json_extract_string(${0}, ${1})`(args);
    return form`CASE WHEN json_type(${0}, ${1}) IN ('VARCHAR', 'BOOLEAN') THEN ${value} WHEN regexp_full_match(${number}, ${quoteDoubled(WRITTEN_NUMBER)}) THEN ${number} END`(
      args,
    );
  }),
  json_exists: at(form`(json_type(${0}, ${1}) IS NOT NULL)`),
  json_type: at(
    form`CASE WHEN json_type(${0}, ${1}) = 'VARCHAR' THEN 'string' WHEN json_type(${0}, ${1}) IN ('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE') THEN 'number' ELSE lower(json_type(${0}, ${1})) END`,
  ),
  json_length: at(form`coalesce(CAST(json_array_length(${0}, ${1}) AS BIGINT), 0)`),
  json_is_known: at(form`coalesce(json_type(${0}, ${1}) != 'NULL', FALSE)`),
  json_part: at(form`json_extract(${0}, ${1})`),
  json_is_empty: at(
    form`coalesce(json_type(${0}, ${1}) = 'OBJECT' AND len(json_keys(${0}, ${1})) = 0, FALSE)`,
  ),
  json_lax_text: at(args => {
    const number = written(args);
    const isWritten = sql`regexp_full_match(${number}, ${quoteDoubled(WRITTEN_NUMBER)}) OR regexp_full_match(${number}, ${quoteDoubled(WRITTEN_FLOAT)})`;
    const value = form`json_extract_string(${0}, ${1})`(args);
    return form`CASE WHEN json_type(${0}, ${1}) IN ('VARCHAR', 'BOOLEAN') THEN ${value} WHEN ${isWritten} THEN regexp_replace(${number}, '[.]0$', '') END`(
      args,
    );
  }),
  // it accepts `[1,]`, `NaN` and `Infinity`
  json_is_valid: form`(json_valid(${0}) AND NOT regexp_matches(regexp_replace(${0}, ${quoteDoubled(QUOTED)}, '""', 'g'), ${quoteDoubled(`,\\s*[}\\]]|(?i:nan|inf)|${UNCLEAR}`)}))`,
} satisfies Spellings<JsonFunctionName | ExactJsonFunctionName>;

const written = form`CAST(json_extract(${0}, ${1}) AS VARCHAR)`;

/** A spelling of a document and a path in DuckDB's form. */
function at(spelling: Spelling): CallSpelling {
  return ([document = sql``, ...texts], { args: [, ...parts] }) => {
    const steps = parts.map((part, i): string | Sql => {
      if (part.kind !== 'literal') return texts[i] ?? sql``;
      const { value } = part;
      if (typeof value === 'bigint') return `[${value}]`;
      return /^[A-Za-z_]\w*$/.test(String(value)) ? `.${value}` : `."${value}"`;
    });
    return spelling([document, pathText(steps)]);
  };
}

/** The path as a text. A position that is computed is an expression. */
function pathText(steps: readonly (string | Sql)[]): Sql {
  const parts: Sql[] = [];
  let known = '$';
  for (const step of steps) {
    if (typeof step === 'string') known += step;
    else {
      parts.push(quoteDoubled(`${known}[`), sql`CAST(${step} AS VARCHAR)`);
      known = ']';
    }
  }
  const last = quoteDoubled(known);
  return parts.length === 0 ? last : sql('additive')`${joined([...parts, last], sql` || `)}`;
}
