/** Finds the parts of a query that may read tables which its analyser does not list. */
import type { HiddenRead } from '../../analyst.ts';
import type { Functions } from './functions.ts';
import { offsetAt } from './place.ts';
import { startOf } from './syntax.ts';

interface Path {
  readonly names?: readonly Identifier[];
}
interface Identifier {
  readonly id_string?: string;
}

/** `statement`: the result of `Parse`. */
export function hiddenIn(
  statement: object,
  sql: string,
  { isBuiltIn, isOfArguments }: Functions,
): readonly HiddenRead[] {
  const found: HiddenRead[] = [];
  const hide = (what: string, node: object) => {
    found.push({ what, at: offsetAt(sql, { byte: startOf(node) }) });
  };
  visit(statement, (key, node) => {
    const called = pathIn(node['function']);
    if (called !== null && !isBuiltIn(called)) hide(shown(called), node);
    const table = key === 'ast_tvf_node' ? (pathIn(node['name']) ?? []) : null;
    if (table !== null && !isOfArguments(table)) hide(shown(table), node);
    const alias = aliasOf(node['alias']);
    // BigQuery may read such a name as the path of a table
    if (alias.includes('.')) hide(shown([alias]), node);
  });
  return found;
}

function shown(path: readonly string[]): string {
  return `\`${path.join('.')}\``;
}

function pathIn(value: unknown): readonly string[] | null {
  if (!isNode(value)) return null;
  const { names }: Path = value;
  return Array.isArray(names) ? names.map(({ id_string: name = '' }: Identifier) => name) : null;
}

/** A table's alias is a node around its identifier, a name in WITH the identifier itself. */
function aliasOf(value: unknown): string {
  if (!isNode(value)) return '';
  const identifier = isNode(value['identifier']) ? value['identifier'] : value;
  return String(identifier['id_string'] ?? '');
}

type TreeNode = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every node, with the key that contains it. A text may nest deeply, so this is not recursive. */
function visit(tree: object, look: (key: string, node: TreeNode) => void): void {
  const left: (readonly [string, unknown])[] = [['', tree]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [key, value] = next;
    if (Array.isArray(value)) for (const item of value) left.push([key, item]);
    if (!isNode(value)) continue;
    look(key, value);
    left.push(...Object.entries(value));
  }
}
