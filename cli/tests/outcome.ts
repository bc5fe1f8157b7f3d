/** Whether tests pass. */

import { EngineFailure } from '../../engines/engine.ts';
import type { Endpoint, EndpointTest } from '../../generator/core/endpoint.ts';
import type { ManifestColumn } from '../../generator/core/manifest.ts';
import type { Source } from '../../generator/core/source.ts';
import { DecodeFailure } from '../../server/answers/decode.ts';
import { wordsOf } from '../engines.ts';
import { type Rehearsal, type Row, rehearsal } from './rehearsal.ts';
import { isSame } from './same-rows.ts';

/** A test and how it went. `unsaid`: it does not say which rows it expects; `failed`: there is no answer. */
export type Outcome = Answered | Failed;
interface Ran {
  readonly endpoint: string;
  readonly test: EndpointTest;
  readonly columns: readonly ManifestColumn[];
}
export interface Answered extends Ran {
  readonly status: 'passed' | 'different' | 'unsaid';
  readonly rows: readonly Row[];
}
interface Failed extends Ran {
  readonly status: 'failed';
  readonly reason: string;
  readonly hint: string | null;
}

/** Runs all tests of the endpoints over the data sets, one after the other: each has the engine to itself. */
export async function* runTests(
  endpoints: readonly Endpoint[],
  sources: readonly Source[],
  signal: AbortSignal,
): AsyncGenerator<Outcome> {
  for (const endpoint of endpoints.filter(({ tests }) => tests.length > 0)) {
    const compiled = rehearsal(endpoint, sources);
    for (const test of endpoint.tests) {
      const ran = { endpoint: endpoint.name, test, columns: compiled.columns };
      yield await outcomeOf(ran, compiled, signal);
    }
  }
}

async function outcomeOf(ran: Ran, { run }: Rehearsal, signal: AbortSignal): Promise<Outcome> {
  const { test, columns } = ran;
  try {
    const rows = await run(test, signal);
    if (test.expect === null) return { ...ran, status: 'unsaid', rows };
    return { ...ran, status: isSame(columns, test.expect, rows) ? 'passed' : 'different', rows };
  } catch (error) {
    return { ...ran, status: 'failed', ...whyNot(error) };
  }
}

function whyNot(error: unknown): Pick<Failed, 'reason' | 'hint'> {
  if (error instanceof DecodeFailure) {
    const hint = error.code === 'unsafe_integer' ? 'Set `encode: string` for the column.' : null;
    return { reason: `A value cannot be answered: ${error.message}`, hint };
  }
  if (!(error instanceof EngineFailure)) throw error;
  return { reason: `The engine failed: ${wordsOf(error.message)}`, hint: null };
}
