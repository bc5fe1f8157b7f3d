/** `quern serve` over the visits of tenants with a rollup, on each engine that keeps copies in a test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { quern } from '../../cli/cli-fixture.ts';
import { reachedAt } from '../../engines/clickhouse/reach.ts';
import type { Reached } from '../../engines/kit.ts';
import { startClickHouseServer } from '../../engines/servers/clickhouse-server.ts';
import {
  type ServeProcess,
  type ServeProcessOptions,
  serveProcess,
  tablesFile,
} from '../serve-process.ts';
import { FILES, VISITS } from './rolled.ts';

export interface Site {
  readonly served: ServeProcess;
  /** Variables of commands. */
  readonly environment: Reached['environment'];
  /** Fills the copies. */
  readonly fill: () => Promise<void>;
  readonly close: () => Promise<void>;
}
const literal = (value: unknown) => (value === null ? 'NULL' : `'${value}'`);
const values = (instant: (micros: bigint) => string) =>
  VISITS.map(({ id, seen, project, method, bytes, latency }) => {
    const texts = [literal(project), literal(method), bytes ?? 'NULL', latency ?? 'NULL'];
    return `('${id}', ${instant(seen)}, ${texts.join(', ')})`;
  }).join(', ');

/** Keys, and how tokens are taken. */
export type Access = Required<Pick<ServeProcessOptions, 'keys' | 'service'>>;

const serving = (engine: string, reached: Omit<Reached, 'close'>, access: Access) =>
  serveProcess({ engine, reached, files: FILES, ...access });

export async function onDuckDb(access: Access): Promise<Site> {
  const reached = await tablesFile(
    `CREATE TABLE visits (id VARCHAR NOT NULL, seen TIMESTAMP NOT NULL, project VARCHAR, method VARCHAR, bytes BIGINT, latency DOUBLE);
    INSERT INTO visits VALUES ${values(micros => `make_timestamp(${micros}::BIGINT)`)}`,
  );
  const served = await serving('duckdb', reached, access);
  return {
    served,
    environment: {},
    fill: async () => {
      expect(await quern(served.folder, ['rollup', 'refresh'])).toMatchObject({ exit: 0 });
    },
    close: async () => void (await served.stop()),
  };
}

export async function onClickHouse(access: Access): Promise<Site> {
  const server = await startClickHouseServer({ tables: [] });
  const reached = reachedAt(server);
  const served = await serving('clickhouse', reached, access);
  const run = async (file: string, settings = '') => {
    const text = readFileSync(join(served.folder, 'generated/sql/clickhouse', file), 'utf8');
    const all = text.replace(/^--.*\n/gm, '').split(';\n');
    for (const statement of all.filter(one => one.trim() !== ''))
      await server.command(
        statement.replace(/(CREATE|ALTER) TABLE /, `$1 TABLE ${server.database}.`) +
          (statement.includes('MATERIALIZE') ? settings : ''),
      );
  };
  await run('schema.sql');
  await server.command(
    `INSERT INTO ${server.database}.visits (id, seen, project, method, bytes, latency) VALUES ${values(micros => `fromUnixTimestamp64Micro(${micros}, 'UTC')`)}`,
  );
  return {
    served,
    environment: reached.environment,
    fill: () => run('rollups.sql', ' SETTINGS mutations_sync = 2'),
    close: async () => {
      await served.stop();
      await server.close();
    },
  };
}
