/** Builds the application from the verbs. */
import {
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  help,
  type RouteMap,
  version,
} from '@stricli/core';
import { BRIEFS, type VerbName } from './briefs.ts';
import { packageVersion } from './project/output/package-files.ts';
import type { Paint } from './terminal/colors.ts';
import { type KnownNames, kebab, writeTexts } from './terminal/texts.ts';
import type { VerbContext } from './verb.ts';

type Verb = Command<VerbContext> | RouteMap<VerbContext>;

/** Each entry loads only its own verb, because only a few verbs need most of quern. */
const VERBS: Readonly<Record<VerbName, () => Promise<Verb>>> = {
  init: async () => (await import('./verbs/init.ts')).init,
  import: async () => (await import('./verbs/import.ts')).importTable,
  new: async () => (await import('./verbs/new.ts')).newEndpoint,
  doctor: async () => (await import('./verbs/service/doctor.ts')).doctor,
  demo: async () => (await import('./verbs/service/demo.ts')).demo,
  dev: async () => (await import('./verbs/service/dev.ts')).dev,
  check: async () => (await import('./verbs/check.ts')).check,
  generate: async () => (await import('./verbs/generate.ts')).generate,
  diff: async () => (await import('./verbs/diff.ts')).diff,
  test: async () => (await import('./verbs/test.ts')).test,
  run: async () => (await import('./verbs/service/run.ts')).run,
  explain: async () => (await import('./verbs/explain.ts')).explain,
  serve: async () => (await import('./verbs/service/serve.ts')).serve,
  lsp: async () => (await import('./verbs/lsp.ts')).lsp,
  mcp: async () => (await import('./verbs/service/mcp.ts')).mcp,
  rollup: async () => (await import('./verbs/service/rollup.ts')).rollup,
  keys: async () => (await import('./verbs/service/keys.ts')).keys,
  schema: async () => (await import('./verbs/schema.ts')).schema,
  completion: async () => (await import('./verbs/completion.ts')).completion,
  help: async () => (await import('./verbs/help.ts')).help,
};

const FORMATTING = {
  useAliasInUsageLine: false,
  onlyRequiredInUsageLine: true,
  caseStyle: 'convert-camel-to-kebab',
} as const;

/** The application with the verb that the command line names; of other verbs, it only has the names. `paint` is for standard error. */
export async function program(paint: Paint, [first]: readonly string[]) {
  const verbs = await routes(first);
  const text = writeTexts(paint, knownTo(first, verbs));
  const { flag: versionFlag } = version<VerbContext>({
    brief: text.briefs.version,
    info: { currentVersion: packageVersion() },
  });
  if (versionFlag === undefined) throw new Error('the version has no flag');
  return buildApplication<VerbContext>(
    buildRouteMap({
      routes: verbs,
      docs: ROOT_DOCS,
    }),
    {
      name: 'quern',
      scanner: { caseStyle: 'allow-kebab-for-camel' },
      documentation: FORMATTING,
      localization: { text },
    },
    {
      help: help({
        brief: text.briefs.help,
        defaultForRouteMap: true,
        complete: true,
        formatting: FORMATTING,
      }),
      version: {
        flag: { ...versionFlag, aliases: ['V', 'v'], global: true, complete: true },
      },
    },
  );
}

async function routes(asked: string | undefined): Promise<Record<VerbName, Verb>> {
  const names = Object.keys(VERBS) as readonly VerbName[];
  const loaded = names.map(async name => {
    return [name, name === asked ? await VERBS[name]() : named(name)] as const;
  });
  return Object.fromEntries(await Promise.all(loaded)) as Record<VerbName, Verb>;
}

/** The names that a wrong name may have meant: commands that share its first word, and flags. */
function knownTo(first: string | undefined, verbs: Readonly<Record<VerbName, Verb>>): KnownNames {
  const verb = Object.entries(verbs).find(([name]) => name === first)?.[1];
  if (verb === undefined) return { commands: BRIEFS, flags: {} };
  if ('parameters' in verb) return { commands: BRIEFS, flags: flagBriefs(verb) };
  const entries = verb.getAllEntries();
  const commands = entries.map(({ name, target }) => [name.original, target.brief] as const);
  const flags = entries.map(({ target }) => ('parameters' in target ? flagBriefs(target) : {}));
  return { commands: Object.fromEntries(commands), flags: Object.assign({}, ...flags) };
}

function flagBriefs({ parameters }: Command<VerbContext>): Readonly<Record<string, string>> {
  const flags = Object.entries(parameters.flags ?? {});
  return Object.fromEntries(flags.map(([name, { brief }]) => [kebab(name), brief]));
}

/** A verb that was not asked for: only its name and brief, for the help. */
function named(name: VerbName): Verb {
  return buildCommand<Record<string, never>, [], VerbContext>({
    docs: { brief: BRIEFS[name] },
    parameters: { flags: {} },
    func: () => {
      throw new Error(`the verb ${name} was not loaded`);
    },
  });
}

const ROOT_DOCS = {
  brief: 'Compile query endpoints to SQL and run them as a service',
  fullDescription: [
    'Compiles query endpoints, written in YAML, to SQL for several engines, and runs them as a service.',
    '',
    'Examples:',
    '  quern init                    a new project in this folder',
    '  quern demo                    a running service over made-up logs',
    '  quern check                   what is wrong with the specifications',
    '  quern generate                write the generated files',
    "  quern test                    run the endpoints' tests",
    '  quern help <command>          the help of a command',
    '',
    'Flags can also be set by environment variables: QUERN_CONFIG, QUERN_CWD, QUERN_JSON, QUERN_REPORTER, QUERN_QUIET,',
    'QUERN_COLOR, QUERN_STRICT, QUERN_HOST, QUERN_PORT, QUERN_KEYS and QUERN_ENGINE. Each setting of the service and of an',
    'engine has one too, such as QUERN_SERVICE_TIMEOUT. A flag overrides a variable, and both override quern.yaml.',
    '',
    'Exit codes: 0 done, 1 findings, 2 usage or configuration, 3 environment, 70 a bug of quern, 130 interrupted.',
  ].join('\n'),
};
