/** The changes of an edit for callers, and those of the edit that takes it back. */
import { describe, expect, test } from 'vitest';
import { CHANGES, type Change } from '../../../cli/diff/changes.ts';
import { changesBetween } from '../../../cli/diff/compare.ts';
import { compile } from '../../../generator/compile.ts';
import { createMemo } from '../../../generator/core/memo.ts';
import type { Manifest } from '../../../generator/core/output/manifest.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { EDITS, FILES, type Files } from './cases.ts';

/** Files that an edit leaves are compiled once. */
const { once } = createMemo();

function manifest(files: Files): Manifest {
  const inputs = Object.entries(files).map(([name, bytes]) => ({
    path: `endpoints/${name}`,
    bytes,
  }));
  const { compilation, diagnostics } = compile(inputs, {
    dialects: ['duckdb', 'clickhouse'],
    once,
  });
  expect(renderDiagnostics(diagnostics)).toBe('');
  return manifestOf(compilation);
}

const shown = (changes: readonly Change[]) =>
  changes
    .filter(({ code }) => code !== 'statement-changed')
    .map(({ code, of }) => (of === null ? code : `${code} ${of}`));

describe('an edit', () => {
  const before = manifest(FILES);

  test.each(EDITS.map(edit => [edit.title, edit] as const))('%s', (_, { now, forth, back }) => {
    const later = manifest(now);
    const [there, again] = [changesBetween(before, later), changesBetween(later, before)];
    expect([shown(there), shown(again)]).toEqual([forth, back]);
    for (const { message } of [...there, ...again]) expect(message).toMatch(/^[A-Z].*[^.\s]$/);
  });

  test.each(['another name', 'another name beside the old one'])('%s changes no SQL', title => {
    const renamed = EDITS.find(edit => edit.title === title);
    const codes = changesBetween(before, manifest(renamed?.now ?? {})).map(({ code }) => code);
    expect(codes).toContain('operation-renamed');
    expect(codes).not.toContain('statement-changed');
  });

  test('there is one for every change', () => {
    const found = new Set(EDITS.flatMap(({ forth, back }) => [...forth, ...back]));
    const codes = new Set([...found].map(one => one.split(' ')[0]));
    // clauses need the specifications; sandboxes and texts in GoogleSQL have tests of their own
    const others = [
      ...['clause-changed', 'statement-changed', 'text-changed'],
      ...['sandbox-changed', 'view-removed', 'view-added'],
    ];
    expect(Object.keys(CHANGES).filter(code => !codes.has(code) && !others.includes(code))).toEqual(
      [],
    );
  });
});
