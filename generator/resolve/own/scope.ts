/**
 * Scope in own SQL. The tokens of a statement show whether it compares a column with a required parameter at all, but not whether the
 * comparison restricts each read. A missing comparison is reported; the author must put an existing one in the right place.
 */

import type { Proof } from '../../core/plan/proof.ts';
import type { Located } from '../../core/spec/located.ts';
import type { Source } from '../../core/spec/source.ts';
import type { ReadText } from '../../own/read.ts';
import type { ReadPiece } from '../../own/statement-rules.ts';
import type { OwnToken } from '../../own/tokens.ts';
import { summarizeNames } from '../names/names.ts';
import type { OwnContext } from './context.ts';

/**
 * Reports the data sets whose scope no unconditional text fixes. `tables`: the places that name each data set. The tokens do not show which
 * comparison restricts a read, so a key has to fix every parameter that is compared with the scope of a data set.
 */
export function checkOwnScope(
  context: OwnContext,
  pieces: readonly ReadPiece[],
  tables: readonly { readonly source: Source; readonly name: Located<string> }[],
): void {
  if (context.spec.unscoped?.value === true) return;
  const said = pieces.map(piece => equatedBy(context, piece));
  const held = new Set(said.flatMap(texts => namesInAll(texts)));
  const seen = new Set<Source>();
  for (const { source, name } of tables) {
    if (seen.has(source)) continue;
    seen.add(source);
    context.clauses.push(...comparedWith(source, said.flat()));
    const missing = source.scope.filter(
      column => !namesOf(source, column.name).some(n => held.has(n)),
    );
    if (missing.length === 0) continue;
    const columns = missing.map(column => column.name);
    const message = `\`${name.value}\` is read without its scope: no condition requires ${summarizeNames(columns)} to equal a required parameter`;
    const conditions = columns.map(column => `\`${column} = @${column}\``).join(' and ');
    const hint = `Add ${conditions} to each read, with a required parameter; \`unscoped: true\` allows reads of all rows.`;
    context.report('unscoped-read', name.place, message, hint);
  }
}

/** One clause for each parameter that any text compares with the scope of the data set. */
function comparedWith(source: Source, texts: readonly Equated[]): Proof {
  const names = source.scope.flatMap(column => namesOf(source, column.name));
  const params = texts.flatMap(text => names.flatMap(name => [...(text.get(name) ?? [])]));
  return [...new Set(params)].map(param => new Set([param]));
}

/** The names that a statement may use for the column: its own, and the name of the field from which it derives. */
function namesOf({ columns }: Source, column: string): readonly string[] {
  const is = columns.find(({ name }) => name === column)?.is?.at(-1);
  return [column, ...(is === undefined ? [] : [is])].map(name => name.toLowerCase());
}

/** By name, the required parameters that a text equates with it. */
type Equated = ReadonlyMap<string, ReadonlySet<string>>;

/** The equalities in each text of a piece; none for a piece that may be left out. */
function equatedBy(context: OwnContext, { isConditional, texts }: ReadPiece): readonly Equated[] {
  return isConditional ? [] : texts.map(text => equatedIn(context, text));
}

function namesInAll([first = new Map(), ...others]: readonly Equated[]): readonly string[] {
  return [...first.keys()].filter(name => others.every(other => other.has(name)));
}

function equatedIn({ params }: OwnContext, { text, tokens }: ReadText): Equated {
  const { value } = text.written;
  const said = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const word = (token: OwnToken | undefined) =>
    token === undefined ? '' : value.slice(token.start, token.end);
  const names = new Map<string, Set<string>>();
  for (const [at, token] of said.entries()) {
    if (token.kind !== 'parameter') continue;
    const param = word(token).slice(1);
    const known = params.byName.get(param);
    if (known?.required !== true || known.list !== null) continue;
    const add = (name: string) =>
      names.set(name, (names.get(name) ?? new Set<string>()).add(param));
    const before = equalSigns(said.slice(0, at).reverse().map(word));
    if (before > 0) add(unquoted(word(said[at - before - 1])));
    const after = equalSigns(said.slice(at + 1).map(word));
    if (after > 0) add(lastOfPath(said.slice(at + 1 + after).map(word)));
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
