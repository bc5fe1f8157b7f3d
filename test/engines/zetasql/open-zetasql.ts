/**
 * ZetaSQL, the open implementation of BigQuery's language: its analyser knows what BigQuery would
 * say of a statement, its reference evaluator what it would answer. Approximate aggregates are
 * exact here. It evaluates tables under single names only, so `project.dataset.table` must be
 * quoted as one. At most 4 MiB of rows, and 16,000 elements of an array, are taken.
 */
import { withGroups } from '../../../engines/bigquery/analyst/group-by-all.ts';
import { languageOptions, REWRITTEN } from '../../../engines/bigquery/analyst/language.ts';
import {
  BUILTIN_TYPES,
  type ColumnProto,
} from '../../../engines/bigquery/analyst/server/protocol.ts';
import { evaluatedText } from '../../../engines/bigquery/embedded/evaluated.ts';
import { SqlError } from '../sql-error.ts';
import type { Binding, ResultSet, RunOptions, TableShape, TestEngine } from '../test-engine.ts';
import { type Analysis, analysisOf, parsedParameters } from './analysis.ts';
import { analysisCatalog } from './catalog.ts';
import { analyzerOptions, parameterName } from './language.ts';
import type { ValueProto } from './protocol.ts';
import { registrations } from './registrations.ts';
import { startServer } from './server.ts';
import { decodeValue, encodeBound, typeName } from './zetasql-values.ts';

export interface ZetaSqlEngine extends TestEngine {
  /**
   * Analyses the statement over these tables, as BigQuery would, without rows. Parameters have the
   * types of the bindings, whose values do not matter, or are inferred when there are none. Throws
   * `SqlError` with line and column.
   */
  analyze(
    sql: string,
    tables: readonly TableShape[],
    bindings?: readonly Binding[],
  ): Promise<Analysis>;
  /** The resolved tree of the statement, each node with its place. Throws `SqlError` with line and column. */
  tree(
    sql: string,
    tables: readonly TableShape[],
    bindings: readonly Binding[],
  ): Promise<object | undefined>;
  /** Runs one SELECT as `run` does; types and values are as ZetaSQL writes them. */
  evaluate(sql: string, bindings?: readonly Binding[], options?: RunOptions): Promise<Evaluated>;
  /** The names of the parameters that the parser sees; `null` where it refuses the text. */
  parameters(sql: string): Promise<readonly string[] | null>;
}

export interface Evaluated {
  readonly columns: readonly ColumnProto[];
  readonly rows: readonly (readonly ValueProto[])[];
}

/** Starts a server process of its own, which ends with `close` or with this process. */
export async function openZetaSql(): Promise<ZetaSqlEngine> {
  const server = await startServer();
  const language = languageOptions(server.features);
  let catalogs = registrations(server, language, []);
  const evaluate: ZetaSqlEngine['evaluate'] = async (sql, bindings = [], options = {}) => {
    const { prepared, content } = await server.call('EvaluateQuery', {
      sql: evaluatedText(sql),
      options: { ...analyzerOptions(language, bindings), allow_undeclared_parameters: false },
      ...(await catalogs.at(options.now)),
      params: bindings.map(({ name, scalar, value }) => {
        return { name: parameterName(name), value: encodeBound(scalar, value) };
      }),
    });
    const columns = prepared?.columns ?? [];
    const rows = (content?.table_data.row ?? []).map(({ cell = [] }) => {
      return columns.map((_, index) => cell[index] ?? {});
    });
    return { columns, rows };
  };
  return {
    name: 'bigquery',
    async load(tables) {
      await catalogs.clear();
      catalogs = registrations(server, language, tables);
    },
    evaluate,
    async run(sql, bindings, options) {
      return resultSet(await evaluate(sql, bindings, options));
    },
    async analyze(sql, tables, bindings = []) {
      const response = await server.call('Analyze', {
        options: analyzerOptions(language, bindings),
        simple_catalog: analysisCatalog(tables, language),
        descriptor_pool_list: BUILTIN_TYPES,
        sql_statement: withGroups(sql).sql,
      });
      return analysisOf(response);
    },
    async tree(sql, tables, bindings) {
      const response = await server.call('Analyze', {
        options: {
          ...analyzerOptions(language, bindings),
          allow_undeclared_parameters: false,
          parse_location_record_type: 'PARSE_LOCATION_RECORD_FULL_NODE_SCOPE',
          enabled_rewrites: REWRITTEN,
        },
        simple_catalog: analysisCatalog(tables, language),
        descriptor_pool_list: BUILTIN_TYPES,
        sql_statement: withGroups(sql).sql,
      });
      return response.resolved_statement;
    },
    async parameters(sql) {
      try {
        return parsedParameters(
          await server.call('Parse', {
            sql_statement: sql,
            options: language,
            allow_script: false,
          }),
        );
      } catch (error) {
        if (error instanceof SqlError) return null;
        throw error;
      }
    },
    close: () => server.stop(),
  };
}

function resultSet({ columns, rows }: Evaluated): ResultSet {
  return {
    columns: columns.map(({ name, type }) => ({ name, type: typeName(type) })),
    rows: rows.map(cells =>
      columns.map(({ type }, index) => decodeValue(cells[index] ?? {}, type)),
    ),
  };
}
