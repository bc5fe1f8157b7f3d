/** A record that a data set stores is printed once; records of other fields at the same place are not taken for it. */
import { expect, test } from 'vitest';
import { DIALECTS } from '../../engines/index.ts';
import type { RecordExpr } from '../../generator/core/expr/expr.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import type { Dialect } from '../../generator/sql/dialect.ts';
import { printRecord } from '../../generator/sql/print/expr/record.ts';
import { reachContext } from '../../generator/sql/print/reach.ts';
import { noUses } from '../../generator/sql/print/uses.ts';
import { loadScenarios } from '../scenarios/scenarios.ts';
import { allPortable } from '../support/projects/portable.ts';

interface Stored {
  readonly source: Source;
  readonly record: RecordExpr;
}

function storedRecord(): Stored {
  const endpoints = loadScenarios().flatMap(({ resolved }) =>
    allPortable(resolved.project.endpoints),
  );
  for (const { from, outputs } of endpoints)
    for (const { expr } of outputs)
      if (expr.kind === 'record' && expr.fields.length > 1 && from.kind === 'source')
        return { source: from.source, record: expr };
  throw new Error('no scenario answers a stored record');
}

function print(record: RecordExpr, source: Source, dialect: Dialect) {
  const printing = {
    dialect,
    uses: noUses(null),
    shapes: new Map(),
    named: new Map(),
    late: null,
    subquery: () => null,
    place: 'answer',
  } as const;
  const reach = new Map([[record.relation, { source, columns: [] }]]);
  return printRecord(record, reachContext(reach, new Set(), printing));
}

test.each([...DIALECTS])('%s', (_, dialect) => {
  const { source, record } = storedRecord();
  const narrow = { ...record, fields: record.fields.slice(0, 1) };
  const whole = print(record, source, dialect);
  expect(print(structuredClone(record), source, dialect)).toBe(whole);
  expect(print(narrow, source, dialect)).toEqual(print(narrow, { ...source }, dialect));
});
