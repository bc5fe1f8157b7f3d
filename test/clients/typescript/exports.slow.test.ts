/** Every file of code parses and has its planned exports, also where strangers wrote the texts of the project. */
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { typescriptNames } from '../../../generator/emitters/clients/typescript/names.ts';
import typescript from '../../../generator/emitters/clients/typescript/typescript.ts';
import { hasValues } from '../../../generator/emitters/clients/typescript/values.ts';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { findNames } from '../../../generator/emitters/facts/names.ts';
import { findSyntaxError } from '../../../generator/emitters/javascript/syntax.ts';
import { NAMES, PAYLOADS } from '../../contracts/client/emission/payloads.ts';
import { namesakes, twins } from '../../contracts/client/emission/twins.ts';
import { clientIn } from '../../support/client-files.ts';
import { compiled, EVERYTHING_INPUTS, ownInputs } from '../../support/openapi-fixture.ts';

const CODE = /\.(js|d\.ts)$/;

/** The exports of each file that is built from endpoints. */
function plannedExports(compilation: Compilation): Readonly<Record<string, string>> {
  const { endpoints } = clientIn(typescript, compilation);
  const names = typescriptNames(endpoints);
  const modules = endpoints.flatMap(({ name, params: declared }) => {
    const { run, params, row, values } = findNames(names, name);
    const exported = hasValues(declared) ? [run, values] : [run];
    return [
      [`endpoints/${run}.js`, exported] as const,
      [`endpoints/${run}.d.ts`, [...exported, params, row]] as const,
    ];
  });
  const own = [['index.js', ['*']] as const, ['index.d.ts', ['*']] as const];
  const examples = ['examples.js', ['examples']] as const;
  return Object.fromEntries(
    [...own, examples, ...modules].map(([path, all]) => [path, listed(all)]),
  );
}

function foundExports(compilation: Compilation): Readonly<Record<string, string>> {
  const client = clientIn(typescript, compilation);
  const made = typescript.files(client).filter(({ path }) => CODE.test(path));
  const built = made.filter(({ path }) => !client.templates.has(path));
  return Object.fromEntries(built.map(({ path, text }) => [path, listed(exportsOf(path, text))]));
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].sort().join(', ');
}

function exportsOf(path: string, text: string): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  return file.statements.flatMap(statement => {
    if (ts.isExportDeclaration(statement)) return ['*'];
    if (ts.isExportAssignment(statement)) return ['default'];
    if (!isExported(statement)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText(file));
    }
    const { name } = statement as ts.Statement & { readonly name?: ts.Node };
    return [name?.getText(file) ?? 'default'];
  });
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

const PROJECTS: readonly (readonly [string, () => Compilation])[] = [
  ['this repository', () => compiled(ownInputs())],
  ['everything', () => compiled(EVERYTHING_INPUTS)],
  ...Object.entries(PAYLOADS).map(
    ([name, payload]) => [`texts with ${name}`, () => twins(payload).hostile] as const,
  ),
  ...NAMES.map(name => [`things called ${name}`, () => namesakes(name)] as const),
];

describe.each(PROJECTS)('the package of %s', (_, made) => {
  const compilation = made();

  it('is JavaScript and TypeScript', async () => {
    for (const { path, text } of typescript.files(clientIn(typescript, compilation))) {
      if (CODE.test(path))
        expect([path, await findSyntaxError({ path, text })]).toEqual([path, null]);
    }
  });

  it('exports what is planned, and nothing else', () => {
    expect(foundExports(compilation)).toEqual(plannedExports(compilation));
  });
});

it('finds planted code', async () => {
  const found = (text: string) => listed(exportsOf('a.d.ts', `export interface A {}\n${text}`));
  expect(found('')).toBe('A');
  expect(found('export const planted = 1;')).toBe('A, planted');
  expect(found('export function planted() {}')).toBe('A, planted');
  expect(found('export default 1;')).toBe('A, default');
  expect(found("export * from './x.js';")).toBe('*, A');
  expect(await findSyntaxError({ path: 'a.js', text: 'export const = 1;' })).toBe(13);
  expect(await findSyntaxError({ path: 'a.js', text: '/* a' })).not.toBeNull();
});
