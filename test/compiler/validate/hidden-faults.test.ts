/** A fault of shape hides no other fault, and causes none. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isMap, isSeq, parseDocument, type Document as Yaml } from 'yaml';
import { compile } from '../../../generator/compile.ts';
import { type InputFile, readSpecification } from '../../../generator/compile-specs.ts';
import { ROOT } from '../../support/root.ts';
import { usuallySome } from '../../support/usually.ts';

const SOURCES = `sources:
  visits:
    tables: { duckdb: { table: visits } }
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      city: string
      size: int64
  orders:
    tables: { duckdb: { table: orders } }
    columns:
      id: { type: string, required: true }
      price: float64
`;

const VISITS = `endpoint: visits
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01
from: visits
params:
  since: { type: timestamp, required: true }
  city: { type: string }
where:
  - at >= @since
  - { when: city, filter: city = @city }
group_by: [city]
select:
  visits: count()
  size: { value: 'round(sum(size), 2)', unit: bytes }
order_by: [visits desc, city]
limit: 10
`;

/** The errors of these files, as their places and codes. */
function errorsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const inputs = Object.entries(files).map(([path, bytes]) => ({ path, bytes }));
  return compile(inputs, { dialects: ['duckdb'] }).diagnostics.map(({ code, place }) => {
    const line = place.source.text.slice(0, place.start).split('\n').length;
    return `${place.source.file}:${line} ${code}`;
  });
}

function changed(text: string, ...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`there is no ${from}`);
    return before.replace(from, to);
  }, text);
}

describe('one run reports', () => {
  const check = (endpoint: string, sources = SOURCES) =>
    errorsOf({ 'sources.yaml': sources, 'visits.yaml': endpoint });

  test('nothing of files without faults', () => {
    expect(check(VISITS)).toEqual([]);
  });

  test('an unknown key, and the faults of expressions beside it', () => {
    const faults = changed(
      VISITS,
      ['group_by: [', 'grop_by: ['],
      ['filter: city', 'filter: citty'],
      ['visits: count()', 'visits: count(*)'],
      ['sum(size)', 'total(size)'],
    );
    expect(check(faults)).toEqual([
      'visits.yaml:9 unknown-column',
      'visits.yaml:10 unknown-key',
      'visits.yaml:12 expression-syntax',
      'visits.yaml:13 unknown-function',
    ]);
  });

  test('a fault of a parameter once, and not where the parameter is used', () => {
    const faults = changed(
      VISITS,
      ['required: true }', 'requird: true }'],
      ['city: { type: string }', 'city: { type: strin }'],
      ['at >=', 'att >='],
    );
    expect(check(faults)).toEqual([
      'visits.yaml:5 unknown-key',
      'visits.yaml:6 invalid-value',
      'visits.yaml:8 unknown-column',
    ]);
  });

  test('a value that a comma cuts, once', () => {
    const faults = changed(
      VISITS,
      ["'round(sum(size), 2)'", 'round(sum(size), 2)'],
      ['at >=', 'att >='],
    );
    expect(check(faults)).toEqual(['visits.yaml:8 unknown-column', 'visits.yaml:13 unquoted-text']);
  });

  test('a key that occurs twice, and the syntax of expressions', () => {
    const faults = changed(VISITS, ['limit: 10', 'limit: 10\nlimit: 20'], ['count()', 'count(']);
    expect(check(faults)).toEqual([
      'visits.yaml:12 expression-syntax',
      'visits.yaml:16 duplicate-key',
    ]);
  });

  test('a fault of a column, and those of endpoints that name others', () => {
    const sources = changed(SOURCES, ['size: int64', 'size: int46']);
    expect(check(changed(VISITS, ['filter: city', 'filter: citty']), sources)).toEqual([
      'sources.yaml:8 invalid-value',
      'visits.yaml:9 unknown-column',
    ]);
  });

  test('no endpoint reads a data set of which a part was cut', () => {
    const sources = changed(SOURCES, ['city: string', 'city: { type: string, requird: true }']);
    const inputs = [
      { path: 'sources.yaml', bytes: sources },
      { path: 'visits.yaml', bytes: VISITS },
    ];
    const { compilation } = compile(inputs, { dialects: ['duckdb'] });
    expect(compilation.endpoints).toEqual([]);
    expect(compilation.project.sources.map(({ name }) => name)).toEqual(['orders']);
  });
});

const FOLDER = join(ROOT, 'examples/gallery/endpoints');
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.yaml'))
  .sort()
  .map(path => ({ path, text: readFileSync(join(FOLDER, path), 'utf8') }));
const SHARED = FILES.filter(({ path }) => basename(path) === 'sources.yaml');

interface Spot {
  /** The mapping or the list, in the order of `nodesIn`. */
  readonly at: number;
  readonly index: number;
  readonly isKey: boolean;
}

/** Each key and each value of a text. */
function spotsIn(text: string): readonly Spot[] {
  return nodesIn(parseDocument(text)).flatMap((node, at) => {
    const count = isMap(node) || isSeq(node) ? node.items.length : 0;
    const ways = isMap(node) ? [true, false] : [false];
    return Array.from({ length: count }, (_, index) => index).flatMap(index =>
      ways.map(isKey => ({ at, index, isKey })),
    );
  });
}

/** The text with a misspelt key, or with a value of a kind that nothing has. */
function faulty(text: string, { at, index, isKey }: Spot): string {
  const document = parseDocument(text);
  const node = nodesIn(document)[at];
  // a wrapped part keeps its names
  const wrapped = (value: unknown) => document.createNode([[value]]);
  if (isSeq(node)) node.items[index] = wrapped(node.items[index]);
  const pair = isMap(node) ? node.items[index] : undefined;
  if (pair !== undefined && isKey) pair.key = document.createNode(`zz${String(pair.key)}`);
  else if (pair !== undefined) pair.value = wrapped(pair.value);
  return String(document);
}

function nodesIn(document: Yaml): readonly unknown[] {
  const found: unknown[] = [];
  const visit = (node: unknown): void => {
    found.push(node);
    if (isMap(node)) for (const { value } of node.items) visit(value);
    if (isSeq(node)) for (const item of node.items) visit(item);
  };
  visit(document.contents);
  return found;
}

/** One in so many of the texts is tried. */
const [OF_ENDPOINTS, OF_SOURCES] = [40, 120];

describe('a fault of shape causes no other error', () => {
  test.each(FILES.filter(file => !SHARED.includes(file)))('in $path', ({ path, text }) => {
    const others = SHARED.map(file => ({ path: file.path, bytes: file.text }));
    for (const spot of usuallySome(spotsIn(text), OF_ENDPOINTS))
      expectNoMore({ path, bytes: faulty(text, spot) }, others);
  });

  test.each(SHARED)('in $path, nor in the endpoints that read it', ({ path, text }) => {
    const folder = FILES.filter(file => dirname(file.path) === dirname(path));
    const others = folder.filter(file => file.path !== path);
    const inputs = others.map(file => ({ path: file.path, bytes: file.text }));
    for (const spot of usuallySome(spotsIn(text), OF_SOURCES))
      expectNoMore({ path, bytes: faulty(text, spot) }, inputs);
  });
});

function expectNoMore(file: InputFile, others: readonly InputFile[]): void {
  const { spec, diagnostics: own } = readSpecification(file);
  // the other name of a column or a parameter is no fault of shape
  if (spec !== null) return;
  const { diagnostics } = compile([...others, file], { dialects: ['duckdb'] });
  const codesOf = (faults: typeof own) => faults.map(({ code }) => code).sort();
  expect(codesOf(diagnostics), String(file.bytes)).toEqual(codesOf(own));
}
