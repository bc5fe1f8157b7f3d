/** Every regular expression of the code takes time in proportion to its text: its source is analysed, no clock is read. */
import { join } from 'node:path';
import { analyse } from 'scslre';
import { type Node, Project, SyntaxKind } from 'ts-morph';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from './support/root.ts';

interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Made to see whether an author's pattern compiles, and never run on a text. */
const NEVER_RUN = ['generator/params/schema.ts'];
/** Made of patterns that stand in the descriptions of files. */
const OF_CODE = ['generator/shape/kinds/scalar.ts'];

const CODE = [
  'index.ts',
  'vite.ts',
  'testing.ts',
  ...['cli', 'engines', 'generator', 'server'].map(room => `${room}/**/*.ts`),
  'templates/typescript/*.js',
];

const project = new Project({
  skipAddingFilesFromTsConfig: true,
  compilerOptions: { allowJs: true },
});
for (const glob of CODE) project.addSourceFilesAtPaths(join(ROOT, glob));
const placeOf = (node: Node) =>
  `${node
    .getSourceFile()
    .getFilePath()
    .slice(ROOT.length + 1)}:${node.getStartLineNumber()}`;
const nodes = <Kind extends SyntaxKind>(kind: Kind) =>
  project.getSourceFiles().flatMap(file => file.getDescendantsOfKind(kind));

const literals = nodes(SyntaxKind.RegularExpressionLiteral).map((node): Pattern => {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.getText()) ?? [];
  return { place: placeOf(node), source, flags };
});
const constructions = nodes(SyntaxKind.NewExpression).filter(
  node => node.getExpression().getText() === 'RegExp',
);
const isInFunction = (node: Node) =>
  node.getAncestors().some(one => /Function|Method|Constructor/.test(one.getKindName()));

/** What a program gives its own client, once. */
const BASE_URL = { file: 'templates/typescript/client.js', source: String.raw`\/+$` };

/** Where the work grows faster than the text, and with which characters; none where it does not. */
function faultsOf({ place, source, flags }: Pattern): readonly string[] {
  if (place.startsWith(`${BASE_URL.file}:`) && source === BASE_URL.source) return [];
  const { reports } = analyse({ source, flags });
  return reports.map(({ type, character }) => {
    return `${place} /${source}/${flags}: ${type} over ${character.literal.source}`;
  });
}

/** Patterns that modules make of texts, as they are made: what has run them is the module itself. */
const made: Pattern[] = [];

beforeAll(async () => {
  class Noted extends RegExp {
    constructor(source: string | RegExp, flags?: string) {
      super(source, flags);
      const [, , caller = ''] = new Error('where').stack?.split('\n') ?? [];
      if (!caller.includes('node_modules')) {
        made.push({ place: caller.trim(), source: this.source, flags: this.flags });
      }
    }
  }
  // a library may call it without `new`
  const called = {
    apply: (made: typeof Noted, _: unknown, given: [string, string?]) => new made(...given),
  };
  vi.stubGlobal('RegExp', new Proxy(Noted, called));
  const files = constructions.map(node => node.getSourceFile().getFilePath());
  for (const file of new Set(files)) await import(file);
}, 60_000);

afterAll(() => vi.unstubAllGlobals());

describe('regular expressions', () => {
  it('that stand in the code as literals are linear', () => {
    expect(literals.length).toBeGreaterThan(200);
    expect(literals.flatMap(faultsOf)).toEqual([]);
  });

  it('that modules make are linear', () => {
    const atLoad = constructions.filter(node => !isInFunction(node));
    expect(made.length).toBeGreaterThanOrEqual(atLoad.length);
    expect(made.flatMap(faultsOf)).toEqual([]);
  });

  it('are made by no function, which could make them of a stranger’s text', () => {
    const places = constructions.filter(isInFunction).map(placeOf);
    const known = [...NEVER_RUN, ...OF_CODE];
    expect(places.filter(place => !known.some(file => place.startsWith(`${file}:`)))).toEqual([]);
  });

  it.each([
    [String.raw`\s+$`, ''],
    [String.raw`\n+\s*x`, ''],
    [String.raw`\s*\n\s*`, 'g'],
    [String.raw`(?<=^\n*)x`, ''],
    [String.raw`\\(?=\\*u)`, 'g'],
    ['(?:a|a)*b', ''],
    [String.raw`(\s+a?)+b`, ''],
    [String.raw`^(\d+).(\d+):`, ''],
  ])('such as /%s/ are found', (source, flags) => {
    expect(faultsOf({ place: 'here', source, flags })).not.toEqual([]);
  });
});
