import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { DEMO_ENGINE, ENGINES, FILE_ENGINE, FILE_KEYS } from '../../engines/index.ts';
import { compile } from '../../generator/compile.ts';
import { DEFAULT_CONFIG } from '../../generator/config/config.ts';
import { isError, renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { CLIENT_LANGUAGES } from '../../generator/emitters/clients/index.ts';
import type { FrameworkName } from '../../generator/emitters/routes/frameworks.ts';
import { BRIEFS } from '../briefs.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags, proposePath } from '../flags.ts';
import { chosenCode, flagLanguages, ROUTES } from '../init/chosen-code.ts';
import { endpointName, requiredParams } from '../init/endpoint-text.ts';
import { demoFiles, type Files, surveyedProject, writeProject } from '../init/files.ts';
import { ignoreGenerated } from '../init/ignores.ts';
import { ADDRESSES } from '../init/places.ts';
import { type SurveyedProject, surveyed } from '../init/surveyed.ts';
import { projectName } from '../project/name.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

interface InitFlags extends GlobalFlags {
  readonly from?: readonly string[];
  readonly table?: readonly string[];
  readonly client?: readonly string[];
  readonly routes?: FrameworkName;
}

const FLAGS: FlagParametersForType<InitFlags> = {
  from: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'place',
    proposeCompletions: proposePath,
    brief: `Files (a path or a quoted pattern), a ${ENGINES[FILE_ENGINE].dialect.title} database, or the address of a database`,
  },
  table: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'name',
    brief: 'Use only this table or view of the database; any number of them',
  },
  client: {
    kind: 'parsed',
    parse: flagLanguages,
    optional: true,
    placeholder: 'languages',
    brief: `Clients to generate, with commas: ${[...CLIENT_LANGUAGES.keys()].join(', ')}`,
  },
  routes: {
    kind: 'enum',
    values: ROUTES,
    optional: true,
    brief: 'Routes to generate for a server of your own',
  },
  ...GLOBAL_FLAGS,
};

/** The environment variables for passwords of addresses. */
const VARIABLES = ADDRESSES.flatMap(({ variable }) => variable ?? []);

export const init = buildCommand<InitFlags, [string?], VerbContext>({
  docs: {
    brief: BRIEFS.init,
    fullDescription: [
      'Makes a project: quern.yaml, data sets, and an endpoint for each. Without --from the endpoint reads the logs that',
      '`quern demo` makes up; with it, the data sets follow from the files or tables. Never overwrites a file.',
      'Generated files are the manifest, OpenAPI, schemas and SQL; --client and --routes add code. On a terminal it asks.',
      'Files are CSV, Parquet or NDJSON, and each --from is a data set. Columns keep their names; `Total (EUR)` becomes',
      `\`total_eur\`. A password in an address, or in ${VARIABLES.join(' or ')}, is written to no file.`,
      '',
      'Examples:',
      '  quern init',
      '  quern init --from orders.csv --from customers.csv',
      "  quern init shop --from 'exports/*.ndjson'",
      `  quern init --from shop${FILE_KEYS.ending} --table orders --table customers`,
      ...ADDRESSES.map(({ example }) => `  quern init --from ${example}`),
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
          placeholder: 'folder',
          brief: 'The folder (default: the current one)',
          optional: true,
          proposeCompletions: proposePath,
        },
      ],
    },
  },
  func: verb(FLAGS, runInit),
});

async function runInit(
  session: Session,
  { from, table, client, routes }: InitFlags,
  asked = '.',
): Promise<ExitCode> {
  const folder = resolve(session.cwd, asked);
  if (statSync(folder, { throwIfNoEntry: false })?.isFile() === true)
    throw new Failure(EXIT.usage, `\`${asked}\` is a file, but a project needs a folder`, {
      hint: 'Name each file with `--from`, or quote a pattern of files.',
    });
  if (table !== undefined && from === undefined)
    throw new Failure(EXIT.usage, '`--table` names tables of a database, but there is no `--from`');
  const shown = (path: string) => relative(session.cwd, path) || '.';
  const project = projectName(folder);
  const { cwd, environment } = session;
  const found =
    from === undefined
      ? null
      : await surveyed({ folder, cwd, environment, from, tables: table ?? null, shown });
  const code = await chosenCode(session, { clients: client, routes });
  const files =
    found === null
      ? demoFiles(project, randomUUID, code)
      : surveyedProject(project, found, randomUUID, code);
  assertCompiles(files, found?.engine ?? DEMO_ENGINE);
  const { written, kept } = writeProject(folder, files, shown);
  for (const path of written) session.print(`created ${shown(join(folder, path))}\n`);
  const ignored = ignoreGenerated(folder, DEFAULT_CONFIG.output);
  for (const path of ignored.changed)
    session.print(`added ${DEFAULT_CONFIG.output}/ to ${shown(join(folder, path))}\n`);
  for (const sentence of ignored.advice) session.note(sentence);
  for (const path of kept) session.note(`kept ${shown(join(folder, path))} as it is`);
  for (const sentence of found?.passedOver ?? []) session.note(sentence);
  const steps = [
    ...(asked === '.' ? [] : [`cd ${asked}`]),
    ...(found?.unset == null ? [] : [`export ${found.unset}=…     # the password of the address`]),
    'npx quern check',
    'npx quern generate',
    ...(found === null
      ? ['npx quern demo']
      : [`npx quern run ${firstRun(found.sets)}`, 'npx quern dev']),
  ];
  session.note(`\nNext:\n${steps.map(step => `  ${step}`).join('\n')}`);
  return EXIT.done;
}

/** The arguments of `quern run` for the first endpoint without required parameters, or for the first endpoint. */
function firstRun(sets: SurveyedProject['sets']): string {
  const shapes = sets.map(({ shape }) => shape);
  const [first] = [...shapes.filter(shape => requiredParams(shape).length === 0), ...shapes];
  if (first === undefined) throw new Error('a survey found no data set');
  const params = requiredParams(first).map(name => ` --param ${name}=…`);
  return `${endpointName(first)}${params.join('')}`;
}

/** A generated project that does not compile is a bug of quern. */
function assertCompiles(files: Files, engine: string): void {
  const inputs = [...files]
    .filter(([path]) => path.startsWith('endpoints/'))
    .map(([path, bytes]) => ({ path, bytes }));
  const errors = compile(inputs, { dialects: [engine] }).diagnostics.filter(isError);
  if (errors.length > 0) throw new Error(renderDiagnostics(errors));
}
