/** The counts of the primary. */
import { Counter, Registry } from 'prom-client';

export function createPrimaryMetrics() {
  const registry = new Registry();
  const restarts = new Counter({
    name: 'quern_process_restarts_total',
    help: 'Processes of the service that ended by themselves and were replaced.',
    registers: [registry],
  });
  return { registry, restarts };
}
