import { buildCommand, type FlagParametersForType } from '@stricli/core';
import type { InputFile } from '../../generator/compile.ts';
import { collector } from '../../generator/core/report/diagnostics.ts';
import type { Compilation } from '../../generator/emitters/emitter.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { BRIEFS } from '../briefs.ts';
import {
  ACCEPTED_FILE,
  type Accepted,
  readAccepted,
  readCode,
  reasonFor,
  unused,
} from '../diff/accepted.ts';
import { type Baseline, readBaseline } from '../diff/baseline.ts';
import { CHANGES, type Change, type ChangeCode, isBreaking } from '../diff/changes.ts';
import { byClause } from '../diff/clauses.ts';
import { changesBetween } from '../diff/compare.ts';
import {
  BREAKING_ADVICE,
  formatChanges,
  formatChangesAsJson,
  groupOf,
  type Judged,
  listChangeFindings,
  markdownOf,
  refusalOf,
  summarizeChanges,
} from '../diff/report.ts';
import { GLOBAL_ALIASES, proposePath, REPORT_FLAGS, type ReportFlags } from '../flags.ts';
import { compileForOutput } from '../project/excluded-engines.ts';
import { manifestAsIs } from '../project/output/manifest-file.ts';
import { specificationOf } from '../project/specifications/specifications.ts';
import { openWorkspace, type Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { assertSound, EXIT, type ExitCode } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

interface DiffFlags extends ReportFlags {
  readonly allow?: readonly ChangeCode[];
}

const FLAGS: FlagParametersForType<DiffFlags> = {
  allow: {
    kind: 'parsed',
    parse: readCode,
    optional: true,
    variadic: true,
    placeholder: 'code',
    proposeCompletions: () => Object.keys(CHANGES),
    brief: 'Accept breaking changes of this code, such as column-removed',
  },
  ...REPORT_FLAGS,
};

export const diff = buildCommand<DiffFlags, [string], VerbContext>({
  docs: {
    brief: BRIEFS.diff,
    fullDescription: [
      'Compiles every endpoint and compares it, as callers see it, with the generated files of a Git ref, of a directory or of a',
      'manifest. Fails if a change breaks callers, unless it is accepted: by --allow, or with a reason in changes.yaml.',
      '',
      'Examples:',
      '  quern diff main',
      '  quern diff ../last-release --allow column-removed',
      '  quern diff origin/main --reporter markdown > comment.md',
    ].join('\n'),
  },
  parameters: {
    flags: FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: String,
          placeholder: 'before',
          proposeCompletions: proposePath,
          brief: 'A Git ref, a directory with generated files, or a manifest',
        },
      ],
    },
  },
  func: verb(FLAGS, runDiff),
});

async function runDiff(session: Session, flags: DiffFlags, asked: string): Promise<ExitCode> {
  const workspace = openWorkspace(session);
  const { diagnostics, report } = collector();
  const accepted = readAccepted(workspace, report);
  assertSound(diagnostics, `\`${ACCEPTED_FILE}\` has errors`);
  const { compilation, inputs } = await compileForOutput(session, workspace, manifestAsIs);
  const baseline = await readBaseline(asked, workspace);
  const { shown } = baseline;
  const found = changesBetween(baseline.manifest, manifestOf(compilation));
  const changes = (
    await Promise.all(found.map(one => explained(one, found, baseline, inputs)))
  ).flat();
  const fileOf = filesBy(workspace, inputs, compilation);
  const judged = changes.map((change): Judged => {
    const reason = isBreaking(change) ? reasonOf(change, flags.allow ?? [], accepted) : null;
    return { change, accepted: reason, file: fileOf(change.endpoint) };
  });
  tell(session, judged, shown);
  for (const one of unused(accepted, changes)) tellUnused(session, one);
  const isRefused = judged.some(one => groupOf(one) === 'breaking');
  const isDoubtful = session.isStrict && judged.some(one => groupOf(one) === 'meaning');
  return isRefused || isDoubtful ? EXIT.findings : EXIT.done;
}

function reasonOf(
  change: Change,
  allowed: readonly ChangeCode[],
  accepted: readonly Accepted[],
): string | null {
  const reason = reasonFor(change, accepted);
  return reason ?? (allowed.includes(change.code) ? `\`--allow ${change.code}\`` : null);
}

async function explained(
  change: Change,
  all: readonly Change[],
  baseline: Baseline,
  inputs: readonly InputFile[],
): Promise<readonly Change[]> {
  if (change.code !== 'statement-changed') return [change];
  const now = specificationOf(inputs, change.endpoint);
  const before = await baseline.specificationOf(change.endpoint);
  if (now === null || before === null) return [change];
  const others = all.filter(({ endpoint }) => endpoint === change.endpoint);
  return byClause(change, before, now, others);
}

/** The specification of an endpoint, or the directory of specifications if the endpoint no longer has one. */
function filesBy(
  { config, pathOf, shown }: Workspace,
  inputs: readonly InputFile[],
  { endpoints }: Compilation,
): (endpoint: string) => string {
  const known = new Set(endpoints.map(({ endpoint }) => endpoint.name));
  return name =>
    (known.has(name) ? specificationOf(inputs, name)?.path : undefined) ??
    shown(pathOf(config.endpoints));
}

function tell(session: Session, judged: readonly Judged[], since: string): void {
  const { reporter } = session;
  if (reporter === 'json') session.print(formatChangesAsJson(judged, since));
  else if (reporter === 'markdown') session.print(markdownOf(judged, since));
  else if (reporter === 'text') session.print(formatChanges(judged, session.paint.stdout));
  else session.report([], listChangeFindings(judged));
  session.note(summarizeChanges(judged, since));
  if (!judged.some(one => groupOf(one) === 'breaking')) return;
  session.complain(refusalOf(judged), BREAKING_ADVICE);
}

function tellUnused(session: Session, { place, endpoint, change }: Accepted): void {
  session.note(
    `warning: ${place.source.file} accepts ${change} of ${endpoint}, which did not happen`,
    'Remove the entry.',
  );
}
