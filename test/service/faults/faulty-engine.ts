/** A real engine that goes wrong in the ways in which engines do. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, Result, Row, RunLimits } from '../../../engines/engine.ts';
import { EngineFailure } from '../../../engines/engine.ts';

export interface EngineFault {
  readonly name: string;
  /** Codes of what callers may be told; `rows`: the rows after all. */
  readonly told: readonly string[];
  readonly run: (run: () => Promise<Result>, limits: RunLimits) => Promise<Result>;
}

const refusal = (kind: ConstructorParameters<typeof EngineFailure>[0]) => async () => {
  throw new EngineFailure(kind, 'injected');
};
const rows =
  (change: (row: Row) => Row): EngineFault['run'] =>
  async run => {
    const { rows, ...rest } = await run();
    return { ...rest, rows: [...rows.slice(0, 7), ...rows.slice(7).map(change)] };
  };
const cell = (index: number, value: Row[number]) =>
  rows(row => row.map((old, at) => (at === index ? value : old)));

/** Beyond any deadline of a test. */
const AFTER_MS = 150;

export const ENGINE_FAULTS: readonly EngineFault[] = [
  {
    name: 'slow',
    told: ['rows'],
    run: async run => {
      await sleep(60);
      return run();
    },
  },
  {
    name: 'dies in the middle',
    told: ['engine_error'],
    run: async run => {
      await run();
      throw new EngineFailure('failed', 'injected: broke off');
    },
  },
  { name: 'refuses', told: ['engine_error'], run: refusal('failed') },
  { name: 'is away', told: ['engine_unavailable'], run: refusal('unavailable') },
  { name: 'says it took too long', told: ['engine_timeout'], run: refusal('timeout') },
  { name: 'has too much', told: ['result_too_large'], run: refusal('too_large') },
  {
    name: 'breaks its contract',
    told: ['internal'],
    run: async () => {
      throw new TypeError('injected: no failure of an engine');
    },
  },
  {
    name: 'throws at once',
    told: ['internal'],
    run: () => {
      throw new TypeError('injected: not even a promise');
    },
  },
  { name: 'a column too few', told: ['internal'], run: rows(row => row.slice(1)) },
  { name: 'a column too many', told: ['internal'], run: rows(row => [...row, 1]) },
  { name: 'a text for a number', told: ['stored_value'], run: cell(2, 'seven') },
  { name: 'a number for a text', told: ['stored_value'], run: cell(0, 7) },
  { name: 'a number beyond 2^53', told: ['unsafe_integer'], run: cell(2, 2n ** 60n) },
  { name: 'broken JSON', told: ['stored_value'], run: cell(3, '{"n":1,"te') },
  { name: 'a list for a record', told: ['stored_value'], run: cell(3, '[{"n":1}]') },
  {
    name: 'hangs',
    told: ['engine_timeout'],
    run: (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  },
  {
    name: 'ignores its signal',
    told: ['engine_timeout'],
    run: async (run, { timeoutMs }) => {
      await sleep(timeoutMs + AFTER_MS);
      return run();
    },
  },
  {
    name: 'fails long after it was given up',
    told: ['engine_timeout'],
    run: async (_, { timeoutMs }) => {
      await sleep(timeoutMs + AFTER_MS);
      throw new Error('injected: late');
    },
  },
];

/** The engine with the fault that `fault` gives for a run, by the identifier of its request. */
export function faultyEngine(
  engine: Engine,
  fault: (request: string) => EngineFault | null,
): Engine {
  return {
    ...engine,
    run: async (statement, { take, ...limits }) => {
      const found = fault(limits.label.request);
      const run = () => engine.run(statement, limits);
      const { rows, ...rest } = await (found === null ? run() : found.run(run, limits));
      // some rows arrive before the others
      take?.(rows.slice(0, 10));
      return { ...rest, rows: take === undefined ? rows : rows.slice(10) };
    },
  };
}
