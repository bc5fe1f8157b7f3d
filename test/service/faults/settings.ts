/** The service on each engine, with faults that are chosen for every run. */
import { createHealingEngine } from '../../../server/answers/running/healing.ts';
import { serve } from '../../../server/socket/serve.ts';
import { KITS } from '../../engines/index.ts';
import type { FaultChoice, Faults, Faulty, ServiceKit } from '../../engines/kit.ts';
import { at } from '../../engines/served.ts';
import { serveProcess } from '../serve-process.ts';
import { catalogueOf, EVENTS, filesOf, type Times, timesAt } from './endpoints.ts';
import { ENGINE_FAULTS, faultyEngine } from './faulty-engine.ts';

export const CONCURRENCY = 12;
const QUEUE = 500;

export interface Setting extends Faults {
  /** Starts a service. A process has its own times, and serves until the end. */
  readonly start: (times: Times) => Promise<Started>;
  /** The times of the process; `null` if the service has those that it is started with. */
  readonly times: Times | null;
  readonly close: () => Promise<void>;
}
export interface Started {
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}

export const SETTINGS: readonly (readonly [name: string, open: () => Promise<Setting>])[] = [
  ...KITS,
].map(([name, { service }]) => [name, () => opened(name, service)]);

async function opened(name: string, service: ServiceKit): Promise<Setting> {
  const { faulty } = service;
  if (faulty === null) return inside(service);
  return asProcess(name, await faulty([EVENTS], { concurrency: CONCURRENCY }));
}

/** Enough on a busy machine. */
const PACE = 4;
const { timeoutMs, ...KEPT } = timesAt(PACE);
const TIMES: Times = { timeoutMs, ttl: Math.ceil(KEPT.ttl), refresh: Math.floor(KEPT.refresh) };

/** `quern serve` before a server whose answers go wrong. */
async function asProcess(engine: string, setting: Faulty): Promise<Setting> {
  const served = await serveProcess({
    engine,
    reached: setting.reached,
    files: filesOf(TIMES),
    service: { concurrency: CONCURRENCY, queue: QUEUE, timeout: `${TIMES.timeoutMs / 1_000}s` },
  });
  return {
    ...setting,
    times: TIMES,
    start: async () => ({ url: served.url, stop: async () => {} }),
    close: async () => {
      const code = await served.stop();
      await setting.close();
      if (code !== 0) throw new Error(`serve ended with ${code}: ${served.told().slice(-2_000)}`);
    },
  };
}

/** DuckDB runs inside the process of the service, so its faults stand between the two in this one. */
async function inside(service: ServiceKit): Promise<Setting> {
  const { engine: real, close } = await service.open([EVENTS], { concurrency: CONCURRENCY });
  let choice: FaultChoice = () => null;
  const engine = faultyEngine(real, request => {
    const chosen = choice(request);
    return chosen === null ? null : at(ENGINE_FAULTS, chosen);
  });
  return {
    named: chosen => at(ENGINE_FAULTS, chosen),
    choose: next => {
      choice = next;
    },
    hold: null,
    times: null,
    start: times =>
      serve({
        manifest: catalogueOf(times),
        engine: createHealingEngine({
          name: engine.name,
          // the services have it in common
          open: async () => ({ ...engine, close: async () => {} }),
          tell: () => {},
        }),
        keys: null,
        port: 0,
        log: () => {},
        timeoutMs: times.timeoutMs,
        limits: { concurrency: CONCURRENCY, queue: QUEUE },
        public: ['metrics'],
      }),
    close,
  };
}
