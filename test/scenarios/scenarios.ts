/** Every scenario of `test/scenarios/`, compiled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Paths of the files below `test/scenarios/`, sorted. */
export function scenarioFiles(): readonly string[] {
  return readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => name.replaceAll('\\', '/'))
    .sort();
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
  const { compilation, ruledOut, diagnostics } = compile(files, { dialects });
  return { compilation, ruledOut, diagnostics: sortDiagnostics([...faults, ...diagnostics]) };
}
