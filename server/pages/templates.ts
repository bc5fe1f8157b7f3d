/** The package that contains this module, and the files that it serves unchanged. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Reads a file in `templates/`. */
export function readTemplate(name: string): string {
  return readFileSync(new URL(`templates/${name}`, packageRoot()), 'utf8');
}

/** The names of the files in a folder of `templates/`. */
export function listTemplates(folder: string): readonly string[] {
  return readdirSync(new URL(`templates/${folder}/`, packageRoot()));
}

/** Finds the folder of this package, whether this module runs from source or compiled. */
export function packageRoot(): URL {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    if (existsSync(new URL('package.json', folder))) return folder;
    if (folder.pathname === '/') throw new Error('no package.json above this module');
  }
}
