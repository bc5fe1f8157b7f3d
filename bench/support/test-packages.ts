/** Packages in `test/`, because only tests and these measurements need them. */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** Commands run in the folder of `package.json`. */
const TEST = `${resolve('test')}/`;

export const TEST_PACKAGES = `${TEST}node_modules`;
/** The command that writes the types of a document. */
export const OPENAPI_TYPESCRIPT = `${TEST_PACKAGES}/openapi-typescript/bin/cli.js`;
/** Writes the output of other generators for a document. */
export const GENERATOR = `${TEST}consumers/generate.mjs`;

/** ClickHouse in this process. */
export interface ClickHouse {
  readonly query: (sql: string) => unknown;
  readonly queryBindAsync: (
    sql: string,
    values: Readonly<Record<string, unknown>>,
    options?: { readonly format: string },
  ) => Promise<{ readonly text: () => string }>;
  readonly close: () => void;
}
export function openClickHouse(): ClickHouse {
  const chdb: { readonly Session: new () => ClickHouse } = createRequire(TEST)('chdb');
  return new chdb.Session();
}
