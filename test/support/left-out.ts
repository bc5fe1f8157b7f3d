/** Prints at the end of `npm test` which suites it has left out, and the command that runs them. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter, Vitest } from 'vitest/node';

const TEST = join(import.meta.dirname, '..');

/** `whole` and `part` are paths of the suites that `npm test` runs whole and in part. */
export function leftOut(whole: readonly string[], part: readonly string[]): Reporter {
  let isPart = false;
  return {
    onInit({ projects }: Vitest) {
      const names = projects.map(({ name }) => name);
      isPart = names.includes('part') && !names.includes('rest');
    },
    onTestRunEnd() {
      if (isPart) process.stdout.write(`\n${told(whole, part)}\n`);
    },
  };
}

function told(whole: readonly string[], part: readonly string[]): string {
  const left = suites().filter(path => !whole.includes(path) && !part.includes(path));
  const folders = left.map(path => dirname(path).split('/')[1] ?? 'test');
  const counted = [...new Set(folders)].map(
    folder => `${folder} (${folders.filter(one => one === folder).length})`,
  );
  const tried = part.map(path => path.replace(/^test\/|\.test\.ts$/g, ''));
  return `Left out: ${left.length} suites on engines and processes, by folder ${counted.join(', ')}.
Run in part: ${tried.join(', ')}.
\`npm run test:rest\` runs all of these.`;
}

/** Suites on engines and processes. */
function suites(): readonly string[] {
  const folders = readdirSync(TEST, { withFileTypes: true });
  return folders
    .filter(({ name }) => name !== 'node_modules')
    .flatMap(one => (one.isDirectory() ? filesBelow(one.name) : [one.name]))
    .filter(path => /\.(engines|slow)\.test\.ts$/.test(path))
    .map(path => `test/${path}`)
    .sort();
}

function filesBelow(folder: string): readonly string[] {
  const paths = readdirSync(join(TEST, folder), { recursive: true, encoding: 'utf8' });
  return paths.map(path => `${folder}/${path.replaceAll('\\', '/')}`);
}
