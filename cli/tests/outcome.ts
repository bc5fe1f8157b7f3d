/** Whether tests pass. */

import type { EmbeddedEngine } from '../../engines/embedded.ts';
import { EngineFailure } from '../../engines/engine.ts';
import type { EngineName } from '../../engines/index.ts';
import type { ManifestColumn } from '../../generator/core/output/manifest.ts';
import type { Endpoint, EndpointTest } from '../../generator/core/plan/endpoint.ts';
import { DecodeFailure } from '../../server/answers/cells/cells.ts';
import { DECODE_HINTS } from '../decode-hints.ts';
import { onOneLine } from '../engines.ts';
import { engineNote, engineOf, type Tested } from './engines.ts';
import { type Rehearsal, rehearsal, type TestRow } from './rehearsal.ts';
import { areSameRows, inExpectedOrder } from './same-rows.ts';

/** A test and its outcome. `unsaid`: it has no expected rows; `failed`: it got no answer. */
export type TestOutcome = AnsweredTest | Failed;
interface Ran {
  readonly engine: EngineName;
  /** Whether it is the engine on which the test runs if no other one is asked for. */
  readonly isUsual: boolean;
  readonly endpoint: string;
  readonly test: EndpointTest;
  readonly columns: readonly ManifestColumn[];
}
export interface AnsweredTest extends Ran {
  readonly status: 'passed' | 'different' | 'unsaid';
  readonly rows: readonly TestRow[];
}
interface Failed extends Ran {
  readonly status: 'failed';
  readonly reason: string;
  readonly hint: string | null;
}

/** Runs tests, one after the other, so that each has the engine to itself. */
export async function* runTests(
  { engine, endpoints, sources }: Tested,
  { run }: EmbeddedEngine,
  signal: AbortSignal,
): AsyncGenerator<TestOutcome> {
  for (const endpoint of endpoints.filter(({ tests }) => tests.length > 0)) {
    const compiled = rehearsal(endpoint, sources, engine, run);
    for (const test of endpoint.tests) {
      const ran = ranOn(engine, endpoint, test, compiled);
      yield await outcomeOf(ran, compiled, signal);
    }
  }
}

export function ranOn(
  engine: EngineName,
  endpoint: Endpoint,
  test: EndpointTest,
  { columns }: Rehearsal,
): Ran {
  const isUsual = engine === engineOf(endpoint);
  return { engine, isUsual, endpoint: endpoint.name, test, columns };
}

export async function outcomeOf(
  ran: Ran,
  { run }: Rehearsal,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const { test, columns } = ran;
  try {
    const answered = await run(test, signal);
    if (test.expect === null) return { ...ran, status: 'unsaid', rows: answered };
    const rows = test.unordered ? inExpectedOrder(columns, test.expect, answered) : answered;
    return {
      ...ran,
      status: areSameRows(columns, test.expect, rows) ? 'passed' : 'different',
      rows,
    };
  } catch (error) {
    return { ...ran, status: 'failed', ...whyNot(error, ran.engine) };
  }
}

function whyNot(error: unknown, engine: string): Pick<Failed, 'reason' | 'hint'> {
  if (error instanceof DecodeFailure) {
    const reason = `A value cannot be returned${engineNote(engine)}: ${error.message}`;
    return { reason, hint: DECODE_HINTS[error.code] };
  }
  if (!(error instanceof EngineFailure)) throw error;
  const { message } = error;
  return { reason: `The engine failed${engineNote(engine)}: ${onOneLine(message)}`, hint: null };
}
