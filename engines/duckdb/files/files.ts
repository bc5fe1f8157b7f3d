/** Files that stand for a table, and what they hold now. */
import type { DuckDBType } from '@duckdb/node-api';
import type { ManifestField } from '../../../generator/core/manifest.ts';

/** The name of the column with an entry's file: no declared name holds a dot. */
export const FILE = 'quern.file';

export interface DuckDbFiles {
  /** The table that the files stand for: parts of its name, outermost first. */
  readonly table: readonly string[];
  /** An absolute path or glob of files of a known `Format`. */
  readonly glob: string;
  /** The declared columns: no others are read. */
  readonly columns: readonly ManifestField[];
  /** Whether statements read a record as an array of one. */
  readonly records: 'nested' | 'repeated';
  /** Whether an invalid entry is left out; else it fails the statements that read it. */
  readonly invalid?: 'skip';
  /** Paths of the columns and fields that statements read; all by default. */
  readonly reads?: readonly string[];
}
/** The stored type of a column, as the files have it now; DuckDB ignores letter case in names. */
export type Stored = (name: string) => DuckDBType | undefined;

/** The present facts about the files. */
export interface Found {
  /** The types that reading the files gives. */
  readonly stored: Stored;
  /** Whether some file has the column or field. */
  readonly has: (path: readonly string[]) => boolean;
  /** Paths of leaves that hold no NULL, joined by a dot: where they are required, they are read without a check. */
  readonly whole: ReadonlySet<string>;
  /** NDJSON files whose last line is unfinished. */
  readonly unfinished: readonly string[];
  /** Names of the partitions in whose folders files lie. */
  readonly partitions: ReadonlySet<string>;
  /** Its rows are the entries. Where lines are not entries, it fails, or lenient, gives rows without values. */
  readonly relation: (isLenient: boolean) => string;
}
