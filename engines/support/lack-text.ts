/** Words for what files lack. */
import type { Lack } from '../engine.ts';

/** Follows the name of the column. */
export function lackText({ example, count, of }: Lack): string {
  return `missing in ${count} of ${of} files, such as \`${example}\``;
}
