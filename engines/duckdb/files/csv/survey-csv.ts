/** Surveys CSV: checks that its lines are sound, and finds the types of its texts. */
import type * as DuckDb from '@duckdb/node-api';
import {
  LOOKED_AT,
  type Shown,
  SurveyError,
  type SurveyedColumn,
  type SurveyedTable,
} from '../../../survey.ts';
import type { Api } from '../../driver/values.ts';
import { surveyRenamed } from '../../survey-table.ts';
import { describeRelation } from '../relation.ts';
import { textTypes, writtenType } from '../text-types.ts';
import { inspectFiles, listFiles } from './broken.ts';
import { csvRelation, type Separator } from './csv.ts';

/** The table of CSV files. Rejects with a `SurveyError` that lists the broken lines. */
export async function surveyCsv(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  shown: Shown,
): Promise<SurveyedTable> {
  const { separator, broken } = await inspectFiles(connection, path);
  if (broken.length > 0)
    throw new SurveyError(
      broken.map(({ file, line, fault }) => `\`${shown(file)}:${line}\`: ${fault}`),
      'Correct the files, or choose others with a narrower pattern.',
    );
  const relation = csvRelation(path, separator);
  const table = await surveyRenamed(api, connection, path, relation);
  const stored = table.columns.map(({ name, storedName }) => storedName ?? name);
  const some = `(SELECT * FROM ${relation} LIMIT ${LOOKED_AT})`;
  const types = await textTypes(connection, some, stored);
  const values = stored.filter((name, index) => isValue(name, types[index] ?? 'string'));
  if (values.length > 0) await refuseWithoutNames(connection, path, separator, values, shown);
  const columns = table.columns.map((column, index): SurveyedColumn => {
    return { ...column, readAs: [types[index] ?? 'string'] };
  });
  return { ...table, columns };
}

/** Whether a name looks like the values below it. A year may be the name of a column of numbers. */
function isValue(name: string, type: string): boolean {
  const isYear = /^(19|20)[0-9]{2}$/.test(name);
  return type !== 'string' && !isYear && writtenType(name) === type;
}

/** Rejects, and names the files whose first line contains values. */
async function refuseWithoutNames(
  connection: DuckDb.DuckDBConnection,
  path: string,
  separator: Separator,
  values: readonly string[],
  shown: Shown,
): Promise<never> {
  const faults: string[] = [];
  for (const file of await listFiles(connection, path)) {
    const names = await describeRelation(connection, csvRelation(file, separator));
    const found = names.map(([name]) => name).filter(name => values.includes(name));
    const list = found.map(name => `\`${name}\``).join(', ');
    if (found.length > 0)
      faults.push(`\`${shown(file)}:1\`: the first line has values instead of names: ${list}`);
  }
  throw new SurveyError(faults, 'Add a first line with the names of the columns.');
}
