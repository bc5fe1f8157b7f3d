/** Every scenario of `test/scenarios/`, compiled when it is asked for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ENGINE_NAMES } from '../../engines/index.ts';
import {
  type Compiled,
  type CompileOptions,
  compile,
  type InputFile,
  type Resolved,
  resolveInputs,
} from '../../generator/compile.ts';
import { DEFAULT_CONFIG, readConfig } from '../../generator/config/config.ts';
import { createMemo } from '../../generator/core/memo.ts';
import {
  collector,
  type Diagnostic,
  sortDiagnostics,
} from '../../generator/core/report/diagnostics.ts';
import { ownAnswers } from '../support/projects/own-answers.ts';
import { readScenario, type ScenarioFile } from './scenario-file.ts';
import { CONFIG, inputsOf, SCENARIOS } from './scenario-input.ts';

export interface Scenario {
  /** The file's path below `test/scenarios/`. */
  readonly file: string;
  readonly title: string;
  /** What is compiled, the data sets that scenarios share included. */
  readonly inputs: readonly InputFile[];
  readonly written: ScenarioFile;
  /** Made when it is first asked for. */
  readonly compiled: Compiled;
  /** The same without statements, which take the most time. Both share the reading and the resolving. */
  readonly resolved: Resolved;
}

/** Paths of the files below `test/scenarios/`, sorted, and of those that lie with the tests of one engine. */
function scenarioFiles(): readonly string[] {
  const own = ENGINE_NAMES.flatMap(name => markdownIn(`../engines/${name}`));
  return [...markdownIn('.').toSorted(), ...own];
}

function markdownIn(folder: string): readonly string[] {
  const path = join(SCENARIOS, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => posix.join(folder, name.replaceAll('\\', '/')));
}

let loaded: readonly Scenario[] | null = null;

/** All scenarios in the order of their names, the same for all suites of a process; throws where one cannot be read. */
export function loadScenarios(): readonly Scenario[] {
  loaded ??= scenarioFiles().map(loadScenario);
  return loaded;
}

export function loadScenario(file: string): Scenario {
  const written = readScenario(file, readFileSync(join(SCENARIOS, file), 'utf8'));
  const inputs = inputsOf(written);
  const { files, dialects, faults } = readInputs(inputs);
  const whole = <Made extends { readonly diagnostics: readonly Diagnostic[] }>(made: Made) => {
    return { ...made, diagnostics: sortDiagnostics([...faults, ...made.diagnostics]) };
  };
  const { once } = createMemo();
  const options = { dialects, once };
  let compiled: Compiled | undefined;
  let resolved: Resolved | undefined;
  return {
    file,
    title: written.title,
    inputs,
    written,
    get compiled() {
      compiled ??= whole(answered(options => compile(files, options), options));
      return compiled;
    },
    get resolved() {
      resolved ??= whole(answered(options => resolveInputs(files, options), options));
      return resolved;
    },
  };
}

/** No scenario asks the parser of an engine. */
function answered<Made extends Pick<Compiled, 'questions'>>(
  make: (options: CompileOptions) => Made,
  options: CompileOptions,
): Made {
  const made = make(options);
  return made.questions.length === 0 ? made : make({ ...options, answers: ownAnswers(made) });
}

/** The configuration of a scenario says what is compiled for; its faults stand among the others. */
function readInputs(inputs: readonly InputFile[]) {
  const { diagnostics: faults, report } = collector();
  const config = inputs.find(({ path }) => path === CONFIG);
  const settings = config === undefined ? null : readConfig(CONFIG, config.bytes, {}, report);
  const { dialects } = settings ?? DEFAULT_CONFIG;
  return { files: inputs.filter(input => input !== config), dialects, faults };
}
