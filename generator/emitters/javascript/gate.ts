/** Checks generated TypeScript and JavaScript: a compiler parses each file before it is written. */
import { createRequire } from 'node:module';
import type { ts as TypeScript } from 'ts-morph';
import type { GeneratedFile } from '../../core/output/statement.ts';

/** The names that files must export, by path; `null` if only the syntax is checked. Other files are skipped. */
export type PlannedExports = ReadonlyMap<string, readonly string[] | null>;

/**
 * Parses each planned file once. Throws for a file that is not TypeScript, or whose exports differ from the plan: then an
 * untrusted text became code, or our code is wrong.
 */
export async function gate(
  files: readonly GeneratedFile[],
  planned: PlannedExports,
): Promise<void> {
  const looked = files.filter(({ path }) => planned.has(path));
  if (looked.length === 0) return;
  const ts = compiler();
  for (const { path, text } of looked) {
    const file = parsed(ts, path, text);
    const [fault] = faultsOf(file);
    if (fault !== undefined) {
      const message = ts.flattenDiagnosticMessageText(fault.messageText, ' ');
      throw new Error(`${path} is not TypeScript at ${fault.start}: ${message}`);
    }
    const names = planned.get(path) ?? null;
    const found = exportsOf(ts, file);
    if (names !== null && listed(found) !== listed(names)) {
      throw new Error(`${path} exports ${listed(found)}, not ${listed(names)}`);
    }
  }
}

/**
 * Returns the offset of the first syntax error in JavaScript or TypeScript, depending on the file's extension; `null` if the code is valid.
 */
export async function findSyntaxError({ path, text }: GeneratedFile): Promise<number | null> {
  const [fault] = faultsOf(parsed(compiler(), path, text));
  return fault?.start ?? null;
}

/**
 * Loads the compiler on demand: that takes longer than generating a small project. `import` would also search its 10 MB for the names
 * that they export.
 */
function compiler(): typeof TypeScript {
  const { ts } = createRequire(import.meta.url)('ts-morph') as typeof import('ts-morph');
  return ts;
}

function parsed(ts: typeof TypeScript, path: string, text: string): TypeScript.SourceFile {
  return ts.createSourceFile(path, text, {
    languageVersion: ts.ScriptTarget.ES2022,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].sort().join(', ');
}

interface Parsed {
  readonly parseDiagnostics: readonly TypeScript.DiagnosticWithLocation[];
}

/** Returns the parser's errors. The public API reports them only for a whole program. */
function faultsOf(file: TypeScript.SourceFile): readonly TypeScript.DiagnosticWithLocation[] {
  const { parseDiagnostics } = file as TypeScript.SourceFile & Partial<Parsed>;
  if (parseDiagnostics === undefined) throw new Error('the parser keeps what it found');
  return parseDiagnostics;
}

function exportsOf(ts: typeof TypeScript, file: TypeScript.SourceFile): readonly string[] {
  return file.statements.flatMap(statement => {
    if (ts.isExportDeclaration(statement)) return ['*'];
    if (ts.isExportAssignment(statement)) return ['default'];
    if (!isExported(ts, statement)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText(file));
    }
    const { name } = statement as TypeScript.Statement & { readonly name?: TypeScript.Node };
    return [name?.getText(file) ?? 'default'];
  });
}

function isExported(ts: typeof TypeScript, statement: TypeScript.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}
