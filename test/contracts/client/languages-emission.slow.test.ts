/** A stranger's text in the client of every registered language, as the language's own reader finds it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import { CLIENT_LANGUAGES, type LanguageName } from '../../../generator/emitters/clients/index.ts';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { clientFiles } from '../../support/client-files.ts';
import { NAMES, PAYLOADS, PLANTED } from './emission/payloads.ts';
import { TOKENIZERS } from './emission/tokenizers/index.ts';
import type { Tokens } from './emission/tokenizers/tokens.ts';
import { HARMLESS, namesakes, twins } from './emission/twins.ts';

const LONG = 300_000;
const payloads = Object.entries(PAYLOADS).map(([name, payload], i) => ({
  name,
  folder: `payload${i}`,
  ...twins(payload),
}));
const HARMLESS_FOLDER = 'harmless';

it('has a reader for every language', () => {
  expect(Object.keys(TOKENIZERS).sort()).toEqual([...CLIENT_LANGUAGES.keys()].sort());
});

describe.each(Object.entries(TOKENIZERS))('the client for %s', (name, tokenizer) => {
  const language = CLIENT_LANGUAGES.get(name as LanguageName);
  const { isThere, files, read } = tokenizer;
  if (!isThere) process.stderr.write(`skipped: nothing reads the client for ${name} here\n`);

  /** Its files below a folder; `client-readmes.test.ts` looks at the README. */
  const filesOf = (compilation: Compilation, folder: string): readonly GeneratedFile[] => {
    if (language === undefined) throw new Error(`${name} is registered`);
    return clientFiles(language, compilation).map(({ path, text }) => ({
      path: `${folder}/${path}`,
      text,
    }));
  };
  const shipped = new Set<string>();
  const found = new Map<string, readonly Tokens[]>();

  beforeAll(async () => {
    const { harmless } = twins(PAYLOADS.HTML);
    for (const { text } of filesOf({ ...harmless, endpoints: [] }, '')) shipped.add(text);
    const all = [
      ...filesOf(harmless, HARMLESS_FOLDER),
      ...payloads.flatMap(({ hostile, folder }) => filesOf(hostile, folder)),
    ].filter(({ path, text }) => !shipped.has(text) && !path.endsWith('/README.md'));
    expect(all.filter(({ path }) => !files.test(path))).toEqual([]);
    if (!isThere) return;
    for (const tokens of await read(all)) {
      const [folder = ''] = tokens.path.split('/');
      const path = tokens.path.slice(folder.length);
      found.set(folder, [...(found.get(folder) ?? []), { ...tokens, path }]);
    }
  }, LONG);

  const within = (folder: string) => found.get(folder) ?? [];
  const kinds = (folder: string) =>
    within(folder)
      .map(each => `${each.path} ${each.kinds.join(' ')}`)
      .sort();
  const textsOf = (folder: string) => new Set(within(folder).flatMap(({ texts }) => texts));

  it.skipIf(!isThere)('is the harmless twin that the others are compared with', () => {
    expect(kinds(HARMLESS_FOLDER)).not.toEqual([]);
    expect(textsOf(HARMLESS_FOLDER)).toContain(HARMLESS);
  });

  it.skipIf(!isThere).each(payloads)('holds $name, and it stays a text', ({ folder, places }) => {
    expect(kinds(folder)).toEqual(kinds(HARMLESS_FOLDER));
    const names = within(folder).flatMap(each => each.names);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter(each => each.includes(PLANTED))).toEqual([]);
    const values = places.filter(place => place.name.endsWith('.value'));
    expect(values.length).toBeGreaterThan(4);
    const texts = textsOf(folder);
    expect(values.filter(({ text }) => !texts.has(text))).toEqual([]);
  });

  it.skipIf(!isThere)('is a program whatever things are called', { timeout: LONG }, async () => {
    const all = NAMES.flatMap((word, i) => filesOf(namesakes(word), `name${i}`));
    const own = all.filter(({ text, path }) => files.test(path) && !shipped.has(text));
    const programs = await read(own);
    expect(programs.map(({ path }) => path).sort()).toEqual(own.map(({ path }) => path).sort());
    const texts = new Map(NAMES.map((_, i) => [`name${i}`, new Set<string>()]));
    for (const { path, texts: some, names } of programs) {
      const known = texts.get(path.slice(0, path.indexOf('/')));
      for (const text of [...some, ...names]) known?.add(text);
    }
    expect(NAMES.filter((word, i) => !texts.get(`name${i}`)?.has(word))).toEqual([]);
  });
});
