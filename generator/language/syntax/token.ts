/** Tokens of an expression, and messages for text that cannot be read. */
import type { Span } from './syntax.ts';

/** Why a text cannot be read, in words for the author. */
interface Fault {
  readonly message: string;
  readonly hint: string | null;
}
export type Token = Span & TokenNode;
type TokenNode =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'backticked'; readonly text: string }
  | { readonly kind: 'param'; readonly text: string }
  | { readonly kind: 'int64'; readonly value: bigint }
  | { readonly kind: 'float64'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'end' }
  /** Text that cannot be read. The parser reports it on reaching it, and stops there. */
  | ({ readonly kind: 'fault' } & Fault);

/** The token for text that cannot be read, at the place of the fault; `fact` continues the message after the text itself. */
export function faulty(
  text: string,
  start: number,
  end: number,
  fact: string,
  hint: string | null = null,
): Token {
  const message = `\`${excerpt(text, start, end)}\` ${fact}`;
  return { kind: 'fault', message, hint, start, end };
}

const EXCERPT = 40;

/** A piece of the text for a message, shortened if it is long. */
export function excerpt(text: string, start: number, end: number): string {
  return end - start > EXCERPT ? `${text.slice(start, start + EXCERPT)}…` : text.slice(start, end);
}
