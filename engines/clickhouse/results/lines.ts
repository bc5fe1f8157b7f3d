/** The lines of ClickHouse's answer to an author's own statement. */
import type { CatalogueColumn, Cell, Row } from '../../engine.ts';
import { unreadableType } from '../../support/canonical.ts';
import type { RowLines } from '../driver/values.ts';
import { findLineKind, resultColumn } from './column.ts';
import type { LineKind } from './kind.ts';
import { type LineCursor, lineOf, NoRow } from './line.ts';

/** A line of names, one of types, then a line of values for each row. An empty line precedes totals. */
export const OWN_FORMAT = 'JSONCompactEachRowWithNamesAndTypes';

/** Added to every statement's settings: decimals keep their digits, and timestamps are in UTC with their fraction. */
export const OWN_SETTINGS = {
  output_format_json_quote_decimals: 1,
  date_time_output_format: 'iso',
} as const;

export interface OwnLines extends RowLines {
  readonly columns: () => readonly CatalogueColumn[];
}

/** `take` throws `EngineFailure` if no cell can show a column or a value. */
export function ownLines(): OwnLines {
  let names: readonly string[] | null = null;
  let kinds: readonly LineKind[] | null = null;
  let columns: readonly CatalogueColumn[] = [];
  let isBehindRows = false;
  const takeHead = (line: string): 'passed' | null => {
    const texts = textsOf(line);
    if (texts === null) return null;
    if (names === null) {
      names = texts;
      return 'passed';
    }
    if (texts.length !== names.length) return null;
    columns = names.map((name, index) => resultColumn(name, texts[index] ?? ''));
    kinds = columns.map(({ name, type }) => {
      const kind = findLineKind(name, type);
      if (kind === null) throw unreadableType(name, type);
      return kind;
    });
    return 'passed';
  };
  return {
    isHeadRead: () => kinds !== null,
    columns: () => columns,
    take: line => {
      if (kinds === null) return takeHead(line);
      if (line === '\n') {
        isBehindRows = true;
        return 'passed';
      }
      const row = rowOf(line, kinds);
      return row !== null && isBehindRows ? 'passed' : row;
    },
  };
}

function textsOf(line: string): readonly string[] | null {
  if (!line.endsWith('\n')) return null;
  try {
    const texts: unknown = JSON.parse(line);
    return Array.isArray(texts) && texts.every(text => typeof text === 'string') ? texts : null;
  } catch {
    return null;
  }
}

/** `null` if the line is not a complete row. */
function rowOf(text: string, kinds: readonly LineKind[]): Row | null {
  const line = lineOf(text);
  try {
    line.expect('[');
    const row = kinds.map((kind, index) => {
      if (index > 0) line.expect(',');
      return cellOf(kind, line);
    });
    line.expect(']');
    line.expect('\n');
    return row;
  } catch (cause) {
    if (cause instanceof NoRow || cause instanceof SyntaxError) return null;
    throw cause;
  }
}

function cellOf(kind: LineKind, line: LineCursor): Cell {
  return line.skipNull() ? null : kind.cell(line);
}
