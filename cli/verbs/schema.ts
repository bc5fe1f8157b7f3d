import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { printable, suggestion } from '../../generator/core/report/diagnostics.ts';
import { printJsonSchema, SCHEMAS } from '../../generator/emitters/schema.ts';
import type { JsonSchema } from '../../generator/shape/json-schema.ts';
import { BRIEFS } from '../briefs.ts';
import { acceptedSchema } from '../diff/accepted.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../flags.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { type VerbContext, verb } from '../verb.ts';

const KNOWN: Readonly<Record<string, () => JsonSchema>> = {
  ...SCHEMAS,
  changes: acceptedSchema,
};
const NAMES = Object.keys(KNOWN);

const FLAGS: FlagParametersForType<GlobalFlags> = GLOBAL_FLAGS;

export const schema = buildCommand<GlobalFlags, [string], VerbContext>({
  docs: {
    brief: BRIEFS.schema,
    fullDescription: [
      'Prints the JSON Schema of a kind of file: of an endpoint, of sources.yaml, of quern.yaml (config), of changes.yaml or of the',
      'manifest. Editors and other programs check and complete files by it.',
      '',
      'Examples:',
      '  quern schema endpoint > endpoint.schema.json',
      '  quern schema config',
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
          placeholder: 'file',
          brief: `One of ${NAMES.join(', ')}`,
          proposeCompletions: () => NAMES,
        },
      ],
    },
  },
  func: verb(FLAGS, runSchema),
});

async function runSchema({ print }: Session, _: GlobalFlags, asked: string): Promise<ExitCode> {
  const schemaOf = Object.hasOwn(KNOWN, asked) ? KNOWN[asked] : undefined;
  if (schemaOf === undefined) {
    const hint = suggestion(asked, NAMES) ?? `Use one of ${NAMES.join(', ')}.`;
    throw new Failure(EXIT.usage, `There is no schema of \`${printable(asked)}\``, { hint });
  }
  print(printJsonSchema(schemaOf()));
  return EXIT.done;
}
