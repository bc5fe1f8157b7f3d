/** The end of an endpoint in the clients' own words for it, which editors and compilers read. */
import { expect, test } from 'vitest';
import { CLIENT_LANGUAGES } from '../../../generator/emitters/clients/index.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { definitionFault } from '../../../server/answers/manifest/manifest-shape.ts';
import { LIFE_FILES } from '../../service/life/project.ts';
import { clientFiles } from '../../support/client-files.ts';
import { compiled } from '../../support/openapi-fixture.ts';

const compilation = compiled(
  Object.entries(LIFE_FILES).map(([path, bytes]) => ({ path, bytes })),
  ['duckdb'],
);

test('the manifest has it outside the definition that answers depend on', () => {
  const { endpoints } = manifestOf(compilation);
  const old = endpoints.find(({ name }) => name === 'orders.old');
  const plain = endpoints.find(({ name }) => name === 'orders.plain');
  expect(old).toMatchObject({
    ...{ aliases: ['orders.older'], tags: ['billing'], deprecated: '2026-06-01' },
    ...{ replacedBy: 'orders.list', sunset: '2026-12-31' },
  });
  expect(definitionFault(old)).toBe(null);
  const shared = { ...old, summary: null };
  expect(Object.keys(shared).slice(0, 3)).toEqual(['name', 'id', 'aliases']);
  expect(plain).not.toHaveProperty('sunset');
});

const SAID = 'since 2026-06-01. Use `orders.list` instead. It may be gone from 2026-12-31 on.';
const WORDS: Readonly<Record<string, string>> = {
  typescript: ` * @deprecated ${SAID}`,
  python: `Deprecated ${SAID}`,
  go: `// Deprecated: ${SAID}`,
};

test.each([...CLIENT_LANGUAGES.values()].map(language => [language.name, language] as const))(
  'the client for %s marks deprecated endpoints, and no others',
  (name, language) => {
    const words = WORDS[name];
    if (words === undefined) throw new Error(`how does ${name} say it?`);
    const text = clientFiles(language, compilation)
      .map(file => file.text)
      .join('\n');
    expect(text).toContain(words);
    const marks =
      text.split(words.slice(0, words.indexOf('since') + 'since 2026'.length)).length - 1;
    // of two endpoints, in the classes of the blocking and of the awaited client of Python
    expect(marks).toBe(name === 'python' ? 4 : 2);
  },
);
