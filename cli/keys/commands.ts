/** The commands about keys that exist: list, rotate, log, revoke. */
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { printable, suggestion } from '../../generator/core/report/diagnostics.ts';
import { readTrail } from '../../server/access/keys/key-trail.ts';
import { listKeys, revokeKey, rotateKey } from '../../server/access/keys/keys.ts';
import { GLOBAL_ALIASES } from '../flags.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import { printTable } from '../terminal/table.ts';
import { type VerbContext, verb } from '../verb.ts';
import { asKeyFailure, MAKE_KEY } from './key-failure.ts';
import { KEY_FLAGS, type KeyFlags, keyFile, lifetime, nowOf } from './key-flags.ts';

const HEAD = [
  'id',
  'name',
  'endpoints',
  'params',
  'hides',
  'expires',
  'limits',
  'last used',
  'rotation',
];

const ONE_KEY = {
  kind: 'tuple',
  parameters: [{ parse: String, placeholder: 'key', brief: 'The identifier or name of a key' }],
} as const;

export const list = buildCommand<KeyFlags, [], VerbContext>({
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
      ({
        id,
        name,
        endpoints,
        tags = [],
        params,
        hide = [],
        expires,
        rate,
        concurrency,
        ...more
      }) => [
        id,
        name,
        [...endpoints, ...tags.map(tag => `tag:${tag}`)].join(' '),
        Object.entries(params)
          .map(([param, value]) => `${param}=${[value].flat().join('|')}`)
          .join(' '),
        hide.join(' '),
        expires ?? 'never',
        [
          ...(rate === undefined ? [] : [`${rate}/s`]),
          ...(concurrency === undefined ? [] : [`${concurrency} at once`]),
        ].join(', '),
        more.lastUsed ?? 'never',
        more.previousUntil === undefined ? '' : `old token until ${more.previousUntil}`,
      ],
    );
    session.print(printTable(HEAD, rows));
  }
  return EXIT.done;
}

interface RotateFlags extends KeyFlags {
  readonly overlap?: number;
  readonly expires?: number;
}

const ROTATE_FLAGS: FlagParametersForType<RotateFlags> = {
  overlap: {
    kind: 'parsed',
    parse: lifetime,
    optional: true,
    placeholder: 'duration',
    brief:
      'How long the old token stays valid, such as 1d (default: it is rejected within seconds)',
  },
  expires: {
    kind: 'parsed',
    parse: lifetime,
    optional: true,
    placeholder: 'duration',
    brief: 'How long the key is valid from now on, such as 90d (default: as before)',
  },
  ...KEY_FLAGS,
};

export const rotate = buildCommand<RotateFlags, [string], VerbContext>({
  docs: {
    brief: 'Give a key a new token, and print it once',
    customUsage: ['<id or name> [--overlap 1d] [--expires 90d]'],
    fullDescription: [
      'Gives a key a new token. Its identifier, rights and limits stay. With --overlap, callers have time to change over.',
      '',
      'Examples:',
      '  quern keys rotate ci --overlap 1d',
    ].join('\n'),
  },
  parameters: { flags: ROTATE_FLAGS, aliases: GLOBAL_ALIASES, positional: ONE_KEY },
  func: verb(ROTATE_FLAGS, runRotate),
});

async function runRotate(session: Session, flags: RotateFlags, key: string): Promise<ExitCode> {
  const { file, shown } = keyFile(session, flags);
  const now = nowOf(session);
  const { overlap: overlapMs = 0, expires } = flags;
  const until = expires === undefined ? {} : { expires: new Date(now.getTime() + expires) };
  const made = await rotateKey(file, key, { overlapMs, ...until }, now).catch(asKeyFailure);
  if (made === null) throw await unknownKey(file, shown, key);
  session.print(session.json ? `${JSON.stringify(made)}\n` : `${made.token}\n`);
  const old = overlapMs === 0 ? 'is rejected within seconds' : 'stays valid for the overlap';
  session.note(`key \`${printable(key)}\` has a new token, shown once; the old one ${old}`);
  return EXIT.done;
}

async function unknownKey(file: string, shown: string, key: string): Promise<Failure> {
  const names = (await listKeys(file).catch(asKeyFailure)).map(({ name }) => name);
  const message = `\`${shown}\` contains no key \`${key}\``;
  return new Failure(EXIT.usage, message, { hint: suggestion(key, names) });
}

export const log = buildCommand<KeyFlags, [], VerbContext>({
  docs: {
    brief: 'List who created, rotated and revoked keys, and when',
    fullDescription: [
      'Prints the trail of the key file, oldest first. It contains no tokens and no values.',
      '',
      'Examples:',
      '  quern keys log',
      '  quern keys log --json',
    ].join('\n'),
  },
  parameters: { flags: KEY_FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(KEY_FLAGS, runLog),
});

async function runLog(session: Session, flags: KeyFlags): Promise<ExitCode> {
  const { file } = keyFile(session, flags);
  const trail = await readTrail(file).catch(asKeyFailure);
  if (session.json) session.print(`${JSON.stringify({ trail }, null, 2)}\n`);
  else {
    const rows = trail.map(({ time, event, id, name, by }) => [time, event, id, name, by]);
    session.print(printTable(['time', 'event', 'id', 'name', 'by'], rows));
  }
  return EXIT.done;
}

export const revoke = buildCommand<KeyFlags, [string], VerbContext>({
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
    positional: ONE_KEY,
  },
  func: verb(KEY_FLAGS, runRevoke),
});

async function runRevoke(session: Session, flags: KeyFlags, key: string): Promise<ExitCode> {
  const { file, shown } = keyFile(session, flags);
  const isRevoked = await revokeKey(file, key, nowOf(session)).catch(asKeyFailure);
  if (!isRevoked) throw await unknownKey(file, shown, key);
  if (session.json) session.print(`${JSON.stringify({ revoked: key })}\n`);
  session.note(`key \`${printable(key)}\` is revoked`);
  return EXIT.done;
}
