/** `quern check --rollups`: whether the statements of a project read rollups. */

import type { InputFile } from '../../generator/compile.ts';
import {
  adviceFor,
  reportUnusedRollups,
  rollupReadings,
  verdictText,
} from '../../generator/compile-rollups.ts';
import type { Report } from '../../generator/core/report/diagnostics.ts';
import { adviceText } from '../../generator/specialize/rollups/advice.ts';
import type { Session } from '../session.ts';
import { compiled } from './compiled.ts';
import type { Workspace } from './workspace.ts';

/** Notes a line for each statement and rollup and the rollups that would serve several endpoints, and reports rollups that no endpoint reads. */
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
    for (const verdict of verdicts) session.note(`${statement}: rollup ${verdictText(verdict)}`);
  }
  for (const advice of adviceFor(readings)) {
    const endpoints = advice.endpoints.map(name => `\`${name}\``).join(', ');
    session.note(
      `a rollup of \`${advice.source}\` would serve ${endpoints}`,
      `Declare under \`rollups\`: ${adviceText(advice)}`,
    );
  }
  reportUnusedRollups(project, readings, report);
}
