/** ClickHouse within this process. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NotInstalled } from '../../analyst.ts';
import type { NamedParameters } from '../driver/values.ts';

/** The values of parameters as texts, by name. */
export type ParameterTexts = Readonly<Record<string, string>>;

export interface ChDb {
  /** Returns the statement's answer: unescaped values, separated by tabs and line breaks. Rejects with ClickHouse's own message. */
  readonly ask: (sql: string, values?: NamedParameters, format?: string) => Promise<string>;
  readonly close: () => void;
}

/** The part of the package that is used. The package is optional, so its own types may not be installed. */
interface Package {
  readonly Session: new () => {
    readonly queryBindAsync: (
      sql: string,
      values: NamedParameters,
      options: { readonly format: string },
    ) => Promise<{ readonly text: () => string }>;
    readonly close: () => void;
  };
}

/** Opens ClickHouse; the package may be in `folder`. Throws `NotInstalled`. A process can have only one. */
export function openChDb(folder: string = process.cwd()): ChDb {
  const { Session } = load(folder);
  const session = new Session();
  return {
    ask: async (sql, values = {}, format = 'TabSeparatedRaw') => {
      try {
        return (await session.queryBindAsync(sql, values, { format })).text();
      } catch (error) {
        // Otherwise, rows of the failed statement would precede the rows of the next one.
        await session.queryBindAsync('SELECT 1', {}, { format });
        throw error;
      }
    },
    close: () => session.close(),
  };
}

/** Loads the package from beside quern, or from the project that runs it. */
function load(folder: string): Package {
  const causes: unknown[] = [];
  for (const place of [import.meta.url, join(folder, 'package.json')]) {
    try {
      return createRequire(place)('chdb');
    } catch (error) {
      causes.push(error);
    }
  }
  throw new NotInstalled(['chdb'], { cause: new AggregateError(causes) });
}
