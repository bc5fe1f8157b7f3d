import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rewritten } from './scenario-file.ts';
import { isInput, SCENARIOS } from './scenario-input.ts';
import { DIAGNOSTICS, firstBlocks, outputOf } from './scenario-output.ts';
import { loadScenario, loadScenarios, type Scenario, scenarioFiles } from './scenarios.ts';

/** `UPDATE=1` writes what comes out into the blocks, for reading before it is committed. */
const isUpdate = process.env['UPDATE'] === '1';

describe('what comes of a scenario is what stands in it', () => {
  test.each(scenarioFiles())('%s', file => {
    const scenario = loadScenario(file);
    if (isUpdate) update(scenario);
    const { written, compiled } = isUpdate ? loadScenario(file) : scenario;
    for (const { info, text } of written.blocks.filter(block => !isInput(block))) {
      expect(text, info).toBe(outputOf(info, compiled));
    }
    expect(disorderOf({ ...scenario, written })).toBe(null);
  });
});

function update({ file, written, compiled }: Scenario): void {
  const texts = written.blocks.map(block =>
    isInput(block) ? null : outputOf(block.info, compiled),
  );
  const isNew = written.blocks.every(isInput);
  const more = (isNew ? firstBlocks(compiled) : []).map(info => ({
    info,
    text: outputOf(info, compiled),
  }));
  writeFileSync(join(SCENARIOS, file), rewritten(written, texts, more));
}

/** What is wrong with the list of blocks, whatever their texts. */
function disorderOf({ written, compiled }: Scenario): string | null {
  const infos = written.blocks.map(({ info }) => info);
  const twice = infos.find((info, i) => infos.indexOf(info) < i);
  if (twice !== undefined) return `the block \`${twice}\` stands twice`;
  const isFaulty = compiled.diagnostics.length > 0;
  if (isFaulty && !infos.includes(DIAGNOSTICS)) return `a block \`${DIAGNOSTICS}\` is missing`;
  return written.blocks.every(isInput) ? 'there is no block of output' : null;
}

const scenarios = loadScenarios();
const compiling = scenarios.filter(({ compiled }) => compiled.diagnostics.length === 0);

describe('scenarios as a whole', () => {
  test('no two endpoints share a name or an identifier', () => {
    const endpoints = compiling.flatMap(({ compiled }) => compiled.compilation.endpoints);
    const names = endpoints.map(({ endpoint }) => endpoint.name);
    const ids = endpoints.map(({ endpoint }) => endpoint.id);
    expect(repeated(names)).toEqual([]);
    expect(repeated(ids)).toEqual([]);
  });

  test('an identical title would hide what a scenario shows', () => {
    expect(repeated(scenarios.map(({ title }) => title))).toEqual([]);
  });
});

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, i) => texts.indexOf(text) < i);
}
