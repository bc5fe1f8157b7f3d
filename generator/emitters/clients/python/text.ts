/** A stranger's text in Python. Nothing is taken out: characters with a meaning are escaped, the backslash first. */
import { type Code, safe } from '../../writer.ts';

const KEYWORDS: ReadonlySet<string> = new Set(
  [
    'False None True and as assert async await break class continue def del elif else except finally for from global if',
    'import in is lambda nonlocal not or pass raise return try while with yield',
  ].flatMap(line => line.split(' ')),
);

/** Whether a name is a keyword of Python. Soft keywords such as `match` are names. */
export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name);
}

/** The name, unchanged. Throws if it is not a valid name: callers make names before they come here. */
export function identifier(name: string): Code {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || isKeyword(name)) {
    throw new Error(`no identifier of Python: ${JSON.stringify(name)}`);
  }
  return safe(name);
}

/** A text as a literal that is its value, in ASCII and on one line. */
export function literal(text: string): Code {
  return safe(`"${text.replace(/[\\"]/g, String.raw`\$&`).replace(/[^ -~]/gu, escaped)}"`);
}

/** Characters that are invisible, end a line for some reader, or change the direction of writing. */
const UNSEEN = /[^\n\P{C}]|[\u2028\u2029]/gu;

/**
 * A text as a paragraph of a docstring, where lines may begin with more space than they have themselves, and whose own line
 * breaks follow. Quotes beside quotes or at either end could close it; space at the end of a line would get lost, that before
 * a text that begins with a line break too.
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
