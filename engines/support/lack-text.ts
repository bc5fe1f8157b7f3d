/** Describes which files lack a column. */
import type { Lack } from '../engine.ts';

/** Follows the name of the column in a sentence. */
export function lackText({ example, count, of }: Lack): string {
  return `missing in ${count} of ${of} files, such as \`${example}\``;
}
