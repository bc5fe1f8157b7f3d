/** How tests went, in words. */
import type { Diagnostic, Place } from '../../generator/core/diagnostics.ts';
import { unifiedPatch } from '../../generator/write/patch.ts';
import type { Outcome } from './outcome.ts';
import type { Row } from './rehearsal.ts';
import { difference } from './same-rows.ts';

/** The test on a line; below it in what its rows differ, or why there are none. */
export function outcomeLines(outcome: Outcome): readonly string[] {
  const { endpoint, test, status } = outcome;
  const passed = status === 'passed';
  return [`${passed ? 'passed' : 'failed'}  ${endpoint}: ${test.name}`, ...changes(outcome)];
}

/** The rows that are missing begin with `-`, those that came with `+`; of a row that is another, the columns that differ. */
export function changes(outcome: Outcome): readonly string[] {
  if (outcome.status === 'passed') return [];
  if (outcome.status === 'failed') return [` ${outcome.reason}`];
  const { test, rows } = outcome;
  const expected = test.expect ?? [];
  const lines =
    expected.length === rows.length
      ? expected.flatMap((row, i) => changedColumns(outcome, i, row, rows[i] ?? {}))
      : changedRows(expected, rows);
  return lines.length <= MOST ? lines : [...lines.slice(0, MOST), ` and so on`];
}

/** Of many rows that differ, the first tell what is the matter. */
const MOST = 40;

function changedColumns(
  { columns }: Outcome,
  index: number,
  expected: Row,
  answered: Row,
): readonly string[] {
  const [missing, came] = difference(columns, expected, answered).map(row => JSON.stringify(row));
  return missing === '{}' ? [] : [` row ${index + 1}`, `-${missing}`, `+${came}`];
}

function changedRows(expected: readonly Row[], answered: readonly Row[]): readonly string[] {
  const patch = unifiedPatch('rows', linesOf(expected), linesOf(answered));
  const [, ...hunks] = patch.split(/^@@.*\n/m);
  return hunks.flatMap((hunk, i) => [...(i === 0 ? [] : [' …']), ...hunk.trimEnd().split('\n')]);
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
        'The answer differs from the expected rows',
        'Run `quern test -u` if the new rows are right.',
      );
    case 'unsaid':
      return fault(
        'The test does not say which rows it expects',
        'Run `quern test -u`, and look at what it writes.',
      );
    case 'failed':
      return fault(outcome.reason, outcome.hint);
  }
}

/** For programs. */
export function outcomeJson(outcome: Outcome): object {
  const { endpoint, test, status } = outcome;
  const head = { endpoint, test: test.name, status };
  if (outcome.status === 'failed') return { ...head, reason: outcome.reason };
  return { ...head, expected: test.expect, answered: outcome.rows };
}
