/**
 * Checks by its tokens that a text is a single statement, and that it begins like a query. Everything else is left to the engine's own
 * parser.
 */

import type { OwnText } from '../core/plan/endpoint.ts';
import type { Report } from '../core/report/diagnostics.ts';
import { listed } from '../core/report/words.ts';
import type { OwnSql } from '../sql/author/own-sql.ts';
import { placeIn, type ReadText } from './read.ts';
import type { OwnToken } from './tokens.ts';

/** The texts of one piece: one text, or the texts among which an enum chooses. */
export type ReadPiece = { readonly isConditional: boolean; readonly texts: readonly ReadText[] };

/** Reports an empty statement, a statement that is not a query, and several statements in one text. */
export function checkStatement(
  pieces: readonly ReadPiece[],
  own: OwnSql,
  engine: string,
  emptyAt: ReadText,
  report: Report,
): void {
  const beginnings = beginningsOf(pieces);
  if (beginnings.length === 0) {
    const { written } = emptyAt.text;
    report('sql-statement', written.place, 'The statement is empty', 'Write a SELECT.');
  }
  for (const { read, token } of beginnings) reportBeginning(read, token, own, engine, report);
  reportSeveral(pieces, report);
}

/** Removes a semicolon at the end of a statement, which is allowed there. */
export function withoutEnd(read: ReadText): OwnText {
  const { text, tokens } = read;
  const last = tokens.findLast(isSaying);
  if (last === undefined || wordOf(read, last) !== ';') return text;
  const parts = text.parts.flatMap(part => {
    if (part.kind !== 'text' || part.end <= last.start || part.start >= last.end) return [part];
    return [
      { ...part, end: last.start },
      { ...part, start: last.end },
    ].filter(({ start, end }) => end > start);
  });
  return { ...text, parts };
}

function isSaying({ kind }: OwnToken): boolean {
  return kind !== 'space' && kind !== 'comment';
}

function wordOf({ text }: ReadText, { start, end }: OwnToken): string {
  return text.written.value.slice(start, end);
}

interface Beginning {
  readonly read: ReadText;
  readonly token: OwnToken;
}

/** The words that the statement may begin with: if the first piece is conditional, the next piece counts, too. */
function beginningsOf(pieces: readonly ReadPiece[]): readonly Beginning[] {
  const found: Beginning[] = [];
  for (const { isConditional, texts } of pieces) {
    const first = texts.map(read => {
      const token = read.tokens.find(token => isSaying(token) && wordOf(read, token) !== '(');
      return token === undefined ? null : { read, token };
    });
    found.push(...first.filter(one => one !== null));
    if (!isConditional && first.every(one => one !== null)) break;
  }
  return found;
}

function reportBeginning(
  read: ReadText,
  token: OwnToken,
  { beginnings }: OwnSql,
  engine: string,
  report: Report,
): void {
  const word = wordOf(read, token);
  if (token.kind === 'word' && beginnings.has(word.toLowerCase())) return;
  const wanted = listed(
    [...beginnings].map(one => `\`${one.toUpperCase()}\``),
    'or',
  );
  const message = `\`${word.slice(0, 40)}\` does not begin a query of ${engine}: an endpoint only reads`;
  report('sql-statement', placeIn(read.text.written, token), message, `Begin with ${wanted}.`);
}

function reportSeveral(pieces: readonly ReadPiece[], report: Report): void {
  pieces.forEach(({ texts }, i) => {
    const isLast = i === pieces.length - 1;
    for (const read of texts) {
      const saying = read.tokens.filter(isSaying);
      const end = saying.findIndex(token => wordOf(read, token) === ';');
      if (end === -1 || (isLast && end === saying.length - 1)) continue;
      const token = saying[end];
      if (token === undefined) continue;
      const message = 'The statement ends here, and more follows';
      const hint = 'Remove the semicolon and what follows it: an endpoint has one statement.';
      report('sql-statement', placeIn(read.text.written, token), message, hint);
    }
  });
}
