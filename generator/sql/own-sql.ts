/**
 * How an engine reads an author's own statement, as far as quern must know: where strings, quoted names and comments stand, what
 * its own placeholders look like, and how a value of a declared parameter is written into it.
 */
import type { Scalar } from '../core/scalar.ts';

/** A stretch of text that a reader of placeholders skips as a whole. */
export interface Opaque {
  readonly kind: 'string' | 'name' | 'comment';
  /** Behind its last character; the end of the text where it is not closed. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** A form of placeholder that is the engine's and not quern's. */
export interface ForeignPlaceholder {
  /** Behind the placeholder that begins at `at`; `null` where none does. */
  readonly endAt: (text: string, at: number) => number | null;
  /** As a person writes it: `$name`, `?`, `{name:Type}`. */
  readonly shown: string;
}

export interface OwnSql {
  /** Only of an engine whose SQL is GoogleSQL: the name of a table, outermost part first, as it may stand in any text. */
  readonly tableName?: (parts: readonly string[]) => string;
  /** The string, quoted name or comment that begins at `at`, where a token begins; `null` for any other token. */
  readonly opaqueAt: (text: string, at: number) => Opaque | null;
  readonly foreign: readonly ForeignPlaceholder[];
  /**
   * Characters that make an operator with an `@` that follows them: `<@`, `-@`. Empty where an `@` is never part of an operator.
   */
  readonly operators: string;
  /** Words, in lower case, that a read-only statement may begin with; an opening parenthesis always may stand before them. */
  readonly beginnings: ReadonlySet<string>;
  /**
   * The value of a parameter, of its scalar whatever stands around it. `isOptional`: it may be NULL. `position` is its place among
   * the statement's bindings, from 1.
   */
  readonly placeholder: (
    name: string,
    scalar: Scalar,
    isOptional: boolean,
    position: number,
  ) => string;
}
