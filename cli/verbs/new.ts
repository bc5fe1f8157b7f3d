import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { DIALECTS, ENGINE_NAMES, type EngineName, GOOGLE_SQL_ENGINE } from '../../engines/index.ts';
import type { InputFile } from '../../generator/compile-specs.ts';
import { suggestion } from '../../generator/core/report/suggestion.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { PARTS } from '../../generator/shape/parts.ts';
import { createFile } from '../../generator/system/whole-file.ts';
import { BRIEFS } from '../briefs.ts';
import { dataSetNames } from '../completion/project.ts';
import { fileFlag, GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../flags.ts';
import { endpointText, requiredParams } from '../init/endpoint-text.ts';
import { groupingOf, STEPS } from '../init/grouping.ts';
import { largeColumns } from '../init/large.ts';
import { describeDataSet } from '../init/shape.ts';
import { sqlEndpointText } from '../init/sql-endpoint.ts';
import { withFoundColumns } from '../own/update.ts';
import { writtenQuery } from '../own/written-params.ts';
import { compiled, UNSOUND } from '../project/compiled.ts';
import { regularFileBytes } from '../project/specifications/source-bytes.ts';
import { specificationOf } from '../project/specifications/specifications.ts';
import { openWorkspace, readInputs, type Workspace } from '../project/workspace.ts';
import { ENGINE_EXAMPLE, ENGINE_FLAG } from '../service/service-flags.ts';
import { type Session, systemFailure } from '../session.ts';
import { assertSound, EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

interface NewFlags extends GlobalFlags {
  readonly from?: string;
  readonly sql?: string;
  readonly engine?: EngineName;
  readonly by?: (typeof STEPS)[number];
  readonly group?: readonly string[];
  readonly measure?: readonly string[];
}

const FLAGS: FlagParametersForType<NewFlags, VerbContext> = {
  from: {
    kind: 'parsed',
    parse: String,
    optional: true,
    placeholder: 'data set',
    brief: 'The data set that it reads',
    proposeCompletions: dataSetNames,
  },
  sql: fileFlag('A query that becomes the endpoint: GoogleSQL or, with --engine, own SQL'),
  engine: { ...ENGINE_FLAG, brief: 'The engine whose own SQL the query is' },
  by: {
    kind: 'enum',
    values: STEPS,
    optional: true,
    brief: 'Group the rows by this step of their time',
  },
  group: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'column',
    brief: 'Group the rows by this column; any number of them',
  },
  measure: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'measure',
    brief:
      '`count`, a measure of the data set or an aggregate such as `sum(amount)`; any number of them',
  },
  ...GLOBAL_FLAGS,
};

export const newEndpoint = buildCommand<NewFlags, [string], VerbContext>({
  docs: {
    brief: BRIEFS.new,
    fullDescription: [
      'Writes an endpoint with a new id. It returns the newest rows of the data set, or any rows if no column is a',
      'time, with a required parameter for each column of its scope. With --by, --group or --measure, it groups rows.',
      '--sql takes a query instead: its parameters are declared, with the types of the columns beside them, and the columns of',
      "own SQL come from the engine's parser.",
      '',
      'Examples:',
      '  quern new orders.newest --from orders',
      '  quern new visits.by-day --from visits --by day --group country --measure count',
      "  quern new orders.revenue --from orders --group shop --measure 'sum(total)'",
      '  quern new orders.late --sql late-orders.sql',
      `  quern new orders.late --sql late-orders.sql --engine ${ENGINE_EXAMPLE}`,
    ].join('\n'),
  },
  parameters: {
    flags: FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [{ parse: String, placeholder: 'name', brief: 'The name of the endpoint' }],
    },
  },
  func: verb(FLAGS, runNew),
});

const NAME = new RegExp(PARTS.endpointName.pattern);

async function runNew(session: Session, flags: NewFlags, name: string): Promise<ExitCode> {
  const { title, description, maxLength } = PARTS.endpointName;
  if (!NAME.test(name) || name.length > maxLength)
    throw new Failure(EXIT.usage, `\`${name}\` is not a valid name of an endpoint`, {
      hint: `Use as ${title.toLowerCase()}: ${description}`,
    });
  const { from, sql } = flags;
  if ((from === undefined) === (sql === undefined))
    throw new Failure(EXIT.usage, 'A new endpoint needs a data set or a query', {
      hint: 'Use either `--from` and a data set, or `--sql` and a file.',
    });
  const workspace = openWorkspace(session);
  const { config, pathOf, shown } = workspace;
  const inputs = readInputs(workspace);
  const file = join(pathOf(config.endpoints), `${name}.yaml`);
  const there = specificationOf(inputs, name)?.path ?? (existsSync(file) ? shown(file) : null);
  if (there !== null)
    throw new Failure(EXIT.usage, `There is already an endpoint \`${name}\`: \`${there}\``);
  const { compilation } = await compiled(workspace, inputs);
  const made: Made = { session, workspace, inputs, name, file, ...compilation.project };
  return from === undefined ? ofQuery(made, flags) : ofDataSet(made, from, flags);
}

interface Made {
  readonly session: Session;
  readonly workspace: Workspace;
  readonly inputs: readonly InputFile[];
  readonly name: string;
  readonly file: string;
  readonly sources: readonly Source[];
}

async function ofDataSet(made: Made, from: string, flags: NewFlags): Promise<ExitCode> {
  const { session, workspace, inputs, name, file, sources } = made;
  const source = sources.find(one => one.name === from);
  if (source === undefined) {
    const names = sources.map(one => one.name);
    throw new Failure(EXIT.usage, `There is no data set \`${from}\``, {
      hint: suggestion(from, names),
    });
  }
  const { by = null, group: groups = [], measure: measures = [] } = flags;
  const grouping = groupingOf({ by, groups, measures }, source, describeDataSet(source));
  const large = grouping === null ? await largeColumns(workspace, source) : null;
  const shape = describeDataSet(source, large?.names);
  const text = endpointText(name, randomUUID(), shape, schemaFor(workspace, file), grouping);
  await compiled(workspace, [...inputs, { path: workspace.shown(file), bytes: text }]);
  write(made, text);
  if (large !== null && large.unseen !== null)
    session.note(
      `The rows of \`${from}\` were not looked at: ${large.unseen}`,
      'Add `encode: string` to columns with whole numbers beyond 2^53.',
    );
  noteNext(made, requiredParams(shape));
  return EXIT.done;
}

function orOwnSql({ exit, message, hint }: Failure, engines: readonly string[]): Failure {
  const flags = engines.map(engine => `\`--engine ${engine}\``).join(' or ');
  return new Failure(exit, message, { hint: `If the query is own SQL, add ${flags}. ${hint}` });
}

/**
 * The file is written even if the query has faults, so that its author can correct it there; but not as GoogleSQL without an analyser, because
 * every other command would then fail.
 */
async function ofQuery(made: Made, { sql = '', engine, by, group, measure }: NewFlags) {
  if (by !== undefined || group !== undefined || measure !== undefined)
    throw new Failure(EXIT.usage, '`--by`, `--group` and `--measure` need `--from`', {
      hint: 'Leave them out: the query has its own groups.',
    });
  const { workspace, inputs, name, file, sources } = made;
  const dialect = DIALECTS.get(engine ?? GOOGLE_SQL_ENGINE);
  if (dialect === undefined) throw new Error('each engine has a dialect');
  const written = workspace.typed(sql);
  const query = writtenQuery(textOf(regularFileBytes(written, sql), sql), dialect, sources);
  const head = { name, id: randomUUID(), schema: schemaFor(workspace, file) };
  const added = (bytes: string) => [...inputs, { path: workspace.shown(file), bytes }];
  const bare = sqlEndpointText(head, query, engine ?? null);
  const found = await withFoundColumns(workspace, added(bare), name);
  const failure: unknown = await compiled(workspace, added(found.text)).then(
    () => null,
    cause => cause,
  );
  if (engine === undefined && failure instanceof Failure && failure.exit === EXIT.environment)
    throw orOwnSql(failure, workspace.config.dialects ?? ENGINE_NAMES);
  write(made, found.text);
  assertSound(found.faults, UNSOUND);
  if (failure !== null) throw failure;
  noteNext(
    made,
    query.params.map(param => param.name),
  );
  return EXIT.done;
}

function textOf(bytes: Uint8Array, shown: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.trim() !== '') return text;
  } catch {
    throw new Failure(EXIT.usage, `\`${shown}\` is not a text in UTF-8`);
  }
  throw new Failure(EXIT.usage, `\`${shown}\` is empty`);
}

function write({ session, workspace: { shown }, file }: Made, text: string): void {
  try {
    createFile(file, text);
  } catch (error) {
    throw systemFailure(error, `\`${shown(file)}\` cannot be written`);
  }
  session.print(`created ${shown(file)}\n`);
}

function noteNext({ session, name }: Made, params: readonly string[]): void {
  const given = params.map(param => ` --param ${param}=…`).join('');
  session.note(`\nNext:\n  npx quern generate\n  npx quern run ${name}${given}`);
}

/** The path of the schema, relative to the file. */
function schemaFor({ config, pathOf }: Workspace, file: string): string {
  const schema = join(pathOf(config.output), 'schema/endpoint.schema.json');
  return relative(dirname(file), schema).split(sep).join('/');
}
