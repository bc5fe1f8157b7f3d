/** Finds syntax errors in JavaScript and TypeScript that a project's templates bring into the client. */
import { createRequire } from 'node:module';
import type { ts as TypeScript } from 'ts-morph';
import type { GeneratedFile } from '../../core/output/statement.ts';

/**
 * Returns the offset of the first syntax error in JavaScript or TypeScript, depending on the file's extension; `null` if the code is valid.
 */
export async function findSyntaxError({ path, text }: GeneratedFile): Promise<number | null> {
  const ts = compiler();
  const file = ts.createSourceFile(path, text, {
    languageVersion: ts.ScriptTarget.ES2022,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const [fault] = faultsOf(file);
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

interface Parsed {
  readonly parseDiagnostics: readonly TypeScript.DiagnosticWithLocation[];
}

/** Returns the parser's errors. The public API reports them only for a whole program. */
function faultsOf(file: TypeScript.SourceFile): readonly TypeScript.DiagnosticWithLocation[] {
  const { parseDiagnostics } = file as TypeScript.SourceFile & Partial<Parsed>;
  if (parseDiagnostics === undefined) throw new Error('the parser keeps what it found');
  return parseDiagnostics;
}
