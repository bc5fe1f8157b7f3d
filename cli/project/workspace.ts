/** A project on disk: its configuration and its specifications. */
import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { InputFile } from '../../generator/compile-specs.ts';
import { type Config, type Environment, readConfig } from '../../generator/config/config.ts';
import { collector } from '../../generator/core/report/diagnostics.ts';
import { systemCode } from '../../generator/system/errors.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { CONFIG_FILE } from './config-file.ts';
import { projectName } from './name.ts';
import { shownFrom } from './shown.ts';
import { regularFileBytes, sourceBytes } from './specifications/source-bytes.ts';
import { specificationFiles } from './specifications/specification-files.ts';

export interface WorkspaceOptions {
  readonly cwd: string;
  /** `null`: `quern.yaml` in the working directory, if it exists. */
  readonly configFile: string | null;
  readonly environment: Environment;
  /** The configuration as another process has read it, in place of the file. */
  readonly read?: ReadConfiguration;
}
/** The bytes of the configuration; `null` if there is none. */
export type ReadConfiguration = Uint8Array | null;
export interface Workspace {
  /** The path of the configuration, which may not exist. */
  readonly file: string;
  readonly read: ReadConfiguration;
  readonly config: Config;
  /** The directory to which paths of the configuration are relative. */
  readonly root: string;
  /** Resolves a path of the configuration. */
  readonly pathOf: (path: string) => string;
  /** Resolves a path of the command line. */
  readonly typed: (path: string) => string;
  /** A path as the user would type it. */
  readonly shown: (file: string) => string;
}

/** The guide for authors that hints refer to. */
const GUIDE = '`docs/language.md` of the package';

/** Opens the project of a directory. Throws `Failure` if its configuration cannot be used. */
export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { cwd, configFile, environment } = options;
  const file = resolve(cwd, configFile ?? CONFIG_FILE);
  const root = dirname(file);
  const shown = (path: string) => shownFrom(cwd, path);
  const isOptional = configFile === null;
  const { read = isOptional && !isThere(file) ? null : readConfigFile(file, shown(file)) } =
    options;
  const config =
    read === null
      ? withoutConfig(root, environment)
      : configOf(shown(file), read, environment, projectName(root));
  const workspace: Workspace = {
    file,
    read,
    config,
    root,
    pathOf: path => resolve(root, path),
    typed: path => resolve(cwd, path),
    shown,
  };
  checkOutput(workspace);
  return workspace;
}

/** Whether a file exists. A link counts as a file, because it was put there to be read. */
function isThere(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch (error) {
    // A path that cannot be read counts as existing.
    return ![undefined, 'ENOENT'].includes(systemCode(error));
  }
}

function withoutConfig(root: string, environment: Environment): Config {
  if (existsSync(join(root, 'quern.yml'))) {
    const hint = `Rename it to \`${CONFIG_FILE}\`.`;
    throw new Failure(EXIT.usage, '`quern.yml` is not the name of a configuration', { hint });
  }
  return configOf(CONFIG_FILE, '', environment, projectName(root));
}

function configOf(
  shown: string,
  bytes: Uint8Array | string,
  environment: Environment,
  project: string,
): Config {
  const { diagnostics, report } = collector();
  const config = readConfig(shown, bytes, environment, report, project);
  if (config !== null) return config;
  throw new Failure(EXIT.usage, 'The configuration cannot be used', { diagnostics });
}

function readConfigFile(file: string, shown: string): Uint8Array {
  if (!isThere(file)) throw new Failure(EXIT.usage, `\`${shown}\` does not exist`);
  try {
    return sourceBytes(file);
  } catch (error) {
    const { message } = systemFailure(error, `\`${shown}\` cannot be read`);
    throw new Failure(EXIT.usage, message, { cause: error });
  }
}

/** The output directory is replaced as a whole, so the project must not be inside it. */
function checkOutput({ config, root, pathOf }: Workspace): void {
  const output = pathOf(config.output);
  const endpoints = pathOf(config.endpoints);
  if (
    ![root, endpoints, pathOf('templates')].some(kept =>
      `${kept}${sep}`.startsWith(`${output.replace(/[\\/]$/, '')}${sep}`),
    )
  )
    return;
  const message = `\`output\` is \`${config.output}\`, which contains the project itself`;
  throw new Failure(EXIT.usage, message, { hint: 'Use a separate directory.' });
}

/** Reads the specifications in the order of their paths. Throws `Failure` if there are none, or if one cannot be read. */
export function readInputs(workspace: Workspace): readonly InputFile[] {
  const { shown } = workspace;
  return specificationsOf(workspace).map(file => {
    return { path: shown(file), bytes: regularFileBytes(file, shown(file)) };
  });
}

/** Lists the files of the specifications, in order. Throws `Failure` if there are none, or if a folder cannot be read. */
export function specificationsOf({ file, config, pathOf, shown }: Workspace): readonly string[] {
  const directory = pathOf(config.endpoints);
  const name = shown(directory);
  // `init` refuses a folder with a configuration.
  const steps = existsSync(file)
    ? `write \`${name}/sources.yaml\` and a file for each endpoint, as ${GUIDE} describes`
    : 'run `quern init`';
  const hint = `Start in the directory of the project, or name it with \`--cwd\`; for a new project, ${steps}.`;
  if (!existsSync(directory)) {
    throw new Failure(EXIT.usage, `The directory \`${name}\` does not exist`, { hint });
  }
  try {
    const files = specificationFiles(directory, pathOf(config.output));
    if (files.length > 0) return files;
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? String(error.path) : directory;
    throw systemFailure(error, `\`${shown(path)}\` cannot be read`);
  }
  throw new Failure(EXIT.usage, `The directory \`${name}\` contains no specification`, { hint });
}

/** Returns the hint for a project that has data sets but no endpoints, without the full stop. */
export function firstEndpointStep({ config, pathOf, shown }: Workspace): string {
  return `Write an endpoint, a file in \`${shown(pathOf(config.endpoints))}\`, as ${GUIDE} describes`;
}
