/** Lines of CSV whose shape differs from the first line's, or that are not text. */
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../../../generator/system/errors.ts';
import { quoteLiteral } from '../../driver/text.ts';
import { options, readHeader, type Separator, separatorOf, unquoted } from './csv.ts';

export interface BrokenLine {
  /** Its path. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly fault: string;
}
export interface Inspected {
  /** The separator of the first file. */
  readonly separator: Separator;
  /** The first broken lines of each file. */
  readonly broken: readonly BrokenLine[];
}

/** Reads all files of a pattern. */
export async function inspectFiles(
  connection: DuckDb.DuckDBConnection,
  glob: string,
): Promise<Inspected> {
  const heads: Head[] = [];
  const broken: BrokenLine[] = [];
  for (const file of await listFiles(connection, glob)) {
    try {
      const head = await headIn(connection, file);
      heads.push(head);
      broken.push(...(await brokenIn(connection, head)));
    } catch (cause) {
      broken.push(brokenBy(cause, file));
    }
  }
  const [first] = heads;
  const others = heads.flatMap(head => {
    if (first === undefined || head.separator === first.separator) return [];
    const fault = `${WORDS[head.separator]} between the columns, and ${WORDS[first.separator]} in the first file`;
    return [{ file: head.file, line: 1, fault }];
  });
  return { separator: first?.separator ?? ',', broken: [...broken, ...others] };
}

const WORDS: Readonly<Record<Separator, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** The files of a pattern, in ascending order. */
export async function listFiles(
  connection: DuckDb.DuckDBConnection,
  glob: string,
): Promise<readonly string[]> {
  const rows = await connection.runAndReadAll(
    `SELECT file FROM glob(${quoteLiteral(glob)}) ORDER BY file`,
  );
  return rows.getRows().map(([file]) => String(file));
}

// ---- the first line -------------------------------------------------------------------------------------------------

interface Head {
  readonly file: string;
  readonly separator: Separator;
  /** How many columns it names; 0 if it is empty. */
  readonly columns: number;
}

/** Rejects if the file is not text. */
async function headIn(connection: DuckDb.DuckDBConnection, file: string): Promise<Head> {
  const names = await readHeader(connection, file);
  const separator = separatorOf(names);
  const columns = names.trim() === '' ? 0 : unquoted(names).split(separator).length;
  return { file, separator, columns };
}

// ---- the others -----------------------------------------------------------------------------------------------------

/** How many broken lines of a file are listed. */
const MOST_BROKEN = 20;

/** Rejects if lines have different endings. */
async function brokenIn(
  connection: DuckDb.DuckDBConnection,
  { file, separator, columns }: Head,
): Promise<readonly BrokenLine[]> {
  if (columns === 0) return [{ file, line: 1, fault: 'the line is empty' }];
  const names = Array.from({ length: columns }, (_, index) => `'c${index}': 'VARCHAR'`);
  const relation = `read_csv(${quoteLiteral(file)}, ${options(separator)}, auto_detect = false, columns = {${names.join(', ')}},
    store_rejects = true, rejects_table = 'broken', rejects_scan = 'scans', hive_partitioning = false)`;
  try {
    await connection.run(`SELECT count(COLUMNS(*)) FROM ${relation}`);
    const rows = await connection.runAndReadAll(
      'SELECT line, first(error_type), max(column_idx) FROM broken GROUP BY line ORDER BY line',
    );
    const broken = rows.getRows().map(([line, kind, found]) => {
      const fault = faultOf(String(kind), Number(found), columns);
      return { file, line: Number(line), fault };
    });
    const more = broken[MOST_BROKEN];
    if (more === undefined) return broken;
    const rest = `from here on, ${broken.length - MOST_BROKEN} lines are broken`;
    return [...broken.slice(0, MOST_BROKEN), { ...more, fault: rest }];
  } finally {
    await connection.run('DROP TABLE IF EXISTS broken');
    await connection.run('DROP TABLE IF EXISTS scans');
  }
}

function faultOf(kind: string, found: number, columns: number): string {
  switch (kind) {
    case 'MISSING COLUMNS':
      return `fewer values than the ${columns} of the first line`;
    case 'TOO MANY COLUMNS':
      return `${found} values, and the first line has ${columns}`;
    case 'UNQUOTED VALUE':
      return 'a quote that is not closed, or text behind one that is';
    case 'INVALID ENCODING':
      return NO_TEXT;
    case 'LINE SIZE OVER MAXIMUM':
      return 'the line is too long';
    default:
      throw new Error(`DuckDB rejects a line of CSV as ${kind}`);
  }
}

const NO_TEXT = 'bytes that are not UTF-8';

/** The line that made DuckDB give up on the file. Rethrows if the cause concerns no line. */
function brokenBy(cause: unknown, file: string): BrokenLine {
  const message = messageOf(cause);
  if (message.includes('state machine reached an invalid state'))
    return { file, line: 1, fault: 'the lines of the file end in several ways' };
  const [, line] =
    /^Invalid Input Error: CSV Error on Line: (\d+)\b.*not utf-8/s.exec(message) ?? [];
  if (line === undefined) throw cause;
  return { file, line: Number(line), fault: NO_TEXT };
}
