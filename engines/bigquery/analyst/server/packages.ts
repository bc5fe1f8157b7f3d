/** The packages that only the analyst needs. They are beside quern or in the folder that it works in. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type * as Grpc from '@grpc/grpc-js';
import type * as ProtoLoader from '@grpc/proto-loader';
import { NotInstalled } from '../../../analyst.ts';
import { GRPC, LOADER, ZETASQL, ZETASQL_PACKAGES } from './package-names.ts';

export interface Packages {
  readonly grpc: typeof Grpc;
  readonly loader: typeof ProtoLoader;
  /** The folder of ZetaSQL's package. */
  readonly zetasql: string;
}

/** The folders of the packages. */
interface Folders {
  readonly zetasql: string;
  readonly grpc: string;
  readonly loader: string;
}

/** Looks up the packages from each of `places`: files, or folders with a slash at the end. Throws `NotInstalled`. */
export function packageFolders(places: readonly string[]): Folders {
  const found = new Map(
    ZETASQL_PACKAGES.map(name => [name, placeOf(`${name}/package.json`, places)]),
  );
  const folderOf = (name: (typeof ZETASQL_PACKAGES)[number]) => {
    const path = found.get(name);
    if (typeof path === 'string') return dirname(path);
    throw new NotInstalled(ZETASQL_PACKAGES.filter(one => (found.get(one) ?? null) === null));
  };
  return { zetasql: folderOf(ZETASQL), grpc: folderOf(GRPC), loader: folderOf(LOADER) };
}

/** Loads the packages that `packageFolders` finds. */
export function findPackages(places: readonly string[]): Packages {
  const { zetasql, ...folders } = packageFolders(places);
  const within = (folder: string) => createRequire(`${folder}/`);
  const [grpc, loader] = [within(folders.grpc)(GRPC), within(folders.loader)(LOADER)];
  const protobuf: Protobuf = within(folders.loader)('protobufjs');
  protobuf.util.recursionLimit = DEEPEST;
  protobuf.Reader.recursionLimit = DEEPEST;
  return { grpc, loader, zetasql };
}

/** The default limit is 100, which 24 terms of `a + b + …` reach. At 4,000, JavaScript's stack overflows. */
const DEEPEST = 3_000;

interface Protobuf {
  readonly util: { recursionLimit: number };
  readonly Reader: { recursionLimit: number };
}

function placeOf(file: string, places: readonly string[]): string | null {
  for (const place of places) {
    try {
      return createRequire(place).resolve(file);
    } catch (error) {
      if (Object(error).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  return null;
}
