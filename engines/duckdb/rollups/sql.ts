/** Statements over a connection, and the names of files that are attached to it. */
import type * as DuckDb from '@duckdb/node-api';
import { quoteLiteral, quoteName } from '../driver/text.ts';

export type FoundRow = readonly unknown[];

export class Statements {
  readonly #connection: DuckDb.DuckDBConnection;

  constructor(connection: DuckDb.DuckDBConnection) {
    this.#connection = connection;
  }

  async run(text: string): Promise<void> {
    await this.#connection.run(text);
  }

  async rows(text: string): Promise<readonly FoundRow[]> {
    return (await this.#connection.runAndReadAll(text)).getRows();
  }

  async numbers(text: string): Promise<readonly bigint[]> {
    const [row = []] = await this.rows(text);
    return row.map(cell => BigInt(String(cell)));
  }
}

export const instant = (micros: bigint) => `make_timestamp(${micros}::BIGINT)`;

export function attached(file: string, name: string): string {
  return `ATTACH ${quoteLiteral(file)} AS ${quoteName(name)}`;
}
