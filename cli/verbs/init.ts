import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { compile } from '../../generator/compile.ts';
import { isError, renderDiagnostics } from '../../generator/core/diagnostics.ts';
import { BRIEFS } from '../briefs.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags, proposePath } from '../flags.ts';
import { demoFiles, type Files, writeProject } from '../init/files.ts';
import { surveyed } from '../init/surveyed.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

interface InitFlags extends GlobalFlags {
  readonly from?: readonly string[];
}

const FLAGS: FlagParametersForType<InitFlags> = {
  from: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'file',
    proposeCompletions: proposePath,
    brief: 'CSV, Parquet or NDJSON files (a path or a quoted pattern), or a database of DuckDB',
  },
  ...GLOBAL_FLAGS,
};

export const init = buildCommand<InitFlags, [string?], VerbContext>({
  docs: {
    brief: BRIEFS.init,
    fullDescription: [
      'Makes a project: quern.yaml, data sets, and an endpoint for each. Without --from the endpoint reads the logs that',
      '`quern demo` makes up; with it, the data sets are what the files or tables hold. Writes over no file.',
      'Each --from is a data set. Columns are called as in the files, `Total (EUR)` as `total_eur`.',
      '',
      'Examples:',
      '  quern init',
      '  quern init --from orders.csv --from customers.csv',
      "  quern init shop --from 'exports/*.ndjson'",
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
          brief: 'Where; here by default',
          optional: true,
          proposeCompletions: proposePath,
        },
      ],
    },
  },
  func: verb(FLAGS, runInit),
});

async function runInit(session: Session, { from }: InitFlags, asked = '.'): Promise<ExitCode> {
  const folder = resolve(session.cwd, asked);
  if (statSync(folder, { throwIfNoEntry: false })?.isFile() === true)
    throw new Failure(EXIT.usage, `\`${asked}\` is a file, and a project is a folder`, {
      hint: 'Name each file with `--from`, or quote a pattern of files.',
    });
  const shown = (path: string) => relative(session.cwd, path) || '.';
  const project = projectName(folder);
  const files =
    from === undefined
      ? demoFiles(project, randomUUID)
      : await surveyed(project, folder, session.cwd, from);
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
