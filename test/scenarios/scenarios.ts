/** Every scenario of `test/scenarios/`, compiled. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ENGINE_NAMES } from '../../engines/dialects.ts';
import { type Compiled, compile, type InputFile } from '../../generator/compile.ts';
import { DEFAULT_CONFIG, readConfig } from '../../generator/config/config.ts';
import { collector, sortDiagnostics } from '../../generator/core/diagnostics.ts';
import { readScenario, type ScenarioFile } from './scenario-file.ts';
import { CONFIG, inputsOf, SCENARIOS } from './scenario-input.ts';

export interface Scenario {
  /** The file's path below `test/scenarios/`. */
  readonly file: string;
  readonly title: string;
  /** What is compiled, the data sets that scenarios share included. */
  readonly inputs: readonly InputFile[];
  readonly compiled: Compiled;
  readonly written: ScenarioFile;
}

/** Paths of the files below `test/scenarios/`, sorted, and of those that lie with the tests of one engine. */
export function scenarioFiles(): readonly string[] {
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

/** All scenarios in the order of their names; throws where one cannot be read. */
export function loadScenarios(): readonly Scenario[] {
  return scenarioFiles().map(loadScenario);
}

export function loadScenario(file: string): Scenario {
  const written = readScenario(file, readFileSync(join(SCENARIOS, file), 'utf8'));
  const inputs = inputsOf(written);
  return { file, title: written.title, inputs, compiled: compileInputs(inputs), written };
}

/** The configuration of a scenario says what is compiled for; its faults stand among the others. */
function compileInputs(inputs: readonly InputFile[]): Compiled {
  const { diagnostics: faults, report } = collector();
  const config = inputs.find(({ path }) => path === CONFIG);
  const settings = config === undefined ? null : readConfig(CONFIG, config.bytes, {}, report);
  const { dialects } = settings ?? DEFAULT_CONFIG;
  const files = inputs.filter(input => input !== config);
  const { diagnostics, ...compiled } = compile(files, { dialects });
  return { ...compiled, diagnostics: sortDiagnostics([...faults, ...diagnostics]) };
}
