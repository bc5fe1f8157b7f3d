/** Enums of the author's database: only their labels that a statement names need to be known. */
import { isServerError } from './library.ts';
import type { PgLite } from './pglite.ts';
import { quoteLabel } from './stand-ins.ts';

/** The server writes the name as SQL, and the label as it is. */
const NO_LABEL = /^invalid input value for enum (.+?): "(.*)"$/s;

/** Does the work, and again with each label that it needs. `undo` makes the database usable after the error. */
export async function withLabels<T>(
  { script }: Pick<PgLite, 'script'>,
  work: () => Promise<T>,
  undo: () => Promise<void> = async () => {},
): Promise<T> {
  const made = new Set<string>();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const [whole, type, label = ''] = isServerError(error)
        ? (NO_LABEL.exec(error.message) ?? [])
        : [];
      if (whole === undefined || made.has(whole)) throw error;
      made.add(whole);
      await undo();
      await script(`ALTER TYPE ${type} ADD VALUE IF NOT EXISTS ${quoteLabel(label)}`);
    }
  }
}
