/** The cost of an import for a program: CPU of the type checker, and bytes of a bundle. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { packageRoot } from '../../server/pages/templates.ts';

export const ROOT = fileURLToPath(packageRoot());
const RUNS = 5;

export interface Price {
  /** CPU seconds of the compiler and all processes that it starts; the least of the runs. */
  readonly tsc: number;
  /** Bytes of the JavaScript of a page, compressed as a server would send it. */
  readonly gzip: number;
}

/** `program` is TypeScript. In `folder`, it becomes the script of a page of its own. */
export async function priceOf(folder: string, program: string): Promise<Price> {
  write(join(folder, 'package.json'), '{ "type": "module" }');
  write(join(folder, 'main.ts'), program);
  write(join(folder, 'index.html'), '<script type="module" src="./main.ts"></script>\n');
  return { tsc: typeCheck(folder), gzip: await bundled(folder) };
}

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function typeCheck(folder: string): number {
  const options = '--noEmit --strict --target es2022 --module nodenext --lib es2022,dom --types';
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const command = `TIMEFORMAT='%U %S'; time "$0" ${options} '' main.ts`;
  const seconds = Array.from({ length: RUNS }, () => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command, tsc], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stdout + stderr);
    const [user = 0, system = 0] = stderr.trim().split(' ').map(Number);
    return user + system;
  });
  return Math.min(...seconds);
}

async function bundled(folder: string): Promise<number> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', modulePreload: false },
  });
  const outputs = [built].flat().flatMap(each => ('output' in each ? each.output : []));
  const code = outputs.map(each => (each.type === 'chunk' ? each.code : '')).join('');
  return gzipSync(code).length;
}
