/** A script of a test, compiled for a process of its own: Node 20 runs no TypeScript. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkPackages, PACKAGES } from '../packages.ts';
import { TSC } from './built.ts';

/** Compiles `test/<name>.ts` and what it imports into an empty folder; gives the script to run. */
export function compileChild(name: string, folder: string): string {
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      rootDir: resolve('.'),
      outDir: folder,
      typeRoots: [join(PACKAGES, '@types')],
    },
    files: [resolve(`test/${name}.ts`)],
    include: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  linkPackages(folder);
  execFileSync(TSC, ['-p', folder], { stdio: 'inherit' });
  return join(folder, `test/${name}.js`);
}
