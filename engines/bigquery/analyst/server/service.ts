/**
 * A server that restarts when needed and runs one call at a time. If it dies, or takes too long and is killed, the call in
 * progress is the cause.
 */
import { takingTurns } from '../../../../generator/system/in-turn.ts';
import type { AnalyserMethods } from './protocol.ts';
import { CallFailure, type Installation, type Server } from './server.ts';

export interface AnalyserService {
  /** Every member of `LanguageFeature`, by name. */
  readonly features: readonly string[];
  /** Rejects with `CallFailure`, but never because of another call. */
  readonly ask: <M extends keyof AnalyserMethods>(
    method: M,
    request: AnalyserMethods[M]['request'],
  ) => Promise<AnalyserMethods[M]['response']>;
  /** Waits for the call in progress. */
  readonly close: () => Promise<void>;
}

const CALL_MS = 2_000;

/** Starts a server. Rejects with the reason if it does not start. */
export async function startAnalyser(installation: Installation): Promise<AnalyserService> {
  let server: Server | null = await installation.start();
  const { features } = server;
  const inTurn = takingTurns();
  let isClosed = false;
  const stop = async () => {
    const stopped = server;
    server = null;
    await stopped?.stop();
  };
  const call = async <M extends keyof AnalyserMethods>(
    method: M,
    request: AnalyserMethods[M]['request'],
  ) => {
    if (isClosed) throw new Error('asked after its end');
    server ??= await installation.start();
    try {
      return await server.call(method, request, CALL_MS);
    } catch (error) {
      if (error instanceof CallFailure && (error.kind === 'gone' || error.kind === 'late')) {
        await stop();
      }
      throw error;
    }
  };
  return {
    features,
    ask: (method, request) =>
      inTurn(() =>
        call(method, request).catch((error: unknown) => {
          // The server may have died since the last call, so only a second death is the fault of this one.
          if (error instanceof CallFailure && error.kind === 'gone') return call(method, request);
          throw error;
        }),
      ),
    close: () =>
      inTurn(() => {
        isClosed = true;
        return stop();
      }),
  };
}
