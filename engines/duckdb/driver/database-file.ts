/** The file of a database, which may be behind symbolic links. */
import { realpath, stat } from 'node:fs/promises';
import type { DuckDbSource } from './options.ts';

/**
 * Names the file itself. DuckDB without access to other files looks for the log of changes beside the target of a link, and
 * may not. Rejects if there is no file.
 */
export async function withoutLinks(source: DuckDbSource): Promise<DuckDbSource> {
  return 'files' in source ? source : { database: await realpath(source.database) };
}

/** Identifies a database file, so that its replacement, or that of a link, is noticed. `null` for files, which come and go. */
export async function identifyFile(source: DuckDbSource): Promise<string | null> {
  if ('files' in source) return null;
  try {
    const path = await realpath(source.database);
    const { dev, ino, size, mtimeMs } = await stat(path);
    return `${path} ${dev} ${ino} ${size} ${mtimeMs}`;
  } catch {
    return 'absent';
  }
}
