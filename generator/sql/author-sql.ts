import type { Sql } from './sql.ts';

/** The rules of an author's SQL for a column or a table's condition in one engine, as data. */
export interface AuthorSql {
  /** One whole text or name between quotes that the engine's lexer takes, with its prefix; sticky. */
  readonly quoted: RegExp;
  /** Whether a function, by its name without a schema, makes one value of many rows, or reads others than its own. */
  readonly isAggregate: (name: string) => boolean;
  /** Functions that make several rows of one. */
  readonly multiplies: readonly string[];
  /** Whether an aggregate in a subquery may be one of the statement around it, as the standard says of outer columns. */
  readonly hoists: boolean;
  /**
   * Words that follow a table in FROM, or read something else than a table: they would be quoted as part of the
   * table's name.
   */
  readonly tableSyntax: RegExp;
  /** The words behind a table in FROM that leave only the newest row of each key; `null` where the engine has none. */
  readonly final: Sql | null;
}
