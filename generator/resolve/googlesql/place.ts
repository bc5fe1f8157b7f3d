/** Maps places in a GoogleSQL text to the file that contains it: UTF-8 bytes → UTF-16 → the YAML block, or the `.sql` file. */
import type { Place } from '../../core/report/diagnostics.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import { offsetsOf } from '../../googlesql/functions/bytes.ts';
import type { Bytes } from '../../googlesql/tree/tree.ts';
import { placeIn } from '../../own/read.ts';

export interface Placing {
  /** `null` means the statement as a whole. */
  readonly ofBytes: (bytes: Bytes | null) => Place;
  /** From a UTF-16 offset to the end of the word at that offset. */
  readonly at: (offset: number | null) => Place;
}

/** `sent`: the text as the analyser gets it, with the same length in UTF-16. */
export function placing(written: ExpressionText, sent: string): Placing {
  const offsetOf = offsetsOf(sent);
  return {
    ofBytes: bytes =>
      bytes === null
        ? written.place
        : placeIn(written, { start: offsetOf(bytes.start), end: offsetOf(bytes.end) }),
    at: offset => {
      if (offset === null) return written.place;
      const [word = ' '] = /^(?:[\p{L}\p{N}_]+|[^\s])/u.exec(written.value.slice(offset)) ?? [];
      const start = Math.min(offset, sent.length);
      return placeIn(written, { start, end: Math.min(start + word.length, sent.length) });
    },
  };
}
