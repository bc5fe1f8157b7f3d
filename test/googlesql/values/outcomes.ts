/** An expression over a grid of values: the evaluator and every engine answer what a rule says, or fail. */
import { describe, expect, it } from 'vitest';
import { amount } from '../../support/usually.ts';
import { type Rows, TRANSLATED, type Trial } from '../trial.ts';

/** An outcome of one row: a value, a failure everywhere, or a failure on the engines that run the translation alone. */
export type Outcome =
  | string
  | number
  | bigint
  | boolean
  | null
  | typeof FAILS
  | typeof FAILS_IN_TRANSLATION;
export const FAILS = Symbol('fails');
export const FAILS_IN_TRANSLATION = Symbol('fails outside BigQuery');

/** The suite tries one in so many of the failing values. */
const every = amount({ part: 16, usual: 8, all: 1 });

function isRead(one: Outcome): boolean {
  return one !== FAILS && one !== FAILS_IN_TRANSLATION;
}

/** `outcomes`: those of the rows of `t`, in the order of their ids, which begin at 0. `rows`: the rows in words. */
export function describeOutcomes(
  expression: string,
  outcomes: readonly Outcome[],
  rows: readonly string[],
  trial: () => Trial,
): void {
  const read = outcomes.flatMap((one, id) => (isRead(one) ? [id] : []));
  const all = outcomes.flatMap((one, id) => (isRead(one) ? [] : [id]));
  const failing = all.filter((_, i) => (i + expression.length) % every === 0);
  const select = (where: string) =>
    `SELECT id, ${expression} AS c FROM t WHERE ${where} ORDER BY id`;
  const readable = select(`id IN (${read.join(', ')})`);

  describe(expression, () => {
    it('is the value that the rule says', async () => {
      const expected = read.map(id => shown(BigInt(id), outcomes[id]));
      expect(shownRows(await trial().evaluated(readable)), 'the evaluator').toEqual(expected);
      for (const engine of TRANSLATED)
        expect(shownRows(await trial().answered(readable, engine)), engine).toEqual(expected);
    });

    it.runIf(all.length > 0)('fails for all other values', async () => {
      for (const id of failing) {
        const [sql, what] = [select(`id = ${id}`), `${rows[id]}`];
        if (outcomes[id] === FAILS) await expect(trial().evaluated(sql), what).rejects.toThrow();
        for (const engine of outcomes[id] === FAILS ? TRANSLATED : OTHERS)
          await expect(trial().answered(sql, engine), `${engine}: ${what}`).rejects.toThrow(
            FAILURES,
          );
      }
    });
  });
}

/** BigQuery reads what other engines read in another way. */
const OTHERS = ['duckdb', 'clickhouse'] as const;

/** The words of engines where a value fails; they have others for a statement that they cannot read. */
const FAILURES = /out of range|CANNOT_CONVERT_TYPE|CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN/i;

function shownRows(rows: Rows): readonly string[] {
  return rows.map(([id, value]) => shown(id, value));
}

/** A boolean is a number on some engine. */
function shown(...values: readonly unknown[]): string {
  const [id, value] = values.map(one => (typeof one === 'boolean' ? Number(one) : one));
  return `${id}: ${Object.is(value, -0) ? 0 : value}`;
}
