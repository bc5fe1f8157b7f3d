/** Lets Node run TypeScript, which Node 20 does not: `node --import <this file>`. Types are taken out, not checked. */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// the loader runs this file again, in a thread of its own
if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const { default: ts } = await import('typescript');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const text = await readFile(fileURLToPath(url), 'utf8');
  const source = ts.transpileModule(text, { compilerOptions }).outputText;
  return { format: 'module', shortCircuit: true, source };
}
