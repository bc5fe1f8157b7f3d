import type { Sql } from '../sql.ts';

/** The rules for an author's SQL (a column, or a table's condition) in one engine, as data. */
export interface AuthorSql {
  /** Sticky: matches one complete quoted text or name of the engine's lexer, with its prefix. */
  readonly quoted: RegExp;
  /** Whether the function of this name, without its schema, is an aggregate or reads rows other than its own. */
  readonly isAggregate: (name: string) => boolean;
  /** Functions that may stand in FROM because they make rows of their arguments, in lower case. */
  readonly rowsOf: readonly string[];
  /** Whether a name after IN may be the name of a table. */
  readonly hasNamedSets: boolean;
  /** Functions that turn one row into several. */
  readonly multiplies: readonly string[];
  /** Whether an aggregate in a subquery may belong to the surrounding statement, as in the SQL standard for outer columns. */
  readonly hoists: boolean;
  /**
   * Words that may follow a table in FROM, or read something other than a table. They would be quoted as part of the
   * table's name.
   */
  readonly tableSyntax: RegExp;
  /** The words after a table in FROM that keep only the newest row of each key; `null` if the engine has none. */
  readonly final: Sql | null;
  /** A column that the engine itself adds, only to tables of such names; `null` if it adds none. */
  readonly added: AddedColumn | null;
}

export interface AddedColumn {
  readonly name: string;
  readonly isIn: (table: string) => boolean;
  /** A description of these tables, for messages. */
  readonly tables: string;
}
