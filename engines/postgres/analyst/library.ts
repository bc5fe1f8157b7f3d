/** Loads PGlite, which is PostgreSQL as WebAssembly: a package that may be beside quern, or in the project that runs it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NotInstalled } from '../../analyst.ts';
import { PGLITE_PACKAGES } from './packages.ts';

const [PGLITE] = PGLITE_PACKAGES;

/** A message of the server. */
export interface ServerMessage {
  readonly name: string;
  /** Of `rowDescription` the columns, of `dataRow` the cells. */
  readonly fields?: readonly unknown[];
}
interface Notice {
  readonly message?: string;
  readonly detail?: string;
}

/** The part of the package that is used. The package is optional, so its own types may not be installed. */
export interface PgLiteApi {
  readonly PGlite: {
    readonly create: (options: {
      readonly extensions: Readonly<Record<string, unknown>>;
      readonly initDbStartParams: readonly string[];
    }) => Promise<Database>;
  };
  readonly protocol: {
    readonly serialize: {
      readonly parse: (of: {
        readonly text: string;
        readonly types: readonly number[];
      }) => Uint8Array;
      readonly bind: (of: { readonly values: readonly (string | null)[] }) => Uint8Array;
      readonly describe: (of: { readonly type: 'P' | 'S' }) => Uint8Array;
      readonly execute: (of: { readonly rows: number }) => Uint8Array;
      readonly sync: () => Uint8Array;
    };
  };
}
export interface Database {
  readonly exec: (sql: string) => Promise<unknown>;
  /** Rejects with the error of the server, after its answer to the whole message. */
  readonly execProtocol: (
    message: Uint8Array,
    options: { readonly onNotice: (notice: Notice) => void },
  ) => Promise<{ readonly messages: readonly ServerMessage[] }>;
  readonly close: () => Promise<void>;
}

/** An error of the server. */
export interface ServerError extends Error {
  readonly code: string;
  /** Of the character in the text, from 1. */
  readonly position?: string;
}

export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && /^[0-9A-Z]{5}$/.test(String(Object(error).code));
}

/** Types that come with the package, each of an extension of its name. */
export const EXTENSIONS = ['citext', 'hstore', 'ltree'] as const;

export interface PgLiteLibrary {
  readonly api: PgLiteApi;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Where the package is: beside quern, or in `folder`. Throws `NotInstalled`. */
export function findLibrary(folder: string): NodeJS.Require {
  const causes: unknown[] = [];
  for (const place of [import.meta.url, join(folder, 'package.json')]) {
    const require = createRequire(place);
    try {
      require.resolve(PGLITE);
      return require;
    } catch (error) {
      causes.push(error);
    }
  }
  throw new NotInstalled(PGLITE_PACKAGES, { cause: new AggregateError(causes) });
}

export function loadPgLite(folder: string = process.cwd()): PgLiteLibrary {
  const require = findLibrary(folder);
  const extensions = EXTENSIONS.map(name => {
    const part: Record<string, unknown> = require(`${PGLITE}/contrib/${name}`);
    return [name, part[name]];
  });
  return { api: require(PGLITE), extensions: Object.fromEntries(extensions) };
}
