/** The text for an engine that speaks GoogleSQL: the author's, with the engine's table names. */
import type { OwnPart, OwnStatement, OwnText } from '../../core/plan/endpoint.ts';
import { isDerived, type Source } from '../../core/spec/source.ts';
import type { TableRead } from '../../googlesql/context.ts';
import { offsetsOf } from '../../googlesql/functions/texts/bytes.ts';
import type { OwnSql } from '../../sql/author/own-sql.ts';

/**
 * Returns `null` if the engine's tables do not contain what the text reads: a data set has a fixed `where`, or derives a column from
 * others.
 */
export function writtenFor(
  engine: string,
  { tableName }: OwnSql,
  text: OwnText,
  reads: readonly TableRead[],
  sources: readonly Source[],
): OwnStatement | null {
  if (tableName === undefined) throw new Error(`${engine} speaks no GoogleSQL`);
  const byName = new Map(sources.map(source => [source.name, source]));
  const offsetOf = offsetsOf(text.sent);
  const tables: Table[] = [];
  for (const { source: name, place, hasAlias, columns } of reads) {
    const source = byName.get(name);
    const table = source?.tables[engine];
    const isThere = source !== undefined && columns.every(one => isPlain(source, one, engine));
    if (table === undefined || table.where !== null || !isThere || place === null) return null;
    const [start, end] = [offsetOf(place.start), offsetOf(place.end)];
    const written = text.sent.slice(start, end).replaceAll('`', '');
    if (written === table.name.join('.')) continue;
    const alias = hasAlias ? '' : ` AS ${tableName([written.slice(written.lastIndexOf('.') + 1)])}`;
    tables.push({ kind: 'table', start, end, sql: `${tableName(table.name)}${alias}` });
  }
  const parts = text.parts.flatMap((part): readonly OwnPart[] =>
    part.kind === 'text' ? around(part, tables) : [part],
  );
  const all = [...parts, ...tables].sort((a, b) => a.start - b.start);
  return {
    pieces: [{ by: null, when: null, text: { ...text, parts: all } }],
    sources: [...new Set(reads.map(({ source }) => source))],
  };
}

type Table = Extract<OwnPart, { kind: 'table' }>;
type Text = Extract<OwnPart, { kind: 'text' }>;

function isPlain(source: Source, column: string, engine: string): boolean {
  const field = source.columns.find(({ name }) => name === column);
  return field !== undefined && !isDerived(field) && field.text[engine] === undefined;
}

/** The parts of a text between its tables. */
function around(part: Text, tables: readonly Table[]): readonly Text[] {
  return tables.reduce<readonly Text[]>(
    (left, table) =>
      left.flatMap(text => {
        if (table.end <= text.start || table.start >= text.end) return [text];
        return [
          { ...text, end: table.start },
          { ...text, start: table.end },
        ].filter(({ start, end }) => end > start);
      }),
    [part],
  );
}
