/**
 * Builds the code into `dist/`: the modules that the package exports, its command, and the processes that it starts, each a file, and
 * what they share in `dist/chunks/`. A call of a verb loads its code alone: some sixty files, where the sources are nine hundred.
 * Packages stay packages. `tsc` checks the types and writes the declarations.
 */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = dirname(fileURLToPath(import.meta.url));
const ENTRIES = [
  'index.ts',
  'vite.ts',
  'testing.ts',
  'cli/bin.ts',
  'engines/support/analyst-child.ts',
  'engines/duckdb/confined/confined-child.ts',
];

/**
 * Builds these entries into `folder`, under their paths from `base`.
 *
 * @param {string} folder
 * @param {{ base?: string, entries?: readonly string[] }} [options]
 */
export function buildCode(folder, { base = '.', entries = ENTRIES } = {}) {
  rmSync(join(folder, 'chunks'), { recursive: true, force: true });
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [...entries],
    outdir: folder,
    outbase: base,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Places of errors: `cli/terminal/report-bug.ts` reads them, and Node with `--enable-source-maps`.
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  });
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
 * The benchmarks, each with the code that it measures.
 *
 * @param {string} folder
 */
function buildBench(folder) {
  const names = readdirSync(join(ROOT, 'bench')).filter(name => name.endsWith('.ts'));
  const entries = names.map(name => `bench/${name}`);
  buildCode(folder, { base: 'bench', entries });
}
