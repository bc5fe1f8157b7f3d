/**
 * All engines at once. Each stands on a package with a binary for each platform; the import
 * is dynamic so that a platform without one is told by name instead of by the loader's complaint.
 */
import { KITS } from './index.ts';
import type { OpenOptions } from './kit.ts';
import type { TestEngine } from './test-engine.ts';
import type { ZetaSqlEngine } from './zetasql/open-zetasql.ts';

export interface Engines {
  readonly byName: ReadonlyMap<string, TestEngine>;
  readonly bigquery: ZetaSqlEngine;
  readonly duckdb: TestEngine;
  readonly clickhouse: TestEngine;
  close(): Promise<void>;
}

/**
 * Opens one engine of each kind, or none: rejects with the reason when one of them cannot be had
 * here.
 */
export async function openEngines(options: OpenOptions = {}): Promise<Engines> {
  const opening = [...KITS].map(([name, kit]) => named(name, () => kit.open(options)));
  const settled = await Promise.allSettled(opening);
  const opened = settled.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = settled.find(one => one.status === 'rejected');
  if (failed !== undefined) {
    await closeAll(opened);
    throw failed.reason;
  }
  const byName = new Map(opened.map(engine => [engine.name, engine]));
  return {
    byName,
    bigquery: engineOf(byName, 'bigquery') as ZetaSqlEngine,
    duckdb: engineOf(byName, 'duckdb'),
    clickhouse: engineOf(byName, 'clickhouse'),
    close: () => closeAll(opened),
  };
}

export function all({ byName }: Engines): readonly TestEngine[] {
  return [...byName.values()];
}

/** The engine that runs a dialect's statements. */
export function engineFor({ byName }: Engines, dialect: string): TestEngine {
  return engineOf(byName, dialect);
}

function engineOf(byName: ReadonlyMap<string, TestEngine>, name: string): TestEngine {
  const engine = byName.get(name);
  if (engine === undefined) throw new Error(`no test engine runs ${name}`);
  return engine;
}

async function named<Engine>(name: string, open: () => Promise<Engine>): Promise<Engine> {
  try {
    return await open();
  } catch (cause) {
    const platform = `${process.platform} on ${process.arch}`;
    throw new Error(`the engine of ${name} does not start here (${platform}): ${cause}`, { cause });
  }
}

async function closeAll(engines: readonly TestEngine[]): Promise<void> {
  await Promise.all(engines.map(engine => engine.close()));
}
