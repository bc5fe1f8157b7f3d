/** The sentence around an offset of a Markdown text. */

const SENTENCE_END = /[.?!][\]"”)*_]*(?=\s|$)/g;
/** Blank lines, and lines that begin an item, a row or a heading. */
const BLOCK = /\n[ \t]*(?=\n|[-*+] |\d+\. |\||#|>)|\n[ \t]*\n/g;

/** On one line, without the marks of Markdown before it. */
export function sentenceAt(text: string, offset: number): string {
  const block = around(text, offset, BLOCK);
  const sentence = around(block.text, offset - block.start, SENTENCE_END);
  return sentence.text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*+>#]+ |\d+\. )+/, '');
}

/** What lies between the separator before the offset and the one after it, the latter included. */
function around(text: string, offset: number, separator: RegExp): { text: string; start: number } {
  let start = 0;
  for (const match of text.matchAll(separator)) {
    const end = match.index + match[0].length;
    if (end > offset) return { text: text.slice(start, end), start };
    start = end;
  }
  return { text: text.slice(start), start };
}
