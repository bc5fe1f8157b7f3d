/** Columns, tables and parameters that an analyst finds: the same tests of each engine, over cases of its own. */
import { describe, expect, test } from 'vitest';
import type { Analysis, AskedParameter } from '../../../../engines/analyst.ts';
import { shownOf } from '../shown.ts';

type Ask = (sql: string) => Promise<Analysis>;

/** A statement; its columns, each as `name TYPE scalar`; its tables; its parameters. */
export type Understood = readonly [
  sql: string,
  columns: string,
  tables: string,
  parameters?: string,
];
/** A statement; the engine's words; the word that they are about; the tables. */
export type WithoutColumns = readonly [sql: string, words: string, word: string, tables: string];

export function asked(
  name: string,
  scalar: AskedParameter['scalar'],
  sample: string,
): AskedParameter {
  return { name, scalar, isOptional: false, sample };
}

export function understands(engine: string, ask: Ask, cases: readonly Understood[]): void {
  const named = cases.map(([text, columns, tables, parameters = '']) => {
    return { text, columns, tables, parameters };
  });
  describe(`${engine} understands`, () => {
    test.each(named)('$text', async ({ text, ...shown }) => {
      expect(shownOf(await ask(text))).toEqual(shown);
    });
  });
}

export function findsNoColumns(engine: string, ask: Ask, cases: readonly WithoutColumns[]): void {
  test.each(cases)('%s', async (sql, words, word, tables) => {
    const analysis = await ask(sql);
    expect(analysis).toMatchObject({
      kind: 'understood',
      columns: null,
      reason: { message: `${engine} cannot find the columns: ${words}`, at: sql.indexOf(word) },
    });
    expect(shownOf(analysis).tables).toBe(tables);
  });
}

/** `cases`: a statement, and where the engine stops reading it. */
export function stopsReading(
  ask: Ask,
  message: string,
  cases: readonly (readonly [sql: string, at: number | null])[],
): void {
  test.each(cases)('and where it stops reading: %s', async (sql, at) => {
    expect(await ask(sql)).toMatchObject({ kind: 'refused', message, at });
  });
}
