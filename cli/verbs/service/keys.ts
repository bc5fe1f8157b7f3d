import { buildCommand, buildRouteMap, type FlagParametersForType } from '@stricli/core';
import { printable } from '../../../generator/core/report/diagnostics.ts';
import { listedNames } from '../../../server/access/hidden-names.ts';
import type { KeyValue } from '../../../server/access/keys/key-file.ts';
import { createKey, type NewKey, revokeKey } from '../../../server/access/keys/keys.ts';
import type { Catalogue } from '../../../server/answers/manifest/manifest.ts';
import { BRIEFS } from '../../briefs.ts';
import { completedNames } from '../../completion/project.ts';
import { type GivenParameter, GLOBAL_ALIASES, paramFlag } from '../../flags.ts';
import { list, log, revoke, rotate } from '../../keys/commands.ts';
import { asKeyFailure } from '../../keys/key-failure.ts';
import { KEY_FLAGS, type KeyFlags, keyFile, lifetime, nowOf } from '../../keys/key-flags.ts';
import { declares, keyNotes } from '../../keys/key-notes.ts';
import { keyHolder, proofNotes } from '../../keys/proof-notes.ts';
import { manifestIfAny } from '../../project/output/manifest-file.ts';
import { openWorkspace } from '../../project/workspace.ts';
import { type Session, systemFailure } from '../../session.ts';
import { EXIT, type ExitCode, Failure } from '../../terminal/exit.ts';
import { type VerbContext, verb } from '../../verb.ts';
import { wholeEndpoint } from '../../whole.ts';

interface CreateFlags extends KeyFlags {
  readonly name: string;
  readonly endpoint?: readonly string[];
  readonly tag?: readonly string[];
  readonly param?: readonly GivenParameter[];
  readonly hide?: readonly string[];
  readonly expires?: number;
  readonly rate?: number;
  readonly concurrency?: number;
}

const CREATE_FLAGS: FlagParametersForType<CreateFlags, VerbContext> = {
  name: {
    kind: 'parsed',
    parse: String,
    placeholder: 'name',
    brief: 'The name by which the key is listed and revoked',
  },
  endpoint: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'glob',
    proposeCompletions: completedNames,
    brief: 'Endpoints that the key may run; any number of them (default: all)',
  },
  tag: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'tag',
    brief: 'Tags of endpoints that the key may run; any number of them',
  },
  param: paramFlag(
    'A parameter value that the key fixes; several of one parameter are the values that it allows',
  ),
  hide: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'column',
    brief:
      'Columns that callers with the key do not see, by name or as tag:name; any number of them',
  },
  expires: {
    kind: 'parsed',
    parse: lifetime,
    optional: true,
    placeholder: 'duration',
    brief: 'How long the key is valid, such as 90d (default: until it is revoked)',
  },
  rate: {
    kind: 'parsed',
    parse: Number,
    optional: true,
    placeholder: 'number',
    brief: 'Requests a second, such as 50 (default: the rate of the service)',
  },
  concurrency: {
    kind: 'parsed',
    parse: Number,
    optional: true,
    placeholder: 'number',
    brief:
      'Statements of the key that run at once, such as 4 (default: as many as the service runs)',
  },
  ...KEY_FLAGS,
};

const create = buildCommand<CreateFlags, [], VerbContext>({
  docs: {
    brief: 'Make a key and print its token, once',
    customUsage: [
      "--name name [--endpoint 'glob']… [--tag tag]… [--param name=value]… [--hide column]… [--expires 90d] [--rate 50] [--concurrency 4]",
    ],
    fullDescription: [
      'Makes a key and prints only its token. The file keeps a digest, so the token cannot be shown again.',
      '',
      'Examples:',
      '  quern keys create --name dashboard',
      "  quern keys create --name ci --endpoint 'usage.*' --param project=abc --expires 90d",
      '  quern keys create --name exports --rate 50 --concurrency 4',
      '  quern keys create --name team --tag billing --param project=abc --param project=def',
      '  quern keys create --name partner --hide email --hide tag:pii',
    ].join('\n'),
  },
  parameters: { flags: CREATE_FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(CREATE_FLAGS, runCreate),
});

async function runCreate(session: Session, flags: CreateFlags): Promise<ExitCode> {
  const { file, shown } = keyFile(session, flags);
  const now = nowOf(session);
  const { endpoint = [], tag = [], hide = [], expires, rate, concurrency } = flags;
  // Without generated files, there is nothing to compare with.
  const manifest = await manifestIfAny(openWorkspace(session));
  const wanted: NewKey = {
    name: flags.name,
    params: givenParams(flags.param ?? [], manifest),
    ...(endpoint.length === 0 ? {} : { endpoints: endpoint }),
    ...(tag.length === 0 ? {} : { tags: tag }),
    ...(hide.length === 0 ? {} : { hide: listedNames(hide) }),
    ...(expires === undefined ? {} : { expires: new Date(now.getTime() + expires) }),
    ...(rate === undefined ? {} : { rate }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
  for (const { fact, hint } of manifest === null ? [] : keyNotes(wanted, manifest)) {
    session.note(`note: ${fact}`, hint);
  }
  const holder = keyHolder({ endpoints: tag.length === 0 ? ['*'] : [], params: {}, ...wanted });
  for (const { fact, hint } of manifest === null ? [] : proofNotes([holder], manifest)) {
    session.note(`warning: ${fact}`, hint);
  }
  const { id, token } = await createKey(file, wanted, now).catch(asKeyFailure);
  session.print(session.json ? `${JSON.stringify({ id, token })}\n` : `${token}\n`);
  const fault = await session.host.stdout.written();
  if (fault !== null) await takeBack(file, id, fault);
  session.note(
    `key \`${printable(flags.name)}\` (${id}) is in \`${shown}\`; its token is shown once`,
  );
  return EXIT.done;
}

/** If the token cannot be printed, revokes the key: it is useless and blocks its name. */
async function takeBack(file: string, id: string, fault: Error): Promise<never> {
  await revokeKey(file, id).catch(asKeyFailure);
  throw systemFailure(fault, 'No key was made, because its token cannot be printed');
}

function listNames(
  given: readonly GivenParameter[],
  manifest: Catalogue | null,
): ReadonlySet<string> {
  const declaring = manifest?.endpoints.filter(one =>
    given.some(({ name }) => declares(one, name)),
  );
  const params = declaring?.flatMap(endpoint => wholeEndpoint(endpoint).params) ?? [];
  return new Set(params.filter(({ list }) => list !== null).map(({ name }) => name));
}

/**
 * A key fixes a whole list, so each given value is one of its items; several values of another parameter are those that the key allows.
 * Without a manifest, no parameter is known to be a list.
 */
export function givenParams(
  given: readonly GivenParameter[],
  manifest: Catalogue | null,
): Readonly<Record<string, KeyValue>> {
  const lists = listNames(given, manifest);
  const values = new Map<string, KeyValue>();
  for (const { name, value } of given) {
    const before = [values.get(name) ?? []].flat();
    if (before.includes(value)) {
      const message = `\`--param\` gives \`${printable(`${name}=${value}`)}\` twice`;
      throw new Failure(EXIT.usage, message);
    }
    const isOne = before.length === 0 && !lists.has(name);
    values.set(name, isOne ? value : [...before, value]);
  }
  return Object.fromEntries(values);
}

export const keys = buildRouteMap({
  routes: { create, rotate, list, log, revoke },
  docs: { brief: BRIEFS.keys },
});
