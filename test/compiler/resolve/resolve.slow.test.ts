import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { isError, renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { clauses, HEAD, resolve, SOURCES } from './support.ts';

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

describe('strange texts', () => {
  const lines = fc.array(
    fc.constantFrom(
      ...[
        'where: [level = @p]',
        'where: [{ when: p, filter: level = @p }]',
        'select: { a: b, b: a, n: count() }',
      ],
      ...[
        'select: [id, meta]',
        'select: { now: now(), p: "@p" }',
        'params: { p: { type: string } }',
      ],
      ...[
        'params: { p: { enum: [a, b], default: a }, now: { type: regex } }',
        'order_by: [n desc, id]',
        'limit: 7',
      ],
      ...[
        'buckets: { of: timestamp, by: p, intervals: { a: { last: 1d, step: hour } } }',
        'group_by: { n: level }',
      ],
      ...[
        'buckets: { of: now(), last: 1d, step: hour, gaps: zero }',
        'retention: { of: id, by: p, windows: { } }',
      ],
      ...[
        'views: [plain, plain, nothing]',
        'engines: [duckdb, x]',
        'max_rows: 5',
        'cache: off',
        'from: other',
        'from: x',
      ],
    ),
    { minLength: 1, maxLength: 8 },
  );
  const expression = fc.oneof(
    fc
      .array(
        fc.constantFrom(
          ...[
            'id',
            'level',
            'bytes',
            'meta',
            'meta.request',
            '@p',
            '@q',
            '(',
            ')',
            ',',
            '+',
            '=',
            'and',
            'count(',
            'sum(',
          ],
          ...[
            'trunc(',
            'timestamp',
            'interval 5 minute',
            "'x'",
            '1',
            'null',
            'in (',
            'x',
            'y',
            '`',
            '.',
            '-',
            'matches(',
          ],
        ),
        { maxLength: 8 },
      )
      .map(words => words.join(' ')),
    fc.string({ maxLength: 20 }),
  );
  const leaf = fc.oneof(
    fc.constantFrom('2026-01-15', 'a', '', '1', 1, -0.5, 1e300, true, null),
    fc.string({ maxLength: 20 }),
  );
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('project', 'request', 'path', 'code', 'x'), tie('value')),
    ),
  }));
  const columns = [
    'id',
    'timestamp',
    'bytes',
    'day',
    'tags',
    'project',
    'meta',
    'p',
    'q',
    'toString',
  ];
  const row = fc.dictionary(fc.constantFrom(...columns), value, { maxKeys: 8 });
  const check = (text: string) => {
    const { project, diagnostics } = resolve({
      'sources.yaml': SOURCES,
      'a.yaml': `${HEAD}${text}\n`,
    });
    expect(project.endpoints.length === 0).toBe(diagnostics.length > 0);
    renderDiagnostics(diagnostics);
  };

  // an endpoint whose tests have faults is resolved, so that faults of its statements are reported beside them
  const checkCompiled = (text: string) => {
    const { compilation, diagnostics } = compile(
      [
        { path: 'endpoints/sources.yaml', bytes: SOURCES },
        { path: 'endpoints/a.yaml', bytes: `${HEAD}${text}\n` },
      ],
      { dialects: null },
    );
    expect(compilation.endpoints.length === 0).toBe(diagnostics.some(isError));
    renderDiagnostics(diagnostics);
  };

  it('never throw, and are refused with a word', () => {
    fc.assert(
      fc.property(lines, chosen => {
        const once = new Map(
          ['from: logs', 'select: [id]', ...chosen].map(line => [line.split(':')[0], line]),
        );
        check([...once.values()].join('\n'));
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(expression, expression, expression, (x, y, z) => {
        const [a, b, c] = [x, y, z].map(text => JSON.stringify(text));
        check(
          `from: logs\nparams: { p: { type: string, required: true }, q: { type: bogus } }\nselect: { x: ${a}, y: ${b} }\ngroup_by: { g: ${c} }\nwhere: [${b}]`,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('never throw in tests of endpoints', () => {
    fc.assert(
      fc.property(row, row, row, leaf, (params, given, expected, now) => {
        const tests = { one: { now, params, given: [given], expect: [expected] } };
        checkCompiled(
          `from: logs\nparams: { p: { type: int64, required: true }, q: { enum: [a, b] } }\nwhere: [bytes = @p, { when: q, filter: level = @q }]\nselect: [id, bytes, day, tags, project, meta]\ntests: ${JSON.stringify(tests)}`,
        );
      }),
      { numRuns: 300 },
    );
  });
});
