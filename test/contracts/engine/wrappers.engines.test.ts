/** A wrapper of an engine passes on every member of the contract: its arguments, its answer and its failure. */
import { describe, expect, test } from 'vitest';
import { Shared } from '../../../cli/dev/serving.ts';
import { type Engine, EngineFailure } from '../../../engines/engine.ts';
import { createHealingEngine } from '../../../server/answers/running/healing.ts';
import { runLimits } from '../../engines/engine-runs.ts';
import { steered } from '../../engines/served.ts';
import { faultyEngine } from '../../service/faults/faulty-engine.ts';
import { behind } from '../../service/mcp/gallery-service.ts';

const healing = (engine: Engine) =>
  createHealingEngine({ name: engine.name, open: async () => engine, tell: () => {} });

/** The wrapper with its engine open. */
async function opened(wrap: (engine: Engine) => Engine, engine: Engine): Promise<Engine> {
  const wrapped = wrap(engine);
  await new Promise(setImmediate);
  return wrapped;
}

/** By name, each function of this repository that makes an engine of another one. */
const WRAPPERS: Readonly<Record<string, (engine: Engine) => Engine>> = {
  'an engine that heals': healing,
  'an engine that definitions share': engine => new Shared(healing(engine)).lend(),
  'an engine that is another one later': engine => behind(() => engine),
  'an engine that goes wrong': engine => faultyEngine(engine, () => null),
  'an engine that has trouble': engine => steered(engine, 'SELECT 1').engine,
};

const STATEMENT = { sql: 'SELECT 1', values: [] };
const TABLES = [['a'], ['b', 'c']];

type Ask = (engine: Engine) => Promise<unknown>;
type Members<Of, Leaf> = {
  readonly [Name in keyof Of as Of[Name] extends string ? never : Name]: Of[Name] extends (
    ...given: never[]
  ) => unknown
    ? Leaf
    : Members<Of[Name], Leaf>;
};
/** How each member is asked; a member that is missing here does not compile. */
const ASKS: Members<Engine, Ask> = {
  run: engine => engine.run(STATEMENT, runLimits()),
  explain: engine => engine.explain(STATEMENT, runLimits()),
  estimate: engine => engine.estimate(STATEMENT, runLimits()),
  missing: engine => engine.missing(TABLES),
  catalogue: engine => engine.catalogue(TABLES),
  confined: {
    run: engine => engine.confined.run(STATEMENT, runLimits()),
    bounds: engine => engine.confined.bounds(),
  },
  close: engine => engine.close(),
};

interface Asked {
  readonly path: string;
  readonly given: readonly unknown[];
}
/** An engine that notes what it is asked; each member has an answer of its own, or fails. */
function noting(fails: boolean): { readonly engine: Engine; readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const noted =
    <T>(path: string, answer: T) =>
    async (...given: readonly unknown[]): Promise<T> => {
      asked.push({ path, given });
      if (fails) throw new EngineFailure('failed', path);
      return answer;
    };
  const engine: Engine = {
    name: 'noting',
    run: noted('run', { rows: [['run']], scannedBytes: 1 }),
    explain: noted('explain', 'explained'),
    estimate: noted('estimate', { amount: 5, unit: 'bytes' }),
    missing: noted('missing', [{ table: 'missing', reason: null }]),
    catalogue: noted('catalogue', [{ table: 'catalogue', columns: null }]),
    confined: {
      run: noted('confined.run', { rows: [['confined']], scannedBytes: 2 }),
      bounds: noted('confined.bounds', { memoryBytes: 3, readBytes: 4, deadline: 'kill' }),
    },
    close: noted('close', undefined),
  };
  return { engine, asked };
}

function asksOf(members: object, path = ''): readonly (readonly [string, Ask])[] {
  return Object.entries(members).flatMap(([name, ask]) =>
    typeof ask === 'function' ? [[path + name, ask]] : asksOf(ask, `${path}${name}.`),
  );
}
/** The call without its parts that a wrapper may change: the time left, the signal and the receiver of rows. */
const lasting = ({ path, given }: Asked) => [
  path,
  given.map(one => {
    if (!('timeoutMs' in Object(one))) return one;
    const { timeoutMs: _, signal: __, take: ___, ...rest } = Object(one);
    return rest;
  }),
];

describe.each(Object.entries(WRAPPERS))('%s', (_, wrap) => {
  test.each(asksOf(ASKS))('passes on %s, its answer and its failure', async (path, ask) => {
    const plain = noting(false);
    const wanted = await ask(plain.engine);
    const { engine, asked } = noting(false);
    expect(await ask(await opened(wrap, engine))).toEqual(wanted);
    expect(asked.map(lasting)).toEqual(plain.asked.map(lasting));
    expect(asked.map(one => one.path)).toEqual([path]);
    const broken = noting(true);
    const failure = await ask(await opened(wrap, broken.engine)).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ kind: 'failed', message: path });
  });

  test('has the name of the engine', () => {
    expect(wrap(noting(false).engine).name).toBe('noting');
  });
});
