/**
 * The tables that a statement reads. Its tree has their names, with parts joined by dots, but not the names of common table
 * expressions that replace tables. The canonical text has both: a table follows FROM, JOIN, or a comma in their lists.
 */
import type { Reads } from '../../analyst.ts';
import { type Cte, ctesIn } from './ctes.ts';
import { namesAfterIn, namesInArguments } from './hidden.ts';
import type { AstNode } from './tree.ts';
import { type Word, wordsIn } from './words.ts';

interface Named {
  readonly parts: readonly string[];
  readonly start: number;
}

/** `known`: names of the data sets' tables, their parts joined by dots. */
export function findTables(
  sql: string,
  nodes: readonly AstNode[],
  known: ReadonlySet<string>,
): Pick<Reads, 'tables' | 'hidden'> {
  const words = wordsIn(sql);
  const ctes = ctesIn(words, sql.length);
  const named = namesIn(words);
  const isNamed = new Set(named.map(({ parts }) => parts.join('.')));
  const inTree = new Set(namesOf(nodes, 'TableIdentifier'));
  const tables = named
    .filter(({ parts }) => inTree.has(parts.join('.')))
    .filter(name => !ctes.some(cte => isOf(name, cte)))
    .map(({ parts }) => parts);
  const sets = setsOf(words, nodes, ctes);
  const inArguments = namesInArguments(nodes);
  const others = [
    // these are named by values of type Identifier
    ...[...inTree].filter(name => !isNamed.has(name)),
    // `x IN name` may also mean a column
    ...sets.filter(name => known.has(name)),
    ...inArguments.filter(name => name !== null && known.has(name)).map(String),
  ].map(name => name.split('.'));
  const hidden = [
    ...sets.filter(name => !known.has(name)).map(name => `\`IN ${name}\``),
    ...inArguments.filter(name => name === null || !known.has(name)).map(dictionary),
  ].map(what => ({ what, at: null }));
  return { tables: distinct([...tables, ...others]), hidden };
}

function dictionary(name: string | null): string {
  return name === null ? 'A computed name' : `\`${name}\`, which no data set has as its table,`;
}

function distinct(names: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(names.map(parts => [parts.join('\0'), parts])).values()];
}

/** The names after IN that may mean something other than common table expressions. */
function setsOf(
  words: readonly Word[],
  nodes: readonly AstNode[],
  ctes: readonly Cte[],
): readonly string[] {
  const named = inSets(words);
  const inTree = namesAfterIn(nodes);
  return [...new Set(inTree)].filter(name => {
    const there = named.filter(({ parts }) => parts.join('.') === name);
    const isEach = there.every(one => ctes.some(cte => isOf(one, cte)));
    return !isEach || there.length !== inTree.filter(one => one === name).length;
  });
}

function namesOf(nodes: readonly AstNode[], wanted: string): readonly string[] {
  return nodes.flatMap(({ kind, name }) => (kind === wanted ? [name] : []));
}

function isOf({ parts, start }: Named, cte: Cte): boolean {
  const [name] = parts;
  if (parts.length > 1 || name !== cte.name || start < cte.start || start >= cte.end) return false;
  return cte.isRecursive || start < cte.bodyStart || start >= cte.bodyEnd;
}

/** Clauses that end a list of tables. */
const OTHER_CLAUSES = new Set(
  'SELECT WHERE PREWHERE GROUP ORDER HAVING LIMIT OFFSET WINDOW QUALIFY SETTINGS UNION INTERSECT EXCEPT WITH'.split(
    ' ',
  ),
);

/** Names in the positions of tables, in their order. */
function namesIn(words: readonly Word[]): readonly Named[] {
  const names: Named[] = [];
  /** For each open parenthesis, whether its content is a list of tables at this point. */
  const lists = [false];
  words.forEach((word, index) => {
    const before = words[index - 1];
    if (word.is('(')) lists.push(false);
    else if (word.is(')')) lists.pop();
    else if (OTHER_CLAUSES.has(word.keyword)) lists[lists.length - 1] = false;
    else if (word.keyword === 'FROM' || word.keyword === 'JOIN') {
      lists[lists.length - 1] = before?.keyword !== 'ARRAY';
    }
    const begins =
      before !== undefined &&
      lists.at(-1) === true &&
      (before.is(',') || before.keyword === 'FROM' || before.keyword === 'JOIN');
    if (begins && word.name !== null) names.push({ parts: chain(words, index), start: word.start });
  });
  return names;
}

function chain(words: readonly Word[], index: number): readonly string[] {
  const parts = [words[index]?.name ?? ''];
  for (let at = index; words[at + 1]?.is('.'); at += 2) parts.push(words[at + 2]?.name ?? '');
  return parts;
}

/** Names alone in the parentheses after IN. */
function inSets(words: readonly Word[]): readonly Named[] {
  return words.flatMap((word, index) => {
    const first = words[index + 2];
    if (word.keyword !== 'IN' || words[index + 1]?.is('(') !== true) return [];
    if (first === undefined || first.name === null) return [];
    const parts = chain(words, index + 2);
    const isAlone = words[index + 1 + 2 * parts.length]?.is(')') === true;
    return isAlone ? [{ parts, start: first.start }] : [];
  });
}
