/**
 * The one way in which an author's text enters a description, which OpenAPI reads as CommonMark: rendered, it is the text that
 * the author wrote, and no markup, link or HTML. Nothing is taken out; backslashes and character references are put in.
 *
 * `summary`, `x-unit`, examples and values of enums are plain text in OpenAPI and stand there as they are.
 */

/** Wherever they stand. Braces mean something to MDX and to templates, `~` and `|` to GitHub's Markdown. */
const ACTIVE = /[\\`*[\]{}|~]/g;
/**
 * GitHub's Markdown makes links of bare addresses, and takes escapes in them for a part of the address. Linters see an address
 * where `javascript:` stands, whatever is before it.
 */
const ADDRESS = /(?<=[a-z]):(?=\S)|(?<=script):|(?<=www)\.|@/gi;
/** Behind an escaped star, where a generator of code would end a comment, or mangle it. */
const COMMENT_END = /(?<=\*)\//g;
/** Only those that a reader decodes. */
const CHARACTER_REFERENCE = /&(?=#?[0-9A-Za-z]+;)/g;
/** All but those within words, which mark no emphasis; most of them are underscores. */
const UNDERSCORES = /(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu;
/** Every line break that some reader knows, not only CommonMark's. */
const LINE_START = '(^|[\\n\\r\\v\\f\\u0085\\u2028\\u2029])';
const BLOCK_MARK = new RegExp(`${LINE_START}([ \\t]*)([#>+=:-])`, 'g');
const LIST_NUMBER = new RegExp(`${LINE_START}([ \\t]*[0-9]+)([.)])`, 'g');
/** Four columns of space would begin a block of code. */
const INDENT = new RegExp(`${LINE_START}([ \\t])(?=[ \\t]*\\S)`, 'g');

/** An author's text as Markdown that renders as the same text. Line breaks stay line breaks. */
export function markdown(text: string): string {
  return text
    .replace(CHARACTER_REFERENCE, '&amp;')
    .replace(ACTIVE, String.raw`\$&`)
    .replace(COMMENT_END, String.raw`\$&`)
    .replace(ADDRESS, String.raw`\$&`)
    .replaceAll('<', '&lt;')
    .replace(UNDERSCORES, run => run.replaceAll('_', String.raw`\_`))
    .replace(BLOCK_MARK, String.raw`$1$2\$3`)
    .replace(LIST_NUMBER, String.raw`$1$2\$3`)
    .replace(INDENT, (_, start: string, space: string) => `${start}&#${space.charCodeAt(0)};`);
}
