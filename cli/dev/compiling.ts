/** Compiles a project again and again while it is edited. */

import { createMemo } from '../../generator/core/memo.ts';
import type { GeneratedFile } from '../../generator/core/output/statement.ts';
import { type Diagnostic, isError } from '../../generator/core/report/diagnostics.ts';
import type { DescribedEndpoint, Description } from '../../generator/emitters/emitter.ts';
import type { RuledOut } from '../../generator/resolve/dialects.ts';
import type { AnalyserAnswer } from '../../generator/resolve/questions.ts';
import { groundOf, type Memory, openMemory } from '../generate/memory.ts';
import { compiledDescription } from '../project/compiled.ts';
import {
  openWorkspace,
  readInputs,
  type Workspace,
  type WorkspaceOptions,
} from '../project/workspace.ts';
import { Failure } from '../terminal/exit.ts';

/** The result of compiling the current files. */
export type CompileOutcome =
  | {
      readonly kind: 'sound';
      readonly workspace: Workspace;
      readonly description: Description;
      /** Engines that data sets exclude. */
      readonly ruledOut: readonly RuledOut[];
      readonly warnings: readonly Diagnostic[];
      readonly changes: EndpointChanges;
      readonly memory: Memory;
      /** Keeps the endpoints for later rounds and, if their files have been written, for later runs. */
      readonly keep: (written: readonly GeneratedFile[] | null) => void;
    }
  | {
      readonly kind: 'fault';
      readonly failure: Failure;
      /** `null` if the configuration has faults. */
      readonly workspace: Workspace | null;
      /** The endpoints without errors, once the specifications were compiled. */
      readonly memory: Memory | null;
    };

/** Names of changed endpoints, compared with the last files without faults. */
export interface EndpointChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface CompilerOptions extends WorkspaceOptions {
  /** Whether warnings count as errors. */
  readonly isStrict: boolean;
}

/** Returns a function that compiles the current files of the project. It does not compile unchanged texts again. */
export function createCompiler(options: CompilerOptions): () => Promise<CompileOutcome> {
  const memo = createMemo();
  const before = { once: memo.once, answers: new Map<string, AnalyserAnswer>() };
  let memory: Memory | null = null;
  let last: Description | null = null;
  return async () => {
    let workspace: Workspace | null = null;
    try {
      workspace = openWorkspace(options);
      const { isStrict } = options;
      const now = memory ?? openMemory(groundOf(workspace));
      memory = now;
      const inputs = readInputs(workspace);
      const result = await compiledDescription(workspace, inputs, now, { isStrict, before });
      const { description, diagnostics, ruledOut } = result;
      const changes = changesSince(last, description);
      last = description;
      const warnings = diagnostics.filter(one => !isError(one));
      const keep = (written: readonly GeneratedFile[] | null) => {
        result.keep();
        now.sweep();
        if (written !== null) now.save(written, null);
      };
      const sound = { workspace, description, ruledOut, warnings, changes };
      return { kind: 'sound', ...sound, memory: now, keep };
    } catch (error) {
      if (error instanceof Failure) return { kind: 'fault', failure: error, workspace, memory };
      throw error;
    } finally {
      memo.forgetUnused();
    }
  };
}

/** Compares endpoints by identity: an unchanged endpoint is the same object. */
function changesSince(last: Description | null, { endpoints }: Description): EndpointChanges {
  const before = new Map(last?.endpoints.map(one => [one.known.name, one]));
  const now = new Set(endpoints.map(({ known }) => known.name));
  const names = (is: (one: DescribedEndpoint) => boolean) =>
    endpoints.filter(is).map(({ known }) => known.name);
  return {
    added: names(({ known }) => !before.has(known.name)),
    changed: names(one => before.has(one.known.name) && before.get(one.known.name) !== one),
    removed: [...before.keys()].filter(name => !now.has(name)),
  };
}
