/** Paths as the user would type them. */
import { isAbsolute, relative, resolve } from 'node:path';

/** Returns a system path relative to `cwd`, unless it is on another drive. */
export function shownFrom(cwd: string, path: string): string {
  const near = relative(cwd, resolve(cwd, path));
  return isAbsolute(near) ? path : near || '.';
}
