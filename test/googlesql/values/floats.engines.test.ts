/** Sums of floats over windows, and groups by floats: engines add in their own order, so each stays within the stated tolerance. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTrial, type Rows, TRANSLATED, type Trial } from '../trial.ts';
import { exactFloat as exact, FLOAT_SCALE as one } from './exact-float.ts';

/** Twelve magnitudes, a cancelling case, both zeros, NULLs, and one value alone. */
const VALUES: readonly (readonly [group: string, x: number | null])[] = [
  ...Array.from({ length: 24 }, (_, i): [string, number] => {
    return ['magnitudes', (i % 2 === 0 ? 1 : -1.5) * 10 ** (i % 12) * (1 + i / 7)];
  }),
  ...[1e17, 1, -1e17, 1].map((x): [string, number] => ['cancelling', x]),
  ...[0, -0, null, 0.1, 0.2, -0.3].map((x): [string, number | null] => ['small', x]),
  ['alone', 3.25],
  ['none', null],
  ['none', null],
];

const ROWS = VALUES.map(([g, x], id) => ({ id: BigInt(id), g, x }));

let trial: Trial;
beforeAll(async () => {
  const required = '{ type: int64, required: true }';
  trial = await openTrial(`{ id: ${required}, g: string, x: float64 }`, ROWS);
});
afterAll(() => trial.close());

/** The float nearest to a fraction of whole numbers. */
function quotient(of: bigint, by: bigint): number {
  const digits = 1n << 80n;
  const shift = BigInt(Math.max(0, of.toString(2).length - by.toString(2).length - 80));
  return (Number((of * digits) / (by << shift)) / 2 ** 80) * 2 ** Number(shift);
}

interface Measure {
  readonly of: (values: readonly number[]) => number | null;
  /** The size of values by which the tolerance is measured. */
  readonly size: (values: readonly number[]) => number;
}

const largest = (values: readonly number[]) => Math.max(0, ...values.map(Math.abs));
const sum = (values: readonly number[]) => values.map(exact).reduce((a, b) => a + b, 0n);

function variance(values: readonly number[], less: bigint): number | null {
  const count = BigInt(values.length);
  if (count <= less) return null;
  const squares = values.map(value => exact(value) ** 2n).reduce((a, b) => a + b, 0n);
  return quotient(squares * count - sum(values) ** 2n, count * (count - less) * one * one);
}

const root = (value: number | null) => (value === null ? null : Math.sqrt(value));
const spread = (less: bigint): Measure => {
  return { of: values => root(variance(values, less)), size: largest };
};
const varied = (less: bigint): Measure => {
  return { of: values => variance(values, less), size: values => largest(values) ** 2 };
};

const MEASURES: Readonly<Record<string, Measure>> = {
  SUM: {
    of: values => (values.length === 0 ? null : quotient(sum(values), one)),
    size: values => values.reduce((all, value) => all + Math.abs(value), 0),
  },
  AVG: {
    of: values => (values.length === 0 ? null : quotient(sum(values), one * BigInt(values.length))),
    size: largest,
  },
  STDDEV: spread(1n),
  STDDEV_SAMP: spread(1n),
  STDDEV_POP: spread(0n),
  VARIANCE: varied(1n),
  VAR_SAMP: varied(1n),
  VAR_POP: varied(0n),
};

/** The rows of the frame of each row. */
const FRAMES: Readonly<Record<string, (at: number) => readonly (number | null)[]>> = {
  'PARTITION BY g': at => ofGroup(at).map(([, x]) => x),
  'PARTITION BY g ORDER BY id': at => {
    return ofGroup(at)
      .filter(([id]) => id <= at)
      .map(([, x]) => x);
  },
  'PARTITION BY g ORDER BY id ROWS BETWEEN 3 PRECEDING AND 1 FOLLOWING': at => {
    const rows = ofGroup(at);
    const place = rows.findIndex(([id]) => id === at);
    return rows.slice(Math.max(0, place - 3), place + 2).map(([, x]) => x);
  },
};

function ofGroup(at: number) {
  const [group] = VALUES[at] ?? [];
  return VALUES.flatMap(([g, x], id) => (g === group ? [[id, x] as const] : []));
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter(value => value !== null);
}

/** The part of the size of the values by which two sums may differ. */
const TOLERANCE = 1e-9;

/** The rows whose value is not the exact one, within a tolerance. */
function faultsOf(
  rows: Rows,
  { of, size }: Measure,
  frame: (at: number) => readonly (number | null)[],
): readonly string[] {
  return rows.flatMap(([id, value]) => {
    const values = known(frame(Number(id)));
    const right = of(values);
    const isRight =
      right === null || value === null || value === undefined
        ? right === value
        : Math.abs(Number(value) - right) <= TOLERANCE * size(values);
    return isRight ? [] : [`${id}: ${value}, not ${right}`];
  });
}

describe.each(Object.entries(MEASURES))('%s of floats', (name, measure) => {
  it.each(Object.entries(FRAMES))(
    'over %s is the exact value, within the tolerance',
    async (over, frame) => {
      const sql = `SELECT id, ${name}(x) OVER (${over}) AS c FROM t ORDER BY id`;
      const evaluated = await trial.evaluated(sql);
      expect(evaluated).toHaveLength(VALUES.length);
      expect(faultsOf(evaluated, measure, frame), 'the evaluator').toEqual([]);
      for (const engine of TRANSLATED) {
        const rows = await trial.answered(sql, engine);
        expect(rows).toHaveLength(VALUES.length);
        expect(faultsOf(rows, measure, frame), engine).toEqual([]);
      }
    },
  );

  it('fails where the result is not finite', async () => {
    const over = `${name}(x * 1e291) OVER () AS c`;
    const twice = '(SELECT * FROM t UNION ALL SELECT * FROM t)';
    const sql = `SELECT id, ${over} FROM ${twice} AS t WHERE ABS(x) > 1e16 ${isAdded(name) ? 'AND x > 0' : ''}`;
    for (const engine of ['duckdb', 'clickhouse'] as const)
      await expect(trial.answered(sql, engine), engine).rejects.toThrow(FAILURES);
  });
});

/** Values of both signs would cancel each other. */
function isAdded(name: string): boolean {
  return name === 'SUM' || name === 'AVG';
}

const FAILURES = /out of range|overflow|CANNOT_CONVERT_TYPE|CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN/i;

it('CORR fails for values that are all equal, of which BigQuery says NaN', async () => {
  const sql = 'SELECT CORR(x, 1) AS c FROM t';
  expect(await trial.evaluated(sql)).toEqual([[Number.NaN]]);
  for (const engine of ['duckdb', 'clickhouse'] as const)
    await expect(trial.answered(sql, engine), engine).rejects.toThrow(FAILURES);
});

it('a tolerance relative to the result would be too narrow', async () => {
  const sql = "SELECT id, SUM(x) OVER () AS c FROM t WHERE g = 'cancelling'";
  const answers = await Promise.all([
    trial.evaluated(sql),
    ...TRANSLATED.map(engine => trial.answered(sql, engine)),
  ]);
  const seen = new Set(answers.flatMap(rows => rows.map(([, value]) => Number(value))));
  const [least, most] = [Math.min(...seen), Math.max(...seen)];
  expect(most - least).toBeGreaterThan(TOLERANCE * Math.abs(most));
});

/** Halves of a last digit, and numbers near them. */
const NEAR_HALVES: Readonly<Record<string, (n: number) => number>> = {
  'n * 0.00005': n => n * 0.00005,
  '-(n / 7)': n => -(n / 7),
  'n * 1234.56785': n => n * 1234.56785,
  'n + n / 32768': n => n + n / 32768,
  'n * 1e9 + 0.12345': n => n * 1e9 + 0.12345,
};

describe('FORMAT', () => {
  it.each(Object.entries(NEAR_HALVES))(
    'of %s has the digits of the exact value',
    async (expression, value) => {
      const sql = `SELECT n, FORMAT('%.2f|%.6f', ${expression}, ${expression}) AS c FROM UNNEST(GENERATE_ARRAY(1, 500)) AS n ORDER BY n`;
      const expected = Array.from({ length: 500 }, (_, i) => {
        return `${i + 1} ${written(value(i + 1), 2)}|${written(value(i + 1), 6)}`;
      });
      expect(inOrder(await trial.evaluated(sql)), 'the evaluator').toEqual(expected);
      for (const engine of TRANSLATED)
        expect(inOrder(await trial.answered(sql, engine)), engine).toEqual(expected);
    },
  );
});

/** The digits of the exact value, halves to the even digit. */
function written(value: number, digits: number): string {
  const units = exact(Math.abs(value)) * 10n ** BigInt(digits);
  const [whole, rest] = [units / one, units % one];
  const isUp = 2n * rest > one || (2n * rest === one && whole % 2n === 1n);
  const text = `${isUp ? whole + 1n : whole}`.padStart(digits + 1, '0');
  return `${value < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

describe.each([
  ['ROUND', rounded],
  ['TRUNC', cut],
] as const)('%s to four digits', (name, exactly) => {
  it.each(Object.entries(NEAR_HALVES))(
    'of %s has those of the exact value',
    async (expression, value) => {
      const sql = `SELECT n, ${name}(${expression}, 4) AS c FROM UNNEST(GENERATE_ARRAY(1, 500)) AS n ORDER BY n`;
      const expected = Array.from({ length: 500 }, (_, i) => `${i + 1} ${exactly(value(i + 1))}`);
      expect(inOrder(await trial.evaluated(sql)), 'the evaluator').toEqual(expected);
      for (const engine of TRANSLATED)
        expect(inOrder(await trial.answered(sql, engine)), engine).toEqual(expected);
    },
  );
});

/** The exact value to four digits, halves away from zero. */
function rounded(value: number): number {
  const units = exact(Math.abs(value)) * 10_000n;
  return fromUnits(value, (2n * units + one) / (2n * one));
}

/** The exact value to four digits, without the others. */
function cut(value: number): number {
  return fromUnits(value, (exact(Math.abs(value)) * 10_000n) / one);
}

function fromUnits(value: number, whole: bigint): number {
  return Math.sign(value) * Number(`${whole}e-4`) + 0;
}

function inOrder(rows: Rows): readonly string[] {
  return rows.map(row => row.join(' '));
}

describe('CAST of a float to a text', () => {
  const alike = [
    '0',
    '-0',
    '1',
    '-1',
    '0.1',
    '-0.5',
    '100',
    '0.0001',
    '123456789.012345',
    '999999999999999',
  ];
  const others = ['1e15', '0.00001', '0.30000000000000004', 'nan', 'inf', '1e300'];
  const texts = (list: readonly string[]) => list.map(text => `'${text}'`).join();

  it('is that of GoogleSQL', async () => {
    const sql = `SELECT CONCAT('x', CAST(CAST(v AS FLOAT64) AS STRING)) AS c, SAFE_CAST(CAST(v AS FLOAT64) AS STRING) AS e FROM UNNEST([${texts(alike)}]) AS v WITH OFFSET AS o ORDER BY o`;
    const expected = alike.map(text => `x${Number(text)} ${Number(text)}`);
    expect(inOrder(await trial.evaluated(sql)), 'the evaluator').toEqual(expected);
    for (const engine of TRANSLATED)
      expect(inOrder(await trial.answered(sql, engine)), engine).toEqual(expected);
  });

  it.each(others)('fails for %s, which engines write each in its own way', async text => {
    for (const cast of ['CAST', 'SAFE_CAST']) {
      const sql = `SELECT ${cast}(CAST(v AS FLOAT64) AS STRING) AS c FROM UNNEST(['${text}']) AS v`;
      for (const engine of ['duckdb', 'clickhouse'] as const)
        await expect(trial.answered(sql, engine), engine).rejects.toThrow(FAILURES);
    }
  });
});

it('GREATEST and LEAST of floats are NaN if one is, and NULL if one is', async () => {
  const sql =
    "SELECT GREATEST(a, b, 0.5) AS c, LEAST(a, b) AS e FROM (SELECT CAST(v AS FLOAT64) AS a, i FROM UNNEST(['nan', '-inf', 'inf', '1', NULL]) AS v WITH OFFSET AS i), (SELECT CAST(v AS FLOAT64) AS b, i AS j FROM UNNEST(['nan', 'inf', '-2', NULL]) AS v WITH OFFSET AS i) ORDER BY i, j";
  const ofEach = (least: (...all: readonly number[]) => number, more: readonly number[]) =>
    [Number.NaN, -Infinity, Infinity, 1, null].flatMap(a =>
      [Number.NaN, Infinity, -2, null].map(b =>
        a === null || b === null ? null : least(a, b, ...more),
      ),
    );
  const greatest = ofEach(Math.max, [0.5]);
  const expected = ofEach(Math.min, []).map((least, i) => [greatest[i], least]);
  expect(await trial.evaluated(sql), 'the evaluator').toEqual(expected);
  for (const engine of TRANSLATED)
    expect(await trial.answered(sql, engine), engine).toEqual(expected);
});

describe('groups by a float', () => {
  /** Two kinds of NaN, zeros of both signs, and NULL. */
  const key =
    "CAST(IF(id < 5, 'nan', IF(id < 9, '-nan', IF(id < 12, '-0', IF(id < 20, '0', IF(id < 22, '1.5', NULL))))) AS FLOAT64)";

  it.each([
    `SELECT k, COUNT(*) AS c FROM (SELECT ${key} AS k FROM t WHERE id > 8) GROUP BY k`,
    `SELECT k IS NULL AS n, COUNT(*) AS c FROM (SELECT ${key} AS k FROM t) GROUP BY k`,
    'SELECT DISTINCT x * 0 AS k FROM t',
    'SELECT x, COUNT(*) AS c FROM t WHERE x > 1 GROUP BY x',
  ])('are the same on every engine: %s', async sql => {
    const expected = shown(await trial.evaluated(sql));
    for (const engine of TRANSLATED)
      expect(shown(await trial.answered(sql, engine)), engine).toEqual(expected);
  });

  it('are one for both zeros, one for NaN and one for NULL', async () => {
    const sql = `SELECT COUNT(*) AS c FROM (SELECT ${key} AS k FROM t) GROUP BY k`;
    const expected = ['11', `${VALUES.length - 22}`, '2', '9'].sort();
    expect(shown(await trial.evaluated(sql))).toEqual(expected);
    for (const engine of TRANSLATED)
      expect(shown(await trial.answered(sql, engine)), engine).toEqual(expected);
  });
});

it('IS_NAN and IS_INF know every float that is no number', async () => {
  const texts = ['nan', '-nan', 'inf', '-inf', '-0', '1.5', null];
  const given = texts.map((text, id) => `IF(id = ${id}, ${text === null ? 'NULL' : `'${text}'`}, `);
  const x = `CAST(${given.join('')}'0'${')'.repeat(texts.length)} AS FLOAT64)`;
  const sql = `SELECT id, IF(IS_NAN(${x}), 1, 0) AS a, IF(IS_INF(${x}), 1, 0) AS b, IS_NAN(${x}) IS NULL AS c FROM t WHERE id < ${texts.length}`;
  const expected = texts.map((text, id) => {
    const [isNan, isInf] = [/nan/, /inf/].map(of => Number(text !== null && of.test(text)));
    return `${id} ${isNan} ${isInf} ${text === null}`;
  });
  const answered = (rows: Rows) =>
    shown(rows).map(row => row.replace(/[01]$/, flag => String(flag === '1')));
  expect(answered(await trial.evaluated(sql))).toEqual(expected);
  for (const engine of TRANSLATED)
    expect(answered(await trial.answered(sql, engine)), engine).toEqual(expected);
});

function shown(rows: Rows): readonly string[] {
  return rows.map(row => row.map(value => (Object.is(value, -0) ? 0 : value)).join(' ')).sort();
}
