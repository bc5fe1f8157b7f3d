/**
 * The only function that puts an author's text into a description, which OpenAPI reads as CommonMark. The rendered text equals
 * the author's text, without markup, links or HTML. It removes nothing; it inserts backslashes and character references.
 *
 * `summary`, `x-unit`, examples and values of enums are plain text in OpenAPI and stay unchanged.
 */

/** Characters that are active anywhere. Braces mean something to MDX and to templates, `~` and `|` to GitHub's Markdown. */
const ACTIVE = /[\\`*[\]{}|~]/g;
/**
 * Parts of addresses. GitHub's Markdown turns bare addresses into links, and treats escapes in them as part of the address.
 * Linters see an address after `javascript:`, even inside other text.
 */
const ADDRESS = /(?<=[a-z]):(?=\S)|(?<=script):|(?<=www)\.|@/gi;
/** A slash after an escaped star: a code generator would end a comment there, or damage it. */
const COMMENT_END = /(?<=\*)\//g;
/** Only character references that a reader decodes. */
const CHARACTER_REFERENCE = /&(?=#?[0-9A-Za-z]+;)/g;
/** Underscores, except those within words, which do not mark emphasis; most underscores are of that kind. */
const UNDERSCORES = /(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu;
/** Every line break that any reader recognises, not only CommonMark's. */
const LINE_START = '(^|[\\n\\r\\v\\f\\u0085\\u2028\\u2029])';
const BLOCK_MARK = new RegExp(`${LINE_START}([ \\t]*)([#>+=:-])`, 'g');
const LIST_NUMBER = new RegExp(`${LINE_START}([ \\t]*[0-9]+)([.)])`, 'g');
/** Space at the beginning of a line, because four columns would begin a code block. */
const INDENT = new RegExp(`${LINE_START}([ \\t])(?=[ \\t]*\\S)`, 'g');

/** Returns Markdown that renders as the author's text. Line breaks stay line breaks. */
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
