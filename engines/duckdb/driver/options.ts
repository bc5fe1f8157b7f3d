/** The options for opening DuckDB. */
import type { DuckDbFiles } from '../files/files.ts';

/** The path of a database file, or the files that tables are read from in place. */
export type DuckDbSource =
  | { readonly database: string }
  | { readonly files: readonly DuckDbFiles[] };

export interface DuckDbOptions {
  readonly source: DuckDbSource;
  /** How many statements run at once. */
  readonly concurrency: number;
  /** In DuckDB's notation for sizes (`2GiB`). It bounds the engine's buffers, not the process. */
  readonly memoryLimit?: string;
  readonly threads?: number;
  /** The folder with the copies of rollups; without it, statements that read copies find none. */
  readonly rollups?: string;
  /** Whether data that the buffers cannot hold is written to disk; true by default. */
  readonly spills?: boolean;
}
