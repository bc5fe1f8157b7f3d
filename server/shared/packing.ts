/** Answers as bytes, which another process reads. */
import type { Formula } from '../../generator/core/types/formats.ts';
import type { Packing } from '../answers/cache/contract.ts';
import { type PackedBody, unpackedBody } from '../answers/formats/rows-body.ts';
import type { AnswerRows } from '../answers/produce.ts';

/** The facts about the rows in a line of JSON; the rows follow. */
interface PackedFacts extends Omit<AnswerRows, 'body' | 'next'>, Pick<PackedBody, 'format'> {
  readonly next: { readonly instant: string; readonly after: readonly string[] } | null;
  /** The columns of the body. */
  readonly declared: PackedBody['columns'];
}

const LINE_FEED = 10;

/** `formula`: of the CSV that is made from an unpacked answer. */
export function answerPacking(formula: Formula): Packing<AnswerRows> {
  return { pack: packAnswer, unpack: packed => unpackAnswer(packed, formula) };
}

async function packAnswer({ body, next, ...rest }: AnswerRows): Promise<Uint8Array> {
  const { bytes, format, columns: declared } = await body.packed();
  const position = next === null ? null : { ...next, instant: String(next.instant) };
  const facts: PackedFacts = { ...rest, format, declared, next: position };
  return Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), bytes]);
}

/** Reads what `packAnswer` wrote. */
function unpackAnswer(packed: Uint8Array, formula: Formula): AnswerRows {
  const at = packed.indexOf(LINE_FEED);
  const facts: PackedFacts = JSON.parse(Buffer.from(packed.subarray(0, at)).toString());
  const { next, format, declared, ...rest } = facts;
  const bytes = packed.subarray(at + 1);
  const position = next === null ? null : { ...next, instant: BigInt(next.instant) };
  return {
    ...rest,
    next: position,
    body: unpackedBody({ format, bytes, columns: declared }, formula),
  };
}
