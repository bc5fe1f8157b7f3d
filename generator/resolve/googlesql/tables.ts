/**
 * The data sets that a GoogleSQL text may name: by their own names, or by the names of their tables on an engine that speaks GoogleSQL.
 * Only the analyser can determine which of them the text reads, so it gets every data set with a name that occurs as a word in the text.
 */
import type { Source } from '../../core/spec/source.ts';
import type { AskedTable } from '../../googlesql/question/question.ts';
import type { ReadText } from '../../own/read.ts';
import { placeIn } from '../../own/read.ts';
import { tablesIn } from '../../own/tables.ts';
import { summarizeNames } from '../names/names.ts';
import type { Using } from '../scope.ts';

/** `engines`: the engines that speak GoogleSQL. */
export function listAskedTables(
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

/** Whether the data set has repeated records. Without a table on such an engine, the text itself shows it. */
function isRepeated(
  source: Source,
  tables: readonly Source['tables'][string][],
  unnests: boolean,
): boolean {
  const [table] = tables;
  if (table !== undefined) return table.records === 'repeated';
  return unnests || Object.values(source.tables).some(({ records }) => records === 'repeated');
}

/** Each part of a path may be quoted separately, or several parts together. */
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

/** The words in lower case. A quoted name is split at its dots. */
function wordsIn({ text, tokens }: ReadText): ReadonlySet<string> {
  const words = tokens.flatMap(({ kind, start, end }) => {
    const token = text.written.value.slice(start, end).toLowerCase();
    if (kind === 'word') return [token];
    return kind === 'name' ? token.slice(1, -1).split('.') : [];
  });
  return new Set(words);
}

/** Reports each table that belongs to several data sets with different fixed conditions. */
export function reportAmbiguousTables(
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
    const shown = summarizeNames(fitting.map(source => source.name));
    const message = `\`${name}\` is the table of ${shown}, which fix different rows of it`;
    const hint = 'Write the name of the data set that is meant.';
    report('ambiguous-data-set', placeIn(written, { start, end }), message, hint);
  }
}
