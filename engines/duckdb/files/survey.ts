/** Surveys files for a new data set: the names of their columns, and their content. */
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../../generator/system/errors.ts';
import {
  LOOKED_AT,
  type Shown,
  SurveyError,
  type SurveyedField,
  type SurveyedTable,
} from '../../survey.ts';
import { isWithoutFiles, withoutStatement } from '../driver/failure.ts';
import { quoteLiteral } from '../driver/text.ts';
import type { Api } from '../driver/values.ts';
import { surveyOfFiles, surveyRenamed } from '../survey-table.ts';
import { surveyCsv } from './csv/survey-csv.ts';
import { readFooters } from './footers.ts';
import { ALL_ENDINGS, type FileFormat, findFileFormat } from './format.ts';
import { type LackedBy, lookForLacking } from './lacking.ts';
import { commasIn, commaText } from './lines/commas.ts';
import { parquetRelation } from './relation.ts';

/** The table of all files of an absolute path or pattern. Rejects with `SurveyError`. */
export async function surveyPath(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  shown: Shown,
): Promise<SurveyedTable> {
  try {
    const table = await SURVEYS[formatNamed(path, shown)](api, connection, path, shown);
    const { lackedBy } = await lookForLacking(api, connection, path, new Map());
    return { ...table, columns: table.columns.map(column => withLack(column, [], lackedBy)) };
  } catch (cause) {
    if (cause instanceof SurveyError) throw cause;
    const message = withoutStatement(messageOf(cause));
    const words = isWithoutFiles(message)
      ? 'there is no such file'
      : (message.split('\n')[0] ?? '');
    throw new SurveyError([`\`${shown(path)}\`: ${words}`], null, { cause });
  }
}

/** The column or the field of a record, together with the files that lack it. */
function withLack<Field extends SurveyedField>(
  field: Field,
  above: readonly string[],
  lackedBy: LackedBy,
): Field {
  const path = [...above, field.name];
  const lack = lackedBy(path);
  const fields = field.fields?.map(inner => withLack(inner, path, lackedBy)) ?? null;
  return { ...field, fields, ...(lack === undefined ? {} : { lackedBy: lack }) };
}

function formatNamed(path: string, shown: Shown): FileFormat {
  const format = findFileFormat(path);
  if (format !== null) return format;
  throw new SurveyError(
    [`\`${shown(path)}\`: it ends in none of ${ALL_ENDINGS}, and in no ending of a database`],
    'A database of DuckDB ends in `.duckdb`, `.ddb` or `.db`.',
  );
}

type Look = (
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  shown: Shown,
) => Promise<SurveyedTable>;

const SURVEYS: Readonly<Record<FileFormat, Look>> = {
  parquet: surveyParquet,
  lines: surveyLines,
  csv: surveyCsv,
};

async function surveyParquet(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
): Promise<SurveyedTable> {
  const footers = await readFooters(connection, path);
  return surveyRenamed(api, connection, path, parquetRelation(path), footers);
}

/** The table of NDJSON files. Rejects with a `SurveyError` that lists lines that are not JSON although DuckDB reads them. */
async function surveyLines(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  shown: Shown,
): Promise<SurveyedTable> {
  const commas = await commasIn(connection, quoteLiteral(path));
  if (commas.length > 0)
    throw new SurveyError(
      commas.map(one => commaText(one, shown(one.file))),
      'Correct the files, or choose others with a narrower pattern.',
    );
  const relation = `read_json(${quoteLiteral(path)}, format = 'newline_delimited', sample_size = ${LOOKED_AT}, maximum_sample_files = 2147483647,
    union_by_name = true, hive_types_autocast = false)`;
  return surveyOfFiles(api, connection, path, relation);
}
