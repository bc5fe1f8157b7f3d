/** Where packages stand: those of the repository in its root, those that only tests need below `test/`. */
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

export const PACKAGES = join(ROOT, 'node_modules');
export const TEST_PACKAGES = join(ROOT, 'test/node_modules');

/** Links all of them into the folder's `node_modules`, as if they were installed there; the root's win over others of their name. */
export function linkPackages(folder: string): void {
  const places = new Map(
    [TEST_PACKAGES, PACKAGES].flatMap(packages =>
      namesIn(packages).map(name => [name, join(packages, name)]),
    ),
  );
  for (const [name, place] of places) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(place, link);
  }
}

function namesIn(packages: string): readonly string[] {
  const isPackage = (name: string) => !name.startsWith('.');
  return readdirSync(packages)
    .filter(isPackage)
    .flatMap(name =>
      name.startsWith('@')
        ? readdirSync(join(packages, name)).map(inner => `${name}/${inner}`)
        : [name],
    );
}
