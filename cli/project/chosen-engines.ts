/** The engines of a project whose configuration names none: told, and held against what was generated. */
import type { Compiled } from '../../generator/compile.ts';
import type { RuledOut } from '../../generator/resolve/dialects.ts';
import type { Catalogue } from '../../server/answers/manifest.ts';
import type { Session } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { compiled, readInputs, type Workspace } from './workspace.ts';

/**
 * Compiles all specifications for the generated files, and tells which data set ruled out an engine where the
 * configuration names none. The diagnostics that it returns are warnings, for the verb to report. Rejects with `Failure`
 * where an engine is lost that the generated files hold, as `generated` reads them.
 */
export async function compileForOutput(
  session: Session,
  workspace: Workspace,
  generated: (workspace: Workspace) => Promise<Catalogue | null>,
): Promise<Compiled> {
  const result = await compiled(workspace, readInputs(workspace), session.isStrict);
  const { ruledOut } = result;
  if (workspace.config.dialects !== null) return result;
  if (ruledOut.length > 0) refuseLoss(workspace, ruledOut, await generated(workspace));
  for (const { dialect, source } of ruledOut)
    session.note(`${dialect} is left out: the data set \`${source}\` has no table on it`);
  return result;
}

function refuseLoss(
  workspace: Workspace,
  ruledOut: readonly RuledOut[],
  generated: Catalogue | null,
): void {
  const held = new Set(generated?.endpoints.flatMap(({ engines }) => Object.keys(engines)));
  const lost = ruledOut.find(({ dialect }) => held.has(dialect));
  if (lost === undefined) return;
  const { config, pathOf, shown } = workspace;
  const { dialect, source } = lost;
  const message = `\`${shown(pathOf(config.output))}\` has statements for ${dialect}, on which the data set \`${source}\` has no table`;
  const hint = `Add the table under \`tables\`, or say under \`dialects\` in \`quern.yaml\` what to compile for.`;
  throw new Failure(EXIT.findings, message, { hint });
}
