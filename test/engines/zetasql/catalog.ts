/** The names of a statement: the tables, and functions written in SQL where the evaluator lacks one or would read the clock. */
import { NAMED_TYPES } from '../../../engines/bigquery/analyst/catalogue/namespaces.ts';
import type { LanguageOptions } from '../../../engines/bigquery/analyst/server/protocol.ts';
import { evaluatorFunctions } from '../../../engines/bigquery/embedded/functions.ts';
import type { TableShape, TestTable } from '../test-engine.ts';
import { timestampText } from '../values/calendar.ts';
import { columnShapes, storedRows } from '../values/stored-shape.ts';
import type { EvaluationCatalog, TableContent } from './protocol.ts';
import { encodeValue, typeOf } from './zetasql-values.ts';

/** A catalog to analyse against: the built-in functions as they are, of the right types. */
export function analysisCatalog(
  tables: readonly TableShape[],
  language: LanguageOptions,
): EvaluationCatalog {
  return catalog(tables, language, { functions: [], excluded: [] });
}

/** A catalog to evaluate against, the clock pinned unless `now` is undefined. */
export function evaluationCatalog(
  tables: readonly TableShape[],
  language: LanguageOptions,
  now: bigint | undefined,
): EvaluationCatalog {
  const clock = now === undefined ? null : `${timestampText(now)}+00`;
  return catalog(tables, language, evaluatorFunctions(clock));
}

/** The rows of the tables, by table. */
export function tableContents(tables: readonly TestTable[]): Record<string, TableContent> {
  return Object.fromEntries(
    tables.map(table => {
      const row = storedRows(table).map(values => ({ cell: values.map(encodeValue) }));
      return [table.name, { table_data: { row } }];
    }),
  );
}

function catalog(
  tables: readonly TableShape[],
  language: LanguageOptions,
  { functions, excluded }: ReturnType<typeof evaluatorFunctions>,
): EvaluationCatalog {
  return {
    name: 'root',
    table: tables.map((table, index) => ({
      name: table.name,
      full_name: table.name,
      serialization_id: index + 1,
      column: columnShapes(table).map(({ name, shape }) => ({
        name,
        type: typeOf(shape),
      })),
    })),
    named_type: NAMED_TYPES,
    custom_function: functions,
    builtin_function_options: {
      language_options: language,
      exclude_function_ids: excluded,
    },
  };
}
