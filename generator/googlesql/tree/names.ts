/** Names of functions, and whether they are called with SAFE. */
import type { ResolvedNode } from './tree.ts';

/** The analyser names its own functions `ZetaSQL:name`; a team's functions have another prefix. */
const BUILT_IN = 'ZetaSQL:';

export function functionName(node: ResolvedNode): string {
  const whole = node.part('function').text('name');
  return whole.startsWith(BUILT_IN) ? whole.slice(BUILT_IN.length) : `${whole}()`;
}

/** The name as an author writes it; of an operator its words. */
export function shownName(name: string): string {
  const shown = name.startsWith('$') ? name.slice(1).replaceAll('_', ' ') : name;
  return shown.toUpperCase();
}

/** Whether `SAFE.` precedes the function. */
export function isSafeCall(node: ResolvedNode): boolean {
  return node.text('error_mode') === 'SAFE_ERROR_MODE';
}
