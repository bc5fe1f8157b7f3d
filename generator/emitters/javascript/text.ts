/**
 * The only functions that put untrusted text into TypeScript and JavaScript: as a literal, a comment, an identifier or a key.
 * They insert backslashes, first in front of those in the text. They remove nothing except line breaks at the end of a
 * comment's text.
 */
import { type Code, code, joinCode, safe } from '../text/writer.ts';

/** Characters that are invisible, change the direction of text, or end a line for some tool. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes UTF-16 units, because a literal consists of those, and one may be half of a pair. */
function escaped(characters: string): string {
  return Array.from({ length: characters.length }, (_, at) => {
    const hex = characters.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${hex}`;
  }).join('');
}

/** Prints a text as a string literal or literal type, on one line. */
export function literal(text: string): Code {
  const body = text
    .replace(/[\\']/g, '\\$&')
    .replace(UNSEEN, character => SHORT[character] ?? escaped(character));
  return safe(`'${body}'`);
}

/** Returns the name unchanged; anything except a valid name is a bug of ours. */
export function identifier(name: string): Code {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new Error(`no identifier: ${literal(name)}`);
  return safe(name);
}

/**
 * Prints a name as the key of a property in a literal or a type, where no word is reserved. `__proto__` is computed, because a
 * plain `__proto__` would set the object's prototype.
 */
export function key(name: string): Code {
  if (name === '__proto__') return safe(`['__proto__']`);
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? safe(name) : literal(name);
}

/** Prints paragraphs as a documentation comment; empty without paragraphs. */
export function comment(...paragraphs: readonly (Code | null)[]): readonly Code[] {
  const given = paragraphs.filter(paragraph => paragraph !== null);
  if (given.length === 0) return [];
  const text = joinCode(given, '\n\n');
  if (!text.includes('\n')) return [safe(`/** ${text} */`)];
  return [safe(`/**\n * ${text.replaceAll('\n', '\n * ')}\n */`)];
}

/**
 * Prints a text for use inside a comment. A backslash breaks anything that would end the comment or begin a tag. Invisible
 * characters are replaced by their codes.
 */
export function commentWords(text: string): Code {
  return safe(
    text
      .replace(/[\\@]/g, '\\$&')
      .replace(/\*(?=\/)/g, '*\\')
      .replace(UNSEEN, character => (character === '\n' ? character : escaped(character)))
      .replace(/ (?=\n|$)/g, escaped)
      // YAML's block texts end in a line break.
      .replace(/(?<!\n)\n+$/, ''),
  );
}

/** Accepts the name of an npm package from the checked configuration. */
export function packageName(name: string): Code {
  if (!/^[A-Za-z0-9@._~/-]+$/.test(name)) throw new Error('the name of an npm package is checked');
  return safe(name);
}

/** Returns the type of a list whose items have `type`. */
export function listType(type: Code): Code {
  return / \| /.test(type) ? code`readonly (${type})[]` : code`readonly ${type}[]`;
}
