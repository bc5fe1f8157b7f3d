/** What the README of each client shows is a call of that project, and the one that OpenAPI shows. */
import { describe, expect, it } from 'vitest';
import type { LanguageName } from '../../../generator/emitters/clients/index.ts';
import { CLIENT_EMITTERS } from '../../../generator/emitters/clients.ts';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { DEFAULT_OUTPUT } from '../../../generator/emitters/index.ts';
import type {
  CodeSample,
  OpenApiDocument,
} from '../../../generator/emitters/openapi/document-types.ts';
import { fences } from '../../pages/docs-markdown.ts';
import {
  compiled,
  EVERYTHING_INPUTS,
  emittedText,
  ownInputs,
} from '../../support/openapi-fixture.ts';
import { readTemplates } from '../../support/templates.ts';
import { PAYLOADS } from './emission/payloads.ts';
import { twins } from './emission/twins.ts';

type Compilation = ReturnType<typeof compiled>;

function readme(language: string, compilation: Compilation): string {
  const output = {
    description: descriptionOf(compilation),
    settings: DEFAULT_OUTPUT,
    templates: readTemplates(),
  };
  const emitter = CLIENT_EMITTERS.find(({ name }) => name === language);
  const file = emitter?.emit(output).find(({ path }) => path.endsWith('/README.md'));
  if (file === undefined) throw new Error('each client has a README');
  return file.text;
}

const blocks = (text: string) => fences(text).map(fence => fence.text);

/** Of the first endpoint. */
function samplesOf(compilation: Compilation): readonly CodeSample[] {
  const document: OpenApiDocument = JSON.parse(emittedText(compilation, DEFAULT_OUTPUT));
  const [path] = Object.keys(document.paths).filter(path => !path.includes('/query/'));
  return document.paths[path ?? '']?.get?.['x-codeSamples'] ?? [];
}

const PROJECTS = {
  'of this repository': compiled(ownInputs()),
  'with everything': compiled(EVERYTHING_INPUTS),
  'of one endpoint': compiled(ownInputs().filter(({ path }) => /sources|logs/.test(path))),
};

/** How long a line of code is at most. As black, Prettier and `gofmt` have it; the last keeps lines of any length. */
const COLUMNS: Readonly<Record<LanguageName, number>> = { python: 88, typescript: 100, go: 100 };

describe.each(Object.entries(COLUMNS))('the README of the client in %s', (language, columns) => {
  it.each(Object.entries(PROJECTS))('shows the first endpoint of a project %s', (_, project) => {
    const text = readme(language, project);
    const sample = samplesOf(project).find(({ lang }) => lang === language);
    expect(blocks(text)).toContain(`${sample?.source}\n`);
    expect(text).not.toMatch(/\{\{\w+\}\}/);
  });

  it('breaks lines of code as the formatter of its language does', () => {
    const lines = blocks(readme(language, PROJECTS['of this repository'])).join('').split('\n');
    const long = lines.filter(line => line.length > columns && !line.startsWith('import {'));
    expect(lines.length).toBeGreaterThan(20);
    expect(long).toEqual([]);
  });

  it('names no endpoint that is not there', () => {
    const text = readme(language, PROJECTS['of one endpoint']);
    expect(text).toMatch(/logs_?all/i);
    expect(text).not.toMatch(/usage_?api_?counts|invocation_?stats/i);
  });

  it('says so where there are none', () => {
    const text = readme(language, compiled([]));
    expect(blocks(text)[0]).toMatch(/^(\/\/|#) There are no endpoints yet\.\n$/);
  });

  const outline = (compilation: Compilation) =>
    readme(language, compilation)
      .split('\n')
      .filter(line => /^( {0,3}(```|~~~|#+ |<)|\* |\|)/.test(line));
  let usual: readonly string[] | null = null;
  it.each(Object.entries(PAYLOADS))('keeps its blocks whatever an example is: %s', (_, payload) => {
    const { hostile, harmless } = twins(payload);
    usual ??= outline(harmless);
    expect(outline(hostile)).toEqual(usual);
  });
});
