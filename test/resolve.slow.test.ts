import { describe, expect, it } from 'vitest';
import { clauses } from './resolve-support.ts';

// what grows faster than the text would not end within the time that a test has
describe('large texts', () => {
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('');
  it.each([
    [0, `select:\n${many(6_000, i => `  x${i}: bytes + ${i}\n`)}`],
    [6_000, `select:\n${many(6_000, i => `  abcde${i}: vwxyz${i}\n`)}`],
    [
      6_000,
      `select:\n${many(6_000, i => `  abcde${i}: id\n`)}order_by:\n${many(6_000, i => `  - vwxyz${i}\n`)}`,
    ],
    [6_000, `select:\n${many(6_000, i => `  x${i}: bytes\n`)}  n: count()`],
    [4_000, `params:\n${many(4_000, i => `  p${i}: { type: string }\n`)}`],
  ])('with %d faults are done soon', (faults, text) => {
    expect(clauses(text).found).toHaveLength(faults);
  });
});

describe('outputs', () => {
  it('are bounded where outputs double each other', () => {
    const doubled = Array.from({ length: 25 }, (_, i) => `  x${i}: x${i + 1} + x${i + 1}\n`).join(
      '',
    );
    const { found } = clauses(`select:\n${doubled}  x25: bytes\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/expression-too-large$/);
    const chain = Array.from({ length: 5_000 }, (_, i) => `  y${i}: y${i + 1}\n`).join('');
    const long = clauses(`select:\n${chain}  y5000: bytes\n`).found;
    expect(long.every(fault => fault.endsWith('expression-too-large'))).toBe(true);
    expect(long.length).toBeGreaterThan(0);
  });
});
