/**
 * The compiled program of a pattern, as re2js exposes it under `re2()`. The package types most of that as `any`. These
 * types cover the parts that we use, and `test/contracts/param-type/pattern-cost.test.ts` fails if they change.
 */
import type { RE2JS } from 're2js';

export interface Instruction {
  /** One of `OP`; a greater number reads a character. */
  readonly op: number;
  /** The next instruction. */
  readonly out: number;
  /** The other next instruction of a choice, or the `ASSERTS` bits of an assertion. */
  readonly arg: number;
  /** The characters that it reads: one code point, or pairs of a first and a last one. */
  readonly runes: Int32Array;
  readonly matchRune: (codePoint: number) => boolean;
}

export interface Program {
  readonly start: number;
  readonly instructions: readonly Instruction[];
  /** Every code point that the program treats differently from its predecessor; costly for a costly program. */
  readonly bounds: () => Int32Array;
}

export const OP = { choice: 1, choiceOfMatch: 2, fail: 5, match: 6, nothing: 7 } as const;
export const ASSERTION = 4;
export const ASSERTS = { beginText: 4, endText: 8 } as const;

/** The program with counted repetitions expanded. */
export function programOf(pattern: RE2JS): Program {
  const re2 = pattern.re2();
  const { start, inst: instructions } = re2.prog;
  return { start, instructions, bounds: () => re2.dfa.classBounds };
}

export function readsCharacter({ op }: Instruction): boolean {
  return op > OP.nothing;
}
