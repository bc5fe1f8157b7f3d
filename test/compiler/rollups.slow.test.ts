/** Rollups change the statements of endpoints that read them, and no others by a byte. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compile, emit } from '../../generator/compile.ts';
import { rollupReadings } from '../../generator/compile-rollups.ts';
import { ROOT } from '../support/root.ts';

const DIALECTS = ['clickhouse', 'duckdb'];

/** The block of a data set, with the lines below it. */
const ROLLUPS = /^ {4}rollups:\n(?: {6}.*\n)+/gm;

function specifications(folder: string) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.yaml'))
    .map(path => ({
      path: join(folder, path),
      bytes: readFileSync(join(ROOT, folder, path), 'utf8'),
    }));
}

it.each(['endpoints', 'examples/gallery/endpoints'])('of the data sets in %s', folder => {
  const inputs = specifications(folder);
  const without = inputs.map(({ path, bytes }) => ({ path, bytes: bytes.replace(ROLLUPS, '') }));
  expect(without).not.toEqual(inputs);
  const [rolled, plain] = [inputs, without].map(of => compile(of, { dialects: DIALECTS }));
  if (rolled === undefined || plain === undefined) throw new Error('a project is missing');
  expect(plain.compilation.project.sources.flatMap(({ rollups = [] }) => rollups)).toEqual([]);
  const readings = rollupReadings(rolled.compilation.project.endpoints, DIALECTS);
  const reading = new Set(
    readings
      .filter(({ verdicts }) => verdicts.some(({ reasons }) => reasons.length === 0))
      .map(({ endpoint }) => endpoint),
  );
  expect(reading.size).toBeGreaterThan(0);
  const textsOf = (compiled: typeof rolled) =>
    new Map(emit(compiled.compilation).map(({ path, text }) => [path, text]));
  const [expected, found] = [textsOf(plain), textsOf(rolled)];
  const changed = [...expected].filter(([path, text]) => found.get(path) !== text);
  const names = rolled.compilation.project.endpoints.map(({ name }) => name);
  const owners = changed.map(([path]) => names.find(name => path.includes(name)) ?? path);
  expect(
    [...new Set(owners)].filter(owner => names.includes(owner) && !reading.has(owner)),
  ).toEqual([]);
  // saved queries read entries alone
  expect(changed.filter(([path]) => path.startsWith('sql/'))).toEqual([]);
  expect(owners.some(owner => reading.has(owner))).toBe(true);
});
