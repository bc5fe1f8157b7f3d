/** Refuses what the tree of a statement contains but no code reads, in the words of an author. */
import type { TranslationContext } from '../context.ts';
import { functionName, shownName } from './names.ts';
import type { ResolvedNode, Tree } from './tree.ts';

export function refuseUnread(tree: Tree, context: TranslationContext): void {
  for (const { node, field } of tree.unread()) context.refuse(wordsOf(node, field), node);
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
