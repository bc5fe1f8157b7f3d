import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { isDatabase, survey } from '../../engines/duckdb/survey.ts';
import { SurveyError } from '../../engines/survey.ts';
import { compile } from '../../generator/compile.ts';
import { isError, renderDiagnostics } from '../../generator/core/diagnostics.ts';
import { BRIEFS } from '../briefs.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags, textFlag } from '../flags.ts';
import { dataSetOf } from '../init/data-set.ts';
import { demoFiles, type Files, surveyedProject, writeProject } from '../init/files.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

interface InitFlags extends GlobalFlags {
  readonly from?: string;
}

const FLAGS: FlagParametersForType<InitFlags> = {
  from: textFlag('file', 'Parquet or NDJSON files (a path or a pattern), or a database of DuckDB'),
  ...GLOBAL_FLAGS,
};

export const init = buildCommand<InitFlags, [string?], VerbContext>({
  docs: {
    brief: BRIEFS.init,
    fullDescription: [
      'Makes a project: quern.yaml, data sets, and an endpoint for each. Without --from the endpoint reads the logs that',
      '`quern demo` makes up; with it, the data sets are what the files or tables hold. Writes over no file.',
      '',
      'Examples:',
      '  quern init',
      '  quern init --from orders.parquet',
      "  quern init shop --from 'exports/*.ndjson'",
    ].join('\n'),
  },
  parameters: {
    flags: FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: String, placeholder: 'folder', brief: 'Where; here by default', optional: true },
      ],
    },
  },
  func: verb(FLAGS, runInit),
});

async function runInit(session: Session, { from }: InitFlags, asked = '.'): Promise<ExitCode> {
  const folder = resolve(session.cwd, asked);
  const shown = (path: string) => relative(session.cwd, path) || '.';
  const project = projectName(folder);
  const files =
    from === undefined
      ? demoFiles(project, randomUUID)
      : await surveyed(project, folder, resolve(session.cwd, from), from);
  assertCompiles(files);
  const { written, kept } = writeProject(folder, files, shown);
  for (const path of written) session.print(`created ${shown(join(folder, path))}\n`);
  for (const path of kept) session.note(`kept ${shown(join(folder, path))} as it is`);
  const change = asked === '.' ? [] : [`  cd ${asked}`];
  const run = from === undefined ? '  npx quern demo' : `  npx quern run ${endpointIn(files)}`;
  const steps = [...change, '  npx quern check', '  npx quern generate', run];
  session.note(`\nNext:\n${steps.join('\n')}`);
  return EXIT.done;
}

/** The name of clients: that in `package.json`, or that of the folder. */
function projectName(folder: string): string {
  const file = join(folder, 'package.json');
  const named = existsSync(file) ? nameIn(readFileSync(file, 'utf8')) : null;
  const name = (named ?? basename(folder)).toLowerCase().replace(/^@[^/]*\//, '');
  const words = name.split(/[^a-z0-9]/).filter(word => word !== '');
  return words.join('-').replace(/^[^a-z]+/, '') || 'endpoints';
}

function nameIn(text: string): string | null {
  try {
    const { name } = Object(JSON.parse(text)) as { readonly name?: unknown };
    return typeof name === 'string' ? name : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

// ---- what is there already ------------------------------------------------------------------------------------------

async function surveyed(
  project: string,
  folder: string,
  path: string,
  typed: string,
): Promise<Files> {
  const inProject = relative(folder, path).split(sep).join('/');
  const tables = await survey(path).catch(error => refuse(error, typed));
  const taken = new Set<string>();
  const faults: SurveyError[] = [];
  const sets = tables.flatMap(table => {
    const isTable = isDatabase(path);
    const name = free(names(isTable ? table.name : (basename(path).split('.')[0] ?? '')), taken);
    const what = isTable ? `\`${typed}\`, table \`${table.name}\`` : `\`${typed}\``;
    try {
      return dataSetOf(name, isTable ? table.name : name, table);
    } catch (error) {
      if (!(error instanceof SurveyError)) throw error;
      faults.push(new SurveyError(about(what, error), error.hint));
      return [];
    }
  });
  const [fault] = faults;
  if (fault !== undefined) {
    const message = faults.map(each => each.message).join('\n');
    throw new Failure(EXIT.usage, message, { hint: fault.hint, cause: fault });
  }
  const engine = isDatabase(path)
    ? [`database: ${JSON.stringify(inProject)}`]
    : ['tables:', ...sets.map(({ name }) => `  ${name}: ${JSON.stringify(inProject)}`)];
  return surveyedProject(project, engine, sets, randomUUID);
}

/** A name for a data set: of a pattern, what is fixed in it. */
function names(text: string): string {
  const plain = text
    .split(/[^A-Za-z0-9]/)
    .filter(word => word !== '')
    .join('_');
  return /^[A-Za-z]/.test(plain) ? plain : `rows${plain === '' ? '' : `_${plain}`}`;
}

/** Names that differ by the case of letters alone would share a file. */
function free(name: string, taken: Set<string>, count = 1): string {
  const candidate = count === 1 ? name : `${name}_${count}`;
  if (taken.has(candidate.toLowerCase())) return free(name, taken, count + 1);
  taken.add(candidate.toLowerCase());
  return candidate;
}

function refuse(error: unknown, what: string): never {
  if (!(error instanceof SurveyError)) throw error;
  throw new Failure(EXIT.usage, about(`\`${what}\``, error), { hint: error.hint, cause: error });
}

function about(what: string, { message }: SurveyError): string {
  return message
    .split('\n')
    .map(line => `${what}: ${line}`)
    .join('\n');
}

function endpointIn(files: Files): string {
  const [path = ''] = [...files.keys()].filter(
    file => file.endsWith('.newest.yaml') || file.endsWith('.all.yaml'),
  );
  return basename(path, '.yaml');
}

/** A project that does not compile is a fault of quern. */
function assertCompiles(files: Files): void {
  const inputs = [...files]
    .filter(([path]) => path.startsWith('endpoints/'))
    .map(([path, bytes]) => ({ path, bytes }));
  const errors = compile(inputs, { dialects: ['duckdb'] }).diagnostics.filter(isError);
  if (errors.length > 0) throw new Error(renderDiagnostics(errors));
}
