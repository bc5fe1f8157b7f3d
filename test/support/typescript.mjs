/** Lets Node run TypeScript, which Node 20 does not: `node --import <this file>`. Types are taken out, not checked. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/quern-typescript');

// the loader runs this file again, in a thread of its own
if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: await scriptOf(fileURLToPath(url)) };
}

/** To compile the modules of one process takes seconds: each is kept, and ends in the digest of what it was made of. */
async function scriptOf(path) {
  const text = readFileSync(path, 'utf8');
  const digest = createHash('sha256').update(OWN).update(text).digest('hex');
  const kept = join(CACHE, `${encodeURIComponent(relative(ROOT, path))}.js`);
  const known = keptIn(kept);
  if (known.endsWith(digest)) return known;
  const { transform } = await import('esbuild');
  const { code } = await transform(text, { loader: 'ts', format: 'esm', target: 'es2023' });
  const made = `${code}\n//${digest}`;
  mkdirSync(CACHE, { recursive: true });
  // another process may read it at any time
  writeFileSync(`${kept}.${process.pid}`, made);
  renameSync(`${kept}.${process.pid}`, kept);
  return made;
}

/** This file, and the version of esbuild. */
const OWN = [import.meta.filename, join(ROOT, 'node_modules/esbuild/package.json')]
  .map(path => readFileSync(path, 'utf8'))
  .join('');

function keptIn(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
