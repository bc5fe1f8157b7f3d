/** The store that the replicas of a service share. */
import { SECRET } from '../../generator/config/environment.ts';
import { messageOf } from '../../generator/system/errors.ts';
import type { RedisParts } from '../../server/shared/redis/redis-parts.ts';
import { packageVersion } from '../project/output/package-files.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { serviceLog } from './listen.ts';

interface Data {
  /** The name of the engine. */
  readonly engine: string;
  /** The database file as it was typed. */
  readonly database: string | undefined;
}

/** Opens the configured store, which may be unavailable; `null` if none is configured. Rejects with `Failure`. */
export async function openSharedStore(
  session: Session,
  { config }: Workspace,
  { engine, database = '' }: Data,
): Promise<RedisParts | null> {
  const { shared, secrets } = config.service;
  if (shared === null) return null;
  const [secret] = secrets;
  if (secret === undefined) {
    const [unset] = config.unset.get(SECRET) ?? [];
    const hint =
      unset?.hint ??
      `Write \`secret: "\${QUERN_SECRET}"\` beside it: the secret seals the answers.`;
    throw new Failure(EXIT.usage, '`service.shared` needs `service.secret`', { hint });
  }
  const log = serviceLog(session);
  const tell = (failure: string | null) => {
    if (failure === null) log('info', { event: 'the shared store is available' });
    else log('error', { event: 'the shared store is unavailable', failure });
  };
  const { openRedis } = await import('../../server/shared/redis/redis-parts.ts');
  const settings = new Map<string, object>(Object.entries(config.engines)).get(engine);
  const namespace = JSON.stringify([engine, settings, database]);
  try {
    return await openRedis({ url: shared, secret, namespace, version: packageVersion(), tell });
  } catch (cause) {
    const hint = 'Install it: `npm install @redis/client@5`.';
    throw new Failure(EXIT.environment, messageOf(cause), { hint, cause });
  }
}
