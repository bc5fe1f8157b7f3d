/** Paths as the user would type them. */
import { isAbsolute, relative, resolve } from 'node:path';

/** A path of the system, relative to `cwd` where it is inside or near it. */
export function shownFrom(cwd: string, path: string): string {
  const near = relative(cwd, resolve(cwd, path));
  return isAbsolute(near) ? path : near || '.';
}
