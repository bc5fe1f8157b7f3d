/**
 * What a statement can name: the tables, and functions written in SQL where the evaluator lacks one
 * or would read the clock. A function of ours takes the place of a built-in one of the same name
 * once that is excluded; the analyser then inlines its body.
 */
import type { LanguageOptions } from '../../../engines/bigquery/analyst/protocol.ts';
import { timestampText } from '../calendar.ts';
import { columnShapes, storedRows } from '../stored-shape.ts';
import type { TableShape, TestTable } from '../test-engine.ts';
import type { EvaluationCatalog, FunctionProto, TableContent } from './protocol.ts';
import { encodeValue, typeOf } from './zetasql-values.ts';

interface SqlFunction {
  readonly name: string;
  readonly body: string;
  readonly args?: readonly string[];
  readonly aggregate?: boolean;
  /** Arguments of an aggregate that are the same for the whole group. */
  readonly constant?: readonly string[];
  /** The built-in function whose place it takes. */
  readonly replaces?: string;
}

/**
 * The evaluator has no approximate aggregates. The exact answers stand in for them: element i of n
 * + 1 quantiles is the value at rank ceil(i * count / n), and at rank 1 for i = 0.
 */
const APPROXIMATE_AGGREGATES: readonly SqlFunction[] = [
  {
    // An aggregate's body may not order its input, so a function of its own does.
    name: '__quantiles',
    args: ['items', 'n'],
    body: `WITH(sorted AS ARRAY(SELECT item FROM UNNEST(items) item ORDER BY item), ARRAY(
      SELECT sorted[SAFE_ORDINAL(GREATEST(1, CAST(CEIL(i * ARRAY_LENGTH(sorted) / n) AS INT64)))]
      FROM UNNEST(GENERATE_ARRAY(0, n)) i ORDER BY i))`,
  },
  {
    name: 'approx_quantiles',
    args: ['x', 'n'],
    body: 'IF(COUNT(x) = 0, NULL, __quantiles(ARRAY_AGG(x IGNORE NULLS), n))',
    aggregate: true,
    constant: ['n'],
    replaces: 'FN_APPROX_QUANTILES',
  },
  {
    name: 'approx_count_distinct',
    args: ['x'],
    body: 'COUNT(DISTINCT x)',
    aggregate: true,
    replaces: 'FN_APPROX_COUNT_DISTINCT',
  },
];

function pinnedClock(now: bigint): readonly SqlFunction[] {
  const instant = `TIMESTAMP '${timestampText(now)}+00'`;
  const bodies = {
    current_timestamp: instant,
    current_date: `DATE(${instant}, 'UTC')`,
    current_datetime: `DATETIME(${instant}, 'UTC')`,
    current_time: `TIME(${instant}, 'UTC')`,
  };
  return Object.entries(bodies).map(([name, body]) => {
    return { name, body, replaces: `FN_${name.toUpperCase()}` };
  });
}

/** A catalog to analyse against: the built-in functions as they are, of the right types. */
export function analysisCatalog(
  tables: readonly TableShape[],
  language: LanguageOptions,
): EvaluationCatalog {
  return catalog(tables, language, []);
}

/** A catalog to evaluate against, the clock pinned unless `now` is undefined. */
export function evaluationCatalog(
  tables: readonly TableShape[],
  language: LanguageOptions,
  now: bigint | undefined,
): EvaluationCatalog {
  const clock = now === undefined ? [] : pinnedClock(now);
  return catalog(tables, language, [...APPROXIMATE_AGGREGATES, ...clock]);
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
  functions: readonly SqlFunction[],
): EvaluationCatalog {
  return {
    name: 'root',
    table: tables.map((table, index) => ({
      name: table.name,
      full_name: table.name,
      serialization_id: index + 1,
      column: columnShapes(table).map(({ name, shape }) => ({ name, type: typeOf(shape) })),
    })),
    custom_function: functions.map(functionProto),
    builtin_function_options: {
      language_options: language,
      exclude_function_ids: functions.flatMap(({ replaces }) => replaces ?? []),
    },
  };
}

function functionProto(definition: SqlFunction): FunctionProto {
  const { name, body, args = [], aggregate = false, constant = [] } = definition;
  const argument = (options: { argument_name?: string; is_not_aggregate?: boolean }) => ({
    kind: 'ARG_TYPE_ARBITRARY',
    num_occurrences: 1,
    options: { cardinality: 'REQUIRED', ...options },
  });
  return {
    name_path: [name],
    group: 'Templated_SQL_Function',
    mode: aggregate ? 'AGGREGATE' : 'SCALAR',
    signature: [
      {
        argument: args.map(arg => {
          return argument({ argument_name: arg, is_not_aggregate: constant.includes(arg) });
        }),
        return_type: argument({}),
        context_id: 0,
      },
    ],
    parse_resume_location: { input: body },
    templated_sql_function_argument_name: args,
  };
}
