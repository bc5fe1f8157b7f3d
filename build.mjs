/**
 * Builds the code into `dist/`: one file for each module that the package exports, for its command, and for each process that it starts.
 * Code that they share is in `dist/chunks/`. A verb loads only its own code: about sixty files instead of nine hundred sources. Packages
 * are not bundled. `tsc` checks the types and writes the declarations.
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
 * Builds these entries into `folder`, under their paths relative to `base`.
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
    // The source positions of errors: `cli/terminal/report-bug.ts` reads them, and Node with `--enable-source-maps`.
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
 * Builds the benchmarks, each together with the code that it measures.
 *
 * @param {string} folder
 */
function buildBench(folder) {
  const names = readdirSync(join(ROOT, 'bench')).filter(name => name.endsWith('.ts'));
  const entries = names.map(name => `bench/${name}`);
  buildCode(folder, { base: 'bench', entries });
}
