/** Files that serve as a table, and their present content. */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';

/** The name of the column with an entry's file. No declared name contains a dot. */
export const FILE = 'quern.file';

export interface DuckDbFiles {
  /** The table that the files provide: the parts of its name, outermost first. */
  readonly table: readonly string[];
  /** An absolute path or glob of files of a known `Format`. */
  readonly glob: string;
  /** The declared columns: no others are read. */
  readonly columns: readonly ManifestField[];
  /** Whether statements read a record as an array with one item. */
  readonly records: 'nested' | 'repeated';
  /** `skip` leaves invalid entries out. Without it, an invalid entry fails the statements that read it. */
  readonly invalid?: 'skip';
  /** Paths of the columns and fields that statements read; all by default. */
  readonly reads?: readonly string[];
}
/** The present stored type of a column. DuckDB ignores letter case in names. */
export type FileTypes = (name: string) => DuckDBType | undefined;

/** The present facts about the files. */
export interface FoundFiles {
  /** The types that DuckDB reads from the files. */
  readonly stored: FileTypes;
  /** The names of the columns, as the files write them. Of NDJSON, those of the first entries, if a column is absent. */
  readonly names: readonly string[];
  /** Whether some file has the column or field. For one of NDJSON that no statement reads, it is true. */
  readonly has: (path: readonly string[]) => boolean;
  /** Paths of leaves that contain no NULL, joined by a dot. If such a leaf is required, it is read without a check. */
  readonly whole: ReadonlySet<string>;
  /** Paths of required leaves, joined by a dot, that contain NULLs for certain. */
  readonly holed: ReadonlySet<string>;
  /** NDJSON files whose last line is unfinished. */
  readonly unfinished: readonly string[];
  /** Lines of NDJSON that are not JSON although DuckDB reads them: each with its file. */
  readonly broken: readonly string[];
  /** Names of the partitions in the files' folders. */
  readonly partitions: ReadonlySet<string>;
  /**
   * A relation whose rows are the entries. If lines are not entries, it fails; if lenient, it returns rows without
   * values.
   */
  readonly relation: (isLenient: boolean) => string;
}
