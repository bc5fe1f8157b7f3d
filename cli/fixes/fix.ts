import type { Edit } from '../project/specifications/edits.ts';

/** A way to fix a fault. */
export interface Fix {
  readonly title: string;
  /** Edits of the file of the fault, which do not overlap. */
  readonly edits: readonly Edit[];
  /** Whether it is the only fix that can be meant, so that `check --fix` applies it. */
  readonly isSure: boolean;
}
