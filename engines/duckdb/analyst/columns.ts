/** The columns of a statement, as DuckDB's binder finds them over empty tables. */
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../../generator/system/errors.ts';
import type { Question, StatementRefused } from '../../analyst.ts';
import type { CatalogueColumn } from '../../engine.ts';
import { refused } from '../../support/analyst-text.ts';
import type { Api } from '../driver/values.ts';
import { resultColumn } from '../results/column.ts';
import { placeOfByte } from './place.ts';

interface Columns {
  readonly kind: 'columns';
  readonly columns: readonly CatalogueColumn[];
}

export async function describeColumns(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  question: Question,
): Promise<Columns | StatementRefused> {
  try {
    const prepared = await connection.prepare(question.sql);
    try {
      return { kind: 'columns', columns: await described(api, prepared, question) };
    } finally {
      prepared.destroySync();
    }
  } catch (error) {
    return whyUnknown(messageOf(error), question.sql);
  }
}

/**
 * Some statements, such as those that begin with `FROM range($n)`, have columns only after values are bound. They are
 * started with sample values, and no row is fetched.
 */
async function described(
  api: Api,
  prepared: DuckDb.DuckDBPreparedStatement,
  { parameters }: Question,
): Promise<readonly CatalogueColumn[]> {
  const indices = Array.from({ length: prepared.columnCount }, (_, index) => index);
  const isKnown = indices.every(at => prepared.columnTypeId(at) !== api.DuckDBTypeId.INVALID);
  if (isKnown) {
    return indices.map(at => resultColumn(api, prepared.columnName(at), prepared.columnType(at)));
  }
  for (let index = 1; index <= prepared.parameterCount; index++) {
    const name = prepared.parameterName(index);
    const sample = parameters.find(parameter => parameter.name === name)?.sample;
    if (sample === undefined) throw new Error(`no value is bound to \`${name}\``);
    prepared.bindVarchar(index, sample);
  }
  const result = await prepared.stream();
  return Array.from({ length: result.columnCount }, (_, at) =>
    resultColumn(api, result.columnName(at), result.columnType(at)),
  );
}

interface DuckDbError {
  readonly exception_message: string;
  readonly position?: string;
}

function whyUnknown(message: string, text: string): StatementRefused {
  const { exception_message: words, position } = errorIn(message);
  const at = position === undefined ? null : placeOfByte(text, Number(position));
  const [line = ''] = words.split('\n');
  return refused(`DuckDB cannot find the columns: ${line}`, null, at);
}

/** The library's own errors are plain text. The engine's errors are JSON, sometimes after the error's kind. */
function errorIn(message: string): DuckDbError {
  try {
    return JSON.parse(message.slice(message.indexOf('{')));
  } catch {
    return { exception_message: message };
  }
}
