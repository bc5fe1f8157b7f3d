/** Our own code as files. In the sources, every module is a `.ts` file; in a build, only modules that start a process are files. */
import { existsSync } from 'node:fs';

const [extension = '.js'] = /\.\w+$/.exec(import.meta.url) ?? [];

/** The file of a module by its path from the root of the sources, without its extension. */
export function codeFile(path: string): URL {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    const file = new URL(`${path}${extension}`, folder);
    if (existsSync(file)) return file;
    if (folder.pathname === '/') throw new Error(`no ${path} above this module`);
  }
}
