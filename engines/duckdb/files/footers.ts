/** The footers of Parquet files: they count NULLs and bound values, so that no row is read for it. */
import type * as DuckDb from '@duckdb/node-api';
import type { Extent } from '../../survey.ts';
import { quoteLiteral } from '../driver/text.ts';

/** The facts about a leaf of all files. */
export interface LeafFacts {
  /** The NULLs that are counted. */
  readonly nulls: number;
  /** Whether every file has the leaf and counts its NULLs. */
  readonly isCounted: boolean;
  /** The least and the greatest whole number; `null` unless every part of the files says them. */
  readonly extent: Extent;
}

/** Returns the facts about a leaf by its path; `undefined` for one that no file has. */
export type Footers = (path: readonly string[]) => LeafFacts | undefined;

/** Reads the footers of all files. */
export async function readFooters(
  connection: DuckDb.DuckDBConnection,
  glob: string,
): Promise<Footers> {
  const [least, most] = ['min', 'max'].map(
    end => `CAST(${end}(TRY_CAST(stats_${end}_value AS HUGEINT)) AS VARCHAR)`,
  );
  const sql = `SELECT path_in_schema, sum(coalesce(stats_null_count, 0)),
      count(stats_null_count) = count(*)
        AND count(DISTINCT file_name) = (SELECT count(*) FROM parquet_file_metadata(${quoteLiteral(glob)})),
      count(stats_min_value) = count(*) AND count(stats_max_value) = count(*), ${least}, ${most}
    FROM parquet_metadata(${quoteLiteral(glob)}) GROUP BY 1`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  const facts = new Map(
    rows.map(([path, nulls, isCounted, isBounded, min, max]): [string, LeafFacts] => {
      const isWhole = isBounded === true && typeof min === 'string' && typeof max === 'string';
      const extent = isWhole ? ([BigInt(min), BigInt(max)] as const) : null;
      return [String(path), { nulls: Number(nulls), isCounted: isCounted === true, extent }];
    }),
  );
  return path => facts.get(path.join(', '));
}
