/**
 * Scope in own SQL. The tokens of a statement show whether it compares a column with a required parameter at all, but not whether the
 * comparison restricts each read. A missing comparison is reported; the author must put an existing one in the right place.
 */

import type { Located } from '../../core/located.ts';
import type { Source } from '../../core/source.ts';
import type { ReadText } from '../../own/read.ts';
import type { ReadPiece } from '../../own/statement-rules.ts';
import type { Token } from '../../own/tokens.ts';
import { listed } from '../names.ts';
import type { OwnContext } from './context.ts';

/** Reports the data sets whose scope no unconditional text fixes. `tables`: the places that name each data set. */
export function checkOwnScope(
  context: OwnContext,
  pieces: readonly ReadPiece[],
  tables: readonly { readonly source: Source; readonly name: Located<string> }[],
): void {
  if (context.spec.unscoped?.value === true) return;
  const held = new Set(pieces.flatMap(piece => [...heldBy(context, piece)]));
  const told = new Set<Source>();
  for (const { source, name } of tables) {
    const missing = source.scope.filter(
      column => !namesOf(source, column.name).some(n => held.has(n)),
    );
    if (missing.length === 0 || told.has(source)) continue;
    told.add(source);
    const columns = missing.map(column => column.name);
    const message = `\`${name.value}\` is read without its scope: no condition requires ${listed(columns)} to equal a required parameter`;
    const conditions = columns.map(column => `\`${column} = @${column}\``).join(' and ');
    const hint = `Add ${conditions} to each read, with a required parameter; \`unscoped: true\` allows reads of all rows.`;
    context.report('unscoped-read', name.place, message, hint);
  }
}

/** The names that a statement may use for the column: its own, and the name of the field from which it derives. */
function namesOf({ columns }: Source, column: string): readonly string[] {
  const is = columns.find(({ name }) => name === column)?.is?.at(-1);
  return [column, ...(is === undefined ? [] : [is])].map(name => name.toLowerCase());
}

/** The names that every text of a piece equates with a required parameter; empty for a piece that may be left out. */
function heldBy(context: OwnContext, { isConditional, texts }: ReadPiece): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = texts.map(text => equatedIn(context, text));
  if (isConditional) return new Set();
  return new Set([...first].filter(name => others.every(other => other.has(name))));
}

function equatedIn({ params }: OwnContext, { text, tokens }: ReadText): ReadonlySet<string> {
  const { value } = text.written;
  const said = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const word = (token: Token | undefined) =>
    token === undefined ? '' : value.slice(token.start, token.end);
  const names = new Set<string>();
  for (const [at, token] of said.entries()) {
    if (token.kind !== 'parameter') continue;
    if (params.byName.get(word(token).slice(1))?.required !== true) continue;
    const before = equalSigns(said.slice(0, at).reverse().map(word));
    if (before > 0) names.add(unquoted(word(said[at - before - 1])));
    const after = equalSigns(said.slice(at + 1).map(word));
    if (after > 0) names.add(lastOfPath(said.slice(at + 1 + after).map(word)));
  }
  return names;
}

/** The length of the `=` or `==` at the start of `words`; 0 for any other operator. */
function equalSigns(words: readonly string[]): number {
  if (words[0] !== '=') return 0;
  const signs = words[1] === '=' ? 2 : 1;
  return ['<', '>', '!', '+', '-', '*', '/', '~'].includes(words[signs] ?? '') ? 0 : signs;
}

/** The last name of a path at the start of `words`. */
function lastOfPath(words: readonly string[]): string {
  let at = 0;
  while (words[at + 1] === '.') at += 2;
  return unquoted(words[at] ?? '');
}

function unquoted(name: string): string {
  return name.replace(/^[`"]|[`"]$/g, '').toLowerCase();
}
