/** The lines of NDJSON: as entries, and as texts. */
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { quoteLiteral, quoteName } from '../../driver/text.ts';
import { type DuckDbFiles, FILE } from '../files.ts';
import { isReadAsDocument } from '../records/json.ts';

/** The facts about the files on which the reading of lines depends. */
export interface LinesFacts {
  /** Names of the partitions in the files' folders. */
  readonly partitions: ReadonlySet<string>;
  /** Whether some file begins with a byte order mark. DuckDB's reader of JSON refuses such a file. */
  readonly isMarked: boolean;
}

/**
 * A relation whose rows are the entries. If lenient, each entry has the name of its file, and a line that is not an entry becomes a row
 * without values. `of` is SQL of a pattern or of a list of files; all files by default.
 */
export function linesRelation(
  { glob, columns }: DuckDbFiles,
  { partitions, isMarked }: LinesFacts,
  isLenient: boolean,
  of = quoteLiteral(glob),
): string {
  if (isMarked) {
    const stored = columns.filter(({ name }) => !partitions.has(name));
    return markedRelation(of, stored, isLenient);
  }
  const types = columns.map(field => `${quoteName(field.name)}: '${readAs(field)}'`);
  const lenient = isLenient ? `ignore_errors = true, filename = ${quoteLiteral(FILE)},` : '';
  return `read_json(${of}, format = 'newline_delimited', ${lenient}
    hive_types_autocast = false, columns = {${types.join(', ')}})`;
}

function readAs({ type }: ManifestField): 'JSON' | 'VARCHAR' {
  return isReadAsDocument(type) ? 'JSON' : 'VARCHAR';
}

const LINE = quoteName('quern.line');
const ENTRY = quoteName('quern.entry');

/** Reads lines as texts and takes them apart, as the reader of JSON would: it removes no mark, and the reader of CSV does. */
function markedRelation(
  files: string,
  columns: readonly ManifestField[],
  isLenient: boolean,
): string {
  const shape = JSON.stringify(Object.fromEntries(columns.map(one => [one.name, readAs(one)])));
  const keys = `json_keys(${LINE})`;
  const isObject = `json_type(${LINE}) = 'OBJECT' AND len(list_distinct(${keys})) = len(${keys})`;
  const file = quoteName(FILE);
  const fault = isLenient ? 'NULL' : `error('Malformed JSON in file "' || ${file} || '"')`;
  const entry = `CASE WHEN NOT json_valid(${LINE}) THEN ${fault} WHEN ${isObject} THEN json_transform(${LINE}, ${quoteLiteral(shape)}) ELSE ${fault} END`;
  const lines = `(SELECT * FROM ${textLines(files, isLenient)} WHERE trim(${LINE}) <> '')`;
  return `(SELECT * EXCLUDE (${LINE}, ${ENTRY}), ${ENTRY}.* FROM (SELECT *, ${entry} AS ${ENTRY} FROM ${lines}))`;
}

/** As long as the reader of JSON accepts, in bytes. */
const LONGEST = 16 * 1024 ** 2;
/** A separator that no JSON contains. */
const NO_SEPARATOR = 'chr(31) || chr(30) || chr(29) || chr(28)';

/** The lines of files (SQL of a pattern or of a list), each with its file. If lenient, lines that are not UTF-8 are left out. */
function textLines(files: string, isLenient: boolean): string {
  return `read_csv(${files}, auto_detect = false, header = false, columns = {'quern.line': 'VARCHAR'}, delim = ${NO_SEPARATOR},
    quote = '', escape = '', strict_mode = false, ignore_errors = ${isLenient}, max_line_size = ${LONGEST}, buffer_size = ${2 * LONGEST},
    filename = ${quoteLiteral(FILE)}, hive_types_autocast = false)`;
}

/** The keys of the first entries: a row for each. `files` is SQL of a pattern or a list. */
export function keysOfEntries(files: string, entries: number): string {
  const keys = `CASE WHEN json_valid(${LINE}) THEN json_keys(${LINE}) END`;
  return `SELECT DISTINCT unnest(${keys}) FROM (FROM ${textLines(files, true)} LIMIT ${entries}) ORDER BY 1`;
}

/** A comma before a closing bracket, which the reader of JSON accepts. */
const COMMA = quoteLiteral(',\\s*[\\]}]');
const TEXTS = quoteLiteral('"(?:[^"\\\\]|\\\\.)*"');

/** One line of each file that has such a comma, texts aside: `file` and `line`. */
export function commaLines(files: string): string {
  const outside = `regexp_replace(${LINE}, ${TEXTS}, '""', 'g')`;
  const has = `CASE WHEN regexp_matches(${LINE}, ${COMMA}) THEN regexp_matches(${outside}, ${COMMA}) ELSE false END`;
  return `SELECT ${quoteName(FILE)} AS file, any_value(${LINE}) AS line FROM ${textLines(files, true)} WHERE ${has} GROUP BY 1 ORDER BY 1`;
}
