/** A folder in which the package, built, and what it stands beside are installed, as in a project that uses it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkPackages } from '../../support/packages.ts';
import { buildPackage, TSC } from '../../support/processes/built.ts';
import { ROOT } from '../../support/root.ts';

/** As strict as a project can be. */
const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  outDir: 'out',
};

export interface Consumer {
  readonly folder: string;
  readonly put: (path: string, text: string) => void;
  /** What the compiler says of the files in `src` of a folder; their JavaScript is in `out` then. */
  readonly compile: (folder: string) => string;
  /** Copies an example of this repository, and gives what the compiler says of it once its files are generated. */
  readonly build: (example: string) => string;
  /** Starts a program that prints the address it listens on. */
  readonly start: (
    file: string,
    words: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<Started>;
  readonly close: () => void;
}
export interface Started {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Builds the package, which takes some seconds. */
export function openConsumer(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'quern-consumer-'));
  const quern = join(folder, 'app/node_modules/quern');
  mkdirSync(quern, { recursive: true });
  // Found from the package as well, which has none of its own.
  linkPackages(folder);
  symlinkSync(join(ROOT, 'templates'), join(quern, 'templates'));
  symlinkSync(join(ROOT, 'endpoints'), join(folder, 'endpoints'));
  copyFileSync(join(ROOT, 'package.json'), join(quern, 'package.json'));
  buildPackage(join(quern, 'dist'));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put('package.json', '{ "type": "module" }');
  return {
    folder,
    put,
    compile: path => {
      const rootDir = '.';
      const config = { compilerOptions: { ...COMPILER_OPTIONS, rootDir }, include: ['src'] };
      put(`${path}/tsconfig.json`, JSON.stringify(config));
      return compilerWords(join(folder, path));
    },
    build: example => {
      const to = join(folder, example);
      const isWritten = (path: string) => !/[\\/](generated|dist)$/.test(path);
      cpSync(join(ROOT, example), to, { recursive: true, filter: isWritten });
      copyFileSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'));
      mkdirSync(join(to, 'node_modules'));
      symlinkSync(quern, join(to, 'node_modules/quern'));
      const bin = join(quern, 'dist/cli/bin.js');
      execFileSync(process.execPath, [bin, 'generate', '--quiet', '--cwd', to]);
      return compilerWords(to);
    },
    start: (file, words, environment = {}) => start(join(folder, file), words, environment),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Nothing where all is well. */
function compilerWords(cwd: string): string {
  try {
    return execFileSync(TSC, ['-p', '.', '--pretty', 'false'], { cwd, encoding: 'utf8' });
  } catch (error) {
    return String(Object(error)['stdout']);
  }
}

async function start(
  file: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Started> {
  const child = spawn(process.execPath, [file, ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  const url = /http:\/\/\S+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`${file} did not start: ${String(line)}`);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, stop };
}
