/** The prose of the repository. `npm run lint:prose` runs this alone; `UPDATE=1` takes out of the baseline what is gone. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Baseline, baselineOf, compare } from './baseline.ts';
import { type Finding, lint } from './lint.ts';
import { prose } from './repository.ts';

const FILE = join(import.meta.dirname, 'baseline.json');
const UPDATE = process.env['UPDATE'] === '1';

it('has no finding but those of the baseline', async () => {
  const findings: Finding[] = [];
  for (const text of prose()) findings.push(...(await lint(text)));
  if (UPDATE && !existsSync(FILE)) write(baselineOf(findings));

  const { fresh, gone, rest } = compare(findings, JSON.parse(readFileSync(FILE, 'utf8')));
  if (UPDATE) write(rest);
  if (fresh.length > 0) expect.fail(`New findings:\n${fresh.map(shown).join('\n')}`);
  if (gone > 0 && !UPDATE) {
    const advice = '`UPDATE=1 npm run lint:prose` removes them';
    process.stderr.write(`The baseline lists ${gone} findings that are gone; ${advice}.\n`);
  }
});

function shown({ file, line, rule, message, sentence }: Finding): string {
  return `${file}:${line} ${rule}: ${message}\n    ${sentence}`;
}

function write(baseline: Baseline) {
  writeFileSync(FILE, `${JSON.stringify(baseline, null, 2)}\n`);
}
