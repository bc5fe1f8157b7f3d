/** The call in README.md, to the checker of types: what it says does not compile does not. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fences } from '../../pages/docs-markdown.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { faultsOfTypes, installed, write } from './package.ts';

const folder = mkdtempSync(join(tmpdir(), 'readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = fences(readFileSync('README.md', 'utf8'));

function block(language: string): string {
  const text = blocks.find(({ info }) => info === language)?.text;
  if (text === undefined) throw new Error(`README.md shows no ${language}`);
  return text;
}

test('the call compiles, and its mistakes do not', () => {
  const sources = ownInputs().filter(({ path }) => path.endsWith('/sources.yaml'));
  const endpoint = { path: 'endpoints/requests.by-status.yaml', bytes: block('yaml') };
  installed(folder, compiled([...sources, endpoint]));
  write(join(folder, 'call.ts'), block('ts'));
  expect(faultsOfTypes(folder, { types: ['node'] })).toBe('');
});
