/** ClickHouse in this process, over MergeTree tables as `schema.sql` declares them. */
import { join } from 'node:path';
import { ownQuestion } from '../../engines/clickhouse/driver/driver.ts';
import { SAME_MEANING } from '../../engines/clickhouse/driver/request.ts';
import {
  compiledLines,
  FORMAT,
  readLines,
  writeParameters,
} from '../../engines/clickhouse/driver/values.ts';
import { OWN_FORMAT, OWN_SETTINGS, ownLines } from '../../engines/clickhouse/results/lines.ts';
import { openClickHouse } from '../support/test-packages.ts';
import type { Project } from './project.ts';
import { LIMITS, plain, type Tables } from './tables.ts';

export async function openClickHouseTables(
  { schema, written }: Project,
  files: string,
): Promise<Tables> {
  const tables = openEmptyClickHouse(schema('clickhouse'));
  for (const { table } of written)
    tables.execute(`INSERT INTO ${table} SELECT * FROM file('${join(files, `${table}.parquet`)}')`);
  return tables;
}

/** With the tables that `schema` creates; `execute` changes them. */
export function openEmptyClickHouse(
  schema: string,
): Tables & { readonly execute: (sql: string) => void } {
  const session = openClickHouse();
  const set = (settings: object) => {
    const each = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    session.query(`SET ${each.join(', ')}`);
  };
  session.query('CREATE DATABASE bench');
  session.query('USE bench');
  set({ ...SAME_MEANING, max_threads: 2 });
  for (const create of schema.split(/;\n/)) if (/CREATE/.test(create)) session.query(create);
  return {
    execute: sql => void session.query(sql),
    engine: 'clickhouse',
    hasAll: true,
    rows: async ({ sql, values, isOwn = false }, mostMs) => {
      set({ max_execution_time: mostMs / 1e3, ...(isOwn ? OWN_SETTINGS : AS_COMPILED) });
      const text = isOwn ? ownQuestion(sql, LIMITS.maxRows) : sql;
      const options = { format: isOwn ? OWN_FORMAT : FORMAT };
      try {
        const answer = await session.queryBindAsync(text, writeParameters(values), options);
        const limits = { ...LIMITS, sentRows: null };
        const lines = isOwn ? ownLines() : compiledLines();
        const rows = await readLines(bytesOf(answer.text()), limits, lines);
        return rows.map(row => row.map(cell => unquoted(plain(cell))).join(' | '));
      } catch (cause) {
        // rows of a failed statement would precede the next answer
        session.query('SELECT 1');
        if (/TIMEOUT_EXCEEDED/.test(String(cause))) return null;
        throw cause;
      }
    },
    close: async () => session.close(),
  };
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Treats whole numbers within JSON alike, with quotes and without. */
function unquoted(text: string): string {
  return text.replace(/:"(-?\d+)"/g, ':$1').replaceAll('\\/', '/');
}

const AS_COMPILED = {
  output_format_json_quote_64bit_integers: SAME_MEANING.output_format_json_quote_64bit_integers,
  output_format_json_quote_decimals: 0,
  date_time_output_format: 'simple',
};
