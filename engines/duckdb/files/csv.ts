/** CSV: values with a separator between them, as RFC 4180 quotes them. The first line has the names of the columns. */
import type * as DuckDb from '@duckdb/node-api';
import { text } from '../driver/text.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The one that a line has most of outside quotes; of equals, the first of the list. */
export function separatorOf(line: string): Separator {
  const counts = SEPARATORS.map(separator => unquoted(line).split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The text without what stands between quotes. */
export function unquoted(text: string): string {
  return text.replaceAll(/"[^"]*("|$)/g, '');
}

/** The separator of the first file. Rejects if there is no file, or if it is not text. */
export async function separatorIn(
  connection: DuckDb.DuckDBConnection,
  glob: string,
): Promise<Separator> {
  return separatorOf(await namesIn(connection, glob));
}

/** A character that no readable file holds. */
const NO_SEPARATOR = 'chr(31) || chr(30) || chr(29) || chr(28)';
/** Names may have line breaks between quotes; the lines of all names are no more than these. */
const MOST_LINES = 100;

/** The names of the first file that has a line, as they are. */
export async function namesIn(connection: DuckDb.DuckDBConnection, glob: string): Promise<string> {
  const sql = `SELECT line FROM read_csv(${text(glob)}, auto_detect = false, header = false, columns = {'line': 'VARCHAR'},
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
 * Every value as a text. DuckDB detects no more than the names: of sampled values it would make types, and of a first line that
 * looks like the others an entry. It finds each column by its name in each file.
 */
export function csvRelation(glob: string, separator: Separator): string {
  return `read_csv(${text(glob)}, ${options(separator)}, auto_detect = true, all_varchar = true, skip = 0, comment = '',
    union_by_name = true, hive_types_autocast = false)`;
}

/** All options but those that find columns. */
export function options(separator: Separator): string {
  return `header = true, delim = ${text(separator)}, quote = '"', escape = '"', strict_mode = true`;
}
