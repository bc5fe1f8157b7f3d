/** The options that DuckDB is opened with. */
import type { DuckDbFiles } from './files/files.ts';

/** The path of a database file, or the files that tables are read from where they lie. */
export type DuckDbSource =
  | { readonly database: string }
  | { readonly files: readonly DuckDbFiles[] };

export interface DuckDbOptions {
  readonly source: DuckDbSource;
  /** How many statements run at once. */
  readonly concurrency: number;
  /** As DuckDB writes sizes (`2GiB`). It bounds the engine's buffers, not the process. */
  readonly memoryLimit?: string;
  readonly threads?: number;
  /** Whether what its buffers do not hold is written to the disk; by default it is. */
  readonly spills?: boolean;
}
