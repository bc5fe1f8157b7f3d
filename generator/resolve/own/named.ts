/** The names of tables in the texts of a statement, and the data sets that they mean. */
import type { Place } from '../../core/report/diagnostics.ts';
import type { Located } from '../../core/spec/located.ts';
import type { Source } from '../../core/spec/source.ts';
import { placeIn, type ReadText } from '../../own/read.ts';
import { asciiLower, findSources, tablesIn } from '../../own/tables.ts';
import type { OwnToken } from '../../own/tokens.ts';
import { summarizeNames } from '../names/names.ts';
import type { OwnContext } from './context.ts';
import type { StatementDraft } from './statements.ts';

/** The name of a table by its parts, outermost first, and where a text names it. */
export type TableName = Located<readonly string[]>;
/** A data set, and where a text names its table. */
export interface NamedSource {
  readonly source: Source;
  readonly name: Located<string>;
}

/** The names at the positions of tables, by the tokens of the texts alone. */
export function namesByTokens({ read }: StatementDraft): readonly TableName[] {
  const reads = textsOf(read);
  const texts = reads.map(({ text, tokens }) => ({ text: text.written.value, tokens }));
  return tablesIn(texts).map(({ parts, index, start, end }) => {
    const written = reads[index]?.text.written;
    if (written === undefined) throw new Error('a table is named in no text');
    return { value: parts, place: placeIn(written, { start, end }) };
  });
}

/** The place of a table's name; the whole first text if no token is its last part. */
export function placeOfName({ read }: StatementDraft, parts: readonly string[]): Place {
  const reads = textsOf(read);
  const last = asciiLower(parts.at(-1) ?? '');
  for (const { text, tokens } of reads) {
    const { value } = text.written;
    const token = tokens.find(one => lastPart(value, one) === last);
    if (token !== undefined) return placeIn(text.written, token);
  }
  const [first] = reads;
  if (first === undefined) throw new Error('a statement has a text');
  return first.text.written.place;
}

function textsOf(pieces: StatementDraft['read']): readonly ReadText[] {
  return pieces.flatMap(({ texts }) => texts);
}

function lastPart(text: string, { kind, start, end }: OwnToken): string | null {
  const token = asciiLower(text.slice(start, end));
  if (kind === 'word') return token;
  if (kind !== 'name' && kind !== 'string') return null;
  return token.slice(1, -1).split('.').at(-1) ?? null;
}

/** The data sets that the names mean. Reports names of several data sets that fix different rows. */
export function sourcesNamed(
  { sources, report }: OwnContext,
  engine: string,
  { own }: StatementDraft,
  names: readonly TableName[],
): readonly NamedSource[] {
  const found: NamedSource[] = [];
  for (const { value: parts, place } of names) {
    const named = findSources(parts, sources, engine, own);
    for (const source of named) found.push({ source, name: { value: parts.join('.'), place } });
    const wheres = new Set(named.map(({ tables }) => tables[engine]?.where ?? null));
    if (wheres.size < 2) continue;
    const shown = summarizeNames(named.map(({ name }) => name));
    const message = `\`${parts.join('.')}\` is the table of ${shown}, which fix different rows of it; this statement reads them all`;
    const hint = 'Add the condition of the data set that the statement should read.';
    report('ambiguous-table', place, message, hint);
  }
  return found;
}
