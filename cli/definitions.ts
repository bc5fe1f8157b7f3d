/** The generated definitions that a service uses: read at the start, and again while it runs. */
import { counted } from '../generator/core/report/words.ts';
import { messageOf } from '../generator/system/errors.ts';
import type { Catalogue, ServedEndpoint } from '../server/answers/manifest/manifest.ts';
import type { HealingEngine } from '../server/answers/running/healing.ts';
import type { AnswerStore } from '../server/shared/contract.ts';
import type { Running } from '../server/socket/serve.ts';
import { concurrencyOf } from './engines.ts';
import { configuredSecrets } from './keys/secret.ts';
import {
  readOpenApi,
  readServedManifest,
  servedManifestOf,
} from './project/output/manifest-file.ts';
import type { Workspace } from './project/workspace.ts';
import { healingEngine, servedBy, serviceLog } from './service/listen.ts';
import type { Session } from './session.ts';

interface Asked {
  readonly workspace: Workspace;
  /** The engine's name. */
  readonly name: string;
  /** The database file as it was typed. */
  readonly database: string | undefined;
  /** Where the processes of the service keep answers of these definitions; by default where they keep those of the first ones. */
  readonly answers?: AnswerStore | undefined;
  /** The text of the manifest, in place of its file. */
  readonly text?: string;
}
interface Read {
  readonly manifest: Catalogue;
  /** The text of the manifest. */
  readonly text: string;
  /** Whether the text was given. */
  readonly isGiven: boolean;
  readonly engine: HealingEngine;
  readonly openapi: (() => string) | null;
  readonly secrets: readonly string[];
  /** The endpoints that the engine can answer. */
  readonly endpoints: readonly ServedEndpoint[];
}

/** Reads the definitions. Rejects with `Failure` if they cannot be served. */
export async function readDefinitions(
  session: Session,
  { workspace, name, database, text: given }: Asked,
): Promise<Read> {
  const read =
    given === undefined
      ? await readServedManifest(session, workspace)
      : servedManifestOf(given, workspace);
  const { manifest, text } = read;
  const endpoints = servedBy(manifest, name, workspace);
  const secrets = configuredSecrets(endpoints, workspace);
  const concurrency = concurrencyOf(name, workspace);
  const openapi = await readOpenApi(workspace);
  const engine = await healingEngine(session, name, { workspace, manifest, database, concurrency });
  return { manifest, text, isGiven: given !== undefined, engine, openapi, secrets, endpoints };
}

/**
 * Reads the definitions at the start of one of several processes: if they cannot be served, takes those that the others serve, whose text
 * `others` returns, and logs why.
 */
export async function readWithOthers(
  session: Session,
  asked: Asked,
  others: () => Promise<string | null>,
): Promise<Read> {
  return readDefinitions(session, asked).catch(async (cause: unknown) => {
    const text = await others();
    if (text === null) throw cause;
    const failure = messageOf(cause);
    const event = 'the definitions of the other processes are in use';
    serviceLog(session)('error', { event, failure });
    return readDefinitions(session, { ...asked, text });
  });
}

/**
 * Makes a running service use the newly generated definitions, and returns the text of their manifest. If these cannot be served, or their
 * engine is unavailable, logs why, keeps the old ones and returns `null`. Never rejects.
 */
export async function readAgain(
  session: Session,
  asked: Asked,
  running: Running,
): Promise<string | null> {
  const log = serviceLog(session);
  const stays = (failure: string) => {
    log('error', { event: 'the old definitions stay in use', failure });
    return null;
  };
  try {
    const read = await readDefinitions(session, asked);
    const { endpoints, text, isGiven: _, ...definitions } = read;
    const fault = await definitions.engine.opened;
    if (fault !== null) {
      await definitions.engine.close();
      return stays(fault);
    }
    await running.swap({ ...definitions, answers: asked.answers });
    log('info', { event: `read again: ${counted(endpoints.length, 'endpoint')}` });
    return text;
  } catch (cause) {
    return stays(messageOf(cause));
  }
}
