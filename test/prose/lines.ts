/** Takes the comments out of Python, Go and YAML, and out of YAML what its authors write for readers. */
import { ofPieces, type Piece, type Prose } from './prose.ts';

/** By the end of a file's name: the comments of a line, and lines that belong to one text. */
const LANGUAGES: Readonly<Record<string, (text: string) => readonly Piece[]>> = {
  '.py': text => [...comments(text, /^\s*# ?(.*)$/), ...docstrings(text)],
  '.go': text => comments(text, /^\s*\/\/ ?(.*)$/),
  '.yaml': text => [...comments(text, /^\s*# ?(.*)$/), ...descriptions(text)],
};
/** Commands to tools, and code that is commented out. */
const DIRECTIVE = /^(?:yaml-language-server:|!|go:|noqa|type:|pylint|[a-z_]+: *\S*$)/;
/** A value on its key's line, which ends a flow mapping's entry as well. */
const DESCRIPTION =
  /\b(?:summary|description|title):[ ]+(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^'"{[|>#\s][^#{}\n]*?))(?=\s*(?:[}#]|$|, [a-z_]+:))/gm;

export function isOfLines(file: string): boolean {
  return Object.keys(LANGUAGES).some(end => file.endsWith(end));
}

export function ofLines(file: string, text: string): Prose {
  const [, extract] = Object.entries(LANGUAGES).find(([end]) => file.endsWith(end)) ?? [];
  if (extract === undefined) throw new Error(`no comments are known in ${file}`);
  return ofPieces(
    file,
    [...extract(text)].sort((a, b) => a.line - b.line),
  );
}

/** Comments on lines below each other are one text. */
function comments(text: string, pattern: RegExp): readonly Piece[] {
  const pieces: { text: string; line: number; end: number }[] = [];
  text.split('\n').forEach((row, index) => {
    const found = pattern.exec(row)?.[1];
    if (found === undefined || DIRECTIVE.test(found)) return;
    const last = pieces.at(-1);
    if (last !== undefined && last.end === index) {
      last.text += `\n${found}`;
      last.end = index + 1;
    } else pieces.push({ text: found, line: index + 1, end: index + 1 });
  });
  return pieces;
}

function docstrings(text: string): readonly Piece[] {
  return [...text.matchAll(/^\s*r?"""([\s\S]*?)"""/gm)].map(
    ({ 1: found = '', index, 0: whole }) => ({
      text: found.replace(/^[ \t]+/gm, ''),
      line: lineAt(text, index + whole.length - whole.trimStart().length),
    }),
  );
}

function descriptions(text: string): readonly Piece[] {
  return [...text.matchAll(DESCRIPTION)].map(({ 1: double, 2: single, 3: plain, index }) => ({
    text: double ?? single?.replaceAll("''", "'") ?? plain ?? '',
    line: lineAt(text, index),
  }));
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
