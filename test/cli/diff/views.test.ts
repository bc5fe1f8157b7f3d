/** Changes to the views of a sandbox, and back. */
import { describe, expect, test } from 'vitest';
import { byClause } from '../../../cli/diff/clauses.ts';
import { changesBetween } from '../../../cli/diff/compare.ts';
import { compile } from '../../../generator/compile.ts';
import type { Manifest } from '../../../generator/core/output/manifest.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';

const SOURCES = `sources:
  entries:
    tables: { duckdb: { table: entries } }
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      size: int64
      meta: { record: { region: string, ratio: float64 } }
`;
const SANDBOX = `endpoint: sql
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01
sandbox: true
views:
  entries: { from: entries }
  large: { from: entries, where: [size > 100], select: { id: id, size: size, at: at } }
`;

const inputs = (sandbox: string, sources: string) => [
  { path: 'endpoints/sources.yaml', bytes: sources },
  { path: 'endpoints/sql.yaml', bytes: sandbox },
];

function manifest(sandbox = SANDBOX, sources = SOURCES): Manifest {
  const { compilation, diagnostics } = compile(inputs(sandbox, sources), { dialects: ['duckdb'] });
  expect(renderDiagnostics(diagnostics)).toBe('');
  return manifestOf(compilation);
}

/** As `quern diff` shows them. */
function shown(before: string, now: string, sources: readonly [string, string]): readonly string[] {
  const [old, fresh] = [before, now].map((text, i) => ({
    manifest: manifest(text, sources[i]),
    spec: { path: 'endpoints/sql.yaml', bytes: text },
  }));
  if (old === undefined || fresh === undefined) throw new Error('two sides');
  return changesBetween(old.manifest, fresh.manifest)
    .flatMap(change =>
      change.code === 'statement-changed' ? byClause(change, old.spec, fresh.spec, []) : [change],
    )
    .map(({ code, message }) => `${code}: ${message}`);
}

interface Edit {
  readonly title: string;
  readonly now?: string;
  readonly sources?: string;
  readonly forth: readonly string[];
  readonly back: readonly string[];
}
const LARGE = /^ {2}large.*\n/m;
const REPEATED = SOURCES.replace('table: entries', 'table: entries, records: repeated');
const EDITS: readonly Edit[] = [
  { title: 'nothing', forth: [], back: [] },
  {
    title: 'a view less',
    now: SANDBOX.replace(LARGE, ''),
    forth: ['view-removed: The view `large` was removed'],
    back: ['view-added: Statements may read the view `large`'],
  },
  {
    title: 'a column less',
    now: SANDBOX.replace('size: size, ', ''),
    forth: [
      'column-removed: The column `large.size` was removed',
      'clause-changed: `views.large.select.size` was removed; it was `size`',
    ],
    back: [
      'column-added: The column `large.size` was added',
      'clause-changed: `views.large.select.size` is new: `size`',
    ],
  },
  {
    title: 'a column of another type, which may be NULL',
    now: SANDBOX.replace('at: at', 'at: meta.region'),
    forth: [
      'column-type: The column `large.at` changed from `timestamp` to `string`',
      'column-nullable: The column `large.at` may be NULL',
      'clause-changed: `views.large.select.at` changed from `at` to `meta.region`',
    ],
    back: [
      'column-type: The column `large.at` changed from `string` to `timestamp`',
      'column-required: The column `large.at` is never NULL',
      'clause-changed: `views.large.select.at` changed from `meta.region` to `at`',
    ],
  },
  {
    title: 'a field of a record less',
    sources: SOURCES.replace(', ratio: float64', ''),
    forth: [
      'column-removed: The column `entries.meta.ratio` was removed',
      'statement-changed: The SQL of the view `entries` changed',
    ],
    back: [
      'column-added: The column `entries.meta.ratio` was added',
      'statement-changed: The SQL of the view `entries` changed',
    ],
  },
  {
    title: 'records that are arrays',
    sources: REPEATED,
    forth: [
      'column-type: The column `entries.meta` changed from `record` to `record` in an array',
      'statement-changed: The SQL of the view `entries` changed',
    ],
    back: [
      'column-type: The column `entries.meta` changed from `record` in an array to `record`',
      'statement-changed: The SQL of the view `entries` changed',
    ],
  },
  {
    title: 'other rows',
    now: SANDBOX.replace('size > 100', 'size > 200'),
    forth: ['clause-changed: `views.large.where` has `size > 200`, and no longer has `size > 100`'],
    back: ['clause-changed: `views.large.where` has `size > 100`, and no longer has `size > 200`'],
  },
];

describe('an edit of views', () => {
  test.each(EDITS)('$title', ({ now = SANDBOX, sources = SOURCES, forth, back }) => {
    expect(shown(SANDBOX, now, [SOURCES, sources])).toEqual(forth);
    expect(shown(now, SANDBOX, [sources, SOURCES])).toEqual(back);
  });

  test('that ends the sandbox is one change', () => {
    const usual = 'from: entries\nselect: [id]\nmax_rows: 9\n';
    const before = SANDBOX + usual;
    const now = before.replace(/^sandbox: true\nviews:\n(?: .*\n)+/m, '');
    const codes = (old: string, fresh: string) =>
      changesBetween(manifest(old), manifest(fresh)).map(({ code, of }) => [code, of]);
    expect(codes(before, now)).toEqual([
      ['sandbox-changed', null],
      ['parameter-removed', 'sql'],
    ]);
  });
});
