/** The endpoints that the suite asks for: those of this repository, and some more for what those have no use for. */

import { emit } from '../../../generator/compile.ts';
import type { Manifest } from '../../../generator/core/output/manifest.ts';
import type { Project } from '../../../generator/core/plan/endpoint.ts';
import { type Catalogue, catalogue } from '../../../server/answers/manifest/manifest.ts';
import { KITS } from '../../engines/index.ts';
import type { ReferenceEndpoint } from '../../reference/endpoint.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { onEveryEngine } from '../../support/projects/every-engine.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { references } from '../../support/projects/specs.ts';
import { EVERY_VALUE, WITH_ID, withMore } from '../../support/projects/values-project.ts';

/** One column for each scalar, and a record; a table that is not there, and a column that no engine can read. */
const tables = (name: string) => `bigquery: { table: ${name}, records: repeated }`;
const refused = [...KITS].map(
  ([name, { sql }]) => `        ${name}: ${JSON.stringify(sql.refused)}\n`,
);
const MORE_SOURCES = `
  samples:
    tables: { ${tables('samples')} }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      number: int64
      ratio: float64
      flag: bool
      day: date
      text: string
      doc: json
      meta:
        record:
          text: string
          number: int64
          ratio: float64
          seen: timestamp
          day: date
          inner: { record: { flag: bool, text: string } }
  gone:
    tables: { ${tables('gone')} }
    columns: { id: { type: string, required: true } }
  refused:
    tables: { ${tables('samples')} }
    columns:
      id: { type: string, required: true }
      broken:
        type: int64
${refused.join('')}`;

const MORE_ENDPOINTS: Readonly<Record<string, string>> = {
  'values.all': `from: samples
${WITH_ID}
${EVERY_VALUE}
cache: off`,
  'values.digits': `from: samples
${WITH_ID}
select:
  digits: { value: number, encode: string }
  negated: { value: 'ratio * -1' }
cache: off`,
  'values.page': `from: samples
params: { text: { type: string, required: true } }
where: [text = @text]
select: [id]
order_by: [id]
max_rows: 3
cache: { ttl: 60s }`,
  'values.first': `from: samples
params: { text: { type: string, required: true } }
where: [text = @text]
select: [id]
order_by: [id]
limit: 2
max_rows: 3
cache: off`,
  'values.warm': `from: samples
${WITH_ID}
select: [id]
cache: { ttl: 30s, refresh: 1s }`,
  'values.typed': `from: samples
params:
  id: { type: string, required: true }
  number: { type: int64, min: 1, max: 9 }
  ratio: { type: float64 }
  flag: { type: bool }
  at: { type: timestamp }
  day: { type: date }
  key: { type: uuid }
  name: { type: string, default: nobody, max_length: 20, pattern: '[a-z ]+' }
  kind: { enum: [a, b], default: a, otherwise: default }
  strict: { enum: [x, y] }
where:
  - id = @id
  - { when: number, filter: number >= @number }
  - { when: ratio, filter: ratio >= @ratio }
  - { when: flag, filter: flag = @flag }
  - { when: at, filter: timestamp = @at }
  - { when: day, filter: day = @day }
  - { when: key, filter: text = @key }
  - { when: strict, filter: text != @strict }
  - text != @name
  - text != @kind
select: [id]
cache: { ttl: 60s }`,
  'values.refused': `from: refused
${WITH_ID}
select: [broken]
cache: { ttl: 60s }`,
  'values.gone': 'from: gone\nselect: [id]\ncache: { ttl: 60s }',
};

const { inputs: INPUTS, engines, lacking } = onEveryEngine(withMore(MORE_SOURCES, MORE_ENDPOINTS));
export const ENGINES = engines;
export const LACKING = lacking;
const compilation = compiled(INPUTS, ENGINES);
const generated = emit(compilation);
const files = new Map(generated.map(({ path, text }) => [path, text]));
const fileNamed = (name: string): string => {
  const [, text] = [...files].find(([path]) => path.endsWith(name)) ?? [];
  if (text === undefined) throw new Error(`nothing emits ${name}`);
  return text;
};

export const MANIFEST: Manifest = manifestFrom(generated);
export const OPENAPI: string = fileNamed('openapi.json');

export const PROJECT: Project = compilation.project;

const known = references(INPUTS);

/** The endpoint as the reference reads it. */
export function referenceNamed(name: string): ReferenceEndpoint {
  const found = known.get(name);
  if (found === undefined) throw new Error(`no endpoint ${name}`);
  return found;
}

/** What is served: the endpoints whose names the condition takes. */
export function catalogueOf(isServed: (name: string) => boolean): Catalogue {
  const endpoints = MANIFEST.endpoints.filter(({ name }) => isServed(name));
  return catalogue({ ...MANIFEST, endpoints });
}

/** The text that the users of an engine save. */
export function savedQueryOf(name: string, engine: string): string {
  const { saved, texts } =
    MANIFEST.endpoints.find(endpoint => endpoint.name === name)?.engines[engine] ?? {};
  return (saved?.sql ?? [])
    .map(segment => texts?.[typeof segment === 'number' ? segment : segment.sql])
    .join('');
}
