/** Compiles the specifications of a project. Kept apart from opening it, because the service opens one without the compiler. */
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
import { always, type Once } from '../../generator/core/memo.ts';
import { type OnProgress, unseen } from '../../generator/core/report/progress.ts';
import { descriptionOf } from '../../generator/emitters/description.ts';
import type { Compilation, Description } from '../../generator/emitters/emitter.ts';
import { manifestIn } from '../../generator/emitters/manifest.ts';
import type { AnalyserAnswer } from '../../generator/resolve/questions.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../server/answers/manifest/manifest.ts';
import { answersTo, assertAsked } from '../questions/answers.ts';
import { keptTexts } from '../questions/kept.ts';
import { assertSound } from '../terminal/exit.ts';
import { readInputs, type Workspace } from './workspace.ts';

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
  assertCompiled(result, isStrict);
  return result;
}

/** Throws `Failure` for errors, and for questions to an analyser that is not installed; with `isStrict` also for warnings. */
export function assertCompiled(result: Compiled, isStrict = false): void {
  assertSound(result.diagnostics, UNSOUND, isStrict);
  assertAsked(result);
}

/** Results that a project keeps from one compilation for the next. */
interface Before {
  readonly once: Once;
  /** Answers of the analysers, by the hashes of the questions. */
  readonly answers: Map<string, AnalyserAnswer>;
}

export interface CompilingOptions {
  readonly before?: Before;
  readonly onProgress?: OnProgress;
  /** The names of all endpoints of the project, if the inputs have only some of them. */
  readonly endpoints?: ReadonlySet<string>;
}
export interface StrictOptions extends CompilingOptions {
  /** Whether warnings count as errors. */
  readonly isStrict?: boolean;
}

/** Compiles like `compiled`, but also returns errors instead of rejecting. */
export async function compileWhole(
  workspace: Workspace,
  inputs: readonly InputFile[],
  { before = nothingBefore(), onProgress = unseen, endpoints }: CompilingOptions = {},
): Promise<Compiled> {
  const { once, answers } = before;
  const some = endpoints === undefined ? {} : { endpoints };
  const options = { ...optionsOf(workspace), ...some, once, answers, onProgress };
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
  { isStrict = false, ...options }: StrictOptions = {},
  groups: Groups | null = null,
): Promise<CompiledDescription> {
  const result = await describeWhole(workspace, inputs, store, options, groups);
  try {
    assertSound(result.diagnostics, UNSOUND, isStrict);
    assertAsked(result);
  } catch (failure) {
    result.keep();
    throw failure;
  }
  return result;
}

/** Describes like `compiledDescription`, but also returns errors instead of rejecting. */
export async function describeWhole(
  workspace: Workspace,
  inputs: readonly InputFile[],
  store: Store,
  { before = nothingBefore(), onProgress = unseen, endpoints }: CompilingOptions = {},
  groups: Groups | null = null,
): Promise<CompiledDescription> {
  const { once, answers } = before;
  const some = endpoints === undefined ? {} : { endpoints };
  const options = { ...optionsOf(workspace), ...some, once, answers, onProgress };
  return untilAnswered(workspace, { answers, onProgress }, () => {
    const compiled = compileKept(inputs, options, store, groups);
    // so that answers compile only the endpoints that asked
    if (compiled.questions.length > 0) compiled.keep();
    return compiled;
  });
}

/** The options of the project's configuration. */
export function optionsOf(workspace: Workspace): CompileOptions {
  return { dialects: workspace.config.dialects, kept: keptIn(workspace) };
}

interface Answering {
  readonly answers: Map<string, AnalyserAnswer>;
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
  return { once: always, answers: new Map() };
}

function keptIn({ config, pathOf, shown }: Workspace): ReadonlyMap<string, string> {
  const output = pathOf(config.output);
  return keptTexts(output, shown(output));
}

export const UNSOUND = 'The specifications have errors';

/** Converts a compilation to the form in which the service would read it from the manifest. */
export function catalogueOf(compilation: Compilation): Catalogue<WholeEndpoint> {
  return describedCatalogue(descriptionOf(compilation));
}

/** Converts a described project to the same form. */
export function describedCatalogue(description: Description): Catalogue<WholeEndpoint> {
  return catalogue(manifestIn(description));
}
