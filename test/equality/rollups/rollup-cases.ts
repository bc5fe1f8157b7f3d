/** Entries and requests close to where rollups could change an answer: on steps, one microsecond beside them, across them. */
import fc from 'fast-check';
import type { PortableEndpoint } from '../../../generator/core/plan/endpoint.ts';
import type { Sent } from '../../reference/answer.ts';
import type { ReferenceEndpoint } from '../../reference/endpoint.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { instant } from '../../reference/values.ts';
import { loadScenarios } from '../../scenarios/scenarios.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { references } from '../../support/projects/specs.ts';

/** An endpoint over a data set with rollups, as the compiler has it and as the reference reads it. */
export interface RolledEndpoint {
  readonly endpoint: PortableEndpoint;
  readonly reference: ReferenceEndpoint;
}

const FILES = ['rollups/rollups.md', 'rollups/keys-and-steps.md'];

/** The endpoints of the scenarios of rollups. */
export function rolledEndpoints(): readonly RolledEndpoint[] {
  return loadScenarios()
    .filter(({ file }) => FILES.includes(file))
    .flatMap(({ inputs, resolved }) => {
      const known = references(inputs);
      return allPortable(resolved.project.endpoints).flatMap(endpoint => {
        const reference = known.get(endpoint.name);
        return reference === undefined ? [] : [{ endpoint, reference }];
      });
    });
}

const [MINUTE, HOUR] = [60_000_000n, 3_600_000_000n];

/** The days around a change of clocks in Berlin, and instants that some functions of engines cannot hold. */
const INSTANTS: fc.Arbitrary<bigint> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.integer({ min: -30, max: 60 }),
        fc.constantFrom(0n, 0n, 1n, -1n, 30n * MINUTE, 45n * MINUTE + 7n),
      )
      .map(([hours, beside]) => instant('2026-03-28T23:00:00Z') + BigInt(hours) * HOUR + beside),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      instant('1960-02-29T00:00:00Z'),
      // the days of Honolulu began at half past until 1947
      instant('1940-06-15T10:20:00Z'),
      instant('1940-06-15T10:40:00Z'),
      instant('1969-12-31T23:59:59.999999Z'),
      instant('1970-01-01T00:00:00Z'),
      instant('2006-10-29T03:00:30Z'),
      instant('2200-06-15T12:30:00Z'),
    ),
  },
);

const nullable = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 4, nil: null });

/** Floats are eighths, so that sums in any order are equal. */
const MEASURED = {
  bytes: nullable(fc.constantFrom(0n, 1000n, 1001n, 5_000_000_000n)),
  latency: nullable(fc.integer({ min: -40, max: 40 }).map(eighths => eighths / 8)),
  cost: nullable(fc.constantFrom('0', '1.5', '-2.25', '0.0001')),
};
const ENTRY: fc.Arbitrary<Row> = fc.record({
  at: INSTANTS,
  project: fc.constantFrom('p', 'p', 'q', null),
  status: nullable(fc.constantFrom(200n, 404n, 500n)),
  ...MEASURED,
  metadata: nullable(
    fc.record({
      request: nullable(fc.record({ method: nullable(fc.constantFrom('GET', 'POST')) })),
    }),
  ),
});

/** An entry, and others of the same step and dimensions, so that steps count different numbers of entries. */
const ENTRIES_OF_STEP: fc.Arbitrary<readonly Row[]> = fc
  .tuple(ENTRY, fc.array(fc.record(MEASURED), { maxLength: 3 }))
  .map(([first, more]) => [first, ...more.map(measured => ({ ...first, ...measured }))]);

export function entries(most: number): fc.Arbitrary<readonly Row[]> {
  return fc
    .array(ENTRIES_OF_STEP, { minLength: most / 4, maxLength: most / 2 })
    .map(all => all.flat());
}

const timeText = INSTANTS.map(micros => {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, 19);
  return `${seconds}.${fraction.toString().padStart(6, '0')}Z`;
});

/** The values of the parameters, by name; those of an endpoint are a part of them. */
const VALUES: Readonly<Record<string, fc.Arbitrary<string | null>>> = {
  project: fc.constantFrom('p', 'p', 'q', 'none'),
  from: timeText,
  to: timeText,
  since: timeText,
  step: fc.constantFrom('hour', 'day', 'month'),
  method: nullable(fc.constantFrom('GET', 'POST', 'PUT')),
  failing: nullable(fc.constantFrom('true', 'false')),
  zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'Asia/Kolkata',
    'America/St_Johns',
    'Pacific/Chatham',
  ),
};

export function requests(
  { params }: PortableEndpoint,
  count: number,
): fc.Arbitrary<readonly Sent[]> {
  const known = params.map(({ name, scalar }) => {
    const values = VALUES[name];
    if (values === undefined) throw new Error(`no values of ${name}`);
    return [
      name,
      scalar === 'date' ? values.map(text => text?.slice(0, 10) ?? null) : values,
    ] as const;
  });
  const one = fc.record(Object.fromEntries(known)).map(all => {
    const present = Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    );
    const { from, to } = Object.fromEntries(present);
    // buckets refuse a window that ends before it begins
    const isTurned = from !== undefined && to !== undefined && from > to;
    return { ...Object.fromEntries(present), ...(isTurned ? { from: to, to: from } : {}) } as Sent;
  });
  return fc.array(one, { minLength: count, maxLength: count });
}
