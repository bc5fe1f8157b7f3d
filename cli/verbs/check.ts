import { buildCommand, type FlagParametersForType } from '@stricli/core';
import type { EngineName } from '../../engines/index.ts';
import type { InputFile } from '../../generator/compile.ts';
import type { Store } from '../../generator/compile-kept.ts';
import { collector, isError, sortDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import { BRIEFS } from '../briefs.ts';
import { fixSpecifications } from '../fixes/apply.ts';
import { sureFix } from '../fixes/fixes.ts';
import { GLOBAL_ALIASES, proposePath, REPORT_FLAGS, type ReportFlags } from '../flags.ts';
import { groundOf, withMemory } from '../generate/memory.ts';
import { analyseStatements, reportUnlooked } from '../own/analyse.ts';
import { compareDeclared } from '../own/columns.ts';
import { updateColumns } from '../own/update.ts';
import { compiledDescription } from '../project/compiled.ts';
import { showCosts } from '../project/costs.ts';
import { notedForOutput } from '../project/excluded-engines.ts';
import { reportDottedPaths } from '../project/json-paths.ts';
import { manifestAsIs } from '../project/output/manifest-file.ts';
import { readTemplates } from '../project/output/templates.ts';
import { showRollups } from '../project/rollups.ts';
import { updateStored } from '../project/stored.ts';
import { compareTables } from '../project/tables.ts';
import {
  firstEndpointStep,
  openWorkspace,
  readInputs,
  type Workspace,
} from '../project/workspace.ts';
import { DATABASE_FLAG, ENGINE_EXAMPLE, ENGINE_FLAG } from '../service/service-flags.ts';
import type { Session } from '../session.ts';
import { assertSound, EXIT, Failure } from '../terminal/exit.ts';
import { progress, showingProgress } from '../terminal/progress.ts';
import { type VerbContext, verb } from '../verb.ts';

interface CheckFlags extends ReportFlags {
  readonly fix?: boolean;
  readonly update?: boolean;
  readonly tables?: boolean;
  readonly rollups?: boolean;
  readonly cost?: string;
  readonly engine?: EngineName;
  readonly database?: string;
}

const FLAGS: FlagParametersForType<CheckFlags> = {
  fix: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Show and write the fixes that leave no choice, then check',
  },
  update: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief:
      "Write columns of engines' own SQL, or with --tables stored types of columns, into their files",
  },
  tables: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Also compare the tables of the engine with the data sets',
  },
  rollups: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Also print whether each statement reads a rollup, and why not',
  },
  cost: {
    kind: 'parsed',
    parse: String,
    inferEmpty: true,
    optional: true,
    placeholder: 'before',
    proposeCompletions: proposePath,
    brief:
      'Also print how much each endpoint would read on the engine, beside a Git ref or a directory',
  },
  engine: ENGINE_FLAG,
  database: DATABASE_FLAG,
  ...REPORT_FLAGS,
};

export const check = buildCommand<CheckFlags, [], VerbContext>({
  docs: {
    brief: BRIEFS.check,
    fullDescription: [
      'Compiles every endpoint for every engine and reports all mistakes. It writes nothing without --fix or --update.',
      "An engine's own parser checks statements in its own SQL, if its package is installed.",
      '--fix writes missing ids, quotes for values that a comma cuts, names that a message proposes, and columns that make an',
      'order unique. It prints the changes first, and asks on a terminal.',
      '',
      'Examples:',
      '  quern check',
      '  quern check --fix',
      '  quern check --update',
      '  quern check --tables --update',
      '  quern check --rollups',
      `  quern check --cost main --engine ${ENGINE_EXAMPLE}`,
      `  quern check --tables --engine ${ENGINE_EXAMPLE}`,
      '  quern check --reporter sarif > errors.sarif',
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runCheck),
});

async function runCheck(session: Session, flags: CheckFlags) {
  const workspace = openWorkspace(session);
  if (flags.fix === true) await fixSpecifications(session, workspace, readInputs(workspace));
  if (flags.update === true) await updated(session, workspace, flags);
  const inputs = readInputs(workspace);
  const work = withMemory(groundOf(workspace), memory =>
    checkWith(memory, session, workspace, inputs, flags),
  );
  return work.catch((error: unknown) => {
    throw withFixes(error, session, inputs);
  });
}

/** The failure with, for people, the number of faults in the specifications that `--fix` fixes. */
function withFixes(error: unknown, session: Session, inputs: readonly InputFile[]): unknown {
  if (!(error instanceof Failure) || session.reporter !== 'text') return error;
  const files = new Set(inputs.map(({ path }) => path));
  const { exit, message, diagnostics } = error;
  const fixed = diagnostics.filter(
    fault => files.has(fault.place.source.file) && sureFix(fault) !== null,
  ).length;
  if (fixed === 0) return error;
  const all = fixed === 1 ? 'it' : 'them';
  const what = fixed === diagnostics.length ? all : `${fixed} of them`;
  const hint = `Run \`quern check --fix\` to fix ${what}.`;
  return new Failure(exit, message, { diagnostics, hint });
}

async function updated(session: Session, workspace: Workspace, flags: CheckFlags): Promise<void> {
  const inputs = readInputs(workspace);
  if (flags.tables === true)
    await updateStored(session, workspace, inputs, askedOf(workspace, flags));
  else await updateColumns(session, workspace, inputs);
}

function askedOf({ config }: Workspace, { engine, database }: CheckFlags) {
  return { engine: engine ?? config.service.engine, database };
}

async function checkWith(
  store: Store,
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
  flags: CheckFlags,
) {
  const { compilation, description, diagnostics } = await notedForOutput(
    session,
    workspace,
    manifestAsIs,
    (specifications, options) =>
      compiledDescription(workspace, specifications, withoutOwn(store), options),
    inputs,
  );
  readTemplates(workspace);
  const { endpoints, dialects } = description;
  const { diagnostics: found, report } = collector();
  const { looked, unlooked } = await showingProgress(session, onProgress =>
    analyseStatements(compilation, workspace.root, onProgress),
  );
  for (const look of looked) compareDeclared(look, report);
  for (const one of unlooked) reportUnlooked(one, report);
  const asked = askedOf(workspace, flags);
  const { engine } = asked;
  const tell = progress(session);
  const compared = async () => {
    tell(`asking ${engine} about its tables`);
    try {
      const count = await compareTables(workspace, inputs, description, asked, report);
      if (!found.some(isError)) await reportDottedPaths(session, workspace, inputs, asked, report);
      return count;
    } finally {
      tell('');
    }
  };
  const tables = flags.tables === true ? await compared() : null;
  if (flags.rollups === true) await showRollups(session, workspace, inputs, report);
  if (flags.cost !== undefined) {
    const costs = { ...asked, since: flags.cost };
    await showCosts(session, workspace, inputs, description, costs, report);
  }
  const all = sortDiagnostics([
    ...diagnostics,
    ...looked.flatMap(look => look.diagnostics),
    ...found,
  ]);
  assertSound(all, 'The statements have errors', session.isStrict);
  session.report(all);
  const count = counted(endpoints.length, 'endpoint');
  const hint = endpoints.length === 0 ? `${firstEndpointStep(workspace)}.` : null;
  session.note(`${count} for ${dialects.join(', ')}: no errors`, hint);
  if (tables !== null) {
    const { sources } = compilation.project;
    const isKeyed = sources.some(({ tables: on, keys }) => on[engine] && keys.length > 0);
    const unlookedAt = isKeyed
      ? 'No rows were read, so whether each `key` is unique is not checked.'
      : null;
    session.note(`${counted(tables, 'table')} of ${engine} as declared`, unlookedAt);
  }
  return EXIT.done;
}

/** The engines' parsers need the specifications of own statements, which a memory does not have. */
function withoutOwn(store: Store): Store {
  const get = (key: string) => {
    const kept = store.get(key);
    return kept?.described.known.own === true ? null : kept;
  };
  return { get, put: (key, kept) => store.put(key, kept) };
}
