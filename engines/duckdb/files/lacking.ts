/** Columns that some files of a pattern have and others lack. Read together, they would silently be NULL. */
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../../generator/system/errors.ts';
import type { Lack } from '../../engine.ts';
import { plainNames } from '../../support/plain-names.ts';
import { isWithoutFiles } from '../driver/failure.ts';
import { quoteLiteral } from '../driver/text.ts';
import type { Api } from '../driver/values.ts';
import { csvRelation, separatorIn } from './csv/csv.ts';
import type { FileTypes } from './files.ts';
import { findFileFormat } from './format.ts';
import { hasPath } from './found.ts';
import { itself } from './paths.ts';
import { describeRelation, parquetRelation } from './relation.ts';

/** The files that lack a column or field, although they have the record around it; `undefined` if no file lacks it. */
export type LackedBy = (path: readonly string[]) => Lack | undefined;
/** The columns of each file when it was looked at, kept for the next look. */
export type Heads = ReadonlyMap<string, Head>;
interface Head {
  readonly file: string;
  readonly columns: readonly (readonly [name: string, type: DuckDb.DuckDBType])[];
}

/** How many files are compared at most, the newest first. */
const MOST_FILES = 1000;

/**
 * Reads the heads of files that `known` lacks. Entries of NDJSON need not have every key, so such files lack nothing.
 */
export async function lookForLacking(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  glob: string,
  known: Heads,
): Promise<{ readonly heads: Heads; readonly lackedBy: LackedBy }> {
  if (findFileFormat(glob) === 'lines') return { heads: new Map(), lackedBy: () => undefined };
  const heads = await headsOf(connection, glob, known);
  return { heads, lackedBy: comparison(api, glob, [...heads.values()]) };
}

async function headsOf(
  connection: DuckDb.DuckDBConnection,
  glob: string,
  known: Heads,
): Promise<Heads> {
  const sql = `SELECT filename, concat_ws(' ', size, epoch_us(last_modified), filename) FROM read_blob(${quoteLiteral(glob)})
    ORDER BY last_modified DESC, filename LIMIT ${MOST_FILES}`;
  const files = (await connection.runAndReadAll(sql)).getRows();
  const relation = await relationIn(connection, glob);
  const heads = new Map<string, Head>();
  for (const [name, key] of files) {
    const file = String(name);
    const head = known.get(String(key)) ?? (await headOf(connection, file, relation));
    if (head !== null) heads.set(String(key), head);
  }
  return heads;
}

async function relationIn(
  connection: DuckDb.DuckDBConnection,
  glob: string,
): Promise<(file: string) => string> {
  if (findFileFormat(glob) === 'parquet') return parquetRelation;
  const separator = await separatorIn(connection, glob);
  return file => csvRelation(file, separator);
}

/** `null` if the file no longer exists. */
async function headOf(
  connection: DuckDb.DuckDBConnection,
  file: string,
  relation: (file: string) => string,
): Promise<Head | null> {
  try {
    return { file, columns: await describeRelation(connection, relation(itself(file))) };
  } catch (cause) {
    if (isWithoutFiles(messageOf(cause))) return null;
    throw cause;
  }
}

function comparison(api: Api, glob: string, heads: readonly Head[]): LackedBy {
  const all = heads.flatMap(({ columns }) => columns.map(([name]) => name));
  const stored = new Map(all.map(name => [name.toLowerCase(), name]));
  const plain = plainNames([...stored.values()]);
  const byPlain = new Map([...plain].map(([name, one]) => [name.toLowerCase(), one.toLowerCase()]));
  const files = heads.map(({ file, columns }) => {
    const types = new Map(columns.map(([name, type]) => [name.toLowerCase(), type]));
    const typeOf: FileTypes = name =>
      types.get(name.toLowerCase()) ?? types.get(byPlain.get(name.toLowerCase()) ?? '');
    return { file, has: (path: readonly string[]) => hasPath(api, typeOf, path) };
  });
  const root = glob.slice(0, glob.search(/[*?[{]|$/)).lastIndexOf('/') + 1;
  return path => {
    const above = path.slice(0, -1);
    const around = above.length === 0 ? files : files.filter(({ has }) => has(above));
    const lacking = around.filter(({ has }) => !has(path));
    const [first] = lacking;
    if (first === undefined) return undefined;
    return { example: first.file.slice(root), count: lacking.length, of: files.length };
  };
}
