/** Finds the parts of a statement that may read tables which neither its tree nor its text names. */
import type { HiddenRead } from '../../analyst.ts';
import type { BuiltInFunctions } from './functions.ts';
import { type AstNode, nodesUnder } from './tree.ts';
import type { Word } from './words.ts';

export function findHiddenReads(
  nodes: readonly AstNode[],
  words: readonly Word[],
  functions: BuiltInFunctions,
): readonly HiddenRead[] {
  return [
    ...unknownCalls(nodes, functions),
    ...applied(nodes, words, functions),
    ...outsideTree(nodes, words),
  ].map(what => ({ what, at: null }));
}

/** Functions that a server defines itself, and views with parameters. */
function unknownCalls(nodes: readonly AstNode[], functions: BuiltInFunctions): readonly string[] {
  return nodes.flatMap(({ kind, name }, index) => {
    if (kind !== 'Function') return [];
    const isTable = parentOf(nodes, index)?.kind === 'TableExpression';
    const isKnown = functions.isOfArguments(name) || (!isTable && functions.isBuiltIn(name));
    return isKnown ? [] : [`\`${name}\``];
  });
}

function parentOf(nodes: readonly AstNode[], index: number): AstNode | undefined {
  const depth = nodes[index]?.depth ?? 0;
  return nodes.slice(0, index).findLast(node => node.depth < depth);
}

/** The tree does not contain what APPLY calls. A built-in function by its name alone is plain. */
function applied(
  nodes: readonly AstNode[],
  words: readonly Word[],
  functions: BuiltInFunctions,
): readonly string[] {
  const transformers = nodes.filter(({ kind }) => kind === 'ColumnsApplyTransformer');
  const plain = words.filter((word, index) => {
    const [called, next] = words.slice(index + 1);
    const name = called?.name ?? '';
    const isNamed = functions.isBuiltIn(name) && !OF_NAMES.test(name) && !INS.test(name);
    // `x ->` begins a lambda
    return word.name === 'APPLY' && isNamed && next?.is('-') !== true;
  });
  return plain.length < transformers.length ? ['`APPLY`'] : [];
}

/** Each SELECT of the text must be in the tree. */
function outsideTree(nodes: readonly AstNode[], words: readonly Word[]): readonly string[] {
  const inTree = nodes.filter(({ kind }) => kind === 'SelectQuery').length;
  const inText = words.filter(({ keyword }) => keyword === 'SELECT').length;
  return inText === inTree ? [] : ['A subquery'];
}

/** Functions whose first argument is the name of a dictionary or of a table. */
const OF_NAMES = /^(?:dict[A-Z]|joinGet)/;
const OF_COLUMNS = new Set(['getMergeTreeSetting', 'hasColumnInTable']);

/** The names of tables and dictionaries in arguments; `null` for a name that is computed. */
export function namesInArguments(nodes: readonly AstNode[]): readonly (string | null)[] {
  return nodes.flatMap(({ kind, name }, index) => {
    if (kind !== 'Function') return [];
    if (OF_COLUMNS.has(name)) return [null];
    return OF_NAMES.test(name) ? [nameOf(argumentsOf(nodes, index)[0])] : [];
  });
}

/** Dictionaries are named by texts, tables also without quotes. */
function nameOf(argument: AstNode | undefined): string | null {
  if (argument?.kind === 'Identifier') return argument.name;
  const [, text = null] =
    argument?.kind === 'Literal' ? (/^'([\w.]+)'$/.exec(argument.name) ?? []) : [];
  return text;
}

const INS = /^(?:global)?(?:not)?(?:null)?in(?:ignoreset)?$/i;

/** The names after IN, which may mean tables, columns or the sets of WITH. */
export function namesAfterIn(nodes: readonly AstNode[]): readonly string[] {
  return nodes.flatMap(({ kind, name }, index) => {
    if (kind !== 'Function' || !INS.test(name)) return [];
    const [, set] = argumentsOf(nodes, index);
    return set?.kind === 'Identifier' ? [set.name] : [];
  });
}

function argumentsOf(nodes: readonly AstNode[], index: number): readonly AstNode[] {
  const depth = (nodes[index]?.depth ?? 0) + 2;
  return nodesUnder(nodes, index).filter(node => node.depth === depth);
}
