/** Prose as the linter sees it: one Markdown text a file, with the source line of each of its lines. */

export interface Prose {
  /** Path from the folder of the repository. */
  readonly file: string;
  /** Markdown. */
  readonly text: string;
  /** For each line of `text` its line in the file, 1-based. */
  readonly lines: readonly number[];
}
/** A comment, a message or the name of a test: one paragraph. */
export interface Piece {
  readonly text: string;
  /** The line of its beginning, 1-based. */
  readonly line: number;
}

export function ofMarkdown(file: string, text: string): Prose {
  return { file, text, lines: text.split('\n').map((_, index) => index + 1) };
}

/** Blank lines keep the pieces apart. */
export function ofPieces(file: string, pieces: readonly Piece[]): Prose {
  const rows = pieces.flatMap(({ text, line }) =>
    [...text.split('\n'), ''].map((row, index) => ({ row, line: line + index })),
  );
  return {
    file,
    text: rows.map(({ row }) => row).join('\n'),
    lines: rows.map(({ line }) => line),
  };
}
