/** Every fix of every mistake in the scenarios and on the pages of diagnostics: its fault is gone, and nothing else breaks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fix } from '../../../cli/fixes/fix.ts';
import { fixesOf } from '../../../cli/fixes/fixes.ts';
import { withEdits } from '../../../cli/project/specifications/edits.ts';
import { type InputFile, resolveInputs } from '../../../generator/compile.ts';
import { CATALOGUE, type Diagnostic, isError } from '../../../generator/core/report/diagnostics.ts';
import { clauseFiles } from '../../pages/docs-examples.ts';
import { type Fence, fences } from '../../pages/docs-markdown.ts';
import { CONFIG } from '../../scenarios/scenario-input.ts';
import { loadScenarios } from '../../scenarios/scenarios.ts';
import { ROOT } from '../../support/root.ts';

interface Mistakes {
  readonly inputs: readonly InputFile[];
  readonly dialects: readonly string[] | null;
}

const scenarios = loadScenarios()
  .filter(({ written }) => written.blocks.some(({ info }) => info === 'text diagnostics'))
  .map(({ file, inputs, resolved }): readonly [string, Mistakes] => [
    file,
    { inputs: inputs.filter(({ path }) => path !== CONFIG), dialects: resolved.dialects },
  ]);

const pages = Object.keys(CATALOGUE).flatMap((code): readonly (readonly [string, Mistakes])[] => {
  const page = readFileSync(join(ROOT, `docs/diagnostics/${code}.md`), 'utf8');
  const isWrong = ({ info }: Fence) => info === 'yaml wrong';
  const blocks = [...fences(page)].filter(isWrong).map(({ text }) => text);
  const isConfig = blocks.some(block => block.startsWith('# quern.yaml\n'));
  if (blocks.length === 0 || isConfig) return [];
  return [[`docs/diagnostics/${code}.md`, { inputs: clauseFiles(blocks), dialects: null }]];
});

const counts = { faults: 0, fixes: 0 };

test.each([...scenarios, ...pages])('%s', (_, { inputs, dialects }) => {
  const faultsOf = (files: readonly InputFile[]) => resolveInputs(files, { dialects }).diagnostics;
  const before = faultsOf(inputs);
  counts.faults += before.length;
  for (const fault of before) {
    for (const fix of fixesOf(fault)) {
      counts.fixes += 1;
      const after = faultsOf(inputs.map(input => fixed(input, fault, fix)));
      const told = `${fault.message} | ${fault.hint} | ${fix.title}`;
      expect(remains(after, fault, fix), told).toBe(false);
      if (fault.code === 'yaml-syntax') continue;
      expect(broken(after), told).toBeLessThanOrEqual(broken(before));
    }
  }
});

test('are many', () => {
  expect(counts.faults).toBeGreaterThan(500);
  expect(counts.fixes).toBeGreaterThan(100);
});

function fixed(input: InputFile, { place: { source } }: Diagnostic, { edits }: Fix): InputFile {
  return input.path === source.file
    ? { path: input.path, bytes: withEdits(source.text, edits) }
    : input;
}

/** Whether the fault is still where the text before it has moved it. */
function remains(all: readonly Diagnostic[], { code, message, place }: Diagnostic, { edits }: Fix) {
  const before = edits.filter(({ end }) => end <= place.start && place.end > end);
  const moved = before.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
  return all.some(
    one =>
      one.code === code &&
      one.message === message &&
      one.place.source.file === place.source.file &&
      one.place.start === place.start + moved,
  );
}

const BROKEN = new Set(['yaml-syntax', 'expression-syntax', 'duplicate-key', 'unknown-key']);

function broken(all: readonly Diagnostic[]): number {
  return all.filter(one => isError(one) && BROKEN.has(one.code)).length;
}
