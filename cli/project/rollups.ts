/** `quern check --rollups`: whether the statements of a project read rollups. */

import type { InputFile } from '../../generator/compile.ts';
import { reportUnused, rollupReadings, verdictText } from '../../generator/compile-rollups.ts';
import type { Report } from '../../generator/core/report/diagnostics.ts';
import type { Session } from '../session.ts';
import { compiled } from './compiled.ts';
import type { Workspace } from './workspace.ts';

/** Notes a line for each statement and rollup, and reports rollups that no endpoint reads. */
export async function showRollups(
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
  report: Report,
): Promise<void> {
  const { compilation } = await compiled(workspace, inputs);
  const { project, dialects } = compilation;
  const readings = rollupReadings(project.endpoints, dialects);
  for (const { endpoint, dialect, choices, verdicts } of readings) {
    const statement = [endpoint, dialect, ...choices].join(', ');
    for (const verdict of verdicts)
      session.note(`${statement}: rollup ${verdictText(verdict)}`);
  }
  reportUnused(project, readings, report);
}
