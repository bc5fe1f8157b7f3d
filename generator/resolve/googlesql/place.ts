/** Maps places in a GoogleSQL text to the file that contains it: UTF-8 bytes → UTF-16 → the YAML block, or the `.sql` file. */
import type { Place } from '../../core/report/diagnostics.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import type { Construct } from '../../googlesql/context.ts';
import { offsetsOf } from '../../googlesql/functions/texts/bytes.ts';
import type { Bytes } from '../../googlesql/tree/tree.ts';
import { placeIn } from '../../own/read.ts';
import type { OwnToken } from '../../own/tokens.ts';

export interface Placing {
  /** `null` means the statement as a whole. */
  readonly ofBytes: (bytes: Bytes | null) => Place;
  /** The place of a construct, or of the words in it that its description names. */
  readonly of: (construct: Construct) => Place;
  /** From a UTF-16 offset to the end of the word at that offset. */
  readonly at: (offset: number | null) => Place;
}

/** `sent`: the text as the analyser gets it, with the same length in UTF-16. */
export function placing(
  written: ExpressionText,
  sent: string,
  tokens: readonly OwnToken[],
): Placing {
  const offsetOf = offsetsOf(sent);
  const rangeOf = ({ start, end }: Bytes) => ({ start: offsetOf(start), end: offsetOf(end) });
  const ofBytes = (bytes: Bytes | null) =>
    bytes === null ? written.place : placeIn(written, rangeOf(bytes));
  return {
    ofBytes,
    of: ({ what, place, isWide, inside, name }) => {
      const range = place === null ? { start: 0, end: sent.length } : rangeOf(place);
      const named = name === undefined ? what : `\`${name}\``;
      const words = isWide ? findWords(named, sent, tokens, range) : null;
      return words === null ? ofBytes(inside ?? place) : placeIn(written, words);
    },
    at: offset => {
      if (offset === null) return written.place;
      const [word = ' '] = /^(?:[\p{L}\p{N}_]+|[^\s])/u.exec(written.value.slice(offset)) ?? [];
      const start = Math.min(offset, sent.length);
      return placeIn(written, { start, end: Math.min(start + word.length, sent.length) });
    },
  };
}

/** Keywords and names of functions, or a name between backticks. */
const NAMED = /(?<!\w)[A-Z_][A-Z_\d]+(?: [A-Z_\d]+)*(?!\w)|`[^`]+`/g;
const SKIPPED: ReadonlySet<OwnToken['kind']> = new Set(['string', 'comment', 'space']);

type Range = Pick<OwnToken, 'start' | 'end'>;

/** The last words in the range that the description names; those after AS come first. Returns `null` if there are none. */
function findWords(
  what: string | null,
  text: string,
  tokens: readonly OwnToken[],
  { start, end }: Range,
): Range | null {
  const within = tokens.filter(
    token => token.start >= start && token.end <= end && !SKIPPED.has(token.kind),
  );
  const shown = within.map(token => {
    const word = text.slice(token.start, token.end).toLowerCase();
    return token.kind === 'name' ? word.slice(1, -1) : word;
  });
  for (const [named] of (what ?? '').matchAll(NAMED)) {
    const words = named.replaceAll('`', '').toLowerCase().split(' ');
    const found = within.flatMap((_, i) =>
      words.every((one, k) => shown[i + k] === one) ? [i] : [],
    );
    const first = found.findLast(i => shown[i - 1] === 'as') ?? found.at(-1);
    const [from, to] = [within[first ?? -1], within[(first ?? 0) + words.length - 1]];
    if (from !== undefined && to !== undefined) return { start: from.start, end: to.end };
  }
  return null;
}
