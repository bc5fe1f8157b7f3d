import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { endpoint, isSound, sources } from './support.ts';

describe('strange texts', () => {
  const key = fc.constantFrom(
    ...[
      'endpoint',
      'id',
      'from',
      'params',
      'where',
      'buckets',
      'select',
      'cache',
      'of',
      'by',
      'intervals',
      'last',
    ],
    ...[
      'step',
      'type',
      'enum',
      'value',
      'sources',
      'columns',
      'tables',
      'record',
      'is',
      'ttl',
      'refresh',
      'x',
      '~/',
    ],
    ...['tests', 'now', 'given', 'expect'],
    ...['toString', 'hasOwnProperty', 'valueOf'],
  );
  const leaf = fc.oneof(
    fc.constantFrom('a', '5m', 'off', '', 'string', 0, -1, true, null),
    fc.string(),
  );
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
    ),
  }));
  it('never throw, and are refused with a word', () => {
    fc.assert(
      fc.property(tree, data => {
        const text = JSON.stringify(data);
        for (const { spec, diagnostics } of [endpoint(text), sources(text)]) {
          expect(isSound(spec)).toBe(diagnostics.length === 0);
          renderDiagnostics(diagnostics);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
