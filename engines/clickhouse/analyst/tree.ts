/** A statement's tree as EXPLAIN AST writes it: a line for each node, indented by one more space than its parent. */

import { splitTokens } from '../../../generator/own/tokens.ts';
import { messageOf } from '../../../generator/system/errors.ts';
import type { StatementRefused } from '../../analyst.ts';
import { refused, refusedHolding } from '../../support/analyst-text.ts';
import ownSql from '../own-sql.ts';
import { SELECTS } from './canonical.ts';
import type { ChDb, ParameterTexts } from './chdb.ts';
import { saidIn } from './errors.ts';

export interface AstNode {
  readonly depth: number;
  /** Such as `Function`. */
  readonly kind: string;
  /** The text after its kind, such as the function's name, without its alias and number of children. */
  readonly name: string;
}

interface Tree {
  readonly kind: 'tree';
  readonly nodes: readonly AstNode[];
}

/** `text`: the statement as its author wrote it. */
export async function treeOf(
  chdb: ChDb,
  sql: string,
  samples: ParameterTexts,
  text: string,
): Promise<Tree | StatementRefused> {
  try {
    const lines = (await chdb.ask(`EXPLAIN AST ${sql}`, samples)).split('\n');
    return { kind: 'tree', nodes: lines.filter(line => line.trim() !== '').map(nodeOf) };
  } catch (error) {
    const said = saidIn(messageOf(error));
    // EXPLAIN applies a statement's settings even though it does not run the statement.
    if (/setting in readonly mode/.test(said)) return refusedClause('SETTINGS', text);
    const holding = refusedHolding(text, ownSql, SELECTS);
    return holding ?? refused(`ClickHouse cannot read the statement: ${said}`, null);
  }
}

/** The nodes below the one at `index`. */
export function nodesUnder(nodes: readonly AstNode[], index: number): readonly AstNode[] {
  const depth = nodes[index]?.depth ?? 0;
  const end = nodes.findIndex((node, at) => at > index && node.depth <= depth);
  return nodes.slice(index + 1, end < 0 ? nodes.length : end);
}

function nodeOf(line: string): AstNode {
  const label = line.trimStart();
  const [kind = '', ...rest] = label.split(' ');
  const name = rest
    .join(' ')
    .replace(/ ?\(children \d+\)$/, '')
    .replace(/ ?\(alias .*\)$/, '');
  return { depth: line.length - label.length, kind, name };
}

/** Refuses a clause that does more than read, or a function that reads more than tables. */
export function whyRefused(
  nodes: readonly AstNode[],
  text: string,
  refusedFunctions: ReadonlySet<string>,
): StatementRefused | null {
  const [root] = nodes;
  if (root === undefined || !ROOTS.has(root.kind)) {
    return (
      refusedHolding(text, ownSql, SELECTS) ??
      refused('ClickHouse reads no SELECT statement', 'Write one SELECT statement.')
    );
  }
  // The root contains the list of SELECTs and, next to it, the clauses that apply to their rows.
  const beside = nodes.filter(({ depth, kind }) => depth === 1 && kind in BESIDE);
  const [clause] = nodes.some(({ kind }) => kind === 'Set')
    ? ['SETTINGS']
    : beside.map(({ kind }) => BESIDE[kind]);
  if (clause !== undefined) return refusedClause(clause, text);
  const called = nodes.find(
    ({ kind, name }) => kind === 'Function' && refusedFunctions.has(name.toLowerCase()),
  );
  if (called === undefined) return null;
  const shown = called.name === 'viewExplain' ? 'EXPLAIN' : called.name;
  return refused(
    `\`${shown}\` reads files, servers or other statements`,
    'Select from tables of the data sets.',
    lastWord(text, shown),
  );
}

function refusedClause(clause: string, text: string): StatementRefused {
  return refused(
    `${clause} says how ClickHouse answers, which the service decides`,
    `Leave ${clause} out.`,
    lastWord(text, clause),
  );
}

const ROOTS = new Set(['SelectWithUnionQuery', 'SelectIntersectExceptQuery']);
const BESIDE: Readonly<Record<string, string>> = {
  Identifier: 'FORMAT',
  Literal: 'OUTFILE',
  Set: 'SETTINGS',
};

function lastWord(text: string, word: string): number | null {
  const isIt = ({ start, end }: { readonly start: number; readonly end: number }) =>
    text.slice(start, end).toUpperCase() === word.toUpperCase();
  return splitTokens(text, ownSql).findLast(isIt)?.start ?? null;
}
