/**
 * The only ways in which a stranger's text enters Go: as a literal, a comment, an identifier, the tag of a field, or a name of
 * `go.mod`. Only space is removed: at the ends of comment lines, at their beginnings where `gofmt` would remove it,
 * and empty lines after an empty one. Backslashes are put in, those of the text first.
 */
import { type Code, safe } from '../../writer.ts';

/**
 * Characters that are invisible or move others: controls, formats, separators; and the byte order mark, which Go
 * refuses.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** As UTF-8 has it, which knows no half of a pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function escaped(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

/** A text as an interpreted string literal. */
export function literal(text: string): Code {
  const body = wellFormed(text).replace(/[\\"]/g, '\\$&').replace(UNSEEN, escaped);
  return safe(`"${body}"`);
}

/** A name that is one of Go's and exported already; anything else is a bug of ours. */
export function identifier(name: string): Code {
  if (!/^[A-Z][A-Za-z0-9_]*$/.test(name)) throw new Error(`${name} is not an exported name of Go`);
  return safe(name);
}

/** The tag that names a field in JSON. */
export function tag(name: string): Code {
  const key = `json:${literal(name)}`;
  return /[`\\]/.test(key) ? literal(key) : safe(`\`${key}\``);
}

/** The path of a module or the name of a package, as configured and checked. */
export function moduleName(name: string): Code {
  if (!/^[A-Za-z0-9._~/-]+$/.test(name)) throw new Error('the path of a Go module is checked');
  return safe(name);
}

// ---- comments -------------------------------------------------------------------------------------------------------

const TRAILING_SPACE = /(?<![ \t])[ \t]+$/;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/** Backslashes of the text where, single, they would read as put in: a whole run, which is doubled. */
const ESCAPE = new RegExp(
  String.raw`(?<!\\)\\+(?=u[0-9a-f]{4}|U[0-9a-f]{8}|${UNSEEN.source})`,
  'gu',
);
/** `gofmt` makes typographic quotes of pairs. */
const PAIR = /([`'])(\\*)(?=\1)/g;
/** Beginnings of lines that `gofmt` or a tool takes for a heading, a link or a build constraint. */
const MARK = /^(?=\\|# |\[.*\]:|\+build)/;
/** A paragraph of one line that ends in no punctuation could be an old heading, which `gofmt` marks as one. */
const OPEN_END = /[^!-/:-@[-`{-~]$/;

/** Text that Markdown takes for code after an empty line, or at the beginning. */
const CODE_LINE = /^(?: {4}|\t)/;
/** Text that is a build constraint anywhere, and text that makes a list of a block at its beginning. */
const CODE_MARK = /^([ \t]*)(?=\\|\+build)/;
const LIST_MARK = /^([ \t]*)(?=[-*+•][ \t]|[0-9]+[.)][ \t])/;

/**
 * Paragraphs as line comments, each of their lines on one of its own. None begins a directive, and `gofmt` leaves them as they
 * are, in front of a declaration as well. Code keeps its indentation behind one tab.
 */
export function comment(...paragraphs: readonly (string | null)[]): readonly Code[] {
  const lines = paragraphs.flatMap(text =>
    text === null || text === '' ? [] : ['', ...commentLines(text)],
  );
  return lines
    .filter((line, i) => line !== '' || (lines[i - 1] ?? '') !== '')
    .map((line, i, kept) => {
      const isLast = (kept[i + 1] ?? '') === '';
      if (line.startsWith('\t')) return safe(`//${line}`.trimEnd());
      if (line === '') return safe('//');
      return safe(`// ${isLast && OPEN_END.test(line) ? `${line}.` : line}`);
    })
    .filter((line, i, kept) => i + 1 < kept.length || String(line) !== '//');
}

/** Lines of text, which begin with none, and lines of code, which begin with a tab. */
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

/** Runs of lines: a block of code goes from an indented line behind a blank one to the next that is neither. */
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

/** How much space all lines begin with alike, as `gofmt` takes it. */
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

/** Lines of cells, padded as `gofmt` pads them: all but the last cell to the widest of its column. */
export function aligned(lines: readonly (readonly Code[])[]): readonly Code[] {
  const widths: number[] = [];
  for (const cells of lines) {
    cells.slice(0, -1).forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, String(cell).length);
    });
  }
  return lines.map(cells => {
    const last = cells.length - 1;
    const padded = cells.map((cell, i) =>
      i === last ? String(cell) : String(cell).padEnd(widths[i] ?? 0),
    );
    return safe(padded.join(' '));
  });
}
