import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { QUICK_QUESTIONS } from '../../bench/sql/by-hand.ts';
import { comparedEverywhere } from '../../bench/sql/everywhere.ts';
import { QUICK_ROWS, SHAPES } from '../../bench/sql/rows.ts';

const KINDS_OF_TABLES = 3;

test('both forms of the three endpoints answer the rows of the statement by hand, and so does the literal one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
  const { equal, faults } = await comparedEverywhere({
    postgres: null,
    folder,
    rows: QUICK_ROWS,
    questions: QUICK_QUESTIONS,
    rounds: 0,
    tell: () => {},
  });
  await rm(folder, { recursive: true });
  expect(faults).toEqual([]);
  const places = SHAPES.length * KINDS_OF_TABLES;
  // over files, logs.all has no saved form; a literal statement stands for arrays alone
  const saved = places * QUICK_QUESTIONS.length - SHAPES.length;
  const literal = KINDS_OF_TABLES * QUICK_QUESTIONS.length;
  expect(equal).toBe(places * QUICK_QUESTIONS.length + saved + literal);
});
