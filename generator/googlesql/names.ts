/** Names of functions, and how they are called. */
import type { Node } from './tree.ts';

/** The names of the analyser are `ZetaSQL:name`; those of a team have other groups. */
const BUILT_IN = 'ZetaSQL:';

export function functionName(node: Node): string {
  const whole = node.part('function').text('name');
  return whole.startsWith(BUILT_IN) ? whole.slice(BUILT_IN.length) : `${whole}()`;
}

/** The name in the author's spelling. */
export function shownName(name: string): string {
  return name.replace(/^\$/, '').replaceAll('_', ' ').toUpperCase();
}

/** Whether `SAFE.` stands before the function. */
export function isSafeCall(node: Node): boolean {
  return node.text('error_mode') === 'SAFE_ERROR_MODE';
}
