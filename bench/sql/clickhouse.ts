/** ClickHouse in this process, over MergeTree tables as `schema.sql` declares them. */
import { join } from 'node:path';
import { FORMAT, parameters } from '../../engines/clickhouse/driver/values.ts';
import { openClickHouse } from '../test-packages.ts';
import type { Project } from './project.ts';
import { plain, type Tables } from './tables.ts';

const session = openClickHouse();

export async function openClickHouseTables(
  { schema, written }: Project,
  files: string,
): Promise<Tables> {
  session.query('DROP DATABASE IF EXISTS bench');
  session.query('CREATE DATABASE bench');
  session.query('USE bench');
  session.query("SET session_timezone = 'UTC'");
  session.query('SET max_threads = 2');
  session.query('SET output_format_json_quote_64bit_integers = 1');
  for (const create of schema('clickhouse').split(/;\n/))
    if (/CREATE/.test(create)) session.query(create);
  for (const { table } of written) {
    session.query(`INSERT INTO ${table} SELECT * FROM file('${join(files, `${table}.parquet`)}')`);
  }
  return {
    engine: 'clickhouse',
    hasAll: true,
    rows: async ({ sql, values }) => {
      const answer = await session.queryBindAsync(sql, parameters(values), { format: FORMAT });
      const [, ...lines] = answer.text().trimEnd().split('\n');
      return lines.filter(line => line !== '').map(line => JSON.parse(line).map(plain).join(' | '));
    },
    close: async () => {},
  };
}
