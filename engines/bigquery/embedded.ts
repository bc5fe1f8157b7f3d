/**
 * Runs BigQuery's SQL over the entries of a test, with ZetaSQL: Google's own analyser and evaluator of GoogleSQL. Approximate
 * aggregates are exact there. Statements that read the clock get the test's clock.
 */
import { type Field, type Source, storedName } from '../../generator/core/spec/source.ts';
import { instantText } from '../../generator/core/time/instant-text.ts';
import type { EmbeddedOpener, GivenTable } from '../embedded.ts';
import {
  type BoundStatement,
  type BoundValue,
  EngineFailure,
  type FailureKind,
  type Result,
  type Row,
} from '../engine.ts';
import { withDeadline } from '../support/deadline.ts';
import { storedFields, storedRow } from '../support/entries.ts';
import { createByteCount } from '../support/result-rows.ts';
import { buildCatalogue, describeTables } from './analyst/catalogue/catalogue.ts';
import { numbered } from './analyst/columns.ts';
import { analyzerOptions, languageOptions, parameterName } from './analyst/language.ts';
import {
  BUILTIN_TYPES,
  type CatalogProto,
  type ColumnProto,
  type LanguageOptions,
  type TypeProto,
} from './analyst/server/protocol.ts';
import {
  CallFailure,
  type CallFailureKind,
  findServer,
  type Server,
} from './analyst/server/server.ts';
import { restField, scalarType } from './analyst/types.ts';
import { resultColumnsOf } from './catalog.ts';
import dialect from './dialect.ts';
import { makeRowReader } from './driver/cells.ts';
import { restValue } from './embedded/answer.ts';
import { evaluatedText } from './embedded/evaluated.ts';
import { evaluatorFunctions, REWRITES } from './embedded/functions.ts';
import type { EvaluationMethods, TableContent } from './embedded/protocol.ts';
import { boundValue, storedValue } from './embedded/values.ts';

type Limits = Parameters<Awaited<ReturnType<EmbeddedOpener['open']>>['run']>[2];

export default {
  open: async folder => {
    const server = await findServer<EvaluationMethods>([import.meta.url, `${folder}/`]).start();
    return {
      run: (tables, statement, limits) =>
        withDeadline(limits, () => run(server, tables, statement, limits)),
      close: server.stop,
    };
  },
} satisfies EmbeddedOpener;

async function run(
  server: Server<EvaluationMethods>,
  tables: readonly GivenTable[],
  statement: BoundStatement,
  limits: Limits,
): Promise<Result> {
  const language = languageOptions(server.features);
  const asked = {
    ...questionOf(statement, language),
    simple_catalog: catalogue(tables, language, limits.now),
    table_content: Object.fromEntries(tables.map(contentOf)),
    descriptor_pool_list: BUILTIN_TYPES,
  };
  try {
    const answer = await server.call('EvaluateQuery', asked, limits.timeoutMs);
    return resultOf(answer, statement.isOwn === true, limits);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    throw new EngineFailure(KINDS[error.kind], error.message, { cause: error });
  }
}

function questionOf({ sql, values }: BoundStatement, language: LanguageOptions) {
  return {
    sql: evaluatedText(sql),
    options: { ...analyzerOptions(language, values.map(parameterOf)), enabled_rewrites: REWRITES },
    params: values.map(value => ({ name: parameterName(value.name), value: boundValue(value) })),
  };
}

function resultOf(
  { prepared, content }: EvaluationMethods['EvaluateQuery']['response'],
  isOwn: boolean,
  { maxRows, maxBytes }: Limits,
): Result {
  const columns = numbered(prepared?.columns ?? []);
  const fields = columns.map(({ name, type }) => restField(name, type));
  const read = makeRowReader(fields, isOwn);
  const count = createByteCount(maxBytes);
  const rows = (content?.table_data.row ?? []).slice(0, maxRows).map(({ cell = [] }): Row => {
    const row = read({ f: columns.map(({ type }, i) => ({ v: restValue(cell[i] ?? {}, type) })) });
    count(row);
    return row;
  });
  return { rows, scannedBytes: null, ...(isOwn ? { columns: resultColumnsOf(fields) } : {}) };
}

function parameterOf({ name, scalar, value }: BoundValue): { name: string; type: TypeProto } {
  const type = scalarType(scalar);
  if (!Array.isArray(value)) return { name, type };
  return { name, type: { type_kind: 'TYPE_ARRAY', array_type: { element_type: type } } };
}

/** The evaluator finds tables only by names of one part, which may contain dots. */
function nameOf({ name, tables }: Source): string {
  return (tables[dialect.name]?.name ?? [name]).join('.');
}

function catalogue(
  given: readonly GivenTable[],
  language: LanguageOptions,
  now: bigint,
): CatalogProto {
  const sources = given.map(({ source }) => source);
  const names = sources.map(source => [nameOf(source)]);
  const stored = sources.map(source => ({ ...source, columns: underStoredNames(source.columns) }));
  const { catalog } = buildCatalogue(names, describeTables(stored), language);
  const { functions, excluded } = evaluatorFunctions(`${instantText(now)}+00`);
  return {
    ...catalog,
    table: catalog.table.map((table, i) => ({
      ...table,
      column: table.column.filter(column => isStoredIn(stored[i], column)),
    })),
    custom_function: functions,
    builtin_function_options: { language_options: language, exclude_function_ids: excluded },
  };
}

/** Whether the entries of a table have the column. */
function isStoredIn(source: Source | undefined, { name, is_pseudo_column }: ColumnProto): boolean {
  return is_pseudo_column !== true || source?.columns.some(field => field.name === name) === true;
}

/** Columns by the names that the table has. */
function underStoredNames(fields: readonly Field[]): readonly Field[] {
  return fields.map(field => ({
    ...field,
    name: storedName(field, dialect.name),
    fields: underStoredNames(field.fields),
  }));
}

function contentOf({ source, entries }: GivenTable): [string, TableContent] {
  const columns = storedFields(source.columns);
  const repeated = source.tables[dialect.name]?.records === 'repeated';
  const row = entries.map(entry => {
    const values = storedRow(entry, columns);
    return { cell: columns.map((column, i) => storedValue(values[i] ?? null, column, repeated)) };
  });
  return [nameOf(source), { table_data: { row } }];
}

const KINDS: Readonly<Record<CallFailureKind, FailureKind>> = {
  statement: 'failed',
  fault: 'failed',
  gone: 'unavailable',
  late: 'timeout',
  size: 'too_large',
};
