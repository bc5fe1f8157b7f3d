/** Finds and reads the files of a project for an editor; skips unreadable ones. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Config } from '../../generator/config/config.ts';
import { isSystemError } from '../../generator/system/errors.ts';
import { CONFIG_FILE } from '../project/config-file.ts';
import { sourceBytes } from '../project/specifications/source-bytes.ts';
import { specificationFiles } from '../project/specifications/specification-files.ts';
import { keptTexts } from '../questions/kept.ts';
import { Failure } from '../terminal/exit.ts';

/**
 * The directory of the project that a file belongs to: the nearest one above the file that contains a `quern.yaml`; else the nearest one
 * whose default directory of specifications contains the file; else `null`.
 */
export function rootOf(file: string): string | null {
  let byName: string | null = null;
  for (let at = dirname(file); ; at = dirname(at)) {
    if (existsSync(join(at, CONFIG_FILE))) return at;
    if (file.startsWith(join(at, 'endpoints') + sep)) byName ??= at;
    if (at === dirname(at)) return byName;
  }
}

/** Reads a file; `null` if it is missing or cannot be read. */
export function readBytes(file: string): Uint8Array | null {
  return unlessRefused(() => (statSync(file).isFile() ? sourceBytes(file) : null), null);
}

/** The text of the configuration; `null` if the file is missing or cannot be read. */
export function configText(root: string): string | null {
  return unlessRefused(() => readFileSync(join(root, CONFIG_FILE), 'utf8'), null);
}

/** All specifications of the project. */
export function specificationsIn(root: string, { endpoints, output }: Config): readonly string[] {
  return unlessRefused(() => specificationFiles(join(root, endpoints), join(root, output)), []);
}

/** Whether the project would read a file at that path. */
export function isSpecification(
  path: string,
  root: string,
  { endpoints, output }: Config,
): boolean {
  if (!/\.(?:ya?ml|sql)$/.test(path)) return false;
  if (path.startsWith(join(root, output) + sep)) return false;
  const folders = relative(join(root, endpoints), path).split(sep);
  return folders.every(name => !name.startsWith('.') && name !== 'node_modules');
}

/** The generated translations, by name of endpoint. */
export function readKeptTranslations(
  root: string,
  { output }: Config,
): ReadonlyMap<string, string> {
  return unlessRefused(() => keptTexts(join(root, output), output), new Map());
}

/** If the system refuses to read a file, the editor shows nothing of it until the file changes again. */
function unlessRefused<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (isSystemError(error) || error instanceof Failure) return otherwise;
    throw error;
  }
}
