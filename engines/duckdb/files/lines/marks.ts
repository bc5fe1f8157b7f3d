/** Files that begin with a byte order mark. */
import { open } from 'node:fs/promises';
import type { FoundFile } from '../paths.ts';

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The paths of the files with a mark. A compressed file counts as one without. */
export async function markedAmong(files: readonly FoundFile[]): Promise<readonly string[]> {
  const marked: string[] = [];
  // One after another: each holds a file open.
  for (const { path } of files) if (await isMarked(path)) marked.push(path);
  return marked;
}

async function isMarked(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const bytes = Buffer.alloc(MARK.length);
    await file.read(bytes, 0, MARK.length, 0);
    return bytes.equals(MARK);
  } finally {
    await file.close();
  }
}
