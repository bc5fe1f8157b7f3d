/** Finds the parts of a query that may read tables which its analyser does not list. */
import type { HiddenRead } from '../../analyst.ts';
import type { BuiltInFunctions } from './functions.ts';
import { offsetAt } from './place.ts';
import { startOf } from './syntax.ts';

interface Path {
  readonly names?: readonly Identifier[];
}
interface Identifier {
  readonly id_string?: string;
}

/** `statement`: the result of `Parse`. */
export function findHiddenReads(
  statement: object,
  sql: string,
  { isBuiltIn, isOfArguments }: BuiltInFunctions,
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

/**
 * The paths of tables that the analyser's own list lacks: it ignores QUALIFY. `known`: the list. A path is not a table if it is a name of
 * WITH, or a column of a table beside it.
 */
export function missedIn(
  statement: object,
  known: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const listed = new Set(known.map(keyOf));
  const given = new Set<string>();
  const aliases = new Set<string>();
  const paths: { readonly path: readonly string[]; readonly isIgnored: boolean }[] = [];
  visit(statement, (key, node, isIgnored) => {
    const alias = aliasOf(node['alias']).toLowerCase();
    if (alias !== '') (key === 'with' ? given : aliases).add(alias);
    const path = key === 'ast_table_path_expression_node' ? pathIn(node['path_expr']) : null;
    if (path === null) return;
    aliases.add((path.at(-1) ?? '').toLowerCase());
    paths.push({ path, isIgnored });
  });
  const isElsewhere = ([first = '', ...rest]: readonly string[]) =>
    (rest.length === 0 ? given : aliases).has(first.toLowerCase());
  const missed = paths
    .filter(({ path, isIgnored }) => isIgnored || !isElsewhere(path))
    .map(({ path }) => path)
    .filter(path => !listed.has(keyOf(path)));
  return [...new Map(missed.map(path => [keyOf(path), path])).values()];
}

function keyOf(path: readonly string[]): string {
  return path.join('\0');
}

const IGNORED = new Set(['qualify', 'window_clause']);

/**
 * Every node, with the key that contains it, and whether it is in a clause that the analyser's list ignores. A text may nest deeply, so this is
 * not recursive.
 */
function visit(
  tree: object,
  look: (key: string, node: TreeNode, isIgnored: boolean) => void,
): void {
  const left: (readonly [string, unknown, boolean])[] = [['', tree, false]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [key, value, isInside] = next;
    if (Array.isArray(value)) for (const item of value) left.push([key, item, isInside]);
    if (!isNode(value)) continue;
    const isIgnored = isInside || IGNORED.has(key);
    look(key, value, isIgnored);
    for (const [name, part] of Object.entries(value)) left.push([name, part, isIgnored]);
  }
}
