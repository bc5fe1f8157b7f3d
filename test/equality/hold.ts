/** The two promises about rows, each tried on random cases on every engine that an endpoint is compiled for. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import { SqlError } from '../engines/sql-error.ts';
import type { TestEngine } from '../engines/test-engine.ts';
import type { Sent, Tables } from '../reference/answer.ts';
import type { ReferenceEndpoint } from '../reference/endpoint.ts';
import { Refused } from '../reference/params.ts';
import { cases, NOW, refusedRequests } from './cases.ts';
import { difference, type Expected, expected } from './compare.ts';
import { notExecutable } from './exceptions.ts';
import {
  type Prepared,
  prepare,
  type Rows,
  runPages,
  runSaved,
  runSpecialized,
} from './execute.ts';
import { lent } from './lend.ts';
import { tablesOf } from './tables.ts';

/** So many sets of at most so many rows, each asked so many times. */
export interface Size {
  readonly runs: number;
  readonly rows: number;
  readonly requests: number;
}
/** An endpoint as the compiler has it, and as the reference reads it. */
export interface Judged {
  readonly endpoint: PortableEndpoint;
  readonly reference: ReferenceEndpoint;
}
interface Target {
  readonly engine: TestEngine;
  readonly prepared: Prepared;
}
/** The same cases in every run of the tests. */
const SEED = 20260115;

/** Both forms give the rows of the reference. Resolves to how many of the requests had an answer with rows. */
export async function holdsFor(
  engines: readonly TestEngine[],
  { endpoint: written, reference }: Judged,
  size: Size,
): Promise<number> {
  const endpoint = lent(written);
  const targets = targetsFor(engines, endpoint);
  let answered = 0;
  const property = fc.asyncProperty(cases(endpoint, size), async ({ tables: rows, requests }) => {
    const asked = requests.flatMap(sent => {
      const wanted = wantedFor(reference, rows, sent);
      return wanted === null ? [] : [{ sent, wanted }];
    });
    answered += asked.filter(({ wanted }) => wanted.rows.length > 0).length;
    await onEach(targets, endpoint, rows, async target => {
      for (const { sent, wanted } of asked) await compareBoth(target, sent, wanted);
    });
  });
  await fc.assert(property, { numRuns: size.runs, seed: SEED, endOnFailure: true });
  return answered;
}

/** For requests that the service answers with 400, the saved query gives no row or fails. Resolves to how many were tried. */
export async function refusesIn(
  engines: readonly TestEngine[],
  { endpoint: written, reference }: Judged,
  size: Size,
): Promise<number> {
  const endpoint = lent(written);
  const targets = targetsFor(engines, endpoint);
  const rowSets = cases(endpoint, size).map(made => made.tables);
  const requests = fc.array(refusedRequests(endpoint), {
    minLength: size.requests,
    maxLength: size.requests,
  });
  let refused = 0;
  const property = fc.asyncProperty(rowSets, requests, async (rows, sent) => {
    const wrong = sent.filter(one => wantedFor(reference, rows, one) === null);
    refused += wrong.length;
    await onEach(targets, endpoint, rows, async ({ engine, prepared }) => {
      for (const one of wrong) {
        const found = await runSaved(prepared, engine, one, NOW).catch(noRows);
        expect([engine.name, one, found]).toEqual([engine.name, one, []]);
      }
    });
  });
  await fc.assert(property, { numRuns: size.runs, seed: SEED, endOnFailure: true });
  return refused;
}

/** Waits for all engines, also when one fails: the tables of one that still runs would meet the next case's statements. */
async function onEach(
  targets: readonly Target[],
  endpoint: PortableEndpoint,
  rows: Tables,
  run: (target: Target) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(
    targets.map(async target => {
      await target.engine.load(tablesOf(endpoint, target.engine.name, rows));
      await run(target);
    }),
  );
  const failures = outcomes.flatMap(one => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('\n'));
  if (failures.length === 1) throw failures[0];
}

function targetsFor(engines: readonly TestEngine[], endpoint: PortableEndpoint): readonly Target[] {
  return engines
    .filter(({ name }) => endpoint.engines.includes(name) && notExecutable(endpoint, name) === null)
    .map(engine => ({ engine, prepared: prepare(endpoint, engine.name) }));
}

function wantedFor(reference: ReferenceEndpoint, rows: Tables, sent: Sent): Expected | null {
  try {
    return expected(reference, rows, sent, NOW);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

async function compareBoth(
  { engine, prepared }: Target,
  sent: Sent,
  wanted: Expected,
): Promise<void> {
  const forms = { specialised: runSpecialized, saved: runSaved };
  for (const [form, run] of Object.entries(forms)) {
    const found = await run(prepared, engine, sent, NOW).catch(unlessUnknown);
    if (found === null) continue;
    const wrong = difference(wanted, found, engine.name);
    if (wrong !== null)
      throw new Error(`${engine.name}, ${form}, ${JSON.stringify(sent)}: ${wrong}`);
  }
  if (prepared.endpoint.pages === null) return;
  const all = { ...wanted, limit: Number.POSITIVE_INFINITY };
  const wrong = difference(all, await runPages(prepared, engine, sent, NOW), engine.name);
  if (wrong !== null)
    throw new Error(`${engine.name}, all pages, ${JSON.stringify(sent)}: ${wrong}`);
}

/** A saved query of an engine without RE2 fails for some patterns, and says so. */
const UNKNOWN = /a saved query cannot search for this pattern/;

function unlessUnknown(error: unknown): null {
  if (error instanceof SqlError && UNKNOWN.test(error.message)) return null;
  throw error;
}

function noRows(error: unknown): Rows {
  if (error instanceof SqlError) return [];
  throw error;
}
