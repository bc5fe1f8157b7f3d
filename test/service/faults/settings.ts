/** The engines as the service has them, each with faults that are chosen for every run. */
import { KITS } from '../../engines/index.ts';
import type { FaultChoice, Faulty, ServiceKit } from '../../engines/kit.ts';
import { at } from '../../engines/served.ts';
import { EVENTS } from './endpoints.ts';
import { ENGINE_FAULTS, faultyEngine } from './faulty-engine.ts';

export const CONCURRENCY = 12;

export const SETTINGS: readonly (readonly [name: string, open: () => Promise<Faulty>])[] = [
  ...KITS,
].map(([name, { service }]) => [name, () => opened(service)]);

function opened(service: ServiceKit): Promise<Faulty> {
  const { faulty } = service;
  return faulty === null ? inside(service) : faulty([EVENTS], { concurrency: CONCURRENCY });
}

/** An engine inside the process: the faults stand between it and the service. */
async function inside(service: ServiceKit): Promise<Faulty> {
  const { engine: real, close } = await service.open([EVENTS], { concurrency: CONCURRENCY });
  let choice: FaultChoice = () => null;
  const engine = faultyEngine(real, request => {
    const chosen = choice(request);
    return chosen === null ? null : at(ENGINE_FAULTS, chosen);
  });
  return {
    engine,
    named: chosen => at(ENGINE_FAULTS, chosen),
    choose: next => {
      choice = next;
    },
    hold: null,
    close,
  };
}
