/** Refuses what the tree of a statement contains but no code reads, in the words of an author. */
import type { TranslationContext } from '../context.ts';
import { functionName, shownName } from './names.ts';
import type { ResolvedNode, Tree } from './tree.ts';

export function refuseUnread(tree: Tree, context: TranslationContext): void {
  for (const { node, field } of tree.unread()) refuseCall(wordsOf(node, field), node, context);
}

/** Refuses a call. The analyser gives a window function no place of its own, so that of its first argument shows where it is. */
export function refuseCall(what: string, node: ResolvedNode, context: TranslationContext): void {
  node.pass();
  const [first = node] = node.kind === 'analytic_function_call' ? node.nodes('argument_list') : [];
  context.refuse(what, first);
}

function wordsOf(node: ResolvedNode, field: string): string {
  const words = OF_CALLS[field];
  if (words !== undefined && node.kind.endsWith('function_call'))
    return `${words(node)} in ${shownName(functionName(node))}`;
  return WORDS[field] ?? `${spaced(field)} of ${spaced(node.kind)}`;
}

/** Parts of a call, keyed by the analyser's names. */
const OF_CALLS: Readonly<Record<string, (node: ResolvedNode) => string>> = {
  null_handling_modifier: node => spaced(node.text('null_handling_modifier')),
  having_modifier: () => 'HAVING',
  order_by_item_list: () => 'ORDER BY',
  limit: () => 'LIMIT',
  distinct: () => 'DISTINCT',
};

const WORDS: Readonly<Record<string, string>> = {
  hint_list: 'a hint',
  for_system_time_expr: 'FOR SYSTEM_TIME AS OF',
};

function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}
