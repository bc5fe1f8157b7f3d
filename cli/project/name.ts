/** The name of a project. Its clients are named after it. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Returns the name in the folder's `package.json`, or else the folder's name, reduced to lower-case letters, digits and `-`,
 * beginning with a letter.
 */
export function projectName(folder: string): string {
  const named = nameIn(join(folder, 'package.json')) ?? basename(folder);
  const name = named.toLowerCase().replace(/^@[^/]*\//, '');
  const words = name.split(/[^a-z0-9]/).filter(word => word !== '');
  const plain = words.join('-').replace(/^[^a-z]+/, '');
  return plain.slice(0, LONGEST).replace(/-$/, '') || 'endpoints';
}

/** Languages limit the length of package names. */
const LONGEST = 100;

/** Returns `null` if the file cannot be read: npm itself reports a broken file. */
function nameIn(file: string): string | null {
  try {
    const { name } = Object(JSON.parse(readFileSync(file, 'utf8'))) as { readonly name?: unknown };
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}
