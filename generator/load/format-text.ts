/** Formats a specification and keeps its comments. */
import { Document, isCollection, isNode, Lexer, parseDocument, visit } from 'yaml';
import { readTree } from '../compile-specs.ts';
import { collector } from '../core/report/diagnostics.ts';
import type { Node } from '../core/spec/document.ts';
import { outlineOf } from './library.ts';
import { loadDocument } from './load.ts';

const WIDTH = 130;

/**
 * The text with two spaces for each level, one space inside braces and before comments, and long lines broken. Returns `null` if the text
 * has a fault, or if formatting would change its meaning or lose a comment.
 */
export function formatText(path: string, text: string): string | null {
  const before = treeOf(text);
  if (before === null) return null;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const first = written(text.replaceAll('\r\n', '\n'));
  const isSame = treeOf(first) === before && commentsOf(first) === commentsOf(text);
  if (!isSame || written(first) !== first || meaning(path, first) !== meaning(path, text))
    return null;
  return first.replaceAll('\n', lineEnd);
}

function written(text: string): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core', logLevel: 'silent' });
  if (!(document instanceof Document)) throw new Error('the text is more than one document');
  markComments(document, text);
  const printed = document.toString({ lineWidth: WIDTH, minContentWidth: 40 });
  return withoutPadding(movedBack(printed));
}

// ---- comments after a key -------------------------------------------------------------------------------------------

/** The library moves a comment after a key to a separate line. This character, which no text contains, marks the original place. */
const SIGN = '\u0001';

function movedBack(printed: string): string {
  const parts = printed.split(`#${SIGN}`);
  const ended = parts.map((part, i) => (i === parts.length - 1 ? part : part.trimEnd()));
  return ended.join(' #');
}

function markComments(document: Document, text: string): void {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isNode(key) || !isCollection(value) || !key.range) return;
      const line = text.slice(key.range[1], text.indexOf('\n', key.range[1]));
      const isBehind = line.replace(':', '').trimStart().startsWith('#');
      if (isBehind && value.commentBefore) value.commentBefore = `${SIGN}${value.commentBefore}`;
    },
  });
}

// ---- brackets -------------------------------------------------------------------------------------------------------

/** Removes the spaces inside the brackets of lists; braces keep theirs. */
function withoutPadding(text: string): string {
  const root = outlineOf({ file: '', text })?.root;
  const spaces = root === undefined ? [] : spacesIn(root, text);
  return spaces
    .toSorted((a, b) => b - a)
    .reduce((all, at) => all.slice(0, at) + all.slice(at + 1), text);
}

/** The offsets of the spaces after `[` and before `]`. */
function spacesIn(node: Node, text: string): readonly number[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'mapping') return node.entries.flatMap(({ value }) => spacesIn(value, text));
  const { start, end } = node.place;
  const inner = node.items.flatMap(item => spacesIn(item, text));
  const isPadded = text.startsWith('[ ', start) && text.startsWith(' ]', end - 2);
  return isPadded ? [start + 1, ...inner, end - 2] : inner;
}

// ---- comparing the meaning ------------------------------------------------------------------------------------------

/** The tree as text, without places. Returns `null` if the text has a fault. */
function treeOf(text: string): string | null {
  const { diagnostics, report } = collector();
  const document = loadDocument('', text, report);
  if (document === null || diagnostics.length > 0) return null;
  return JSON.stringify(plain(document.root));
}

/** The tree in which texts that lack quotes are whole. */
function meaning(path: string, bytes: string): string | null {
  const tree = readTree({ path, bytes });
  return tree && JSON.stringify(plain(tree.root));
}

function plain(node: Node): unknown {
  switch (node.kind) {
    case 'scalar':
      return [node.text, typeof node.value];
    case 'sequence':
      return { items: node.items.map(plain) };
    case 'mapping':
      return { keys: node.entries.map(({ name, value }) => [name, plain(value)]) };
  }
}

/** All comments in order. */
function commentsOf(text: string): string {
  const comments = [...new Lexer().lex(text)].filter(token => token.startsWith('#'));
  return comments.map(comment => comment.trim()).join('\n');
}
