/** Columns of authors' own statements on DuckDB. */
import type * as DuckDb from '@duckdb/node-api';
import type { CatalogueColumn } from '../../engine.ts';
import { tableColumn } from '../driver/types.ts';
import type { Api } from '../driver/values.ts';
import { findValueKind } from './kind-of.ts';

/** `readAs` is empty if no statement can return the column. */
export function resultColumn(api: Api, name: string, type: DuckDb.DuckDBType): CatalogueColumn {
  const readAs = findValueKind(api, name, type)?.readAs ?? [];
  return { ...tableColumn(api, name, type, null), readAs };
}
