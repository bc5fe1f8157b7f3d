/** PostgreSQL's functions of JSON documents. */
import type {
  ExactJsonFunctionName,
  JsonFunctionName,
} from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { quoteDoubled, type Sql, sql } from '../../../generator/sql/sql.ts';
import {
  type PathStep,
  pathText,
  positionsObject,
  SCALAR_CONDITIONS,
  scalarAt,
  valueAt,
} from './document.ts';

export default {
  // only from PostgreSQL 16 on can a text be tested first
  json_from_string: null,
  json_string: at(({ document, path, variables }) => scalarAt(document, path, 'string', variables)),
  json_int64: at(({ document, path, variables }) => scalarAt(document, path, 'int64', variables)),
  json_float64: at(({ document, path, variables }) =>
    scalarAt(document, path, 'float64', variables),
  ),
  json_bool: at(({ document, path, variables }) => scalarAt(document, path, 'bool', variables)),
  json_list: at(({ document, path, variables }) => {
    const items = quoteDoubled(`${path}[*] ? (${SCALAR_CONDITIONS.string})`);
    return sql`ARRAY(SELECT item #>> '{}' FROM jsonb_path_query(${document}, ${items}, ${variables}, true) AS item)`;
  }),
  // a jsonb does not keep how a number was written
  json_text: null,
  json_exists: at(({ document, path, variables }) => exists(document, path, variables)),
  json_type: at(
    ({ document, path, variables }) =>
      sql`jsonb_typeof(${valueAt(document, path, null, variables)})`,
  ),
  json_length: at(
    ({ document, path, variables }) =>
      sql`coalesce(jsonb_array_length(${valueAt(document, path, '@.type() == "array"', variables)}), 0)::bigint`,
  ),
  json_is_known: at(({ document, path, variables }) =>
    exists(document, `${path} ? (${SCALAR_CONDITIONS.json})`, variables),
  ),
  json_part: at(({ document, path, variables }) => valueAt(document, path, null, variables)),
  json_is_empty: at(
    ({ document, path, variables }) =>
      sql`coalesce(${valueAt(document, path, null, variables)} = '{}', FALSE)`,
  ),
  json_lax_text: null,
  json_is_valid: null,
} satisfies Spellings<JsonFunctionName | ExactJsonFunctionName>;

function exists(document: Sql, path: string, variables: Sql): Sql {
  return sql`coalesce(jsonb_path_exists(${document}, ${quoteDoubled(path)}, ${variables}, true), FALSE)`;
}

interface Place {
  readonly document: Sql;
  readonly path: string;
  readonly variables: Sql;
}

/** A spelling of a document and a path; a position that is computed is a variable of the path. */
function at(spelling: (place: Place) => Sql): CallSpelling {
  return ([document = sql``, ...texts], { args: [, ...parts] }) => {
    const positions: [string, Sql][] = [];
    const steps = parts.map((part, i): PathStep => {
      if (part.kind === 'literal')
        return typeof part.value === 'bigint' ? part.value : String(part.value);
      const variable = `p${i}`;
      positions.push([variable, texts[i] ?? sql``]);
      return { variable };
    });
    return spelling({ document, path: pathText(steps), variables: positionsObject(positions) });
  };
}
