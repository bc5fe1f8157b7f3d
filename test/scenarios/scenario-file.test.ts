import { describe, expect, test } from 'vitest';
import { compile } from '../../generator/compile.ts';
import { readScenario, rewritten } from './scenario-file.ts';
import { inputsOf } from './scenario-input.ts';
import { firstBlocks, outputOf } from './scenario-output.ts';

const block = (info: string, text: string) => `\`\`\`${info}\n${text}\`\`\`\n`;
const scenario = (...blocks: readonly string[]) =>
  readScenario('a.md', `# Title\n\nWords.\n\n${blocks.join('\n')}`);

describe('reading', () => {
  test('takes the title and each block', () => {
    const read = scenario(block('yaml endpoints/a.yaml', 'a: 1\n\nb: 2\n'), block('sql x', ''));
    expect(read.title).toBe('Title');
    expect(read.blocks).toEqual([
      { info: 'yaml endpoints/a.yaml', text: 'a: 1\n\nb: 2\n', first: 4, last: 8 },
      { info: 'sql x', text: '', first: 10, last: 11 },
    ]);
  });

  test.each([
    ['Words.', 'the first line is no title'],
    ['# Title\n\n```yaml a\n```\n', 'no words between the title and the first block'],
    ['# Title\n\nWords.\n```yaml a\n', 'a.md:4: the block is not closed'],
  ])('refuses %j', (text, reason) => {
    expect(() => readScenario('a.md', text)).toThrow(reason);
  });
});

describe('rewriting', () => {
  test('changes the texts of blocks and adds blocks, and nothing else', () => {
    const read = scenario(block('yaml a', 'a: 1\n'), block('sql x', 'old\n'));
    const text = rewritten(read, [null, 'new\nlines\n'], [{ info: 'sql y', text: 'more\n' }]);
    expect(text).toBe(
      `# Title\n\nWords.\n\n${block('yaml a', 'a: 1\n')}\n${block('sql x', 'new\nlines\n')}\n${block('sql y', 'more\n')}`,
    );
    expect(rewritten(readScenario('a.md', text), [null, null, null], [])).toBe(text);
  });

  test('refuses a text that would close its block', () => {
    expect(() => rewritten(scenario(block('sql x', '')), ['a\n```\n'], [])).toThrow('a fence');
  });
});

describe('inputs', () => {
  test('are the shared data sets and what is written', () => {
    const inputs = inputsOf(scenario(block('yaml endpoints/a.yaml', 'a: 1\n'), block('sql x', '')));
    expect(inputs.map(({ path }) => path)).toEqual(['endpoints/sources.yaml', 'endpoints/a.yaml']);
  });

  test('are the data sets of the scenario where it has some', () => {
    const inputs = inputsOf(scenario(block('yaml endpoints/sources.yaml', 'sources: {}\n')));
    expect(inputs).toEqual([{ path: 'endpoints/sources.yaml', bytes: 'sources: {}\n' }]);
  });

  test('may be bytes and repeated lines', () => {
    const [, input] = inputsOf(scenario(block('bytes endpoints/a.yaml', 'é\\xE9\nx × 3\n')));
    expect(input?.bytes).toEqual(
      Buffer.concat([Buffer.from('é'), Buffer.from([0xe9]), Buffer.from('\nx\nx\nx\n')]),
    );
  });
});

describe('outputs', () => {
  const ID = '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01';
  const text = `endpoint: a\nid: ${ID}\nfrom: access_logs\nselect: [id]\n`;
  const compiled = compile(inputsOf(scenario(block('yaml endpoints/a.yaml', text))), {
    dialects: ['duckdb'],
  });

  test('are the saved queries where nothing is asked for', () => {
    expect(firstBlocks(compiled)).toEqual(['sql duckdb saved']);
  });

  test.each([
    ['sql duckdb', 'unknown block `sql duckdb`; known are `yaml <path>`'],
    ['sql duckdb saved twice', 'unknown block'],
    ['json rows', 'unknown block'],
    ['sql bigquery saved', 'nothing is compiled for `bigquery`'],
    ['sql duckdb specialised 1day', 'there is no statement `1day`'],
    ['text diagnostics', 'there are no diagnostics'],
  ])('refuse %j', (info, reason) => {
    expect(() => outputOf(info, compiled)).toThrow(reason);
  });
});
