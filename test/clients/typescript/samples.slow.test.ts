/** Samples are programs, whatever their endpoints are called. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import typescript from '../../../generator/emitters/clients/typescript/typescript.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { clientIn } from '../../support/client-files.ts';
import { compiled, EVERYTHING_INPUTS, endpointInput } from '../../support/openapi-fixture.ts';
import { faultsOfTypes, installed, run, write } from './package.ts';

/** What a sample says itself or finds on the platform, what a module has for itself, and what means something to a compiler. */
const NAMES = [
  ...['client', 'rows', 'process', 'console', 'call', 'params', 'answer', 'error', 'data'],
  ...['create-client', 'validate-rows', 'endpoint', 'fetch', 'global-this', 'require', 'exports'],
  ...['module', 'namespace', 'declare', 'abstract', 'as', 'of', 'async', 'get', 'set', 'using'],
  ...['defer', 'source', 'is', 'keyof', 'readonly', 'unique', 'infer', 'asserts', 'satisfies'],
  ...['string', 'number', 'boolean', 'bigint', 'symbol', 'object', 'any', 'unknown', 'never'],
  ...['override', 'out', 'accessor', 'await', 'import', 'class', 'undefined', 'to-string', 'name'],
];
const [sources] = EVERYTHING_INPUTS;
if (sources === undefined) throw new Error('there are sources');
const compilation = compiled([
  sources,
  ...NAMES.map((name, index) =>
    endpointInput(name, `60000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
  ),
]);
const sampler = typescript.sampler(clientIn(typescript, compilation));
const samples = manifestOf(compilation).endpoints.map(endpoint => ({
  name: endpoint.name,
  source: String(sampler(endpoint, [])),
}));
const folder = mkdtempSync(join(tmpdir(), 'typescript-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('samples of endpoints of any name', () => {
  it('are sound, and print the rows', () => {
    installed(folder, compilation);
    for (const { name, source } of samples) {
      write(join(folder, `${name}.ts`), source);
      // No sample holds a type.
      write(join(folder, `${name}.mjs`), source);
    }
    expect(samples.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
    expect(faultsOfTypes(folder, { types: ['node'] })).toBe('');
    const program = `
      globalThis.fetch = async url => Response.json({ result: [{ id: decodeURIComponent(url) }] });
      process.env.QUERN_URL = 'http://a';
      for (const name of ${JSON.stringify(NAMES)}) await import(\`./\${name}.mjs\`);
    `;
    write(join(folder, 'all.mjs'), program);
    const printed = run(process.execPath, ['all.mjs'], folder).trim().split('\n');
    expect(printed).toEqual(NAMES.map(name => `[ { id: 'http://a/api/endpoints/${name}' } ]`));
  });

  it('say which variable is not set', () => {
    const [{ source } = { source: '' }] = samples;
    write(join(folder, 'unset.mjs'), source);
    const program = `delete process.env.QUERN_URL; await import('./unset.mjs').catch(error => console.log(error.message));`;
    expect(run(process.execPath, ['--input-type=module', '-e', program], folder)).toBe(
      'QUERN_URL is not set\n',
    );
  });

  it('keep the name of the function where nothing stands against it', () => {
    const shown = samples.filter(({ source }) => source.includes(' as '));
    expect(shown.map(({ name }) => name).sort()).toEqual(['client', 'console', 'process', 'rows']);
  });
});
