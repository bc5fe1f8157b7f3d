/** Packages that stand below `test/`, since only tests and these measurements need them. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Seen from `dist/bench`. */
const TEST = fileURLToPath(new URL('../../test/', import.meta.url));

export const TEST_PACKAGES = `${TEST}node_modules`;
/** Writes what other generators make of a document. */
export const GENERATOR = `${TEST}consumers/generate.mjs`;

/** ClickHouse in this process. */
export interface ClickHouse {
  readonly query: (sql: string) => unknown;
  readonly queryBindAsync: (
    sql: string,
    values: Readonly<Record<string, unknown>>,
    options?: { readonly format: string },
  ) => Promise<{ readonly text: () => string }>;
}
export function openClickHouse(): ClickHouse {
  const chdb: { readonly Session: new () => ClickHouse } = createRequire(TEST)('chdb');
  return new chdb.Session();
}
