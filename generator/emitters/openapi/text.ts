/**
 * The only ways in which a stranger's text enters a command of a shell. Nothing is taken out: characters with a meaning are quoted, and
 * invisible ones stand percent-encoded.
 */
import { type Code, safe } from '../writer.ts';

/** Controls, line breaks, characters that change the direction of writing, and space beyond ASCII. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?! )\p{Zs}/u;

/** A parameter of a request as an option of curl's, which encodes what can be read and leaves the rest as it is. */
export function queryOption(name: string, value: string): Code {
  const pair = [name, value];
  if (!UNSEEN.test(pair.join())) return safe(`--data-urlencode ${quoted(pair.join('='))}`);
  return safe(`--data ${quoted(pair.map(encodeURIComponent).join('='))}`);
}

/** One word: between single quotes only the closing quote has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A part of a path of the service: a name or an identifier, as checked. */
export function pathPart(text: string): Code {
  if (!/^[A-Za-z0-9._-]+$/.test(text)) throw new Error('names of endpoints are checked');
  return safe(text);
}
