import { buildCommand, buildRouteMap, type FlagParametersForType } from '@stricli/core';
import { printable, suggestion } from '../../generator/core/report/diagnostics.ts';
import { parseDuration } from '../../generator/shape/time.ts';
import type { KeyValue } from '../../server/access/key-file.ts';
import { createKey, listKeys, type NewKey, revokeKey } from '../../server/access/keys.ts';
import type { Catalogue } from '../../server/answers/manifest.ts';
import { BRIEFS } from '../briefs.ts';
import { endpointNames } from '../completion/project.ts';
import {
  type GivenParameter,
  GLOBAL_ALIASES,
  GLOBAL_FLAGS,
  type GlobalFlags,
  paramFlag,
} from '../flags.ts';
import { asKeyFailure, MAKE_KEY } from '../keys/key-failure.ts';
import { declares, keyNotes } from '../keys/key-notes.ts';
import { holderOf, proofNotes } from '../keys/proof-notes.ts';
import { manifestIfAny } from '../project/output/manifest-file.ts';
import { openWorkspace } from '../project/workspace.ts';
import { KEYS_FLAG } from '../service/service-flags.ts';
import { type Session, systemFailure } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { printTable } from '../terminal/table.ts';
import { type VerbContext, verb } from '../verb.ts';
import { wholeOf } from '../whole.ts';

interface KeyFlags extends GlobalFlags {
  readonly keys?: string;
}
interface CreateFlags extends KeyFlags {
  readonly name: string;
  readonly endpoint?: readonly string[];
  readonly tag?: readonly string[];
  readonly param?: readonly GivenParameter[];
  readonly expires?: number;
  readonly rate?: number;
  readonly concurrency?: number;
}

const KEY_FLAGS: FlagParametersForType<KeyFlags> = {
  keys: KEYS_FLAG,
  ...GLOBAL_FLAGS,
};

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
    proposeCompletions: endpointNames,
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

/** In milliseconds. */
function lifetime(input: string): number {
  const micros = parseDuration(input);
  if (micros !== null && micros > 0n && micros <= LONGEST) return Number(micros / 1_000n);
  throw new Error('must be a duration such as `12h` or `90d`, of at most 3650 days');
}

const LONGEST = 3_650n * 86_400_000_000n;

const create = buildCommand<CreateFlags, [], VerbContext>({
  docs: {
    brief: 'Make a key and print its token, once',
    customUsage: [
      "--name name [--endpoint 'glob']… [--tag tag]… [--param name=value]… [--expires 90d] [--rate 50] [--concurrency 4]",
    ],
    fullDescription: [
      'Makes a key and prints only its token. The file keeps a digest, so the token cannot be shown again.',
      '',
      'Examples:',
      '  quern keys create --name dashboard',
      "  quern keys create --name ci --endpoint 'usage.*' --param project=abc --expires 90d",
      '  quern keys create --name exports --rate 50 --concurrency 4',
      '  quern keys create --name team --tag billing --param project=abc --param project=def',
    ].join('\n'),
  },
  parameters: { flags: CREATE_FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(CREATE_FLAGS, runCreate),
});

async function runCreate(session: Session, flags: CreateFlags): Promise<ExitCode> {
  const { file, shown } = keyFile(session, flags);
  const now = new Date(Number(session.host.clock() / 1_000n));
  const { endpoint = [], tag = [], expires, rate, concurrency } = flags;
  // Without generated files, there is nothing to compare with.
  const manifest = await manifestIfAny(openWorkspace(session));
  const wanted: NewKey = {
    name: flags.name,
    params: fixedParams(flags.param ?? [], manifest),
    ...(endpoint.length === 0 ? {} : { endpoints: endpoint }),
    ...(tag.length === 0 ? {} : { tags: tag }),
    ...(expires === undefined ? {} : { expires: new Date(now.getTime() + expires) }),
    ...(rate === undefined ? {} : { rate }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
  for (const { fact, hint } of manifest === null ? [] : keyNotes(wanted, manifest)) {
    session.note(`note: ${fact}`, hint);
  }
  const holder = holderOf({ endpoints: tag.length === 0 ? ['*'] : [], params: {}, ...wanted });
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
  const params = declaring?.flatMap(endpoint => wholeOf(endpoint).params) ?? [];
  return new Set(params.filter(({ list }) => list !== null).map(({ name }) => name));
}

/**
 * A key fixes a whole list, so each given value is one of its items; several values of another parameter are those that the key allows.
 * Without a manifest, no parameter is known to be a list.
 */
export function fixedParams(
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

const list = buildCommand<KeyFlags, [], VerbContext>({
  docs: {
    brief: 'List the keys, never their tokens',
    fullDescription: [
      'Prints what each key may run and until when. Neither tokens nor their digests are shown.',
      '',
      'Examples:',
      '  quern keys list',
      '  quern keys list --json',
    ].join('\n'),
  },
  parameters: { flags: KEY_FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(KEY_FLAGS, runList),
});

async function runList(session: Session, flags: KeyFlags): Promise<ExitCode> {
  const { file, shown } = keyFile(session, flags);
  const keys = await listKeys(file).catch(asKeyFailure);
  if (session.json) session.print(`${JSON.stringify({ keys }, null, 2)}\n`);
  else if (keys.length === 0) session.note(`there are no keys in \`${shown}\``, MAKE_KEY);
  else {
    const rows = keys.map(
      ({ id, name, endpoints, tags = [], params, expires, rate, concurrency }) => [
        id,
        name,
        [...endpoints, ...tags.map(tag => `tag:${tag}`)].join(' '),
        Object.entries(params)
          .map(([param, value]) => `${param}=${[value].flat().join('|')}`)
          .join(' '),
        expires ?? 'never',
        [
          ...(rate === undefined ? [] : [`${rate}/s`]),
          ...(concurrency === undefined ? [] : [`${concurrency} at once`]),
        ].join(', '),
      ],
    );
    session.print(printTable(['id', 'name', 'endpoints', 'params', 'expires', 'limits'], rows));
  }
  return EXIT.done;
}

const revoke = buildCommand<KeyFlags, [string], VerbContext>({
  docs: {
    brief: 'Revoke a key: its token is rejected within seconds',
    customUsage: ['<id or name>'],
    fullDescription: [
      'Removes a key from the file. A running service rejects its token within seconds.',
      '',
      'Examples:',
      '  quern keys revoke dashboard',
      '  quern keys revoke key_0123456789abcdef',
    ].join('\n'),
  },
  parameters: {
    flags: KEY_FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [{ parse: String, placeholder: 'key', brief: 'The identifier or name of a key' }],
    },
  },
  func: verb(KEY_FLAGS, runRevoke),
});

async function runRevoke(session: Session, flags: KeyFlags, key: string): Promise<ExitCode> {
  const { file, shown } = keyFile(session, flags);
  const names = (await listKeys(file).catch(asKeyFailure)).map(({ name }) => name);
  if (!(await revokeKey(file, key).catch(asKeyFailure))) {
    throw new Failure(EXIT.usage, `\`${shown}\` contains no key \`${key}\``, {
      hint: suggestion(key, names),
    });
  }
  if (session.json) session.print(`${JSON.stringify({ revoked: key })}\n`);
  session.note(`key \`${printable(key)}\` is revoked`);
  return EXIT.done;
}

function keyFile(session: Session, { keys }: KeyFlags) {
  const { config, pathOf, typed, shown } = openWorkspace(session);
  const file = keys === undefined ? pathOf(config.service.keys) : typed(keys);
  return { file, shown: shown(file) };
}

export const keys = buildRouteMap({
  routes: { create, list, revoke },
  docs: { brief: BRIEFS.keys },
});
