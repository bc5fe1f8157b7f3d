/** Finds texts without quotes that YAML refuses although their meaning is certain: `@name …`, and a text for people with a `: `. */
import { isNode, visit, type YAMLError } from 'yaml';
import { cutAt } from '../core/report/cut-values.ts';
import type { Place, SourceText } from '../core/report/diagnostics.ts';
import { isOneText } from '../core/report/whole-text.ts';

/** The whole text that begins at a fault of `root`; `null` if something else may be meant. */
export function unquotedText(
  source: SourceText,
  { code, pos: [start, end] }: YAMLError,
  root: unknown,
): Place | null {
  switch (code) {
    case 'BAD_SCALAR_START':
      return parameterText(source, start, root);
    case 'BLOCK_AS_IMPLICIT_KEY':
      return proseOnLine(source, start);
    case 'BLOCK_IN_FLOW':
      return proseInBraces(source, start, end);
    default:
      return null;
  }
}

// ---- parameters -----------------------------------------------------------------------------------------------------

function parameterText(source: SourceText, start: number, root: unknown): Place | null {
  const { text } = source;
  if (!/^@[A-Za-z_]/.test(text.slice(start, start + 2))) return null;
  const end = endOfValue(root, start);
  if (end === null || !isOneText(text.slice(start, end))) return null;
  // brackets behind a text between braces belong to it
  if (!/^\s*(?:[,\]}#]|$)|^[ \t]*\r?\n/.test(text.slice(end, end + REACH))) return null;
  const place = { source, start, end };
  return cutAt(place) === null ? place : null;
}

/** The most space behind a text that is read. */
const REACH = 200;

/** The end of the scalar at `start` that is no key; `null` if there is none. */
function endOfValue(root: unknown, start: number): number | null {
  let end: number | null = null;
  if (!isNode(root)) return null;
  visit(root, {
    Scalar: (key, { range }) => {
      if (key === 'key' || range?.[0] !== start) return;
      end = range[1];
      return visit.BREAK;
    },
  });
  return end;
}

// ---- texts for people -----------------------------------------------------------------------------------------------

/** The begin of a line up to a text for people. */
const KEY = /(?:^|[\s{,])(?:summary|description|title|owner):[ \t]+$/;
/** How a text begins that is not in quotes, and no other value. */
const BEGIN = /^[^\s'"[\]{}&*!|>%@`#,?:-]/;

function proseOnLine(source: SourceText, start: number): Place | null {
  const { text } = source;
  const column = columnOfKey(text, start);
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(start)) ?? [];
  if (column === null || !isProse(line) || isDeeper(text, start + line.length, column)) return null;
  return { source, start, end: start + line.trimEnd().length };
}

function proseInBraces(source: SourceText, start: number, end: number): Place | null {
  const { text } = source;
  const written = text.slice(start, end).trimEnd();
  if (columnOfKey(text, start) === null || !isProse(written)) return null;
  // before the colon stands no name of a key
  const [first = ''] = written.split(':', 1);
  if (!/^\p{Lu}|\s/u.test(first) || /[[\]{},\n]/.test(written)) return null;
  return { source, start, end: start + written.length };
}

/** The column of the key of a text for people that begins at `start`; `null` if it has another key. */
function columnOfKey(text: string, start: number): number | null {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const found = KEY.exec(before);
  return found && found.index + found[0].search(/\w/);
}

function isProse(text: string): boolean {
  if (!BEGIN.test(text) || /\s#/.test(text)) return false;
  // a quoted colon and a comma: the warning would name the comma
  return !isOneText(text) || !text.includes(',');
}

/** Whether the next line that is not empty is deeper than `column`. */
function isDeeper(text: string, lineEnd: number, column: number): boolean {
  NEXT.lastIndex = lineEnd;
  const [, indent = ''] = NEXT.exec(text) ?? [];
  return indent.length > column;
}
const NEXT = /(?:[ \t]*\r?\n)+([ \t]*)(?=[^\s#])/y;
