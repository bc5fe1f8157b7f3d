/** How tests went, in words. */
import type { Diagnostic, Place } from '../../diagnostics.ts';
import { unifiedPatch } from '../../write/patch.ts';
import type { Outcome } from './outcome.ts';
import type { Row } from './rehearsal.ts';

const WORDS: Readonly<Record<Outcome['status'], string>> = {
  passed: 'passed',
  different: 'failed',
  unsaid: 'failed',
  failed: 'failed',
};

/** A line a test; below one that answers other rows, which are missing and which are new. */
export function outcomeLines(outcome: Outcome): readonly string[] {
  const { endpoint, test, status } = outcome;
  const line = `${WORDS[status]}  ${endpoint.name}: ${test.name}`;
  return status === 'different' ? [line, ...changes(test.expect ?? [], outcome.rows)] : [line];
}

function changes(expected: readonly Row[], answered: readonly Row[]): readonly string[] {
  const patch = unifiedPatch('rows', linesOf(expected), linesOf(answered));
  return patch.split('\n').filter(line => /^[-+ ](?!--|\+\+)/.test(line));
}

function linesOf(rows: readonly Row[]): Buffer {
  return Buffer.from(rows.map(row => `${JSON.stringify(row)}\n`).join(''));
}

/** What stands against the test, at its name; `null` where nothing does. */
export function faultOf(outcome: Outcome, place: Place): Diagnostic | null {
  const fault = (message: string, hint: string | null): Diagnostic => {
    return { code: 'failing-test', place, message, hint };
  };
  switch (outcome.status) {
    case 'passed':
      return null;
    case 'different':
      return fault(
        'The test answers other rows than it expects',
        'Run `quern test -u`, if the rows that are new are right.',
      );
    case 'unsaid':
      return fault(
        'The test does not say which rows it expects',
        'Run `quern test -u`, and look at what it writes.',
      );
    case 'failed':
      return fault(outcome.reason, null);
  }
}

/** For programs. */
export function outcomeJson(outcome: Outcome): object {
  const { endpoint, test, status } = outcome;
  const head = { endpoint: endpoint.name, test: test.name, status };
  if (outcome.status === 'failed') return { ...head, reason: outcome.reason };
  return { ...head, expected: test.expect, answered: outcome.rows };
}
