/** Decimals of floats, and their rounding: every engine answers the exact value, rounded halves away from zero. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTrial, type Rows, TRANSLATED, type Trial } from '../trial.ts';
import { exactFloat, FLOAT_SCALE } from './exact-float.ts';

const FRACTIONS = [
  0,
  1 / 1024,
  -3 / 1024,
  0.5,
  0.1,
  -0.1,
  1e-9,
  5e-10,
  -4.9e-10,
  0.123456789012345,
];
const FLOATS = [
  ...FRACTIONS.flatMap(x => [x, x + 3, x - 1_234_567, x + 4e6, x + 2 ** 40]),
  ...[2 ** 52 + 0.5, 2 ** 53 + 2, 1e15 + 0.125, 1e22, -1e28, 1e29],
  ...Array.from({ length: 200 }, (_, i) => (2 * i + 1) / 1024 - i * i),
  ...Array.from({ length: 200 }, (_, i) => Math.sin(i) * 10 ** ((i % 40) - 12)),
];
const BEYOND = [2 ** 97, -(2 ** 97), 1e300];

let trial: Trial;
beforeAll(async () => {
  const required = '{ type: int64, required: true }';
  const rows = [...FLOATS, ...BEYOND].map((x, id) => ({ id: BigInt(id), x }));
  trial = await openTrial(`{ id: ${required}, x: float64 }`, [
    ...rows,
    { id: BigInt(rows.length), x: null },
  ]);
});
afterAll(() => trial.close());

/** The decimal nearest to a float, with so many digits after the point. */
function nearest(value: number, digits: number): bigint {
  const scaled = exactFloat(value) * 10n ** BigInt(digits);
  const size = scaled < 0n ? -scaled : scaled;
  const whole = (2n * size + FLOAT_SCALE) / (2n * FLOAT_SCALE);
  return scaled < 0n ? -whole : whole;
}

/** A decimal of nine digits, rounded once more. */
function shortened(units: bigint, digits: number): bigint {
  const step = 10n ** BigInt(9 - digits);
  const size = units < 0n ? -units : units;
  const whole = ((2n * size + step) / (2n * step)) * step;
  return units < 0n ? -whole : whole;
}

/** The units of the ninth digit in the text of a decimal. */
function unitsOf(text: unknown): bigint {
  const [, sign = '', whole = '', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(9, '0')}`);
}

async function onEach(sql: string, check: (rows: Rows) => void): Promise<void> {
  check(await trial.evaluated(sql));
  for (const engine of TRANSLATED) check(await trial.answered(sql, engine));
}

const READ = `id < ${FLOATS.length}`;

describe('CAST of a float as NUMERIC', () => {
  it('is the exact value, rounded to nine digits', async () => {
    await onEach(`SELECT id, CAST(x AS NUMERIC) AS c FROM t WHERE ${READ} ORDER BY id`, rows => {
      const expected = FLOATS.map(x => nearest(x, 9));
      expect(rows.map(([, value]) => unitsOf(value))).toEqual(expected);
    });
  });

  it('takes longer expressions, and NULL', async () => {
    const sql = `SELECT id, CAST(x * 2 + 1 AS NUMERIC) AS c FROM t WHERE id IN (1, ${FLOATS.length + BEYOND.length}) ORDER BY id`;
    await onEach(sql, rows => {
      expect(rows.map(([, c]) => (c === null ? c : unitsOf(c)))).toEqual([nearest(7, 9), null]);
    });
  });

  it.each(BEYOND.map((x, i) => [x, FLOATS.length + i]))('fails for %s', async (_, id) => {
    const sql = `SELECT CAST(x AS NUMERIC) AS c FROM t WHERE id = ${id}`;
    await expect(trial.evaluated(sql)).rejects.toThrow();
    for (const engine of TRANSLATED) await expect(trial.answered(sql, engine)).rejects.toThrow();
    const safe = `SELECT SAFE_CAST(x AS NUMERIC) AS c FROM t WHERE id = ${id}`;
    await onEach(safe, rows => expect(rows).toEqual([[null]]));
  });
});

describe('ROUND of a decimal', () => {
  it.each([0, 1, 2, 4, 8, 9, 12])('to %i digits, halves away from zero', async digits => {
    const sql = `SELECT id, ROUND(CAST(x AS NUMERIC), ${digits}) AS c FROM t WHERE ${READ} ORDER BY id`;
    await onEach(sql, rows => {
      const expected = FLOATS.map(x => shortened(nearest(x, 9), Math.min(digits, 9)));
      expect(rows.map(([, value]) => unitsOf(value))).toEqual(expected);
    });
  });

  it('fails where the result has too many digits', async () => {
    const sql = "SELECT ROUND(NUMERIC '99999999999999999999999999999.6') AS c FROM t WHERE id = 1";
    const computed = `SELECT ROUND(CAST(x AS NUMERIC) + NUMERIC '99999999999999999999999999999.6') AS c FROM t WHERE id = 0`;
    for (const text of [sql, computed]) {
      await expect(trial.evaluated(text)).rejects.toThrow();
      for (const engine of TRANSLATED)
        await expect(trial.answered(text, engine), engine).rejects.toThrow();
    }
  });
});

describe('a quotient of decimals', () => {
  const UNIT = 10n ** 9n;
  const BY = [3n * UNIT, -7n, 2n, 1_000_000_001n, 123_456_789n, 10n ** 27n + 1n];
  const written = (units: bigint) => {
    const size = `${units < 0n ? -units : units}`.padStart(10, '0');
    return `NUMERIC '${units < 0n ? '-' : ''}${size.slice(0, -9)}.${size.slice(-9)}'`;
  };
  /** To the nearest, halves away from zero. */
  const divided = (of: bigint, by: bigint) => {
    const [size, parts] = [of, by].map(one => (one < 0n ? -one : one)) as [bigint, bigint];
    const whole = (2n * size + parts) / (2n * parts);
    return of < 0n === by < 0n ? whole : -whole;
  };
  const SMALL = `id < ${FLOATS.length} AND ABS(x) < 1e19`;
  const small = FLOATS.filter(x => Math.abs(x) < 1e19).map(x => nearest(x, 9));

  it.each(BY)('by %s billionths is rounded to nine digits, halves away from zero', async by => {
    const sql = `SELECT id, CAST(x AS NUMERIC) / ${written(by)} AS c FROM t WHERE ${SMALL} ORDER BY id`;
    await onEach(sql, rows => {
      const expected = small.map(of => divided(of * UNIT, by));
      expect(rows.map(([, value]) => unitsOf(value))).toEqual(expected);
    });
  });

  it('of a column by another', async () => {
    const sql = `SELECT id, 1 / CAST(x AS NUMERIC) AS c FROM t WHERE ${SMALL} AND ABS(x) > 1e-8 ORDER BY id`;
    await onEach(sql, rows => {
      const expected = FLOATS.filter(x => Math.abs(x) < 1e19 && Math.abs(x) > 1e-8);
      expect(rows.map(([, value]) => unitsOf(value))).toEqual(
        expected.map(x => divided(UNIT * UNIT, nearest(x, 9))),
      );
    });
  });

  it.each([
    ['a divisor of 0', "CAST(x AS NUMERIC), NUMERIC '0'"],
    ['too many digits', "CAST(x AS NUMERIC) + NUMERIC '9e28', NUMERIC '0.1'"],
  ])('fails for %s; SAFE_DIVIDE is NULL', async (_, args) => {
    const sql = `SELECT ${args.replace(/, /, ' / ').replace(/^(.*) \//, '($1) /')} AS c FROM t WHERE id = 1`;
    await expect(trial.evaluated(sql)).rejects.toThrow();
    for (const engine of TRANSLATED)
      await expect(trial.answered(sql, engine), engine).rejects.toThrow();
    const safe = `SELECT SAFE_DIVIDE(${args}) AS c FROM t WHERE id = 1`;
    await onEach(safe, rows => expect(rows).toEqual([[null]]));
  });

  it('is NULL for NULL', async () => {
    const sql = `SELECT CAST(x AS NUMERIC) / 2 AS c, 2 / CAST(x AS NUMERIC) AS d FROM t WHERE x IS NULL`;
    await onEach(sql, rows => expect(rows).toEqual([[null, null]]));
  });

  it('an average is the sum by the count', async () => {
    const mean = (units: readonly bigint[]) =>
      divided(
        units.reduce((sum, one) => sum + one, 0n),
        BigInt(units.length),
      );
    const value = `AVG(IF(MOD(id, 5) = 0, NULL, CAST(x AS NUMERIC)))`;
    const kept = FLOATS.map((x, id) => ({ id, x })).filter(({ x }) => Math.abs(x) < 1e19);
    const of = (rows: typeof kept) => {
      const known = rows.filter(({ id }) => id % 5 !== 0).map(({ x }) => nearest(x, 9));
      return known.length === 0 ? null : mean(known);
    };
    const read = (cell: unknown) => (cell === null ? null : unitsOf(cell));
    const grouped = `SELECT MOD(id, 7) AS g, ${value} AS c FROM t WHERE ${SMALL} GROUP BY g ORDER BY g`;
    await onEach(grouped, rows => {
      const expected = Array.from({ length: 7 }, (_, g) =>
        of(kept.filter(({ id }) => id % 7 === g)),
      );
      expect(rows.map(([, cell]) => read(cell))).toEqual(expected);
    });
    const running = `SELECT id, ${value} OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS c FROM t WHERE ${SMALL} ORDER BY id`;
    await onEach(running, rows => {
      const expected = kept.map((_, i) => of(kept.slice(Math.max(0, i - 2), i + 1)));
      expect(rows.map(([, cell]) => read(cell))).toEqual(expected);
    });
    await onEach(`SELECT ${value} AS c FROM t WHERE id = 5`, rows =>
      expect(rows).toEqual([[null]]),
    );
  });
});
