/**
 * Puts untrusted text into Python. Escapes characters with a meaning, the backslash first. Removes nothing except line breaks
 * at the end of docstring text.
 */
import { type Code, safe } from '../../text/writer.ts';

const KEYWORDS: ReadonlySet<string> = new Set(
  [
    'False None True and as assert async await break class continue def del elif else except finally for from global if',
    'import in is lambda nonlocal not or pass raise return try while with yield',
  ].flatMap(line => line.split(' ')),
);

/** Whether a name is a keyword of Python. Soft keywords such as `match` are valid names. */
export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name);
}

/** Returns the name unchanged. Throws if it is not a valid name, because callers must choose valid names. */
export function identifier(name: string): Code {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || isKeyword(name)) {
    throw new Error(`no identifier of Python: ${JSON.stringify(name)}`);
  }
  return safe(name);
}

/** Prints a text as a string literal, in ASCII and on one line. */
export function literal(text: string): Code {
  return safe(`"${text.replace(/[\\"]/g, String.raw`\$&`).replace(/[^ -~]/gu, escaped)}"`);
}

/** Characters that are invisible, end a line for some reader, or change the direction of text. */
const UNSEEN = /[^\n\P{C}]|[\u2028\u2029]/gu;

/**
 * Prints a text as a paragraph of a docstring. The docstring's indentation may be added to its lines, and line breaks may
 * follow it. Escapes quotes that are next to quotes or at either end, because they could close the docstring. Also escapes
 * spaces at the ends of lines, which would get lost, and a line break at the beginning, because a space before the text would
 * get lost.
 */
export function documented(text: string): Code {
  return safe(
    text
      .replace(/(?<!\n)\n+$/, '')
      .replaceAll('\\', '\\\\')
      .replace(/(?<="|^)"|"(?="|$)/g, '\\"')
      .replace(UNSEEN, escaped)
      .replace(/ $/gm, '\\x20')
      .replace(/^\n/, '\\n'),
  );
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = (digits: number) => point.toString(16).padStart(digits, '0');
  if (point > 0xffff) return `\\U${hex(8)}`;
  return SHORT[character] ?? (point > 0xff ? `\\u${hex(4)}` : `\\x${hex(2)}`);
}
