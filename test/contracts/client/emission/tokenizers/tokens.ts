/** The tokens that a language's own reader finds in generated files. */
import type { GeneratedFile } from '../../../../../generator/core/output/statement.ts';

export interface Tokens {
  readonly path: string;
  /** Of all but comments and white space, in order. */
  readonly kinds: readonly string[];
  /** Identifiers, and words of the language. */
  readonly names: readonly string[];
  /** What literals mean. */
  readonly texts: readonly string[];
}
export interface Tokenizer {
  /** Whether the language is there. */
  readonly isThere: boolean;
  /** Files that hold texts of endpoints. */
  readonly files: RegExp;
  /** Reads files of several clients, each in a folder of its own. Throws where one is not a program of the language. */
  readonly read: (files: readonly GeneratedFile[]) => Promise<readonly Tokens[]>;
}
