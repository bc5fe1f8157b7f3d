/** The rows that documentation and clients show as an endpoint's answer. */
import type { ShownTest } from '../emitter.ts';

export type ExampleRows = NonNullable<ShownTest['expect']>;

/** The maximum number of rows in an example; more would not help a reader. */
export const MOST_ROWS = 10;

/** Returns the first rows that the test expects, if there is one. */
export function exampleRows(shown: ShownTest | null): ExampleRows {
  return shown?.expect?.slice(0, MOST_ROWS) ?? [];
}
