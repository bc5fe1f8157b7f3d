/**
 * Handles projects whose configuration lists no engines: prints which engines are excluded, and compares the others with the
 * generated files.
 */
import type { Compiled, InputFile } from '../../generator/compile.ts';
import type { RuledOut } from '../../generator/resolve/dialects.ts';
import type { Catalogue } from '../../server/answers/manifest/manifest.ts';
import type { Session } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { showingProgress } from '../terminal/progress.ts';
import { compiled, type StrictOptions } from './compiled.ts';
import { readInputs, type Workspace } from './workspace.ts';

/** A compilation, or a description of one. */
type Result = Pick<Compiled, 'ruledOut' | 'diagnostics'>;

interface Noted {
  /** The specifications that were compiled. */
  readonly inputs: readonly InputFile[];
  /** The lines to print. */
  readonly notes: readonly string[];
}

/**
 * Compiles all specifications for the generated files. If the configuration lists no engines, prints which data set excludes an
 * engine. The returned diagnostics are warnings; the verb reports them. Rejects with `Failure` if an engine of the existing
 * generated files (read by `generated`) would be lost.
 */
export async function compileForOutput(
  session: Session,
  workspace: Workspace,
  generated: (workspace: Workspace) => Promise<Catalogue | null>,
): Promise<Compiled & Noted> {
  return notedForOutput(session, workspace, generated, (inputs, options) =>
    compiled(workspace, inputs, options),
  );
}

/** Does the same, but compiles `inputs`, the specifications as they are by default, with `compileInputs`. */
export async function notedForOutput<T extends Result>(
  session: Session,
  workspace: Workspace,
  generated: (workspace: Workspace) => Promise<Catalogue | null>,
  compileInputs: (inputs: readonly InputFile[], options: StrictOptions) => Promise<T>,
  inputs = readInputs(workspace),
): Promise<T & Noted> {
  const compiledAll = await showingProgress(session, onProgress =>
    compileInputs(inputs, { isStrict: session.isStrict, onProgress }),
  );
  const result = { ...compiledAll, inputs };
  const { ruledOut } = result;
  if (workspace.config.dialects !== null) return { ...result, notes: [] };
  await assertNothingLost(workspace, ruledOut, generated);
  const notes = ruledOut.map(
    ({ dialect, source }) =>
      `${dialect} is left out: the data set \`${source}\` has no table on it`,
  );
  for (const line of notes) session.note(line);
  return { ...result, notes };
}

/** Rejects with `Failure` if the generated files have an engine that data sets now exclude. */
export async function assertNothingLost(
  workspace: Workspace,
  ruledOut: readonly RuledOut[],
  generated: (workspace: Workspace) => Promise<Catalogue | null>,
): Promise<void> {
  if (ruledOut.length === 0) return;
  const manifest = await generated(workspace);
  const held = new Set(manifest?.endpoints.flatMap(({ reads }) => Object.keys(reads)));
  const lost = ruledOut.find(({ dialect }) => held.has(dialect));
  if (lost === undefined) return;
  const { config, pathOf, shown } = workspace;
  const { dialect, source } = lost;
  const message = `\`${shown(pathOf(config.output))}\` has statements for ${dialect}, on which the data set \`${source}\` has no table`;
  const hint = `Add the table under \`tables\`, or list the engines to compile for under \`dialects\` in \`quern.yaml\`.`;
  throw new Failure(EXIT.findings, message, { hint });
}
