/** Quick fixes, taken from hints that contain the text to write. */
import { randomUUID } from 'node:crypto';
import type { Diagnostic } from '../../../generator/core/report/diagnostics.ts';
import type { Edit } from '../../project/specifications/edits.ts';

export interface Fix {
  readonly title: string;
  readonly edit: Edit;
}

/** The ways to fix a fault. */
export function fixesOf(diagnostic: Diagnostic): readonly Fix[] {
  const { code, place, hint, message } = diagnostic;
  const { start, end } = place;
  if (code === 'duplicate-id' || (code === 'invalid-name' && hint?.includes('`uuidgen`')))
    return [{ title: 'Use a new UUID', edit: { start, end, text: randomUUID() } }];
  if (code === 'missing-key' && message === 'The file needs the key `id`') {
    const head = /^endpoint:.*\n/m.exec(place.source.text);
    const at = head === null ? 0 : head.index + head[0].length;
    return [{ title: 'Add an `id`', edit: { start: at, end: at, text: `id: ${randomUUID()}\n` } }];
  }
  return suggested(hint ?? '').map(name => ({
    title: `Use \`${name}\``,
    edit: { start, end, text: replaced(place.source.text.slice(start, end), name) },
  }));
}

/** The names that a hint offers: a similar one, or each of a short list. */
function suggested(hint: string): readonly string[] {
  if (!/^Use (?:one of )?`/.test(hint)) return [];
  const [sentence = ''] = hint.split(/[.:;](?: |$)/);
  const names = [...sentence.matchAll(/`([^`]*)`/g)].map(([, name = '']) => name);
  const rest = sentence
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(',', '')
    .trim();
  return REST.has(rest.replaceAll(/ +/g, ' ')) ? names.filter(isName) : [];
}

/** The words around the names in hints that only offer names. */
const REST: ReadonlySet<string> = new Set(['Use', 'Use one of', 'Use or', 'Use if that is meant']);

function isName(name: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(name);
}

/** Keeps the characters around a name. */
function replaced(written: string, name: string): string {
  const [, before = '', quote = ''] = /^(@?)(['"`]?)/.exec(written) ?? [];
  return `${before}${quote}${name}${quote}`;
}
