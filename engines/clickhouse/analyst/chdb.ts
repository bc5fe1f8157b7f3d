/** ClickHouse within the process. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NotInstalled } from '../../analyst.ts';
import type { Parameters } from '../driver/values.ts';

/** Texts by the names of parameters. */
export type Samples = Readonly<Record<string, string>>;

export interface ChDb {
  /** Gives the statement's answer, values unescaped, separated by tabs and line breaks. Rejects with ClickHouse's own words. */
  readonly ask: (sql: string, values?: Parameters, format?: string) => Promise<string>;
  readonly close: () => void;
}

/** As much of the package as is used: it is optional, and its types are there only where it is. */
interface Package {
  readonly Session: new () => {
    readonly queryBindAsync: (
      sql: string,
      values: Parameters,
      options: { readonly format: string },
    ) => Promise<{ readonly text: () => string }>;
    readonly close: () => void;
  };
}

/** `folder`: the package may lie there. Throws `NotInstalled`. A process can hold one. */
export function openChDb(folder: string = process.cwd()): ChDb {
  const { Session } = load(folder);
  const session = new Session();
  return {
    ask: async (sql, values = {}, format = 'TabSeparatedRaw') => {
      try {
        return (await session.queryBindAsync(sql, values, { format })).text();
      } catch (error) {
        // Rows of a statement that failed would stand in front of the next one's.
        await session.queryBindAsync('SELECT 1', {}, { format });
        throw error;
      }
    },
    close: () => session.close(),
  };
}

/** Beside quern, or in the project that runs it. */
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
