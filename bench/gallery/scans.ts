/** The scans of tables in a statement, from DuckDB's own plan. */
import type { BoundStatement, Engine } from '../../engines/engine.ts';

interface Operator {
  readonly name?: string;
  readonly extra_info?: {
    readonly Table?: string;
    readonly Projections?: string | readonly string[];
    readonly Filters?: string | readonly string[];
  };
  readonly children?: readonly Operator[];
}

/** A line for each scan, in alphabetical order: its table, the columns that it reads, and the filters by which it skips rows. */
export async function scansIn(engine: Engine, { sql, values }: BoundStatement): Promise<string> {
  const deadline = { timeoutMs: 25_000, signal: new AbortController().signal };
  const text = await engine.explain({ sql: `(FORMAT JSON) ${sql}`, values }, deadline);
  const operators: readonly Operator[] = JSON.parse(text);
  return operators.flatMap(scansBelow).sort().join('\n');
}

function scansBelow({ extra_info: info = {}, children = [] }: Operator): readonly string[] {
  const below = children.flatMap(scansBelow);
  if (info.Table === undefined) return below;
  const columns = [info.Projections ?? []].flat().sort().join(', ');
  const filters = [info.Filters ?? []].flat().sort().join(' AND ');
  return [...below, `${info.Table} (${columns}) ${filters}`];
}
