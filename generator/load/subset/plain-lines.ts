/** Plain texts, over one line or more. */
import type { Node } from '../../core/spec/document.ts';
import { afterSpaces, ended, type TextReading } from './reading.ts';
import { plainAt, plainPart, textNode, type YamlText } from './texts.ts';

/** The plain text at `reading.at`. Its further lines are deeper than `indent`. */
export function plainLinesAt(reading: TextReading, indent: number): Node | null {
  const start = reading.at;
  const first = plainAt(reading.text, start);
  const text = first && withFurtherLines(reading.text, first, indent);
  if (text === null) return null;
  reading.at = text.end;
  return ended(reading, indent, textNode(reading, start, text));
}

/** A line break is folded into a space; of several, one is dropped. */
function withFurtherLines(text: string, first: YamlText, indent: number): YamlText | null {
  let { value, end } = first;
  for (;;) {
    const line = furtherLine(text, end, indent);
    if (line === null) return { value, style: 'plain', end };
    const part = plainPart(text, line.at);
    if (part === null) return null;
    value += (line.breaks === 1 ? ' ' : '\n'.repeat(line.breaks - 1)) + part.value;
    end = part.end;
  }
}

/** The next line of a text that ends at `end`, and the number of line breaks between them. */
function furtherLine(
  text: string,
  end: number,
  indent: number,
): { readonly at: number; readonly breaks: number } | null {
  let at = afterSpaces(text, end);
  let column = -1;
  let breaks = 0;
  for (; text[at] === '\n'; breaks += 1) {
    const line = at + 1;
    at = afterSpaces(text, line);
    column = at - line;
  }
  return column > indent && at < text.length && text[at] !== '#' ? { at, breaks } : null;
}
