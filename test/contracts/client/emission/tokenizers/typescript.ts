/** TypeScript and JavaScript as their compiler reads them. */
import { ts } from 'ts-morph';
import type { GeneratedFile } from '../../../../../generator/core/output/statement.ts';
import type { Tokenizer, Tokens } from './tokens.ts';

export const typescript: Tokenizer = {
  isThere: true,
  files: /\.(js|d\.ts)$/,
  read: async files => files.map(tokensOf),
};

function tokensOf({ path, text }: GeneratedFile): Tokens {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  const { parseDiagnostics } = file as typeof file & { readonly parseDiagnostics: object[] };
  if (parseDiagnostics.length > 0) throw new Error(`${path} does not parse`);
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, true, ts.LanguageVariant.Standard, text);
  const kinds: string[] = [];
  const names: string[] = [];
  const texts: string[] = [];
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) {
    const kind = ts.SyntaxKind[scanner.getToken()] ?? '';
    kinds.push(kind);
    if (/Identifier|Keyword/.test(kind)) names.push(scanner.getTokenText());
    if (kind === 'StringLiteral') texts.push(scanner.getTokenValue());
  }
  return { path, kinds, names, texts };
}
