/** The outcomes of tests, in words. */
import { DEFAULT_ENGINE } from '../../engines/index.ts';
import type { Diagnostic, Place } from '../../generator/core/report/diagnostics.ts';
import { unifiedPatch } from '../../generator/write/patch.ts';
import { engineNote } from './engines.ts';
import type { TestOutcome } from './outcome.ts';
import type { TestRow } from './rehearsal.ts';
import { difference } from './same-rows.ts';

/** The test on one line, followed by how its rows differ, or why there are none. */
export function outcomeLines(outcome: TestOutcome): readonly string[] {
  const passed = outcome.status === 'passed';
  return [`${passed ? 'passed' : 'failed'}  ${titleOf(outcome)}`, ...changes(outcome)];
}

/** Adds the engine's name, unless it is the default engine. */
export function titleOf({ engine, endpoint, test }: TestOutcome): string {
  return `${endpoint}: ${test.name}${engineNote(engine)}`;
}

/** Missing rows begin with `-`, unexpected ones with `+`. A row that differs shows only its differing columns. */
export function changes(outcome: TestOutcome): readonly string[] {
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

/** Only the first of many different rows are shown. */
const MOST = 40;

function changedColumns(
  { columns }: TestOutcome,
  index: number,
  expected: TestRow,
  answered: TestRow,
): readonly string[] {
  const [missing, came] = difference(columns, expected, answered).map(row => JSON.stringify(row));
  return missing === '{}' ? [] : [` row ${index + 1}`, `-${missing}`, `+${came}`];
}

function changedRows(
  expected: readonly TestRow[],
  answered: readonly TestRow[],
): readonly string[] {
  const patch = unifiedPatch('rows', linesOf(expected), linesOf(answered));
  const [, ...hunks] = patch.split(/^@@.*\n/m);
  return hunks.flatMap((hunk, i) => [...(i === 0 ? [] : [' …']), ...hunk.trimEnd().split('\n')]);
}

function linesOf(rows: readonly TestRow[]): Buffer {
  return Buffer.from(rows.map(row => `${JSON.stringify(row)}\n`).join(''));
}

/** Why the test fails, reported at its name; `null` if it passes. */
export function explainOutcome(outcome: TestOutcome, place: Place): Diagnostic | null {
  const { engine, status } = outcome;
  const fault = (message: string, hint: string | null): Diagnostic => {
    return { code: 'failing-test', place, message, hint };
  };
  switch (status) {
    case 'passed':
      return null;
    case 'different':
      return fault(
        `The answer${engineNote(engine)} differs from the expected rows`,
        outcome.isUsual
          ? 'Run `quern test -u` if the new rows are right.'
          : `Run \`quern test\` to see whether ${DEFAULT_ENGINE} answers the expected rows.`,
      );
    case 'unsaid':
      return fault(
        'The test has no expected rows',
        'Run `quern test -u`, and check the rows that it writes.',
      );
    case 'failed':
      return fault(outcome.reason, outcome.hint);
  }
}

/** For programs. */
export function outcomeJson(outcome: TestOutcome): object {
  const { engine, endpoint, test, status } = outcome;
  const head = { engine, endpoint, test: test.name, status };
  if (outcome.status === 'failed') return { ...head, reason: outcome.reason };
  return { ...head, expected: test.expect, answered: outcome.rows };
}
