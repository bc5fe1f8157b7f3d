/** Finds the analyser's packages without loading them. */
import { packageFolders } from './packages.ts';
import { serverBinary } from './process.ts';

/** Throws `NotInstalled` if the packages are neither beside quern nor in `folder`. */
export function requireInstalled(folder: string): void {
  serverBinary(packageFolders(listPackagePlaces(folder)).zetasql);
}

/** Where the packages may be, for `findPackages`. */
export function listPackagePlaces(folder: string): readonly string[] {
  return [import.meta.url, `${folder}/`];
}
