/**
 * Exact aggregates in place of approximate ones, which ZetaSQL's evaluator lacks. It could inline aggregates written in SQL, but no
 * statement with one may have DISTINCT in another aggregate.
 */
import { type OwnToken, splitTokens } from '../../../generator/own/tokens.ts';
import ownSql from '../own-sql.ts';

/** Texts of a call: `open` replaces the name and the bracket, `comma` the first comma of its arguments. */
interface Exact {
  readonly open: string;
  readonly comma: string;
}

const EXACT: ReadonlyMap<string, Exact> = new Map([
  // a function of the catalogue, over all values of the group
  ['approx_quantiles', { open: '__quantiles(ARRAY_AGG(', comma: ' IGNORE NULLS),' }],
  ['approx_count_distinct', { open: 'COUNT(DISTINCT ', comma: ',' }],
]);

/** Writes the statement with exact aggregates. */
export function withExactAggregates(sql: string): string {
  const tokens = splitTokens(sql, ownSql).filter(({ kind }) => !IGNORED.has(kind));
  const textOf = ({ start, end }: OwnToken) => sql.slice(start, end);
  /** The brackets around a token, from the outside in; the last item is the innermost. */
  const around: (Exact | null)[] = [];
  const pieces: string[] = [];
  let written = 0;
  const put = (text: string, { start }: OwnToken, { end }: OwnToken) => {
    pieces.push(sql.slice(written, start), text);
    written = end;
  };
  for (const [i, token] of tokens.entries()) {
    const text = textOf(token);
    if (token.kind === 'symbol' && OPENING.has(text)) {
      const name = tokens[i - 1];
      const exact = name === undefined ? null : calledBy(textOf(name));
      if (name !== undefined && exact !== null) put(exact.open, name, token);
      around.push(exact);
    } else if (CLOSING.has(text)) around.pop();
    else if (text === ',') {
      const exact = around.at(-1) ?? null;
      if (exact !== null) put(exact.comma, token, token);
    }
  }
  return pieces.join('') + sql.slice(written);
}

const IGNORED: ReadonlySet<OwnToken['kind']> = new Set(['space', 'comment']);
const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);

function calledBy(name: string): Exact | null {
  return EXACT.get(name.replaceAll('`', '').toLowerCase()) ?? null;
}
