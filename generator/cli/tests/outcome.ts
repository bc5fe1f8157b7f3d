/** Whether tests pass. */
import { DecodeFailure } from '../../../server/decode.ts';
import { EngineFailure } from '../../../server/engines/engine.ts';
import type { Endpoint, EndpointTest } from '../../ir.ts';
import type { ManifestColumn } from '../../manifest.ts';
import { wordsOf } from '../engines.ts';
import { type Rehearsal, type Row, rehearsal } from './rehearsal.ts';
import { isSame } from './same-rows.ts';

/** A test and how it went. `unsaid`: it does not say which rows it expects; `failed`: there is no answer. */
export type Outcome = {
  readonly endpoint: string;
  readonly test: EndpointTest;
  readonly columns: readonly ManifestColumn[];
} & (Answered | Failed);
interface Answered {
  readonly status: 'passed' | 'different' | 'unsaid';
  readonly rows: readonly Row[];
}
interface Failed {
  readonly status: 'failed';
  readonly reason: string;
  readonly hint: string | null;
}

/** Runs all tests of the endpoints, one after the other: each has the engine to itself. */
export async function* runTests(
  endpoints: readonly Endpoint[],
  signal: AbortSignal,
): AsyncGenerator<Outcome> {
  for (const { name, tests, ...endpoint } of endpoints) {
    if (tests.length === 0) continue;
    const compiled = rehearsal({ name, tests, ...endpoint });
    for (const test of tests) {
      const found = await outcomeOf(compiled, test, signal);
      yield { endpoint: name, test, columns: compiled.columns, ...found };
    }
  }
}

async function outcomeOf(
  { columns, run }: Rehearsal,
  test: EndpointTest,
  signal: AbortSignal,
): Promise<Answered | Failed> {
  try {
    const rows = await run(test, signal);
    if (test.expect === null) return { status: 'unsaid', rows };
    return { status: isSame(columns, test.expect, rows) ? 'passed' : 'different', rows };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Failed {
  if (error instanceof DecodeFailure) {
    const hint = error.code === 'unsafe_integer' ? 'Set `encode: string` for the column.' : null;
    return { status: 'failed', reason: `A value cannot be answered: ${error.message}`, hint };
  }
  if (!(error instanceof EngineFailure)) throw error;
  return { status: 'failed', reason: `The engine failed: ${wordsOf(error.message)}`, hint: null };
}
