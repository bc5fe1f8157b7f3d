/** The generated package as a consumer has it: packed by npm, unpacked below `node_modules`. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import typescript from '../../../generator/emitters/clients/typescript/typescript.ts';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { clientFiles } from '../../support/client-files.ts';
import { PACKAGES, TEST_PACKAGES } from '../../support/packages.ts';

export const PACKAGE = '@example/log-endpoints';

/** Files of the package by path. */
export function packageFiles(compilation: Compilation): ReadonlyMap<string, string> {
  return new Map(clientFiles(typescript, compilation).map(({ path, text }) => [path, text]));
}

export interface Consumer {
  readonly folder: string;
  /** Where the package is unpacked. */
  readonly installed: string;
  readonly tarball: string;
}

/** A project in `folder` that has the package installed, and packages of ours beside it. */
export function installed(folder: string, compilation: Compilation): Consumer {
  const source = join(folder, 'source');
  for (const [path, text] of packageFiles(compilation)) write(join(source, path), text);
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], source),
  );
  const tarball = join(folder, filename);
  run('tar', ['-xzf', tarball], folder);
  const place = join(folder, 'node_modules', PACKAGE);
  mkdirSync(dirname(place), { recursive: true });
  cpSync(join(folder, 'package'), place, { recursive: true });
  const beside = { '@types': PACKAGES, 'undici-types': PACKAGES, '@tanstack': TEST_PACKAGES };
  for (const [name, packages] of Object.entries(beside)) {
    symlinkSync(join(packages, name), join(folder, 'node_modules', name));
  }
  write(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  return { folder, installed: place, tarball };
}

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The output of the command; throws with it where the command fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: [...stdio] });
}

/** The compiler's messages about the project in `folder`, one a line. */
export function faultsOfTypes(folder: string, options: Readonly<Record<string, unknown>>): string {
  const compilerOptions = { ...STRICT, ...options };
  const include = ['*.ts'];
  write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  try {
    return run(process.execPath, [TSC, '-p', '.'], folder);
  } catch (error) {
    return String(Object(error).stdout);
  }
}

const manifest = JSON.parse(readFileSync(join(PACKAGES, 'typescript/package.json'), 'utf8'));
const TSC = join(PACKAGES, 'typescript', manifest.bin.tsc);
const STRICT = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  // imports of a client are checked; TypeScript's own libraries, which take a second, are not
  skipLibCheck: false,
  skipDefaultLibCheck: true,
};
