/**
 * The rules for an engine's own SQL that quern needs: where strings, quoted names and comments are, what the engine's own
 * placeholders look like, and how the value of a declared parameter is written.
 */
import type { Type } from '../../core/types/scalar.ts';

/** A piece of text in which quern looks for no placeholders. */
export interface Opaque {
  readonly kind: 'string' | 'name' | 'comment';
  /** The offset after its last character; the end of the text if it is not closed. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** A form of placeholder that belongs to the engine, not to quern. */
export interface ForeignPlaceholder {
  /** The offset after the placeholder that begins at `at`; `null` if none begins. */
  readonly endAt: (text: string, at: number) => number | null;
  /** The form for people: `$name`, `?`, `{name:Type}`. */
  readonly shown: string;
}

export interface OwnSql {
  /** Whether `Events` and `events` name the same table. Only ASCII letters are folded. */
  readonly foldsTableNames: boolean;
  /** Only for an engine that runs GoogleSQL: a table's name, outermost part first, quoted so that it fits anywhere. */
  readonly tableName?: (parts: readonly string[]) => string;
  /** The string, quoted name or comment that begins at `at`, the start of a token; `null` for any other token. */
  readonly opaqueAt: (text: string, at: number) => Opaque | null;
  readonly foreign: readonly ForeignPlaceholder[];
  /**
   * Characters that form an operator with a following `@`, as in `<@` and `-@`. Empty if `@` is never part of an
   * operator.
   */
  readonly operators: string;
  /** Words, in lower case, that may begin a read-only statement. Opening parentheses may always precede them. */
  readonly beginnings: ReadonlySet<string>;
  /**
   * The value of a parameter, with its exact type wherever it is used. `isOptional`: it may be NULL, which no list is. `position` is its
   * number among the statement's bindings, from 1.
   */
  readonly placeholder: (name: string, type: Type, isOptional: boolean, position: number) => string;
}
