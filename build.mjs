/**
 * Builds the code into `dist/`: one file for each module that the package exports, for its command, and for each process that it starts.
 * Code that they share is in `dist/chunks/`. A verb loads only its own code: about sixty files instead of nine hundred sources. Of
 * the packages, those of many files are bundled that every verb or every start of the service needs, because Node takes long to load them.
 * `tsc` checks the types and writes the declarations.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = dirname(fileURLToPath(import.meta.url));
const ENTRIES = [
  'index.ts',
  'vite.ts',
  'testing.ts',
  'cli/bin.ts',
  // processes that the code starts
  ...['engines', 'server'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('-child.ts'))
      .map(name => join(folder, name).replaceAll('\\', '/'))
      .sort(),
  ),
];

/**
 * Builds these entries into `folder`, under their paths relative to `base`.
 *
 * @param {string} folder
 * @param {{ base?: string, entries?: readonly string[] }} [options]
 */
export function buildCode(folder, { base = '.', entries = ENTRIES } = {}) {
  rmSync(join(folder, 'chunks'), { recursive: true, force: true });
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [...entries],
    outdir: folder,
    outbase: base,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    // the bundled packages, in their form as ES modules
    alias: {
      yaml: './node_modules/yaml/browser/dist/index.js',
      '@opentelemetry/api': './node_modules/@opentelemetry/api/build/esm/index.js',
      hono: './node_modules/hono/dist',
    },
    // a tenth less to read; lines stay short in stack traces
    minifyWhitespace: true,
    lineLimit: 160,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // The source positions of errors: `cli/terminal/report-bug.ts` reads them, and Node with `--enable-source-maps`.
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
}

/**
 * The licences of the packages that a bundle contains.
 *
 * @param {readonly string[]} inputs The files of the bundle, relative to the folder of this file.
 */
export function licencesOf(inputs) {
  const packages = inputs.flatMap(
    path => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  const texts = [...new Set(packages)].sort().map(name => {
    const text = readFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8');
    return `${name}\n\n${text.trim()}\n`;
  });
  return texts.join('\n----\n\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(ROOT, 'dist');
  if (process.argv[2] === 'bench') {
    buildBench(join(dist, 'bench'));
  } else {
    rmSync(dist, { recursive: true, force: true });
    buildCode(dist);
  }
}

/**
 * Builds the benchmarks, each together with the code that it measures.
 *
 * @param {string} folder
 */
function buildBench(folder) {
  const entries = ['bench', 'bench/service'].flatMap(room =>
    readdirSync(join(ROOT, room))
      .filter(name => name.endsWith('.ts'))
      .map(name => `${room}/${name}`),
  );
  buildCode(folder, { base: 'bench', entries });
}
