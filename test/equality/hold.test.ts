import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { TestEngine } from '../engines/test-engine.ts';
import { compiled, ownInputs } from '../support/openapi-fixture.ts';
import { allPortable } from '../support/projects/portable.ts';
import { referenceOf } from '../support/projects/specs.ts';
import { holdsFor } from './hold.ts';

/** Engines of which some refuse what they are given, and the others take their time over it. */
function failing(...refusing: readonly TestEngine['name'][]) {
  let busy = 0;
  const engine = (name: TestEngine['name']): TestEngine => ({
    name,
    load: async () => {
      if (refusing.includes(name)) throw new Error(`${name} refuses`);
      busy += 1;
      await sleep(20);
      busy -= 1;
    },
    run: async () => ({ columns: [], rows: [] }),
    close: async () => {},
  });
  const engines = (['bigquery', 'duckdb', 'clickhouse'] as const).map(engine);
  return { engines, busy: () => busy };
}

const inputs = ownInputs();
const endpoint = allPortable(compiled(inputs).project.endpoints).find(
  ({ name }) => name === 'logs.all',
);
if (endpoint === undefined) throw new Error('there is no logs.all');
const judged = { endpoint, reference: referenceOf(inputs, endpoint.name) };
const size = { runs: 1, rows: 1, requests: 1 };

it('a failure of one engine is reported once the others are done, so that no later case meets their tables', async () => {
  const { engines, busy } = failing('bigquery');
  await expect(holdsFor(engines, judged, size)).rejects.toThrow();
  expect(busy()).toBe(0);
});

it('failures of several engines are all reported', async () => {
  const { engines } = failing('duckdb', 'clickhouse');
  const failure: unknown = await holdsFor(engines, judged, size).catch(error => error.cause);
  for (const words of ['duckdb refuses', 'clickhouse refuses']) {
    expect(String(failure)).toContain(words);
  }
});
