/** Copies of rollups in a test's own DuckDB, made by the definitions alone: of some of the entries, and up to some step. */
import fc from 'fast-check';
import { dialectOf } from '../../../generator/compile-specs.ts';
import type { PortableEndpoint } from '../../../generator/core/plan/endpoint.ts';
import { answeredSources } from '../../../generator/core/plan/endpoint.ts';
import { COVERED } from '../../../generator/core/spec/rollup-copy.ts';
import { copyDefinition } from '../../../generator/sql/print/rollups.ts';
import type { OpenTestEngine } from '../../engines/test-engine.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { instant } from '../../reference/values.ts';
import { tablesOf } from '../tables.ts';

/** The counted entries: those before an instant, without any that come late. */
export interface Counted {
  /** `null`: there is no copy. */
  readonly until: bigint | null;
  /** One in so many entries came after they were counted; 0: none. */
  readonly late: number;
}

export const COUNTED: fc.Arbitrary<Counted> = fc.record({
  until: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 8,
      arbitrary: fc
        .integer({ min: -30, max: 60 })
        .map(hours => instant('2026-03-28T23:00:00Z') + BigInt(hours) * 3_600_000_000n),
    },
    { weight: 2, arbitrary: fc.constant(instant('2201-01-01T00:00:00Z')) },
  ),
  late: fc.constantFrom(0, 0, 0, 7),
});

/** Stores the entries, and the copies that quern had made before the late ones came. */
export async function loadWithCopies(
  engine: OpenTestEngine,
  endpoint: PortableEndpoint,
  rows: readonly Row[],
  { until, late }: Counted,
): Promise<void> {
  const dialect = dialectOf(engine.name);
  const definitions = answeredSources(endpoint).flatMap(source =>
    (source.rollups ?? []).flatMap(rollup => copyDefinition(rollup, source, dialect) ?? []),
  );
  const known = late === 0 ? rows : rows.filter((_, i) => i % late !== 0);
  await engine.load(tablesOf(endpoint, engine.name, known));
  const covered = `"${COVERED}"`;
  await engine.execute(
    `CREATE OR REPLACE TABLE ${covered} (name VARCHAR, until TIMESTAMP, entries BIGINT)`,
  );
  for (const { name, table, of, step, columns, keys } of definitions) {
    const end = until === null ? 0n : until - (((until % step) + step) % step);
    const selected = columns.map(one => `${one.of} AS ${one.name}`);
    const places = columns.slice(0, keys).map((_, i) => i + 1);
    const before = `${of} < make_timestamp(${end}::BIGINT)`;
    // a copy may have rows of steps after its end, of an earlier refresh
    await engine.execute(
      `CREATE OR REPLACE TABLE "${name}" AS SELECT ${selected} FROM ${table} GROUP BY ${places}`,
    );
    if (until === null) continue;
    await engine.execute(
      `INSERT INTO ${covered} SELECT '${name}', make_timestamp(${end}::BIGINT), count(*) FROM ${table} WHERE ${before}`,
    );
  }
  if (late !== 0) await engine.load(tablesOf(endpoint, engine.name, rows));
}
