/** The callers of the service: the keys of a file, and tokens of an identity service. */
import { existsSync } from 'node:fs';
import { JWT_KEY } from '../../generator/config/environment.ts';
import { printable } from '../../generator/core/report/diagnostics.ts';
import type { JwtConfig } from '../../generator/settings/jwt.ts';
import type { JwtReader } from '../../server/access/jwt.ts';
import { watchExpiry } from '../../server/access/keys/key-expiry.ts';
import { type KeyRing, openKeyRing } from '../../server/access/keys/key-ring.ts';
import { createKeySet } from '../../server/access/keys/key-set.ts';
import { recordUses } from '../../server/access/keys/key-use.ts';
import { openJwtReader } from '../../server/access/open-jwt.ts';
import type { WorkerParts } from '../../server/processes/worker.ts';
import { isLoopback } from '../../server/socket/serve.ts';
import { asKeyFailure } from '../keys/key-failure.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { DEFAULT_HOST } from './address.ts';
import { keyFileTeller, serviceLog } from './listen.ts';

interface AccessFlags {
  readonly host?: string;
  readonly keys?: string;
  readonly insecureNoAuth?: boolean;
}
interface Access {
  /** `null`: no key is needed. */
  readonly keys: KeyRing | null;
  readonly jwt: JwtReader | null;
}

/**
 * Opens what identifies callers. `parts`: of one of several processes, which has its keys from the first one, and can begin with keys of the
 * issuer that another one has fetched. Throws `Failure` if the service could not identify callers.
 */
export async function openAccess(
  session: Session,
  workspace: Workspace,
  flags: AccessFlags,
  parts?: WorkerParts,
): Promise<Access> {
  const keys = await (parts === undefined
    ? openKeys(session, workspace, flags)
    : keysOf(parts, session, keyFileOf(workspace, flags)));
  const { jwt } = workspace.config.service;
  return { keys, jwt: keys === null || jwt === null ? null : await openJwt(session, jwt, parts) };
}

/** Opens the key file; `null`: no key is needed. Throws `Failure` if the service could not identify callers. */
export async function openKeys(
  session: Session,
  workspace: Workspace,
  flags: AccessFlags,
): Promise<KeyRing | null> {
  const { host = DEFAULT_HOST, insecureNoAuth = false } = flags;
  const { config, shown } = workspace;
  if (insecureNoAuth) {
    if (isLoopback(host)) return null;
    throw new Failure(
      EXIT.usage,
      `\`--insecure-no-auth\` is for loopback addresses, not \`${host}\``,
      {
        hint: 'Leave out `--host`, or make a key with `quern keys create`.',
      },
    );
  }
  const [unset] = config.unset.get(JWT_KEY) ?? [];
  if (unset !== undefined) throw new Failure(EXIT.usage, unset.message, { hint: unset.hint });
  const file = keyFileOf(workspace, flags);
  if (existsSync(file)) return openRing(session, file);
  if (config.service.jwt !== null && flags.keys === undefined) return NO_KEYS;
  throw new Failure(EXIT.usage, `There is no key file \`${shown(file)}\`, so nobody could call`, {
    hint: 'Make a key with `quern keys create --name …`, or use `--insecure-no-auth` on this machine.',
  });
}

function keyFileOf({ config, pathOf, typed }: Workspace, { keys }: AccessFlags): string {
  return keys === undefined ? pathOf(config.service.keys) : typed(keys);
}

async function openRing(session: Session, file: string): Promise<KeyRing> {
  const ring = await openKeyRing(file, keyFileTeller(session)).catch(asKeyFailure);
  const endWatch = watchExpiry(ring, Date.now, ({ id, name, expires }) =>
    serviceLog(session)('warn', {
      event: `the key ${printable(name)} expires at ${expires}`,
      key: id,
    }),
  );
  const close = () => {
    endWatch();
    ring.close();
  };
  return { ...ring, used: usesOf(session, file), close };
}

const usesOf = (session: Session, file: string) =>
  recordUses(file, event => serviceLog(session)('warn', { event }));

/** For a service whose callers only have tokens. */
const NO_KEYS: KeyRing = { current: () => createKeySet([]), close: () => {} };

async function keysOf(parts: WorkerParts, session: Session, file: string): Promise<KeyRing | null> {
  const ring = await parts.keys();
  if (ring === null) return null;
  const fault = ring.fault?.() ?? null;
  if (fault !== null)
    serviceLog(session)('error', { event: `${fault}; the keys of the other processes are in use` });
  return { ...ring, used: usesOf(session, file) };
}

async function openJwt(
  session: Session,
  settings: JwtConfig,
  parts: WorkerParts | undefined,
): Promise<JwtReader> {
  const log = serviceLog(session);
  const kept = parts && {
    text: await parts.kept('issuer'),
    keep: (text: string) => parts.keep('issuer', text),
  };
  const tell = (failure: string | null) => {
    if (failure === null) log('info', { event: 'the keys of the issuer have been loaded' });
    else log('error', { event: 'the keys of the issuer cannot be refreshed', failure });
  };
  return openJwtReader(settings, tell, kept);
}
