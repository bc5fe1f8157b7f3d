/** The generated definitions that a service uses: read at the start, and again while it runs. */
import { counted } from '../generator/core/report/words.ts';
import { messageOf } from '../generator/system/errors.ts';
import type { Catalogue, ServedEndpoint } from '../server/answers/manifest/manifest.ts';
import type { HealingEngine } from '../server/answers/running/healing.ts';
import type { AnswerStore } from '../server/shared/contract.ts';
import type { Running } from '../server/socket/serve.ts';
import { concurrencyOf } from './engines.ts';
import { configuredSecrets } from './keys/secret.ts';
import { readOpenApi, readServedManifest } from './project/output/manifest-file.ts';
import type { Workspace } from './project/workspace.ts';
import { healingEngine, servedBy, serviceLog } from './service/listen.ts';
import type { Session } from './session.ts';
import type { ExitCode } from './terminal/exit.ts';

interface Asked {
  readonly workspace: Workspace;
  /** The engine's name. */
  readonly name: string;
  /** The database file as it was typed. */
  readonly database: string | undefined;
  /** Where the processes of the service keep answers of these definitions; by default where they keep those of the first ones. */
  readonly answers?: AnswerStore | undefined;
}
interface Read {
  readonly manifest: Catalogue;
  readonly engine: HealingEngine;
  readonly openapi: (() => string) | null;
  readonly secrets: readonly string[];
  /** The endpoints that the engine can answer. */
  readonly endpoints: readonly ServedEndpoint[];
}

/** Reads the definitions, or returns an exit code if it reported a fault. Rejects with `Failure` if they cannot be served. */
export async function readDefinitions(
  session: Session,
  { workspace, name, database }: Asked,
): Promise<Read | ExitCode> {
  const manifest = await readServedManifest(session, workspace);
  if (typeof manifest === 'number') return manifest;
  const endpoints = servedBy(manifest, name, workspace);
  const secrets = configuredSecrets(endpoints, workspace);
  const concurrency = concurrencyOf(name, workspace);
  const openapi = await readOpenApi(workspace);
  const engine = await healingEngine(session, name, { workspace, manifest, database, concurrency });
  return { manifest, engine, openapi, secrets, endpoints };
}

/**
 * Makes a running service use the newly generated definitions. If these cannot be served, or their engine is
 * unavailable, logs why and keeps the old ones. Never rejects.
 */
export async function readAgain(session: Session, asked: Asked, running: Running): Promise<void> {
  const log = serviceLog(session);
  const stays = (failure: string) =>
    log('error', { event: 'the old definitions stay in use', failure });
  try {
    const read = await readDefinitions(session, asked);
    if (typeof read === 'number') return stays('the generated files cannot be read');
    const { endpoints, ...definitions } = read;
    const fault = await definitions.engine.opened;
    if (fault !== null) {
      await definitions.engine.close();
      return stays(fault);
    }
    await running.swap({ ...definitions, answers: asked.answers });
    log('info', { event: `read again: ${counted(endpoints.length, 'endpoint')}` });
  } catch (cause) {
    stays(messageOf(cause));
  }
}
