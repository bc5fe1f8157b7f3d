/**
 * Builds the explorer into `templates/explorer/`: the page, its style sheet, its script, parts of the script that load on use, and the
 * licences of the packages inside.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { licencesOf } from '../build.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const OUTPUT = join(ROOT, 'templates/explorer');

/**
 * The files of the page by name. They depend only on the sources and the versions in the lock.
 *
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function buildExplorer() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { explorer: 'explorer/main.tsx' },
    outdir: 'templates/explorer',
    // a text: an object would become a file of its own, which the page has to ask for
    define: { ENGINE_TITLES: JSON.stringify(JSON.stringify(await engineTitles())) },
    bundle: true,
    splitting: true,
    chunkNames: 'explorer/[hash]',
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
  });
  const built = outputFiles.map(({ path, text }) => [path.slice(OUTPUT.length + 1), text]);
  const html = await readFile(join(ROOT, 'explorer/index.html'), 'utf8');
  const page = html.replace('{{parts}}', firstParts(metafile).map(preload).join('\n'));
  const licences = licencesOf(Object.keys(metafile.inputs));
  return new Map([...built, ['index.html', page], ['LICENSES.txt', licences]]);
}

/** The parts without which the script does not start. The browser should ask for them together with it. */
function firstParts({ outputs }) {
  const script = outputs['templates/explorer/explorer.js'];
  return script.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => path.slice('templates/explorer/'.length));
}

function preload(path) {
  return `<link rel="modulepreload" href="./${path}">`;
}

/**
 * The names of engines for people, by their names in code. The page has them as a constant, because the list of engines
 * would bring all dialects.
 *
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
async function engineTitles() {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    stdin: { contents: TITLES, resolveDir: ROOT },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    define: { 'import.meta.url': '""' },
    logLevel: 'warning',
  });
  const module = { exports: {} };
  const code = outputFiles.map(({ text }) => text).join('');
  compileFunction(code, ['module', 'require'])(module, createRequire(import.meta.url));
  return Object(module.exports).titles;
}

const TITLES = `
  import { DIALECTS } from './engines/index.ts';
  export const titles = Object.fromEntries([...DIALECTS].map(([name, { title }]) => [name, title]));`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = await buildExplorer();
  await rm(OUTPUT, { recursive: true, force: true });
  await mkdir(join(OUTPUT, 'explorer'), { recursive: true });
  for (const [name, text] of files) await writeFile(join(OUTPUT, name), text);
}
