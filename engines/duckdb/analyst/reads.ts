/** Finds the tables that a statement's tree reads. Refuses a statement that reads anything else. */

import { asciiLower } from '../../../generator/own/tables.ts';
import type { HiddenRead, StatementRefused, Understood } from '../../analyst.ts';
import { refused } from '../../support/analyst-text.ts';
import type { ParsedStatement, ParseTree } from './parse.ts';
import { placeOfByte } from './place.ts';

type Reads = Pick<Understood, 'tables' | 'hidden'> & { readonly kind: 'reads' };

/** The names of DuckDB's own functions, in lower case. */
export interface FunctionNames {
  /** Table functions that a statement must not call. */
  readonly refused: ReadonlySet<string>;
  /** Table functions that make rows only from their arguments. */
  readonly ofTables: ReadonlySet<string>;
  /** Functions that use only the rows of the statement. */
  readonly ofRows: ReadonlySet<string>;
}

/** Functions that change what the next statement sees. */
const CHANGING = new Set(['nextval', 'setseed', 'write_log']);
const SHOWN: Readonly<Record<string, string>> = { SUMMARY: 'SUMMARIZE', DESCRIBE: 'DESCRIBE' };

export function findReads(
  { tree }: ParsedStatement,
  text: string,
  functions: FunctionNames,
): Reads | StatementRefused {
  const tables: ParseTree[] = [];
  const hidden: HiddenRead[] = [];
  const faults: StatementRefused[] = [];
  visit(tree, (node, ctes) => {
    const fault = faultOf(node, text, functions.refused);
    if (fault !== null) faults.push(fault);
    const what = unknownCall(node, functions);
    if (what !== null) hidden.push({ what: `\`${what}\``, at: placeOfByte(text, placeOf(node)) });
    if (node['type'] === 'BASE_TABLE' && !isCte(node, ctes)) tables.push(node);
  });
  const [fault] = faults;
  if (fault !== undefined) return fault;
  const inOrder = tables.sort((a, b) => placeOf(a) - placeOf(b)).map(nameOf);
  const distinct = new Map(inOrder.map(parts => [parts.join('\0'), parts]));
  return { kind: 'reads', tables: [...distinct.values()], hidden };
}

/** The name of a function that DuckDB itself lacks, or that reads more than its rows. A macro of a database may read any table. */
function unknownCall(node: ParseTree, { refused, ofTables, ofRows }: FunctionNames): string | null {
  if (node['type'] === 'TABLE_FUNCTION') {
    const called = calledName(node);
    const isOwn = ofTables.has(called.toLowerCase()) && !isQualified(node['function']);
    return isOwn || refused.has(called.toLowerCase()) ? null : called;
  }
  if (node['class'] !== 'FUNCTION' && node['class'] !== 'WINDOW') return null;
  const name = String(node['function_name'] ?? '');
  const isKnown = ofRows.has(name.toLowerCase()) || ofTables.has(name.toLowerCase());
  return isKnown || !IDENTIFIER.test(name) ? null : name;
}

/** Names of operators are no identifiers. */
const IDENTIFIER = /[\w\u0080-\uffff]/;

function calledName(node: ParseTree): string {
  return isTree(node['function']) ? String(node['function']['function_name']) : '';
}

function isQualified(call: unknown): boolean {
  return isTree(call) && [call['schema'], call['catalog']].some(part => (part ?? '') !== '');
}

function faultOf(
  node: ParseTree,
  text: string,
  refusedFunctions: ReadonlySet<string>,
): StatementRefused | null {
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
  const called = calledName(node);
  if (!refusedFunctions.has(called.toLowerCase())) return null;
  return refused(
    `\`${called}\` reads files, other statements or DuckDB itself`,
    'Select from tables of the data sets.',
    placeOfByte(text, placeOf(node)),
  );
}

/**
 * Calls `look` for each node with the names of the CTEs in scope, in ASCII lower case. It is not recursive, because a text
 * may nest as deep as the parser allows.
 */
function visit(root: ParseTree, look: (node: ParseTree, ctes: ReadonlySet<string>) => void): void {
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
    if (value['type'] === 'RECURSIVE_CTE_NODE') own.add(asciiLower(String(value['cte_name'])));
    for (const [key, part] of Object.entries(value)) {
      if (key !== 'cte_map') open.push([part, own]);
    }
  }
}

/** The CTEs of a node. Each sees those before it, but not itself. */
function ctesOf(node: ParseTree): readonly { readonly key: string; readonly query: unknown }[] {
  const map = isTree(node['cte_map']) ? node['cte_map']['map'] : [];
  if (!Array.isArray(map)) return [];
  return map.filter(isTree).map(({ key, value }) => ({
    key: asciiLower(String(key)),
    query: value,
  }));
}

function isCte(table: ParseTree, ctes: ReadonlySet<string>): boolean {
  const parts = nameOf(table);
  return parts.length === 1 && ctes.has(asciiLower(parts[0] ?? ''));
}

function nameOf(table: ParseTree): readonly string[] {
  return [table['catalog_name'], table['schema_name'], table['table_name']].filter(
    part => typeof part === 'string' && part !== '',
  ) as string[];
}

function placeOf(node: ParseTree): number {
  return Number(node['query_location'] ?? 0);
}

function isTree(value: unknown): value is ParseTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
