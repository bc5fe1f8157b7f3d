import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import {
  ENGINES,
  type EngineName,
  type EnginesConfig,
  FILE_ENGINE,
  FILE_KEYS,
  isEngine,
} from '../../engines/index.ts';
import type { SurveyedTable } from '../../engines/survey.ts';
import type { Compiled, InputFile } from '../../generator/compile.ts';
import { isSourcesFile } from '../../generator/compile-specs.ts';
import { isError } from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { type StagedFile, stageFile } from '../../generator/system/whole-file.ts';
import { BRIEFS } from '../briefs.ts';
import { fileFlag, GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags, textFlag } from '../flags.ts';
import { type DataSet, dataSetOf } from '../init/data-set.ts';
import { endpointName } from '../init/endpoint-text.ts';
import { inProject } from '../init/places.ts';
import { withDataSet, withFiles } from '../init/sources-file.ts';
import { nameDataSet, notThere } from '../init/surveyed.ts';
import { compileWhole, UNSOUND } from '../project/compiled.ts';
import { driftOf } from '../project/drift.ts';
import { allSurveyed, surveyEngine, surveyFiles } from '../project/survey.ts';
import { openWorkspace, readInputs, type Workspace } from '../project/workspace.ts';
import { ENGINE_FLAG } from '../service/service-flags.ts';
import { type Session, systemFailure } from '../session.ts';
import { assertSound, EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

interface ImportFlags extends GlobalFlags {
  readonly from?: string;
  readonly as?: string;
  readonly engine?: EngineName;
}

const FILE_TITLE = ENGINES[FILE_ENGINE].dialect.title;

const FLAGS: FlagParametersForType<ImportFlags> = {
  from: fileFlag(
    `CSV, Parquet or NDJSON files (a path or a quoted pattern) for ${FILE_TITLE} to read`,
  ),
  as: textFlag('name', 'The name of the data set, instead of the name of the table'),
  engine: ENGINE_FLAG,
  ...GLOBAL_FLAGS,
};

export const importTable = buildCommand<ImportFlags, [string?], VerbContext>({
  docs: {
    brief: BRIEFS.import,
    fullDescription: [
      'Adds a data set to sources.yaml, for a table of the configured engine or for files. Existing lines stay as they are.',
      'If the table is a data set already, nothing is written: the differences are printed, and the exit code is 1.',
      '',
      'Examples:',
      '  quern import orders',
      '  quern import shop.customers --as customers',
      "  quern import --from 'exports/customers-*.csv' --as customers",
    ].join('\n'),
  },
  parameters: {
    flags: FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: String, placeholder: 'table', brief: 'A table or view', optional: true },
      ],
    },
  },
  func: verb(FLAGS, runImport),
});

/** Compiles. Rejects with `Failure` if the data sets have errors: an endpoint with errors may wait for the table. */
async function withSoundSources(
  workspace: Workspace,
  inputs: readonly InputFile[],
): Promise<Compiled> {
  const result = await compileWhole(workspace, inputs);
  const { diagnostics } = result;
  assertSound(
    diagnostics.filter(({ place }) => isSourcesFile(place.source.file)),
    UNSOUND,
  );
  return result;
}

/** A table or files that become a data set. */
interface Wanted {
  readonly engine: EngineName;
  /** The name of the data set. */
  readonly name: string;
  /** The name of its table. */
  readonly table: string;
  /** Its name in messages. */
  readonly where: string;
  /** An absolute path or pattern; `null` for a table. */
  readonly files: string | null;
}

async function runImport(
  session: Session,
  flags: ImportFlags,
  table: string | undefined,
): Promise<ExitCode> {
  const workspace = openWorkspace(session);
  const wanted = wantedOf(workspace, flags, table);
  const inputs = readInputs(workspace);
  const { compilation } = await withSoundSources(workspace, inputs);
  const found = await surveyOf(workspace, wanted);
  const { engine, name } = wanted;
  const isItsTable = (source: Source) => source.tables[engine]?.name.join('.') === wanted.table;
  const known = compilation.project.sources.find(isItsTable);
  if (known !== undefined) return compare(session, workspace, wanted, known, found);
  if (compilation.project.sources.some(source => source.name === name))
    throw new Failure(EXIT.usage, `There is already a data set \`${name}\` of another table`, {
      hint: 'Give this one a name with `--as`.',
    });
  const [set] = await allSurveyed([found], one =>
    dataSetOf(name, wanted.table, { engine, found: one, where: wanted.where }),
  );
  if (set === undefined) throw new Error('a survey gave no data set');
  await add(session, workspace, inputs, wanted, set);
  for (const warning of found.warnings) session.note(warning);
  return EXIT.done;
}

function wantedOf(
  { config, typed, shown }: Workspace,
  { from, as, engine }: ImportFlags,
  table: string | undefined,
): Wanted {
  if (from !== undefined && table === undefined && !FILE_KEYS.isDatabase(from)) {
    if (engine !== undefined)
      throw new Failure(EXIT.usage, '`--engine` is for tables, and `--from` names files');
    const files = typed(from);
    const name = as ?? nameDataSet(basename(files).split('.')[0] ?? '');
    return { engine: FILE_ENGINE, name, table: name, where: `\`${shown(files)}\``, files };
  }
  if (table === undefined || from !== undefined)
    throw new Failure(EXIT.usage, 'Name either a table of the engine, or files with `--from`', {
      hint: 'Say where the engine is in `quern.yaml`, under `engines`.',
    });
  const chosen = engine ?? config.service.engine;
  if (!isEngine(chosen)) throw new Failure(EXIT.usage, `There is no engine \`${chosen}\``);
  const name = as ?? nameDataSet(table.split('.').at(-1) ?? '');
  return { engine: chosen, name, table, where: `The table \`${table}\``, files: null };
}

async function surveyOf(
  { config, pathOf, shown }: Workspace,
  { engine, table, files }: Wanted,
): Promise<SurveyedTable> {
  const [found] = await allSurveyed([table], async name => {
    if (files !== null) return surveyFiles(files, shown);
    const [unset] = config.unset.get(engine) ?? [];
    if (unset !== undefined) throw new Failure(EXIT.usage, unset.message, { hint: unset.hint });
    const paths = { pathOf, shown };
    const { tables, passedOver } = await surveyEngine(engine, config.engines, [name], paths).catch(
      notThere,
    );
    if (tables[0] === undefined) throw new Failure(EXIT.usage, passedOver.join('\n'));
    return tables[0];
  });
  if (found === undefined) throw new Error('a survey gave no table');
  return found;
}

// ---- known tables ---------------------------------------------------------------------------------------------------

async function compare(
  session: Session,
  workspace: Workspace,
  { engine, where }: Wanted,
  source: Source,
  found: SurveyedTable,
): Promise<ExitCode> {
  const drift = await driftOf(workspace, engine, source, found);
  if (session.json) {
    const { name } = source;
    session.print(`${JSON.stringify({ dataSet: name, engine, drift }, null, 2)}\n`);
  } else for (const one of drift) session.print(`${source.name}: ${one}\n`);
  if (drift.length === 0) {
    session.note(`${where} is the data set \`${source.name}\`, and is as declared`);
    return EXIT.done;
  }
  session.note(
    `${where} is the data set \`${source.name}\`, and has drifted; nothing was written`,
    'Change the data set in `sources.yaml`, or the table.',
  );
  return EXIT.findings;
}

// ---- new tables -----------------------------------------------------------------------------------------------------

async function add(
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
  { engine, files, where }: Wanted,
  set: DataSet,
): Promise<void> {
  const { config, pathOf, shown } = workspace;
  const sources = inputs.find(({ path }) => isSourcesFile(path));
  const path = sources?.path ?? shown(join(pathOf(config.endpoints), 'sources.yaml'));
  const before = sources === undefined ? '' : new TextDecoder().decode(bytesOf(sources));
  const text =
    sources === undefined ? `sources:\n${set.text}` : withDataSet(path, before, set.text);
  const others = inputs.filter(input => input !== sources);
  const { diagnostics } = await withSoundSources(workspace, [...others, { path, bytes: text }]);
  // after a kill between the two, the table without a data set can be imported again
  const changes = [
    ...(files === null ? [] : [filesChange(workspace, set.name, files)]),
    { file: workspace.typed(path), path, text },
  ];
  writeAll(changes);
  for (const change of changes) session.print(`changed ${change.path}\n`);
  session.note(`${where} is the data set \`${set.name}\``);
  const missing = (config.dialects ?? []).filter(dialect => dialect !== engine);
  if (missing.length > 0)
    session.note(
      `It has no table on ${missing.join(', ')} yet`,
      `Add them under \`tables\`, or write \`engines: [${engine}]\` in the endpoints that read it.`,
    );
  const faults = diagnostics.filter(isError).length;
  if (faults > 0)
    session.note(
      `${counted(faults, 'error')} in endpoints ${faults === 1 ? 'is' : 'are'} left`,
      'Run `quern check`.',
    );
  session.note(`\nNext:\n  npx quern new ${endpointName(set.shape)} --from ${set.name}`);
}

function bytesOf({ bytes }: InputFile): Uint8Array {
  return typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
}

interface Change {
  readonly file: string;
  readonly path: string;
  readonly text: string;
}

/** `quern.yaml` with the files under `tables` of the engine that reads files. */
function filesChange({ file, root, config, shown }: Workspace, name: string, glob: string): Change {
  const database = databaseOf(FILE_ENGINE, config.engines);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (database !== null && sets(text, FILE_KEYS.database))
    throw new Failure(
      EXIT.usage,
      `${FILE_TITLE} reads the database \`${database}\` here, and it reads one database or files, not both`,
      { hint: 'Load the files into the database, and import their table.' },
    );
  const path = shown(file);
  return { file, path, text: withFiles(path, text, name, inProject(root, glob)) };
}

/** Whether a line of the YAML, below another key, has this key. */
function sets(yaml: string, key: string): boolean {
  const lines = yaml.split('\n').filter(line => line.startsWith(' '));
  return lines.some(line => line.trimStart().startsWith(`${key}:`));
}

/** The database file of the engine's settings; `null` if there is none. */
function databaseOf<Name extends EngineName>(name: Name, engines: EnginesConfig): string | null {
  return ENGINES[name].settings.files?.databaseOf(engines[name]) ?? null;
}

/** Writes all changes or none: all new texts are complete before the first replaces a file. */
function writeAll(changes: readonly Change[]): void {
  const staged: StagedFile[] = [];
  try {
    for (const { file, path, text } of changes)
      staged.push(named(path, () => stageFile(file, text)));
    for (const [at, { path }] of changes.entries()) named(path, () => staged[at]?.commit());
  } finally {
    for (const one of staged) one.drop();
  }
}

function named<Made>(path: string, write: () => Made): Made {
  try {
    return write();
  } catch (error) {
    throw systemFailure(error, `\`${path}\` cannot be written`);
  }
}
