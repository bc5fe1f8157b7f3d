/** Changes that stay after the machine loses its power. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives a whole file its name: its content is on the disk before, and the name after. */
export function renameDurably(from: string, to: string): void {
  flush(from, 'r+');
  renameSync(from, to);
  // Windows cannot open a folder to flush it.
  if (process.platform !== 'win32') flush(dirname(to), 'r');
}

function flush(path: string, mode: 'r' | 'r+'): void {
  const handle = openSync(path, mode);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
