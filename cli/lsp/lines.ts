/** Converts between positions of the protocol, which are lines and UTF-16 units from 0, and offsets of a text. */
import type { Position, Range } from 'vscode-languageserver/node';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The lines of one text. A line ends with CRLF, CR or LF. */
export class LineIndex {
  readonly #starts: readonly number[];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), m => m.index + m[0].length)];
  }

  /** The offset of a position. A position after the end of its line, or of the text, means that end. */
  offsetAt({ line, character }: Position): number {
    const start = this.#starts[line];
    if (start === undefined) return this.#text.length;
    let end = this.#starts[line + 1] ?? this.#text.length;
    while (end > start && '\r\n'.includes(this.#text.charAt(end - 1))) end -= 1;
    return Math.min(start + Math.max(0, character), end);
  }

  positionAt(offset: number): Position {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (this.#starts[low] ?? 0) };
  }

  rangeOf({ start, end }: TextRange): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}
