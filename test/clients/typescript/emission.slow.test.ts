import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import {
  comment,
  commentWords,
  identifier,
  key,
  literal,
  packageName,
} from '../../../generator/emitters/javascript/text.ts';
import * as runtime from '../../../templates/typescript/client.js';
import { NAMES, PAYLOADS } from '../../contracts/client/emission/payloads.ts';
import { HARMLESS, namesakes, twins } from '../../contracts/client/emission/twins.ts';
import {
  compiled,
  EVERYTHING_INPUTS,
  endpointInput,
  ownInputs,
} from '../../support/openapi-fixture.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { packageFiles } from './package.ts';

/** Those that are made of what endpoints say. */
function moduleTexts(compilation: Compilation): readonly (readonly [string, string])[] {
  return [...packageFiles(compilation)].filter(([path]) => /^(endpoints\/|index\.)/.test(path));
}

interface Token {
  readonly kind: string;
  readonly text: string;
  /** Of a literal, what it means. */
  readonly value: string;
}

function tokensOf(text: string): readonly Token[] {
  const scanner = ts.createScanner(
    ts.ScriptTarget.ES2022,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  const tokens: Token[] = [];
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) {
    const kind = ts.SyntaxKind[scanner.getToken()] ?? '';
    tokens.push({ kind, text: scanner.getTokenText(), value: scanner.getTokenValue() });
  }
  return tokens;
}

/** Documentation comments as a reader undoes what the writer has put in. */
function commentsOf(text: string): readonly string[] {
  return tokensOf(text)
    .filter(({ kind }) => kind === 'MultiLineCommentTrivia')
    .map(({ text: comment }) => {
      const isOneLine = !comment.includes('\n');
      const lines = isOneLine
        ? comment.slice('/** '.length, -' */'.length)
        : comment
            .split('\n')
            .slice(1, -1)
            .map(line => line.replace(/^ *\* ?/, ''))
            .join('\n');
      return lines.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string, character: string) =>
        code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
      );
    });
}

/** What a compiler and an editor take for tags, in the order of the file. */
function tagsOf(path: string, text: string): readonly string[] {
  const tagsBelow = (node: ts.Node): readonly string[] => [
    ...ts.getJSDocTags(node).map(({ tagName }) => tagName.text),
    ...node
      .getChildren()
      .filter(child => !ts.isJSDoc(child))
      .flatMap(tagsBelow),
  ];
  return tagsBelow(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
}

/** Where the text of a place stands in the package; other places it does not reach. */
const IN_LITERALS = /^param\.(closed|lenient|span|tier)\.value$|^other\.param\.value$/;
const IN_COMMENTS =
  /^(source\.(column|json|record|field|nested|leaf)\.|summary|description|param\.\w+\.(description|default|example|pattern)$|column\.(description|unit|encoded)|other\.)/;

describe.each(Object.entries(PAYLOADS))('the package with %s', (_, payload) => {
  const { hostile, harmless, places } = twins(payload);
  const modules = moduleTexts(hostile);
  const all = modules.map(([, text]) => text);

  it('has the tags of documentation that it has with harmless words', () => {
    const tags = (files: typeof modules) => files.map(([path, text]) => tagsOf(path, text));
    expect(tags(modules)).toEqual(tags(moduleTexts(harmless)));
    expect(tags(modules).flat()).toContain('deprecated');
  });

  it('gives back the text wherever it stands', () => {
    const literals = all.flatMap(tokensOf).filter(({ kind }) => kind === 'StringLiteral');
    const values = new Set(literals.map(({ value }) => value));
    const comments = all.flatMap(commentsOf);
    const reached = places.filter(({ name }) => IN_LITERALS.test(name) || IN_COMMENTS.test(name));
    expect(reached.length).toBeGreaterThanOrEqual(25);
    const lost = reached.filter(({ name, text }) =>
      IN_LITERALS.test(name)
        ? !values.has(text)
        : !comments.some(comment => comment.includes(text.replace(/\n+$/, ''))),
    );
    expect(lost).toEqual([]);
  });
});

it('is the harmless twin that the others are compared with', () => {
  const { harmless } = twins(PAYLOADS.HTML);
  expect(moduleTexts(harmless).filter(([, text]) => text.includes(HARMLESS)).length).toBe(4);
});

describe('the helpers for text', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'\\*/@\'"`$ \n\r\t\u2028a\u{1f388}\ud800u') });
  const anything = fc.oneof(texts, unicodeText());

  it('make literals and keys that are the text, on one line', () => {
    fc.assert(
      fc.property(anything, text => {
        const whole = `({ ${key(text)}: ${literal(text)} })`;
        expect(whole).toMatch(/^.*$/);
        const made: object = runInNewContext(whole);
        expect(Object.entries(made)).toEqual([[text, text]]);
      }),
    );
    expect(Object.keys(runInNewContext(`({ ${key('__proto__')}: 1 })`))).toEqual(['__proto__']);
  });

  it('make one comment, which gives back the text', () => {
    fc.assert(
      fc.property(anything, text => {
        const [whole = ''] = comment(commentWords(text), commentWords('end')).map(String);
        expect(tokensOf(whole).map(({ kind }) => kind)).toEqual(['MultiLineCommentTrivia']);
        expect(commentsOf(whole)).toEqual([`${text.replace(/\n+$/, '')}\n\nend`]);
      }),
    );
  });

  it('take no name that is none', () => {
    for (const name of ['', 'a b', 'a;', '1a', 'a\n', 'é'])
      expect(() => identifier(name)).toThrow();
    expect(() => packageName('a"')).toThrow();
  });
});

describe('names', () => {
  it.each(NAMES)('like %s stay what they are', name => {
    const compilation = namesakes(name);
    const [endpoint] = compilation.endpoints;
    const texts = new Map(moduleTexts(compilation));
    const module = [...texts.keys()].find(path => /^endpoints\/\w+\.d\.ts$/.test(path)) ?? '';
    const types = texts.get(module) ?? '';
    const file = ts.createSourceFile(module, types, ts.ScriptTarget.ES2022, true);
    const properties = file.statements.filter(ts.isInterfaceDeclaration).map(({ members }) =>
      members.map(member => {
        const { name: key } = member;
        if (key === undefined) return null;
        return ts.isComputedPropertyName(key) ? key.expression.getText() : key.getText();
      }),
    );
    const spelled = name === '__proto__' ? `'__proto__'` : name;
    expect(properties).toEqual([[spelled], [spelled, 'record']]);
    expect(faultsOf(file)).toEqual([]);
    const run = module.replace(/^endpoints\/|\.d\.ts$/g, '');
    expect(types).toMatch(new RegExp(`export declare function ${run}[(<]`));
    expect(endpoint?.endpoint.params[0]?.name).toBe(name);
  });

  /** What the client's own functions would be called as endpoints. */
  const ofTheClient = Object.keys(runtime)
    .filter(name => /^[a-z]/.test(name) && name !== 'createClient')
    .map(name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`));

  it('of endpoints that differ by little make different functions, types and files', () => {
    const names = ['a.b', 'a-b', 'a_b', 'ab', 'con', 'nul.x', 'then', 'create-client', 'endpoint'];
    const named = [...names, 'a-row', 'a', 'index', 'client', 'class', 'x.d', ...ofTheClient];
    const files = packageFiles(compiled(endpointsNamed(named)));
    const modules = [...files.keys()].filter(path => path.startsWith('endpoints/'));
    expect(modules.length).toBe(2 * named.length);
    expect(new Set(modules.map(path => path.toLowerCase())).size).toBe(modules.length);
    expect(modules.filter(path => /^endpoints\/(con|nul|prn|aux)\./i.test(path))).toEqual([]);
    const exported = [...files]
      .filter(([path]) => path.endsWith('.d.ts') && path !== 'index.d.ts')
      .flatMap(([path, text]) => [...new Set(exportsOf(path, text))]);
    expect(new Set(exported).size).toBe(exported.length);
    // `await import` would take a module that exports `then` for a promise
    expect(exported).toEqual(expect.arrayContaining(['createClient_', 'endpoint_', 'runThen']));
    expect(exported).not.toContain('then');
  });
});

it('is the same whatever the order of the files', () => {
  const inputs = endpointsNamed(['b', 'a', 'c.d', 'c-d']);
  const forth = packageFiles(compiled(inputs));
  expect([...packageFiles(compiled([...inputs].reverse()))]).toEqual([...forth]);
});

it('lets a row have `Date`s that has instants in a record alone', () => {
  const [sources] = EVERYTHING_INPUTS;
  if (sources === undefined) throw new Error('there are sources');
  const { path, bytes } = endpointInput('one', '50000000-0000-4000-8000-000000000000');
  const nested = { path, bytes: String(bytes).replace('[id]', '[id, record]') };
  const types = packageFiles(compiled([sources, nested])).get('endpoints/one.d.ts');
  expect(types).toContain('export interface OneRow<Timestamp extends string | Date = string> {');
  expect(types).toContain('readonly at: Timestamp | null;');
});

it('tells its runtime which parameters are integers, that none is rounded unseen', () => {
  const files = packageFiles(compiled(EVERYTHING_INPUTS));
  expect(files.get('endpoints/everyThing1.js')).toContain("  integers: ['least', 'most'],\n");
  expect(files.get('endpoints/everyEncode.js')).not.toContain('integers');
});

it('says how many rows there are at most, and how old they may be', () => {
  const files = packageFiles(compiled(ownInputs()));
  const said = (run: string, text: string) =>
    expect(files.get(`endpoints/${run}.d.ts`)).toContain(
      `\n *\n * ${text}\n */\nexport declare function ${run}<`,
    );
  said('logsAll', 'At most 100 rows.');
  said('usageApiCounts', 'At most 1,000 rows. They may be up to 900 seconds old.');
});

it('goes by its name, and leaves no hole', () => {
  const files = packageFiles(twins(PAYLOADS.HTML).harmless);
  expect(files.get('package.json')).toContain('"name": "@example/log-endpoints"');
  expect([...files.values()].filter(text => /\{\{\w/.test(text))).toEqual([]);
});

function endpointsNamed(names: readonly string[]) {
  const table = '{ bigquery: { table: t }, duckdb: { table: t }, clickhouse: { table: t } }';
  const sources = `sources: { t: { tables: ${table}, columns: { id: { type: string, required: true } } } }`;
  const endpoints = names.map((name, index) => ({
    path: `${name}.yaml`,
    bytes: `{ endpoint: ${name}, id: 50000000-0000-4000-8000-${String(index).padStart(12, '0')}, from: t, select: [id] }`,
  }));
  return [{ path: 'sources.yaml', bytes: sources }, ...endpoints];
}

function faultsOf(file: ts.SourceFile): readonly unknown[] {
  return (file as ts.SourceFile & { readonly parseDiagnostics: readonly unknown[] })
    .parseDiagnostics;
}

function exportsOf(path: string, text: string): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  return file.statements.flatMap(statement => {
    if (ts.isModuleDeclaration(statement)) return [];
    const declared = statement as ts.Statement & { readonly name?: ts.Identifier };
    return ts.canHaveModifiers(statement) && declared.name ? [declared.name.text] : [];
  });
}
