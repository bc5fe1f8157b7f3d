/** The earlier state that a project is compared with: a commit of its repository, a directory, or a manifest. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import type { InputFile } from '../../generator/compile.ts';
import type { Manifest } from '../../generator/core/output/manifest.ts';
import { INDEX_PATH, OLD_MANIFEST_PATH } from '../../generator/core/output/manifest-index.ts';
import {
  isIndex,
  ManifestError,
  parseDefinition,
  parseEither,
} from '../../server/answers/manifest/manifest-text.ts';
import { regularFileBytes } from '../project/specifications/source-bytes.ts';
import { specificationFiles } from '../project/specifications/specification-files.ts';
import { isSpecificationOf } from '../project/specifications/specifications.ts';
import type { Workspace } from '../project/workspace.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

export interface Baseline {
  readonly manifest: Manifest;
  /** The user's name for it. */
  readonly shown: string;
  /** Finds the earlier specification of an endpoint by its name; `null` if it is unknown. */
  readonly specificationOf: (endpoint: string) => Promise<InputFile | null>;
}

/**
 * Reads the manifest that `asked` names: a file, a directory (one that contains it, or a project with its output), or else a Git ref of the
 * project's repository. Checks nothing out. Rejects with `Failure` if nothing has that name.
 */
export async function readBaseline(asked: string, workspace: Workspace): Promise<Baseline> {
  const path = workspace.typed(asked);
  const found = existsSync(path) ? foundAt(path, workspace) : await foundIn(asked, workspace);
  const { shown, specificationOf } = found;
  try {
    return { manifest: await manifestOf(found), shown: asked, specificationOf };
  } catch (cause) {
    if (!(cause instanceof ManifestError)) throw cause;
    throw new Failure(EXIT.environment, `\`${shown}\`: ${cause.message}`, {
      hint: 'Compare with a manifest of this version of quern: check out the old state, and run `quern generate` there.',
      cause,
    });
  }
}

interface Found extends Pick<Baseline, 'specificationOf'> {
  /** The name of the index or manifest, as the user would write it. */
  readonly shown: string;
  readonly content: Uint8Array;
  /** Reads files beside it. */
  readonly beside: (files: readonly string[]) => Promise<readonly Uint8Array[]>;
}

async function manifestOf({ content, beside }: Found): Promise<Manifest> {
  const text = Buffer.from(content).toString();
  const found = parseEither(text);
  if (!isIndex(found)) return found;
  const { sources, endpoints } = found;
  const files = await beside(endpoints.map(({ file }) => file));
  const definitions = endpoints.map((entry, at) =>
    parseDefinition(entry, files[at] ?? new Uint8Array()),
  );
  return { sources, endpoints: definitions };
}

/** Where a manifest is in the generated files: the newest format first. */
const PATHS = [INDEX_PATH, OLD_MANIFEST_PATH];

function foundAt(path: string, { config, shown }: Workspace): Found {
  const isDirectory = statSync(path).isDirectory();
  const candidates = isDirectory
    ? PATHS.flatMap(one => [join(path, one), join(path, config.output, one)])
    : [path];
  const file = candidates.find(one => existsSync(one));
  if (file === undefined) {
    const message = `\`${shown(path)}\` contains neither \`${INDEX_PATH}\` nor \`${join(config.output, INDEX_PATH)}\``;
    throw new Failure(EXIT.environment, message, {
      hint: 'Name a directory with generated files.',
    });
  }
  const directory = join(path, config.endpoints);
  const files = isDirectory && existsSync(directory) ? specificationFiles(directory, path) : [];
  return {
    shown: shown(file),
    content: regularFileBytes(file, shown(file)),
    beside: async files =>
      files.map(one => join(dirname(file), one)).map(one => regularFileBytes(one, shown(one))),
    specificationOf: async endpoint => {
      const spec = files.find(one => isSpecificationOf(one, endpoint));
      return spec === undefined
        ? null
        : { path: shown(spec), bytes: regularFileBytes(spec, shown(spec)) };
    },
  };
}

const run = promisify(execFile);
/** The most bytes that are read from Git at once. */
const LARGEST = 1 << 30;

async function foundIn(ref: string, { config, root, pathOf, shown }: Workspace): Promise<Found> {
  const git = async (...args: readonly string[]) => {
    const { stdout } = await run('git', ['-C', root, ...args], { maxBuffer: LARGEST });
    return stdout;
  };
  const top = await git('rev-parse', '--show-toplevel').catch((cause: unknown) => {
    const isMissing = Object(cause)['code'] === 'ENOENT';
    const message = isMissing
      ? `\`${ref}\` is not a file, and Git is not installed`
      : `\`${ref}\` is not a file, and \`${shown(root)}\` is not in a Git repository`;
    const hint = 'Name a Git ref, a directory with generated files, or a manifest.';
    throw new Failure(isMissing ? EXIT.environment : EXIT.usage, message, { hint, cause });
  });
  const commit = await git(
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ref}^{commit}`,
  ).catch((cause: unknown) => {
    const message = `\`${ref}\` is neither a file, nor a directory, nor a known commit`;
    const hint = 'In CI, fetch it first: a shallow checkout has only one commit.';
    throw new Failure(EXIT.usage, message, { hint, cause });
  });
  const inRepository = (path: string) => relative(top.trimEnd(), pathOf(path)).split(sep).join('/');
  const read = (files: readonly string[]) =>
    blobsAt(
      root,
      files.map(file => `${commit.trim()}:${file}`),
    );
  const files = PATHS.map(one => posix.join(inRepository(config.output), one));
  const [index = null, old = null] = await read(files);
  const [file = ''] = index === null ? files.slice(1) : files;
  const content = index ?? old;
  if (content === null) {
    const message = `\`${ref}\` has no file \`${files[0]}\``;
    const hint = `Commit what \`quern generate\` writes, or compare with a directory that contains \`${INDEX_PATH}\`.`;
    throw new Failure(EXIT.environment, message, { hint });
  }
  const beside = async (names: readonly string[]) => {
    const paths = names.map(name => posix.join(posix.dirname(file), name));
    return (await read(paths)).map((bytes, at) => {
      if (bytes !== null) return bytes;
      throw new ManifestError(`\`${paths[at]}\` is missing`);
    });
  };
  const directory = inRepository(config.endpoints);
  const list = async () => {
    const tree = ['ls-tree', '-rz', '--name-only', commit.trim(), '--', directory];
    return (await git('-C', top.trimEnd(), ...tree)).split('\0');
  };
  let listed: ReturnType<typeof list> | null = null;
  const specificationOf = async (endpoint: string) => {
    listed ??= list();
    const found = (await listed).find(name => isSpecificationOf(name, endpoint));
    const [bytes = null] = found === undefined ? [] : await read([found]);
    return bytes === null ? null : { path: `${ref}:${found}`, bytes };
  };
  return { shown: `${ref}:${file}`, content, beside, specificationOf };
}

/** Returns the contents of objects in a repository, with one call of Git; `null` for those that do not exist. */
async function blobsAt(root: string, names: readonly string[]): Promise<(Uint8Array | null)[]> {
  const options = { maxBuffer: LARGEST, encoding: 'buffer' } as const;
  const running = run('git', ['-C', root, 'cat-file', '--batch'], options);
  running.child.stdin?.end(names.map(name => `${name}\n`).join(''));
  const { stdout } = await running;
  let at = 0;
  return names.map(() => {
    const end = stdout.indexOf('\n', at);
    const [, type, length] = /^\S+ (\w+) (\d+)$/.exec(stdout.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (length === undefined) return null;
    const bytes = stdout.subarray(at, at + Number(length));
    at += bytes.length + 1;
    return type === 'blob' ? bytes : null;
  });
}
