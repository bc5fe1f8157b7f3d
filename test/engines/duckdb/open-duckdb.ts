/**
 * DuckDB in memory. Every statement is prepared, since `run()` without values executes several
 * statements at once and a test would not notice, and only a SELECT, or an EXPLAIN of one, is executed. The session's zone
 * is UTC: it decides what casts between TIMESTAMP and TIMESTAMPTZ mean.
 */
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResultReader,
  LIST,
  StatementType,
} from '@duckdb/node-api';
import { SqlError } from '../sql-error.ts';
import type { Binding, OpenTestEngine, ResultSet } from '../test-engine.ts';
import type { StoredScalar } from '../values/stored-shape.ts';
import {
  decodeValue,
  encodeScalar,
  PARAMETER_TYPES,
  quoteName,
  typeName,
} from './duckdb-values.ts';
import { loadTable } from './load-table.ts';

const READS: ReadonlySet<StatementType> = new Set([StatementType.SELECT, StatementType.EXPLAIN]);

/** Opens an empty database of its own; several may be open at once. */
export async function openDuckDb(): Promise<OpenTestEngine> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  // the next release of DuckDB refuses the arrow by default
  await connection.run(`SET lambda_syntax = 'DISABLE_SINGLE_ARROW'`);
  let loaded: readonly string[] = [];
  return {
    name: 'duckdb',
    async load(tables) {
      for (const name of loaded) await connection.run(`DROP TABLE IF EXISTS ${quoteName(name)}`);
      loaded = tables.map(table => table.name);
      for (const table of tables) await loadTable(connection, table);
    },
    run: (sql, bindings = []) => runStatement(connection, sql, bindings),
    async execute(sql) {
      await refusals(() => connection.run(sql));
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function runStatement(
  connection: DuckDBConnection,
  sql: string,
  bindings: readonly Binding[],
): Promise<ResultSet> {
  const statement = await refusals(() => connection.prepare(sql));
  try {
    if (!READS.has(statement.statementType)) throw new SqlError('not a SELECT');
    bind(statement, bindings);
    return resultSet(await refusals(() => statement.runAndReadAll()));
  } finally {
    statement.destroySync();
  }
}

/** Binds exactly what the statement names: DuckDB refuses a value too many without naming it. */
function bind(statement: DuckDBPreparedStatement, bindings: readonly Binding[]): void {
  for (let index = 1; index <= statement.parameterCount; index += 1) {
    const name = statement.parameterName(index);
    const binding = bindings.find(candidate => candidate.name === name);
    if (binding === undefined) throw new SqlError(`no value is bound to $${name}`);
    // Typed, or every bigint would be a HUGEINT.
    const { scalar, value } = binding;
    const type = PARAMETER_TYPES[scalar];
    if (Array.isArray(value)) {
      const items = value.map(item => encodeScalar(scalar, item));
      statement.bindList(index, items, LIST(type));
    } else statement.bindValue(index, encodeScalar(scalar, value as StoredScalar), type);
  }
}

function resultSet(reader: DuckDBResultReader): ResultSet {
  const columns = reader.columnTypes().map((type, index) => {
    return { name: reader.columnName(index), type };
  });
  const rows = reader.getRows().map(row => {
    return columns.map(({ type }, index) => decodeValue(row[index] ?? null, type));
  });
  return { columns: columns.map(({ name, type }) => ({ name, type: typeName(type) })), rows };
}

async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new SqlError(error.message, { cause: error });
  }
}
