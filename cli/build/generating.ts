/** Keeps a project's generated files up to date, for build tools. */
import type { Written } from '../../generator/write/index.ts';
import { type CompileOutcome, type CompilerOptions, createCompiler } from '../dev/compiling.ts';
import { writeOutput } from '../project/output/output.ts';
import { Failure } from '../terminal/exit.ts';

export type Round =
  | (Extract<CompileOutcome, { kind: 'sound' }> & { readonly written: Written })
  | Extract<CompileOutcome, { kind: 'fault' }>;

/** Returns a function that updates the generated files, or leaves them unchanged if the project has faults. */
export function createGenerator(options: CompilerOptions): () => Promise<Round> {
  const compile = createCompiler(options);
  return async () => {
    const outcome = await compile();
    if (outcome.kind === 'fault') return outcome;
    try {
      const written = await writeOutput(outcome.workspace, outcome);
      return { ...outcome, written };
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return { kind: 'fault', failure, workspace: outcome.workspace, memory: outcome.memory };
    }
  };
}
