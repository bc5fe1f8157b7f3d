/** A project that is compiled again and again while it is edited. */
import { type Diagnostic, isError } from '../../generator/core/diagnostics.ts';
import { createMemory } from '../../generator/core/recall.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import type { Answer } from '../../generator/googlesql/question.ts';
import type { RuledOut } from '../../generator/resolve/dialects.ts';
import {
  compiled,
  openWorkspace,
  readInputs,
  type Workspace,
  type WorkspaceOptions,
} from '../project/workspace.ts';
import { Failure } from '../terminal/exit.ts';

/** The result of compiling the files as they are now. */
export type Outcome =
  | {
      readonly kind: 'sound';
      readonly workspace: Workspace;
      readonly compilation: Compilation;
      /** Engines that data sets ruled out. */
      readonly ruledOut: readonly RuledOut[];
      readonly warnings: readonly Diagnostic[];
      readonly changes: Changes;
    }
  | {
      readonly kind: 'fault';
      readonly failure: Failure;
      /** `null` where the configuration is at fault. */
      readonly workspace: Workspace | null;
    };

/** Names of endpoints, against the last files without faults. */
export interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface CompilerOptions extends WorkspaceOptions {
  /** Warnings are taken for errors. */
  readonly isStrict: boolean;
}

/** A function that compiles the project as it is when you call it. It does not compile unchanged texts again. */
export function createCompiler(options: CompilerOptions): () => Promise<Outcome> {
  const memory = createMemory();
  const before = { recall: memory.recall, answers: new Map<string, Answer>() };
  let last: Compilation | null = null;
  return async () => {
    let workspace: Workspace | null = null;
    try {
      workspace = openWorkspace(options);
      const inputs = readInputs(workspace);
      const result = await compiled(workspace, inputs, { isStrict: options.isStrict, before });
      const { compilation, diagnostics, ruledOut } = result;
      const changes = changesSince(last, compilation);
      last = compilation;
      const warnings = diagnostics.filter(one => !isError(one));
      return { kind: 'sound', workspace, compilation, ruledOut, warnings, changes };
    } catch (error) {
      if (error instanceof Failure) return { kind: 'fault', failure: error, workspace };
      throw error;
    } finally {
      memory.forgetUnused();
    }
  };
}

/** Endpoints that did not change are the same objects. */
function changesSince(last: Compilation | null, { endpoints }: Compilation): Changes {
  const before = new Map(last?.endpoints.map(one => [one.endpoint.name, one]));
  const now = new Set(endpoints.map(({ endpoint }) => endpoint.name));
  const names = (is: (one: (typeof endpoints)[number]) => boolean) =>
    endpoints.filter(is).map(({ endpoint }) => endpoint.name);
  return {
    added: names(({ endpoint }) => !before.has(endpoint.name)),
    changed: names(one => before.has(one.endpoint.name) && before.get(one.endpoint.name) !== one),
    removed: [...before.keys()].filter(name => !now.has(name)),
  };
}
