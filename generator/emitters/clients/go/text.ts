/**
 * The only functions that put untrusted text into Go: as a literal, a comment, an identifier, the tag of a field, or a name in
 * `go.mod`. They remove only whitespace: at the ends of comment lines, at their beginnings where `gofmt` would remove it, and
 * repeated empty lines. They insert backslashes; those in the text are escaped first.
 */
import { type Code, safe } from '../../text/writer.ts';

/** Characters that are invisible or reorder others: controls, formats, separators; and the byte order mark, which Go rejects. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** Replaces lone surrogates, which UTF-8 cannot represent. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function escaped(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

/** Prints a text as an interpreted string literal. */
export function literal(text: string): Code {
  const body = wellFormed(text).replace(/[\\"]/g, '\\$&').replace(UNSEEN, escaped);
  return safe(`"${body}"`);
}

/** Accepts a name that is already a valid exported Go name; anything else is a bug of ours. */
export function identifier(name: string): Code {
  if (!/^[A-Z][A-Za-z0-9_]*$/.test(name)) throw new Error(`${name} is not an exported name of Go`);
  return safe(name);
}

/** Prints the tag that names a field in JSON. */
export function tag(name: string): Code {
  const key = `json:${literal(name)}`;
  return /[`\\]/.test(key) ? literal(key) : safe(`\`${key}\``);
}

/** Accepts the path of a module or the name of a package from the checked configuration. */
export function moduleName(name: string): Code {
  if (!/^[A-Za-z0-9._~/-]+$/.test(name)) throw new Error('the path of a Go module is checked');
  return safe(name);
}

// ---- comments -------------------------------------------------------------------------------------------------------

const TRAILING_SPACE = /(?<![ \t])[ \t]+$/;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/** Runs of backslashes in the text that could be mistaken for inserted escapes. The whole run is doubled. */
const ESCAPE = new RegExp(
  String.raw`(?<!\\)\\+(?=u[0-9a-f]{4}|U[0-9a-f]{8}|${UNSEEN.source})`,
  'gu',
);
/** Pairs of quotes that `gofmt` would turn into typographic quotes. */
const PAIR = /([`'])(\\*)(?=\1)/g;
/** Beginnings of lines that `gofmt` or a tool would treat as a heading, a link or a build constraint. */
const MARK = /^(?=\\|# |\[.*\]:|\+build)/;
/** A last line without final punctuation: `gofmt` would mark a paragraph of one such line as a heading. */
const OPEN_END = /[^!-/:-@[-`{-~]$/;

/** Text that Markdown treats as code after an empty line, or at the beginning. */
const CODE_LINE = /^(?: {4}|\t)/;
/** Text that is a build constraint anywhere, and text that turns a block into a list if the block begins with it. */
const CODE_MARK = /^([ \t]*)(?=\\|\+build)/;
const LIST_MARK = /^([ \t]*)(?=[-*+•][ \t]|[0-9]+[.)][ \t])/;

/**
 * Prints paragraphs as line comments, one comment for each line. No comment begins a directive, and `gofmt` leaves the comments
 * unchanged, even in front of a declaration. Code is indented by one tab and keeps its own indentation after it.
 */
export function comment(...paragraphs: readonly (string | null)[]): readonly Code[] {
  const lines: string[] = [];
  for (const text of paragraphs) {
    if (text === null || text === '') continue;
    lines.push('');
    for (const line of commentLines(text)) lines.push(line);
  }
  const said: Code[] = [];
  lines.forEach((line, i) => {
    const isLast = (lines[i + 1] ?? '') === '';
    if (line.startsWith('\t')) said.push(safe(`//${line}`.trimEnd()));
    else if (line !== '') said.push(safe(`// ${line}${isLast && OPEN_END.test(line) ? '.' : ''}`));
    else if ((lines[i - 1] ?? '') !== '') said.push(safe('//'));
  });
  if (said.at(-1) === '//') said.pop();
  return said;
}

/** Returns lines of text, which do not begin with a tab, and lines of code, which do. */
function commentLines(text: string): readonly string[] {
  const lines = wellFormed(text)
    .split(LINE_BREAK)
    .map(line => line.replace(TRAILING_SPACE, ''));
  return blocksOf(lines).flatMap(({ isCode, lines }) =>
    isCode ? ['', ...codeLines(lines), ''] : lines.map(textLine),
  );
}

interface Block {
  readonly isCode: boolean;
  readonly lines: string[];
}

/**
 * Splits lines into blocks. A block of code begins with an indented line after a blank one, and ends before the next line that
 * is neither indented nor blank.
 */
function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  lines.forEach((line, i) => {
    const last = blocks.at(-1);
    const isIndented = CODE_LINE.test(line);
    const isBehindBlank = (lines[i - 1] ?? '') === '';
    const isCode = last?.isCode === true ? line === '' || isIndented : isIndented && isBehindBlank;
    if (last?.isCode === isCode) last.lines.push(line);
    else blocks.push({ isCode, lines: [line] });
  });
  return blocks;
}

function textLine(line: string): string {
  return line
    .replace(/\t/g, ' ')
    .replace(ESCAPE, '$&$&')
    .replace(PAIR, '$1$2\\')
    .replace(UNSEEN, escaped)
    .trim()
    .replace(MARK, '\\');
}

function codeLines(block: readonly string[]): readonly string[] {
  const lines = block.slice(0, block.findLastIndex(line => line !== '') + 1);
  const least = indentation(lines.filter(line => line !== ''));
  return lines.map((line, i) => {
    const shown = line.slice(least).split('\t').map(visible).join('\t');
    const marked = shown.replace(CODE_MARK, '$1\\');
    return `\t${i === 0 ? marked.replace(LIST_MARK, '$1\\') : marked}`;
  });
}

function visible(text: string): string {
  return text.replace(ESCAPE, '$&$&').replace(UNSEEN, escaped);
}

/** Returns the length of the whitespace that all lines have in common, as `gofmt` computes it. */
function indentation([first = '', ...others]: readonly string[]): number {
  let common = /^[ \t]*/.exec(first)?.[0].length ?? 0;
  for (const other of others) {
    let same = 0;
    while (same < common && other[same] === first[same]) same += 1;
    common = same;
  }
  return common;
}

// ---- columns --------------------------------------------------------------------------------------------------------

/** Pads lines of cells as `gofmt` does: every cell except the last has the width of its column. */
export function aligned(lines: readonly (readonly Code[])[]): readonly Code[] {
  const widths: number[] = [];
  for (const cells of lines) {
    cells.forEach((cell, i) => {
      if (i + 1 < cells.length) widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  }
  return lines.map(cells => {
    const last = cells.length - 1;
    return safe(
      cells.map((cell, i) => (i === last ? cell : cell.padEnd(widths[i] ?? 0))).join(' '),
    );
  });
}
