/** Parts that the engines' services have in common. */
import { createHash } from 'node:crypto';
import type { BoundStatement, Engine } from '../../engines/engine.ts';
import { runLimits } from './engine-runs.ts';
import type { Served, Trouble } from './kit.ts';

/** An engine inside the process, whose trouble is another statement; `slow` runs for minutes. */
export function steered(engine: Engine, slow: string): Pick<Served, 'engine' | 'trouble'> {
  let now: Trouble = 'none';
  const statement = (usual: BoundStatement): BoundStatement =>
    now === 'none' ? usual : { sql: now === 'stall' ? slow : 'SELECT the_secret', values: [] };
  return {
    engine: { ...engine, run: (usual, limits) => engine.run(statement(usual), limits) },
    trouble: trouble => {
      now = trouble;
    },
  };
}

export async function rowsOf(engine: Engine, sql: string) {
  return (await engine.run({ sql, values: [] }, runLimits())).rows;
}

export function digest(of: unknown): string {
  const bytes = of instanceof Uint8Array ? of : JSON.stringify(of, (_, value) => plain(value));
  return createHash('sha256').update(bytes).digest('hex');
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The member of a list that a number from 0 to 1 chooses. */
export function at<T>(list: readonly T[], chosen: number): T {
  const found = list[Math.floor(chosen * list.length)];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}
