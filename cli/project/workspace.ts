/** A project on disk: its configuration, its specifications, and their compilation. */
import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import {
  type Compiled,
  type CompileOptions,
  compile,
  type InputFile,
} from '../../generator/compile.ts';
import {
  type CompiledDescription,
  compileKept,
  type Groups,
  type Store,
} from '../../generator/compile-kept.ts';
import {
  type Config,
  defaultConfig,
  type Environment,
  readConfig,
} from '../../generator/config/config.ts';
import { collector } from '../../generator/core/diagnostics.ts';
import { type OnProgress, unseen } from '../../generator/core/progress.ts';
import { always, type Recall } from '../../generator/core/recall.ts';
import { descriptionOf } from '../../generator/emitters/description.ts';
import type { Compilation, Description } from '../../generator/emitters/emitter.ts';
import { manifestIn } from '../../generator/emitters/manifest.ts';
import type { Answer } from '../../generator/resolve/questions.ts';
import { systemCode } from '../../generator/system/errors.ts';
import { type Catalogue, catalogue, type WholeEndpoint } from '../../server/answers/manifest.ts';
import { answersTo, assertAsked } from '../questions/answers.ts';
import { keptTexts } from '../questions/kept.ts';
import { systemFailure } from '../session.ts';
import { assertSound, EXIT, Failure } from '../terminal/exit.ts';
import { CONFIG_FILE } from './config-file.ts';
import { projectName } from './name.ts';
import { shownFrom } from './shown.ts';
import { regularFileBytes, sourceBytes } from './source-bytes.ts';
import { specificationFiles } from './specification-files.ts';

export interface WorkspaceOptions {
  readonly cwd: string;
  /** `null`: `quern.yaml` in the working directory, if it exists. */
  readonly configFile: string | null;
  readonly environment: Environment;
}
export interface Workspace {
  /** The path of the configuration, which may not exist. */
  readonly file: string;
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
export function openWorkspace({ cwd, configFile, environment }: WorkspaceOptions): Workspace {
  const file = resolve(cwd, configFile ?? CONFIG_FILE);
  const root = dirname(file);
  const shown = (path: string) => shownFrom(cwd, path);
  const config =
    configFile === null && !isThere(file)
      ? withoutConfig(root)
      : loadConfig(file, shown(file), environment);
  const workspace: Workspace = {
    file,
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

function withoutConfig(root: string): Config {
  if (existsSync(join(root, 'quern.yml'))) {
    const hint = `Rename it to \`${CONFIG_FILE}\`.`;
    throw new Failure(EXIT.usage, '`quern.yml` is not the name of a configuration', { hint });
  }
  return defaultConfig(projectName(root));
}

function loadConfig(file: string, shown: string, environment: Environment): Config {
  const { diagnostics, report } = collector();
  const config = readConfig(
    shown,
    readConfigFile(file, shown),
    environment,
    report,
    projectName(dirname(file)),
  );
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

/**
 * Compiles all specifications. Throws `Failure` with the diagnostics if one is an error; drops warnings. Translations of
 * GoogleSQL texts and tables of own SQL are read from the generated files, so it also throws if a text has changed.
 */
export function compileProject(
  workspace: Workspace,
  inputs: readonly InputFile[] = readInputs(workspace),
): Compilation {
  const result = compile(inputs, optionsOf(workspace));
  assertSound(result.diagnostics, UNSOUND);
  assertAsked(result);
  return result.compilation;
}

/**
 * Compiles all specifications; the result includes warnings and the engines that data sets exclude. Sends changed
 * SQL to its analyser. Rejects with `Failure`; with `isStrict` also for warnings.
 */
export async function compiled(
  workspace: Workspace,
  inputs: readonly InputFile[],
  { isStrict = false, ...options }: StrictOptions = {},
): Promise<Compiled> {
  const result = await compileWhole(workspace, inputs, options);
  assertSound(result.diagnostics, UNSOUND, isStrict);
  assertAsked(result);
  return result;
}

/** Results that a project keeps from one compilation for the next. */
export interface Before {
  readonly recall: Recall;
  /** Answers of the analysers, by the hashes of the questions. */
  readonly answers: Map<string, Answer>;
}

export interface CompilingOptions {
  readonly before?: Before;
  readonly onProgress?: OnProgress;
}
export interface StrictOptions extends CompilingOptions {
  /** Whether warnings count as errors. */
  readonly isStrict?: boolean;
}

/** Compiles like `compiled`, but also returns errors instead of rejecting. */
export async function compileWhole(
  workspace: Workspace,
  inputs: readonly InputFile[],
  { before = nothingBefore(), onProgress = unseen }: CompilingOptions = {},
): Promise<Compiled> {
  const { recall, answers } = before;
  const options = { ...optionsOf(workspace), recall, answers, onProgress };
  return untilAnswered(workspace, { answers, onProgress }, () => compile(inputs, options));
}

/**
 * Describes the project, using endpoints from the store. Rejects like `compiled`, after putting the endpoints without faults
 * into the store. `groups`: see `compileKept`.
 */
export async function compiledDescription(
  workspace: Workspace,
  inputs: readonly InputFile[],
  store: Store,
  { isStrict = false, before = nothingBefore(), onProgress = unseen }: StrictOptions = {},
  groups: Groups | null = null,
): Promise<CompiledDescription> {
  const { recall, answers } = before;
  const options = { ...optionsOf(workspace), recall, answers, onProgress };
  const result = await untilAnswered(workspace, { answers, onProgress }, () =>
    compileKept(inputs, options, store, groups),
  );
  try {
    assertSound(result.diagnostics, UNSOUND, isStrict);
    assertAsked(result);
  } catch (failure) {
    result.keep();
    store.save();
    throw failure;
  }
  return result;
}

function optionsOf(workspace: Workspace): CompileOptions {
  return { dialects: workspace.config.dialects, kept: keptIn(workspace) };
}

interface Answering {
  readonly answers: Map<string, Answer>;
  readonly onProgress: OnProgress;
}

/** Compiles. While this raises questions that an installed analyser answers, compiles again with the answers. */
async function untilAnswered<T extends Pick<Compiled, 'questions'>>(
  { root }: Workspace,
  { answers, onProgress }: Answering,
  compileNow: () => T,
): Promise<T> {
  for (;;) {
    const result = compileNow();
    const unasked = result.questions.filter(({ hash }) => !answers.has(hash));
    if (unasked.length === 0) return result;
    const fresh = await answersTo(unasked, root, onProgress);
    if (fresh.size === 0) return result;
    for (const [hash, answer] of fresh) answers.set(hash, answer);
  }
}

function nothingBefore(): Before {
  return { recall: always, answers: new Map() };
}

function keptIn({ config, pathOf, shown }: Workspace): ReadonlyMap<string, string> {
  const output = pathOf(config.output);
  return keptTexts(output, shown(output));
}

const UNSOUND = 'The specifications have errors';

/** Converts a compilation to the form in which the service would read it from the manifest. */
export function catalogueOf(compilation: Compilation): Catalogue<WholeEndpoint> {
  return describedCatalogue(descriptionOf(compilation));
}

/** Converts a described project to the same form. */
export function describedCatalogue(description: Description): Catalogue<WholeEndpoint> {
  return catalogue(manifestIn(description));
}
