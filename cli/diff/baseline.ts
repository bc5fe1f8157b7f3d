/** The earlier state that a project is compared with: a commit of its repository, a directory, or a manifest. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import type { InputFile } from '../../generator/compile.ts';
import type { Manifest } from '../../generator/core/output/manifest.ts';
import { ManifestError, parseManifest } from '../../server/answers/manifest.ts';
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

const MANIFEST = 'manifest.json';

/**
 * Reads the manifest that `asked` names: a file, a directory (one that contains it, or a project with its output), or else a Git ref of the
 * project's repository. Checks nothing out. Rejects with `Failure` if nothing has that name.
 */
export async function readBaseline(asked: string, workspace: Workspace): Promise<Baseline> {
  const path = workspace.typed(asked);
  const found = existsSync(path) ? foundAt(path, workspace) : await foundIn(asked, workspace);
  const { shown, content, specificationOf } = found;
  try {
    return { manifest: parseManifest(content), shown: asked, specificationOf };
  } catch (cause) {
    if (!(cause instanceof ManifestError)) throw cause;
    throw new Failure(EXIT.environment, `\`${shown}\`: ${cause.message}`, {
      hint: 'Compare with a manifest of this version of quern: check out the old state, and run `quern generate` there.',
      cause,
    });
  }
}

interface Found extends Pick<Baseline, 'specificationOf'> {
  /** The manifest's name, as the user would write it. */
  readonly shown: string;
  readonly content: string;
}

function foundAt(path: string, { config, shown }: Workspace): Found {
  const isDirectory = statSync(path).isDirectory();
  const candidates = isDirectory
    ? [join(path, MANIFEST), join(path, config.output, MANIFEST)]
    : [path];
  const file = candidates.find(one => existsSync(one));
  if (file === undefined) {
    const message = `\`${shown(path)}\` contains neither \`${MANIFEST}\` nor \`${join(config.output, MANIFEST)}\``;
    throw new Failure(EXIT.environment, message, {
      hint: 'Name a directory with generated files.',
    });
  }
  const directory = join(path, config.endpoints);
  const files = isDirectory && existsSync(directory) ? specificationFiles(directory, path) : [];
  return {
    shown: shown(file),
    content: textIn(file, shown),
    specificationOf: async endpoint => {
      const spec = files.find(one => isSpecificationOf(one, endpoint));
      return spec === undefined
        ? null
        : { path: shown(spec), bytes: regularFileBytes(spec, shown(spec)) };
    },
  };
}

function textIn(file: string, shown: Workspace['shown']): string {
  return Buffer.from(regularFileBytes(file, shown(file))).toString();
}

const run = promisify(execFile);
/** The largest manifest that is read from Git, in bytes. */
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
  const read = (file: string) => git('cat-file', 'blob', `${commit.trim()}:${file}`);
  const file = `${inRepository(config.output)}/${MANIFEST}`;
  const content = await read(file).catch((cause: unknown) => {
    const message = `\`${ref}\` has no file \`${file}\``;
    const hint = `Commit what \`quern generate\` writes, or compare with a directory that contains \`${MANIFEST}\`.`;
    throw new Failure(EXIT.environment, message, { hint, cause });
  });
  const directory = inRepository(config.endpoints);
  const list = async () => {
    const tree = ['ls-tree', '-rz', '--name-only', commit.trim(), '--', directory];
    return (await git('-C', top.trimEnd(), ...tree)).split('\0');
  };
  let listed: ReturnType<typeof list> | null = null;
  const specificationOf = async (endpoint: string) => {
    listed ??= list();
    const found = (await listed).find(name => isSpecificationOf(name, endpoint));
    return found === undefined ? null : { path: `${ref}:${found}`, bytes: await read(found) };
  };
  return { shown: `${ref}:${file}`, content, specificationOf };
}
