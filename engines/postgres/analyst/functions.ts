/** Functions of PostgreSQL by what they do besides computing with their arguments. */
import type { AskTexts } from '../results/own.ts';

export interface KnownFunction {
  readonly name: string;
  /** `changes`: the state of the database, or it reads files or runs other statements; `looks`: at what tables hold. */
  readonly kind: 'computes' | 'looks' | 'changes';
}

/** Of those whose value may differ within one statement. */
const ONLY_COMPUTE = new Set(
  `array_sample array_shuffle bernoulli clock_timestamp current_query gen_random_uuid random random_normal system timeofday uuidv4 uuidv7`.split(
    ' ',
  ),
);
/** They observe the server, and change nothing. */
const OBSERVE =
  /^(pg_\w+_size|pg_stat_(get|have)_\w+|pg_is_\w+|pg_last_\w+|pg_current_wal_\w+|pg_blocking_pids|pg_partition_(ancestors|tree)|pg_xact_\w+|txid_status|pg_jit_available|currtid2)$/;
/** They write whole tables as XML. */
const WHOLE_TABLES = /^(table|schema|database)_to_xml/;
/** Of the names with `pg_`, those that see their arguments alone, or the session. */
const OF_ARGUMENTS =
  /^pg_(typeof|basetype|column_(size|compression)|input_\w+|client_encoding|collation_for|backend_pid|size_\w+|lsn\w*|timezone_\w+)$/;

export async function readFunctions(ask: AskTexts): Promise<ReadonlyMap<number, KnownFunction>> {
  const rows = await ask('SELECT oid, proname, provolatile FROM pg_proc', []);
  return new Map(
    rows.map(([number, name, changes]) => {
      const shown = String(name);
      return [Number(number), { name: shown, kind: kindOf(shown, changes === 'v') }];
    }),
  );
}

function kindOf(name: string, isVolatile: boolean): KnownFunction['kind'] {
  if (OBSERVE.test(name)) return 'looks';
  if (isVolatile) return ONLY_COMPUTE.has(name) ? 'computes' : 'changes';
  const isLooking = (name.startsWith('pg_') && !OF_ARGUMENTS.test(name)) || WHOLE_TABLES.test(name);
  return isLooking ? 'looks' : 'computes';
}
