import { buildCommand } from '@stricli/core';
import { counted } from '../../generator/core/words.ts';
import { GLOBAL_ALIASES, REPORT_FLAGS, type ReportFlags } from '../flags.ts';
import { compileForOutput } from '../project/chosen-engines.ts';
import { manifestAsIs } from '../project/manifest-file.ts';
import { readTemplates } from '../project/templates.ts';
import { firstEndpointStep, openWorkspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { EXIT } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

export const check = buildCommand<ReportFlags, [], VerbContext>({
  docs: {
    brief: 'Compile every endpoint and report mistakes; write nothing',
    fullDescription: [
      'Loads, validates, resolves, plans and prints every endpoint for every engine, and writes nothing.',
      '',
      'Examples:',
      '  quern check',
      '  quern check --reporter sarif > faults.sarif',
    ].join('\n'),
  },
  parameters: { flags: REPORT_FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(REPORT_FLAGS, runCheck),
});

async function runCheck(session: Session) {
  const workspace = openWorkspace(session);
  const { compilation, diagnostics } = await compileForOutput(session, workspace, manifestAsIs);
  const { endpoints, dialects } = compilation;
  readTemplates(workspace);
  session.report(diagnostics);
  const count = counted(endpoints.length, 'endpoint');
  const hint = endpoints.length === 0 ? `${firstEndpointStep(workspace)}.` : null;
  session.note(`${count} for ${dialects.join(', ')}: no faults`, hint);
  return EXIT.done;
}
