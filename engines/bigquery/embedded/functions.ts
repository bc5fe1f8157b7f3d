/**
 * Functions written in SQL, because ZetaSQL's evaluator lacks them or would read the machine's clock. Each replaces a built-in
 * function of the same name, which is excluded; the analyser then inlines its body.
 */
import type { FunctionProto } from '../analyst/server/protocol.ts';

/** Constructs that the evaluator lacks. The analyser rewrites them into constructs that it has. */
export const REWRITES: readonly string[] = [
  'REWRITE_FLATTEN',
  'REWRITE_ARRAY_FILTER_TRANSFORM',
  'REWRITE_UNPIVOT',
  'REWRITE_PIVOT',
  'REWRITE_ARRAY_INCLUDES',
  'REWRITE_TYPEOF_FUNCTION',
  'REWRITE_WITH_EXPR',
  'REWRITE_INLINE_SQL_FUNCTIONS',
  'REWRITE_NULLIFERROR_FUNCTION',
  'REWRITE_LIKE_ANY_ALL',
  'REWRITE_BUILTIN_FUNCTION_INLINER',
  'REWRITE_SET_OPERATION_CORRESPONDING',
  'REWRITE_GROUPING_SET',
];

interface SqlFunction {
  readonly name: string;
  readonly body: string;
  readonly args?: readonly string[];
  /** The built-in function that it replaces. */
  readonly replaces?: string;
}

/** Element i of n + 1 quantiles is the value at rank ceil(i * count / n), and at rank 1 for i = 0. NULL if there is no value. */
const QUANTILES: SqlFunction = {
  name: '__quantiles',
  args: ['items', 'n'],
  body: `IF(items IS NULL, NULL, WITH(sorted AS ARRAY(SELECT item FROM UNNEST(items) item ORDER BY item), ARRAY(
    SELECT sorted[SAFE_ORDINAL(GREATEST(1, CAST(CEIL(i * ARRAY_LENGTH(sorted) / n) AS INT64)))]
    FROM UNNEST(GENERATE_ARRAY(0, n)) i ORDER BY i)))`,
};

/** The clock in a zone. `of`: the function whose call with a zone it replaces. */
export const ZONED = ['date', 'datetime', 'time'].map(type => {
  const of = `current_${type}`;
  return { of, name: `__${of}`, type: type.toUpperCase() };
});

function clockAt(now: string | null): readonly SqlFunction[] {
  const instant = now === null ? 'CURRENT_TIMESTAMP()' : `TIMESTAMP '${now}'`;
  const zoned = ZONED.map(({ name, type }) => {
    return { name, args: ['zone'], body: `${type}(${instant}, zone)` };
  });
  if (now === null) return zoned;
  const replacing = (name: string, body: string) => {
    return { name, body, replaces: `FN_${name.toUpperCase()}` };
  };
  return [
    ...zoned,
    replacing('current_timestamp', instant),
    ...ZONED.map(({ of, type }) => replacing(of, `${type}(${instant}, 'UTC')`)),
  ];
}

/**
 * The functions of a catalogue for evaluation, and the functions that they replace. `now`: the clock in the form of a literal;
 * `null` for the machine's clock.
 */
export function evaluatorFunctions(now: string | null): {
  readonly functions: readonly FunctionProto[];
  readonly excluded: readonly string[];
} {
  const all = [QUANTILES, ...clockAt(now)];
  return {
    functions: all.map(functionProto),
    excluded: all.flatMap(({ replaces }) => replaces ?? []),
  };
}

function functionProto({ name, body, args = [] }: SqlFunction): FunctionProto {
  const argument = (options: { argument_name?: string }) => ({
    kind: 'ARG_TYPE_ARBITRARY',
    num_occurrences: 1,
    options: { cardinality: 'REQUIRED', ...options },
  });
  return {
    name_path: [name],
    group: 'Templated_SQL_Function',
    mode: 'SCALAR',
    signature: [
      {
        argument: args.map(arg => argument({ argument_name: arg })),
        return_type: argument({}),
        context_id: 0,
      },
    ],
    parse_resume_location: { input: body },
    templated_sql_function_argument_name: args,
  };
}
