/** The present content of files: their columns and types, and where NULLs and unfinished lines are. */
import { open } from 'node:fs/promises';
import type * as DuckDb from '@duckdb/node-api';
import { quoteName } from '../driver/text.ts';
import { findPart, isNested } from '../driver/types.ts';
import type { Api } from '../driver/values.ts';
import { type DuckDbFiles, FILE, type FileTypes, type FoundFiles } from './files.ts';
import { type LeafFacts, readFooters } from './footers.ts';
import { ALL_ENDINGS, type FileFormat, findFileFormat } from './format.ts';
import { commaText } from './lines/commas.ts';
import { type Contents, commasOf, lookIntoLines, NOTHING_READ } from './lines/contents.ts';
import { type LinesFacts, linesRelation } from './lines/lines.ts';
import { markedAmong } from './lines/marks.ts';
import { type FoundFile, filesOf, partitionsOf } from './paths.ts';
import { holdsRequired, leafPaths } from './records/required.ts';
import { columnsRelation, describeRelation } from './relation.ts';

/** The result of a look at some files, kept for the next look. */
export interface FilesMemory {
  readonly contents: Contents;
  readonly unfinished: readonly string[];
}
export const NOTHING_KNOWN: FilesMemory = { contents: NOTHING_READ, unfinished: [] };
const NO_NAMES: ReadonlySet<string> = new Set();
const UNKNOWN_NULLS = { whole: NO_NAMES, holed: NO_NAMES } as const;

interface Look {
  readonly found: FoundFiles;
  readonly memory: FilesMemory;
}

/** Looks at the files. Rejects if there are none, or if one cannot be read. */
export async function lookAtFiles(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  memory: FilesMemory,
): Promise<Look> {
  const format = formatOf(files);
  if (format === 'lines') return lookAtLines(connection, files, memory);
  const relation = await columnsRelation(connection, files, format);
  const { stored, names } = await columnsOf(connection, relation(false));
  const nulls = format === 'parquet' ? await requiredLeaves(connection, files) : UNKNOWN_NULLS;
  const has = (path: readonly string[]) => hasPath(api, stored, path);
  const none = { unfinished: [], broken: [], partitions: NO_NAMES };
  return { found: { relation, stored, names, has, ...nulls, ...none }, memory };
}

async function lookAtLines(
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  memory: FilesMemory,
): Promise<Look> {
  const { present, ...facts } = await factsOf(connection, files);
  const relation = (isLenient: boolean) => linesRelation(files, facts, isLenient);
  const { stored } = await columnsOf(connection, relation(false));
  const contents = await lookIntoLines(connection, files, present, facts, memory.contents);
  const broken = commasOf(present, contents).map(one => commaText(one, one.file));
  const unfinished = await stillUnfinished(memory.unfinished);
  const absent = new Set((contents.absent ?? []).map(path => JSON.stringify(path)));
  const has = (path: readonly string[]) => !absent.has(JSON.stringify(path));
  const { partitions } = facts;
  const found = {
    relation,
    stored,
    names: contents.keys,
    has,
    ...UNKNOWN_NULLS,
    unfinished,
    broken,
    partitions,
  };
  return { found, memory: { contents, unfinished } };
}

/** The entries of the files. Rejects if there are no files, or if one cannot be read. */
export async function relationOf(
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
): Promise<FoundFiles['relation']> {
  const format = formatOf(files);
  if (format !== 'lines') return columnsRelation(connection, files, format);
  const facts = await factsOf(connection, files);
  return isLenient => linesRelation(files, facts, isLenient);
}

function formatOf({ glob }: DuckDbFiles): FileFormat {
  const format = findFileFormat(glob);
  if (format === null) throw new Error(`\`${glob}\` ends in none of ${ALL_ENDINGS}`);
  return format;
}

/** The present files, and what their lines need to be read. Rejects if there are none. */
async function factsOf(
  connection: DuckDb.DuckDBConnection,
  { glob }: DuckDbFiles,
): Promise<LinesFacts & { readonly present: readonly FoundFile[] }> {
  const present = await filesOf(connection, glob);
  const isMarked = (await markedAmong(present)).length > 0;
  return { present, isMarked, partitions: partitionsOf(present) };
}

async function columnsOf(
  connection: DuckDb.DuckDBConnection,
  relation: string,
): Promise<Pick<FoundFiles, 'stored' | 'names'>> {
  const columns = await describeRelation(connection, relation);
  const types = new Map(columns.map(([name, type]) => [name.toLowerCase(), type]));
  return {
    stored: name => types.get(name.toLowerCase()),
    names: columns.map(([name]) => name),
  };
}

// ---- columns --------------------------------------------------------------------------------------------------------

/** Whether the files have the column or field. JSON of no fixed shape may have any field. */
export function hasPath(
  api: Api,
  stored: FileTypes,
  [name = '', ...parts]: readonly string[],
): boolean {
  let type = stored(name);
  for (const part of parts) {
    while (type instanceof api.DuckDBListType) type = type.valueType;
    if (!(type instanceof api.DuckDBStructType)) break;
    type = findPart(type, part);
  }
  return type !== undefined;
}

// ---- NULLs ----------------------------------------------------------------------------------------------------------

/** The footers of Parquet files, on the leaves of columns in which something is required. */
async function requiredLeaves(
  connection: DuckDb.DuckDBConnection,
  { glob, columns }: DuckDbFiles,
): Promise<Pick<FoundFiles, 'whole' | 'holed'>> {
  const paths = columns.filter(holdsRequired).flatMap(column => leafPaths(column));
  if (paths.length === 0) return UNKNOWN_NULLS;
  const footers = await readFooters(connection, glob);
  const named = (is: (facts: LeafFacts) => boolean) =>
    new Set(
      paths.flatMap(path => {
        const facts = footers(path);
        return facts !== undefined && is(facts) ? [path.join('.')] : [];
      }),
    );
  return {
    whole: named(({ nulls, isCounted }) => isCounted && nulls === 0),
    holed: named(({ nulls }) => nulls > 0),
  };
}

// ---- unfinished lines -----------------------------------------------------------------------------------------------

/**
 * The files whose last line has no line break and is not JSON, because it is still being written. With `isOnly`, only
 * the files in which no other line fails to be a JSON object.
 */
export async function unfinishedIn(
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  isOnly: boolean,
): Promise<readonly string[]> {
  if (findFileFormat(files.glob) !== 'lines') return [];
  const facts = await factsOf(connection, files);
  const names = files.columns.map(({ name }) => name).filter(name => !facts.partitions.has(name));
  const absent = names.map(name => `${quoteName(name)} IS NULL`).join(' AND ');
  const sql = `SELECT ${quoteName(FILE)} FROM ${linesRelation(files, facts, true)} WHERE ${absent} GROUP BY 1 ${isOnly ? 'HAVING count(*) = 1' : ''}`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return stillUnfinished(rows.map(([name]) => String(name)));
}

async function stillUnfinished(paths: readonly string[]): Promise<readonly string[]> {
  const are = await Promise.all(paths.map(isUnfinished));
  return paths.filter((_, index) => are[index]);
}

/** The longest last line that is looked at, in bytes. */
const TAIL = 16 * 1024 ** 2;

/** Whether the file's last line has no line break and is not JSON. Compressed files are never unfinished. */
async function isUnfinished(path: string): Promise<boolean> {
  if (/\.(gz|zst)$/.test(path)) return false;
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL);
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, size - length);
    const line = bytes.subarray(bytes.lastIndexOf('\n') + 1).toString();
    return line.trim() !== '' && !isJson(line);
  } finally {
    await file.close();
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Whether a column may contain the fields of a record: its values are nested, or text. */
export function mayHoldRecords(api: Api, stored: DuckDb.DuckDBType): boolean {
  return isNested(api, stored) || stored.typeId === api.DuckDBTypeId.VARCHAR;
}
