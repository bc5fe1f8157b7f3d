/** Finds the tables that a statement's tree reads. Refuses a statement that reads anything else. */
import type { Refused } from '../../analyst.ts';
import { refused } from '../../support/analyst-text.ts';
import type { Parsed, Tree } from './parse.ts';
import { placeOfByte } from './place.ts';

export interface Reads {
  readonly kind: 'reads';
  readonly tables: readonly (readonly string[])[];
}

/** Functions that change what the next statement sees. */
const CHANGING = new Set(['nextval', 'setseed', 'write_log']);
const SHOWN: Readonly<Record<string, string>> = { SUMMARY: 'SUMMARIZE', DESCRIBE: 'DESCRIBE' };

export function readsOf(
  { tree }: Parsed,
  text: string,
  refusedFunctions: ReadonlySet<string>,
): Reads | Refused {
  const tables: Tree[] = [];
  const faults: Refused[] = [];
  visit(tree, (node, ctes) => {
    const fault = faultOf(node, text, refusedFunctions);
    if (fault !== null) faults.push(fault);
    if (node['type'] === 'BASE_TABLE' && !isCte(node, ctes)) tables.push(node);
  });
  const [fault] = faults;
  if (fault !== undefined) return fault;
  const inOrder = tables.sort((a, b) => placeOf(a) - placeOf(b)).map(nameOf);
  const distinct = new Map(inOrder.map(parts => [parts.join('\0'), parts]));
  return { kind: 'reads', tables: [...distinct.values()] };
}

function faultOf(node: Tree, text: string, refusedFunctions: ReadonlySet<string>): Refused | null {
  if (node['type'] === 'SHOW_REF') {
    const verb = SHOWN[String(node['show_type'])] ?? 'SHOW';
    return refused(
      `${verb} reads what DuckDB knows of tables, which is not a SELECT statement`,
      'Select from the tables themselves.',
    );
  }
  const name = String(node['function_name'] ?? '').toLowerCase();
  if (node['class'] === 'FUNCTION' && CHANGING.has(name)) {
    const message = `\`${name}\` changes the state of the database`;
    return refused(message, 'Leave it out.', placeOfByte(text, placeOf(node)));
  }
  if (node['type'] !== 'TABLE_FUNCTION') return null;
  const called = isTree(node['function']) ? String(node['function']['function_name']) : '';
  if (!refusedFunctions.has(called.toLowerCase())) return null;
  return refused(
    `\`${called}\` reads files, other statements or DuckDB itself`,
    'Select from tables of the data sets.',
    placeOfByte(text, placeOf(node)),
  );
}

/**
 * Calls `look` for each node with the names of the CTEs in scope, in lower case. It is not recursive, because a text
 * may nest as deep as the parser allows.
 */
function visit(root: Tree, look: (node: Tree, ctes: ReadonlySet<string>) => void): void {
  const open: (readonly [unknown, ReadonlySet<string>])[] = [[root, new Set()]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, ctes] = next;
    if (Array.isArray(value)) {
      for (const item of value) open.push([item, ctes]);
    }
    if (!isTree(value)) continue;
    look(value, ctes);
    const own = new Set(ctes);
    for (const { key, query } of ctesOf(value)) {
      // a recursive CTE's own name is added at its RECURSIVE_CTE_NODE
      open.push([query, new Set(own)]);
      own.add(key);
    }
    if (value['type'] === 'RECURSIVE_CTE_NODE') own.add(String(value['cte_name']).toLowerCase());
    for (const [key, part] of Object.entries(value)) {
      if (key !== 'cte_map') open.push([part, own]);
    }
  }
}

/** The CTEs of a node. Each sees those before it, but not itself. */
function ctesOf(node: Tree): readonly { readonly key: string; readonly query: unknown }[] {
  const map = isTree(node['cte_map']) ? node['cte_map']['map'] : [];
  if (!Array.isArray(map)) return [];
  return map.filter(isTree).map(({ key, value }) => ({
    key: String(key).toLowerCase(),
    query: value,
  }));
}

function isCte(table: Tree, ctes: ReadonlySet<string>): boolean {
  const parts = nameOf(table);
  return parts.length === 1 && ctes.has(parts[0]?.toLowerCase() ?? '');
}

function nameOf(table: Tree): readonly string[] {
  return [table['catalog_name'], table['schema_name'], table['table_name']].filter(
    part => typeof part === 'string' && part !== '',
  ) as string[];
}

function placeOf(node: Tree): number {
  return Number(node['query_location'] ?? 0);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
