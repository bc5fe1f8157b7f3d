/** Whether tests pass. */
import { DecodeFailure } from '../../../server/decode.ts';
import { EngineFailure } from '../../../server/engines/engine.ts';
import type { Endpoint, EndpointTest } from '../../ir.ts';
import { wordsOf } from '../engines.ts';
import { type Rehearsed, type Row, rehearse } from './rehearsal.ts';
import { isSame } from './same-rows.ts';

/** A test and how it went. `unsaid`: it does not say which rows it expects; `failed`: there is no answer, for this reason. */
export type Outcome = { readonly endpoint: Endpoint; readonly test: EndpointTest } & (
  | { readonly status: 'passed' | 'different' | 'unsaid'; readonly rows: readonly Row[] }
  | { readonly status: 'failed'; readonly reason: string }
);

/** Runs all tests of the endpoints, one after the other: each has the engine to itself. */
export async function runTests(
  endpoints: readonly Endpoint[],
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const endpoint of endpoints) {
    for (const test of endpoint.tests) outcomes.push(await outcomeOf(endpoint, test, signal));
  }
  return outcomes;
}

async function outcomeOf(
  endpoint: Endpoint,
  test: EndpointTest,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { rows, columns } = await rehearse(endpoint, test, signal);
    return { endpoint, test, rows, status: statusOf(test, { rows, columns }) };
  } catch (error) {
    return { endpoint, test, status: 'failed', reason: reasonOf(error) };
  }
}

function statusOf({ expect }: EndpointTest, { columns, rows }: Rehearsed) {
  if (expect === null) return 'unsaid';
  return isSame(columns, expect, rows) ? 'passed' : 'different';
}

function reasonOf(error: unknown): string {
  if (error instanceof DecodeFailure) return `A value cannot be answered: ${error.message}`;
  if (error instanceof EngineFailure) return `The engine failed: ${wordsOf(error.message)}`;
  throw error;
}
