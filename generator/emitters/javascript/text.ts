/**
 * The only ways in which a stranger's text enters TypeScript and JavaScript: as a literal, a comment, an identifier or a key.
 * Nothing is taken out; backslashes are put in, before those of the text first.
 */
import { type Code, code, safe } from '../writer.ts';

/** Characters that are invisible, change the direction of writing, or end a line for some tool. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** In units of UTF-16, of which a literal is made and half a pair may be one. */
function escaped(characters: string): string {
  return Array.from({ length: characters.length }, (_, at) => {
    const hex = characters.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${hex}`;
  }).join('');
}

/** A text as a string literal or literal type, on one line. */
export function literal(text: string): Code {
  const body = text
    .replace(/[\\']/g, '\\$&')
    .replace(UNSEEN, character => SHORT[character] ?? escaped(character));
  return safe(`'${body}'`);
}

/** The name, unchanged; anything but a name is a bug of ours. */
export function identifier(name: string): Code {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new Error(`no identifier: ${literal(name)}`);
  return safe(name);
}

/**
 * A name as the key of a property, of a literal or a type; no word is reserved there. Bare, `__proto__` would be an
 * object's prototype.
 */
export function key(name: string): Code {
  if (name === '__proto__') return safe(`['__proto__']`);
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? safe(name) : literal(name);
}

/** Paragraphs as a documentation comment; empty without paragraphs. */
export function comment(...paragraphs: readonly (Code | null)[]): readonly Code[] {
  const lines = paragraphs
    .filter(paragraph => paragraph !== null)
    .flatMap((paragraph, index) => [
      ...(index === 0 ? [] : ['']),
      ...String(paragraph).split('\n'),
    ]);
  if (lines.length === 0) return [];
  if (lines.length === 1) return [safe(`/** ${lines[0]} */`)];
  return [safe(['/**', ...lines.map(line => ` * ${line}`), ' */'].join('\n'))];
}

/**
 * A text as it stands within a comment: a backslash breaks anything that would end the comment or begin a tag, and invisible characters
 * are written by their codes.
 */
export function words(text: string): Code {
  return safe(
    text
      .replace(/[\\@]/g, '\\$&')
      .replace(/\*(?=\/)/g, '*\\')
      .replace(UNSEEN, character => (character === '\n' ? character : escaped(character)))
      .replace(/ (?=\n|$)/g, escaped)
      // A block of YAML ends its last line.
      .replace(/(?<!\n)\n+$/, ''),
  );
}

/** The name of a package in npm's registry, as configured and checked. */
export function packageName(name: string): Code {
  if (!/^[A-Za-z0-9@._~/-]+$/.test(name)) throw new Error('the name of an npm package is checked');
  return safe(name);
}

/** The type of a list whose items are of `type`. */
export function listType(type: Code): Code {
  return / \| /.test(String(type)) ? code`readonly (${type})[]` : code`readonly ${type}[]`;
}
