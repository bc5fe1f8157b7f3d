/** The verbs under one name. */
import { buildApplication, buildRouteMap, help, version } from '@stricli/core';
import { packageVersion } from './project/package-files.ts';
import type { Paint } from './terminal/colors.ts';
import { texts } from './terminal/texts.ts';
import type { VerbContext } from './verb.ts';
import { check } from './verbs/check.ts';
import { demo } from './verbs/demo.ts';
import { explain } from './verbs/explain.ts';
import { generate } from './verbs/generate.ts';
import { keys } from './verbs/keys.ts';
import { run } from './verbs/run.ts';
import { serve } from './verbs/serve.ts';
import { test } from './verbs/test.ts';

const FORMATTING = {
  useAliasInUsageLine: false,
  onlyRequiredInUsageLine: true,
  caseStyle: 'convert-camel-to-kebab',
} as const;

/** The application; `paint` is standard error's. */
export function program(paint: Paint) {
  const text = texts(paint);
  const { flag: versionFlag } = version<VerbContext>({
    brief: text.briefs.version,
    info: { currentVersion: packageVersion() },
    alias: 'V',
  });
  if (versionFlag === undefined) throw new Error('the version has no flag');
  return buildApplication<VerbContext>(
    buildRouteMap({
      routes: { demo, check, generate, test, run, explain, serve, keys },
      docs: ROOT_DOCS,
    }),
    {
      name: 'quern',
      scanner: { caseStyle: 'allow-kebab-for-camel' },
      documentation: FORMATTING,
      localization: { text },
    },
    {
      help: help({ brief: text.briefs.help, defaultForRouteMap: true, formatting: FORMATTING }),
      version: { flag: { ...versionFlag, global: true } },
    },
  );
}

const ROOT_DOCS = {
  brief: 'Compile query endpoints to SQL and run them as a service',
  fullDescription: [
    'Compiles query endpoints, written in YAML, to SQL for several engines, and runs them as a service.',
    '',
    'Examples:',
    '  quern demo                    a running service over made-up logs',
    '  quern check                   what is wrong with the specifications',
    '  quern generate                write the generated files',
    "  quern test                    run the endpoints' tests",
    '  quern <command> --help        all about a command',
    '',
    'Flags may stand in the environment as QUERN_CONFIG, QUERN_CWD, QUERN_JSON, QUERN_REPORTER, QUERN_QUIET, QUERN_COLOR,',
    'QUERN_STRICT, QUERN_HOST, QUERN_PORT, QUERN_KEYS, QUERN_ENGINE and QUERN_DATABASE; a flag wins over the environment, and that over',
    'quern.yaml.',
    '',
    'Exit codes: 0 done, 1 findings, 2 usage or configuration, 3 environment, 70 a bug of quern, 130 interrupted.',
  ].join('\n'),
};
