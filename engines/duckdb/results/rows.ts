/** Rows of authors' own statements on DuckDB. */
import type * as DuckDb from '@duckdb/node-api';
import type { CatalogueColumn, Cell } from '../../engine.ts';
import { unreadableType } from '../../support/canonical.ts';
import type { ChunkCells, DuckDbLibrary } from '../driver/values.ts';
import { resultColumn } from './column.ts';
import { findValueKind } from './kind-of.ts';

export interface OwnResult {
  readonly columns: readonly CatalogueColumn[];
  readonly cells: ChunkCells;
}

/** How a result is read. Throws `EngineFailure` if it has a column that no cell can show. */
export function ownResult(
  { api, rawVectorOf }: DuckDbLibrary,
  result: DuckDb.DuckDBResult,
): OwnResult {
  const indices = Array.from({ length: result.columnCount }, (_, index) => index);
  const columns = indices.map(index => {
    const name = result.columnName(index);
    const type = result.columnType(index);
    const kind = findValueKind(api, name, type);
    const column = resultColumn(api, name, type);
    if (kind === null) throw unreadableType(name, column.type);
    return { column, kind };
  });
  return {
    columns: columns.map(({ column }) => column),
    cells: chunk =>
      columns.map(({ kind: { raw, cell } }, index) => {
        const vector = rawVectorOf(chunk, index, raw);
        return (row: number): Cell => {
          const value = vector.getItem(row);
          return value === null ? null : cell(value);
        };
      }),
  };
}
