/** The rows that documentation and clients show as an endpoint's answer. */
import type { ShownTest } from '../emitter.ts';

export type ExampleRows = NonNullable<ShownTest['expect']>;

/** The maximum number of rows in an example; more would not help a reader. */
export const MOST_ROWS = 10;

/** Returns the first rows that the test expects. */
export function exampleRows({ expect }: ShownTest): ExampleRows {
  return expect?.slice(0, MOST_ROWS) ?? [];
}
