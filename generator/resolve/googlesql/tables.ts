/**
 * The data sets that a text in GoogleSQL may name: by their own names, then by those of their tables on an engine whose own SQL it
 * is. Only the analyser knows which of them the text reads; it gets each whose name is a word of the text.
 */
import type { Source } from '../../core/source.ts';
import type { AskedTable } from '../../googlesql/question.ts';
import type { ReadText } from '../../own/read.ts';
import { placeIn } from '../../own/read.ts';
import { tablesIn } from '../../own/tables.ts';
import { listed } from '../names.ts';
import type { Using } from '../scope.ts';

/** `engines`: those whose own SQL is GoogleSQL. */
export function askedTables(
  read: ReadText,
  sources: readonly Source[],
  engines: readonly string[],
): readonly AskedTable[] {
  const words = wordsIn(read);
  const unnests = words.has('unnest');
  const taken = new Set(sources.map(({ name }) => name.toLowerCase()));
  return sources.flatMap((source): AskedTable | [] => {
    const own = words.has(source.name.toLowerCase()) ? [[source.name]] : [];
    const tables = engines.flatMap(engine => source.tables[engine] ?? []);
    const named = tables
      .filter(({ name }) => words.has((name.at(-1) ?? '').toLowerCase()))
      .flatMap(({ name }) => waysOf(name))
      .filter(name => {
        const whole = name.join('\0').toLowerCase();
        const isFree = !taken.has(whole);
        taken.add(whole);
        return isFree;
      });
    const names = [...own, ...named];
    if (names.length === 0) return [];
    return {
      source,
      names,
      columns: source.columns,
      isRepeated: isRepeated(source, tables, unnests),
    };
  });
}

/** A data set without such a table has its records as the text reads them. */
function isRepeated(
  source: Source,
  tables: readonly Source['tables'][string][],
  unnests: boolean,
): boolean {
  const [table] = tables;
  if (table !== undefined) return table.records === 'repeated';
  return unnests || Object.values(source.tables).some(({ records }) => records === 'repeated');
}

/** A path may be quoted in parts, and one pair of quotes may hold several. */
function waysOf([first = '', ...rest]: readonly string[]): readonly (readonly string[])[] {
  return rest.reduce<readonly (readonly string[])[]>(
    (ways, part) =>
      ways.flatMap(way => [
        [...way, part],
        [...way.slice(0, -1), `${way.at(-1) ?? ''}.${part}`],
      ]),
    [[first]],
  );
}

/** In lower case. A quoted name is a word by each of its parts, too. */
function wordsIn({ text, tokens }: ReadText): ReadonlySet<string> {
  const words = tokens.flatMap(({ kind, start, end }) => {
    const token = text.written.value.slice(start, end).toLowerCase();
    if (kind === 'word') return [token];
    return kind === 'name' ? token.slice(1, -1).split('.') : [];
  });
  return new Set(words);
}

/** Reports each table of several data sets that fix different rows of it. */
export function reportAmbiguous(
  read: ReadText,
  sources: readonly Source[],
  engines: readonly string[],
  { report }: Pick<Using, 'report'>,
): void {
  const { written } = read.text;
  const names = new Set(sources.map(({ name }) => name.toLowerCase()));
  for (const { parts, start, end } of tablesIn([{ text: written.value, tokens: read.tokens }])) {
    const name = parts.join('.');
    if (names.has(name.toLowerCase())) continue;
    const fitting = sources.filter(({ tables }) =>
      engines.some(engine => tables[engine]?.name.join('.').toLowerCase() === name.toLowerCase()),
    );
    const wheres = new Set(
      fitting.map(({ tables }) =>
        JSON.stringify(Object.entries(tables).map(([engine, { where }]) => [engine, where])),
      ),
    );
    if (wheres.size < 2) continue;
    const shown = listed(fitting.map(source => source.name));
    const message = `\`${name}\` is the table of ${shown}, which fix different rows of it`;
    const hint = 'Write the name of the data set that is meant.';
    report('ambiguous-data-set', placeIn(written, { start, end }), message, hint);
  }
}
