/** ClickHouse before a server whose answers go wrong in the ways in which its own do. */
import { filledClickHouse } from '../filled-engines.ts';
import type { Faulty, NamedFault, ServiceOptions } from '../kit.ts';
import { at } from '../served.ts';
import type { ClickHouseServer, Fault } from '../servers/clickhouse-server.ts';
import type { TestTable } from '../test-engine.ts';
import { reachedAt } from './reach.ts';

interface ClickHouseCase extends NamedFault {
  readonly fault: Fault;
}
const clickHouseCase = (told: string, fault: Fault): ClickHouseCase => ({
  name: JSON.stringify(fault),
  told: [told],
  fault,
});
const FAULTS: readonly ClickHouseCase[] = [
  clickHouseCase('rows', { kind: 'slow', ms: 40 }),
  clickHouseCase('engine_timeout', { kind: 'hang' }),
  clickHouseCase('engine_unavailable', { kind: 'reset' }),
  clickHouseCase('engine_error', { kind: 'error', code: 241 }),
  clickHouseCase('engine_unavailable', { kind: 'error', code: 202 }),
  clickHouseCase('engine_timeout', { kind: 'error', code: 159 }),
  clickHouseCase('result_too_large', { kind: 'error', code: 396 }),
  clickHouseCase('engine_unavailable', { kind: 'error', code: 60 }),
  clickHouseCase('engine_unavailable', { kind: 'status', status: 502, body: '<html>' }),
  clickHouseCase('engine_error', { kind: 'status', status: 200, body: '<html>' }),
  clickHouseCase('engine_error', { kind: 'status', status: 200, body: '' }),
  clickHouseCase('engine_error', { kind: 'noise' }),
  clickHouseCase('engine_error', { kind: 'cut', keep: 0.5, end: 'reset' }),
  clickHouseCase('engine_error', { kind: 'cut', keep: 0.5, end: 'clean' }),
  clickHouseCase('engine_error', { kind: 'cut', keep: 0, end: 'clean' }),
  clickHouseCase('engine_timeout', { kind: 'stall', keep: 0.5 }),
  clickHouseCase('engine_error', { kind: 'late error', keep: 0.5, code: 241, framed: true }),
  clickHouseCase('engine_error', { kind: 'late error', keep: 1, code: 241, framed: false }),
];

/** Behind a query's identifier stands a UUID. */
const UUID_CHARACTERS = 37;

export async function openFaulty(
  tables: readonly TestTable[],
  options: ServiceOptions,
): Promise<Faulty & { readonly server: ClickHouseServer }> {
  const { engine, server, close } = await filledClickHouse(tables, options);
  return {
    engine,
    reached: reachedAt(server),
    server,
    named: chosen => at(FAULTS, chosen),
    choose: choice =>
      server.failEach(({ queryId }) => {
        const chosen = choice(queryId.slice(0, -UUID_CHARACTERS));
        return chosen === null ? null : at(FAULTS, chosen).fault;
      }),
    hold: () => {
      const before = server.requests.length;
      server.failEach(() => ({ kind: 'hang' }));
      return () => server.requests.length - before;
    },
    close,
  };
}
