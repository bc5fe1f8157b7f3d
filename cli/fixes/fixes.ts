/** The one table of fixes: what a message proposes, as edits. `quern check --fix` and the editor offer the same. */
import { randomUUID } from 'node:crypto';
import type { Diagnostic, DiagnosticCode } from '../../generator/core/report/diagnostics.ts';
import { onOneLine } from '../../generator/core/report/whole-text.ts';
import type { Fix } from './fix.ts';
import { tieBreak } from './tie-break.ts';

type Fixing = (fault: Diagnostic) => readonly Fix[];

/** Codes whose fixes do not follow from the names in the hint. */
const FIXES: Readonly<Partial<Record<DiagnosticCode, Fixing>>> = {
  'duplicate-id': newId,
  'missing-id': missingId,
  'invalid-name': fault => (fault.hint?.includes('`uuidgen`') ? newId(fault) : named(fault)),
  'yaml-syntax': rewritten,
  'cut-text': rewritten,
  'unquoted-text': rewritten,
  'wrong-type': rewritten,
  'wrong-arguments': fault => [...rewritten(fault), ...named(fault)],
  'unordered-limit': tieBreak,
  'ambiguous-order': tieBreak,
};

/** The ways to fix a fault. */
export function fixesOf(fault: Diagnostic): readonly Fix[] {
  return (FIXES[fault.code] ?? named)(fault);
}

/** The fix that `check --fix` applies; `null` if the author has to choose. */
export function sureFix(fault: Diagnostic): Fix | null {
  const [fix, ...others] = fixesOf(fault);
  return fix?.isSure === true && others.length === 0 ? fix : null;
}

function newId({ code, place: { start, end } }: Diagnostic): readonly Fix[] {
  // of two endpoints with one identifier, the author has to say which one is new
  const isSure = code !== 'duplicate-id';
  return [{ title: 'Use a new UUID', edits: [{ start, end, text: randomUUID() }], isSure }];
}

function missingId({ place, hint }: Diagnostic): readonly Fix[] {
  const written = /`(id: [^`]+)`/.exec(hint ?? '')?.[1];
  if (written === undefined) throw new Error('the hint of a missing `id` has none');
  const head = /^endpoint:.*\n/m.exec(place.source.text);
  const at = head === null ? 0 : head.index + head[0].length;
  const edits = [{ start: at, end: at, text: `${written}\n` }];
  return [{ title: 'Add an `id`', edits, isSure: true }];
}

/** A value that the hint repeats with quotes, without them, or as a list. */
function rewritten({ place: { source, start, end }, hint }: Diagnostic): readonly Fix[] {
  const text = /^Write `(.*?)`\.(?: There is no .*)?$/s.exec(hint ?? '')?.[1];
  if (text === undefined || bare(text) !== bare(source.text.slice(start, end))) return [];
  return [{ title: `Write ${text}`, edits: [{ start, end, text }], isSure: true }];
}

/** Two texts that differ only in quotes, brackets and line breaks are the same bare text. */
function bare(text: string): string {
  return onOneLine(text).replaceAll(/[['"\]]/g, '');
}

// ---- names in hints -------------------------------------------------------------------------------------------------

function named({ code, place, hint }: Diagnostic): readonly Fix[] {
  const { start, end } = place;
  const isNear = hint?.endsWith(', if that is meant.') === true || code === 'unknown-key';
  const names = suggested(hint ?? '');
  return names.map(name => ({
    title: `Use \`${name}\``,
    edits: [{ start, end, text: replaced(place.source.text.slice(start, end), name) }],
    isSure: isNear && names.length === 1,
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
