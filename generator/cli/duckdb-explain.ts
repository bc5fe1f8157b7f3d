/** DuckDB's own plan of a statement. */
import { bind, loadLibrary } from '../../server/engines/duckdb-values.ts';
import { type BoundStatement, EngineFailure } from '../../server/engines/engine.ts';

/** The plan as DuckDB prints it. Rejects with `EngineFailure` where the file or the statement cannot be used. */
export async function explainDuckDb(
  { database, memoryLimit }: { readonly database: string; readonly memoryLimit: string },
  statement: BoundStatement,
): Promise<string> {
  const { api } = await loadLibrary();
  const settings = {
    access_mode: 'READ_ONLY',
    enable_external_access: 'false',
    memory_limit: memoryLimit,
  };
  const instance = await api.DuckDBInstance.create(database, settings).catch(failed('unavailable'));
  try {
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    const prepared = await connection.prepare(`EXPLAIN ${statement.sql}`);
    bind(api, prepared, statement);
    const rows = (await prepared.runAndReadAll()).getRows();
    connection.closeSync();
    return rows.map(row => String(row[1])).join('\n');
  } catch (cause) {
    return failed('failed')(cause);
  } finally {
    instance.closeSync();
  }
}

function failed(kind: 'unavailable' | 'failed'): (cause: unknown) => never {
  return cause => {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new EngineFailure(kind, message, { cause });
  };
}
