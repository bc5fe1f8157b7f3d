/** CSV: values between separators, quoted as in RFC 4180. The first line contains the names of the columns. */
import type * as DuckDb from '@duckdb/node-api';
import { quoteLiteral } from '../../driver/text.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The separator that occurs most often in a line, outside quotes; of equals, the first in the list. */
export function separatorOf(line: string): Separator {
  const counts = SEPARATORS.map(separator => unquoted(line).split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The text without its quoted parts. */
export function unquoted(text: string): string {
  return text.replaceAll(/"[^"]*("|$)/g, '');
}

/** The separator of the first file. Rejects if there is no file, or if it is not text. */
export async function separatorIn(
  connection: DuckDb.DuckDBConnection,
  glob: string,
): Promise<Separator> {
  return separatorOf(await readHeader(connection, glob));
}

/** A separator that no readable file contains. */
const NO_SEPARATOR = 'chr(31) || chr(30) || chr(29) || chr(28)';
/** The most lines that the names span: a quoted name may contain line breaks. */
const MOST_LINES = 100;

/** The line of names from the first file that has a line, unchanged. */
export async function readHeader(
  connection: DuckDb.DuckDBConnection,
  glob: string,
): Promise<string> {
  const sql = `SELECT line FROM read_csv(${quoteLiteral(glob)}, auto_detect = false, header = false, columns = {'line': 'VARCHAR'},
    delim = ${NO_SEPARATOR}, quote = '', escape = '', hive_partitioning = false) LIMIT ${MOST_LINES}`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  const lines = rows.map(([line]) => String(line ?? ''));
  const end = lines.findIndex((_, index) => isClosed(lines.slice(0, index + 1).join('\n')));
  return lines.slice(0, end + 1).join('\n');
}

function isClosed(names: string): boolean {
  return names.split('"').length % 2 === 1;
}

/**
 * Reads every value as a text. DuckDB detects only the names: otherwise it would derive types from sampled values, and
 * read a first line that looks like the others as an entry. It finds each column by its name in each file.
 */
export function csvRelation(glob: string, separator: Separator): string {
  return `read_csv(${quoteLiteral(glob)}, ${options(separator)}, auto_detect = true, all_varchar = true, skip = 0, comment = '',
    union_by_name = true, hive_types_autocast = false)`;
}

/** All options except those that find columns. */
export function options(separator: Separator): string {
  return `header = true, delim = ${quoteLiteral(separator)}, quote = '"', escape = '"', strict_mode = true`;
}
