/** Code on an old client, compiled against the types of a new one. */
import ts from 'typescript';
import type { Broken } from './judge.ts';

/** The declarations of the TypeScript client by method: `logsAll` → the text of its module. */
export type ClientTypes = ReadonlyMap<string, string>;

/** The part of a library that modules of endpoints need; the real one takes a hundred times as long to read. */
const LIBRARY = `
interface Array<T> { length: number; [n: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T }
interface Boolean {} interface Function {} interface CallableFunction extends Function {}
interface NewableFunction extends Function {} interface IArguments {} interface Number {}
interface Object {} interface RegExp {} interface String {} interface BigInt {} interface Date { getTime(): number }
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Required<T> = { [P in keyof T]-?: T[P] };
`;
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noLib: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  types: [],
};

/** Methods, parameters and columns that code on the old client uses and that the new one does not take. */
export function misfits(before: ClientTypes, now: ClientTypes): readonly Broken[] {
  return [...before].flatMap(([method, old]): readonly Broken[] => {
    const fresh = now.get(method);
    if (fresh === undefined) return [{ what: 'no such method', of: null }];
    if (fresh === old) return [];
    return misfitsOf(method, old, fresh);
  });
}

function misfitsOf(method: string, old: string, fresh: string): readonly Broken[] {
  const type = method.charAt(0).toUpperCase() + method.slice(1);
  const params = membersOf(old, `${type}Params`);
  const columns = membersOf(old, `${type}Row`);
  const lines = [
    `import type { ${type}Params as OldParams, ${type}Row as OldRow } from './old';`,
    `import type { ${type}Params as Params, ${type}Row as Row } from './now';`,
    'declare const given: Required<OldParams>; declare const row: Row;',
    // a call with all parameters, and one with those alone that must be there
    ...params.map(name => `({ ...given }) satisfies { ${name}: Required<Params>['${name}'] };`),
    'declare const least: OldParams; least satisfies Params;',
    ...columns.map(name => `row.${name} satisfies OldRow['${name}'];`),
  ];
  const subjects = [null, null, null, ...params, null, ...columns];
  const faults = faultsOf({ '/old.d.ts': old, '/now.d.ts': fresh, '/use.ts': lines.join('\n') });
  return [...new Set(faults)].map(line => ({
    what: `does not compile: ${lines[line]}`,
    of: subjects[line] ?? null,
  }));
}

/** The names in an interface of a declaration file. */
function membersOf(text: string, name: string): readonly string[] {
  const file = ts.createSourceFile('a.d.ts', text, ts.ScriptTarget.ES2022);
  const declared = file.statements.find(
    (one): one is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(one) && one.name.text === name,
  );
  return (declared?.members ?? []).flatMap(({ name: of }) =>
    of !== undefined && ts.isIdentifier(of) ? [of.text] : [],
  );
}

const library = ts.createSourceFile('/lib.d.ts', LIBRARY, ts.ScriptTarget.ES2022);

/** The lines of `/use.ts` with a fault. */
function faultsOf(texts: Readonly<Record<string, string>>): readonly number[] {
  const files = new Map(
    Object.entries(texts).map(([path, text]) => [
      path,
      ts.createSourceFile(path, text, ts.ScriptTarget.ES2022),
    ]),
  );
  const host: ts.CompilerHost = {
    getSourceFile: path => (path === '/lib.d.ts' ? library : files.get(path)),
    fileExists: path => files.has(path),
    readFile: path => files.get(path)?.text,
    getDefaultLibFileName: () => '/lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: path => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => {},
  };
  const program = ts.createProgram(['/lib.d.ts', '/use.ts'], OPTIONS, host);
  const use = program.getSourceFile('/use.ts');
  if (use === undefined) throw new Error('nothing was compiled');
  const [unread] = program.getSyntacticDiagnostics(use);
  if (unread !== undefined)
    throw new Error(ts.flattenDiagnosticMessageText(unread.messageText, '\n'));
  return program
    .getSemanticDiagnostics(use)
    .map(({ start = 0 }) => use.getLineAndCharacterOfPosition(start).line);
}
