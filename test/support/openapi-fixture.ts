/** Projects compiled to their OpenAPI document, and one that uses whatever a document can say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compiled, compile, type InputFile } from '../../generator/compile.ts';
import { isError } from '../../generator/core/report/diagnostics.ts';
import { descriptionOf } from '../../generator/emitters/description.ts';
import { NO_CODE, type OutputSettings } from '../../generator/emitters/emitter.ts';
import type { OpenApiDocument } from '../../generator/emitters/openapi/document-types.ts';
import openapi from '../../generator/emitters/openapi.ts';
import { ROOT } from './root.ts';
import { readTemplates } from './templates.ts';

/** Throws at the first error of the inputs, and accepts warnings. Without `dialects`, they are those that every data set has a table on. */
export function compiled(
  inputs: readonly InputFile[],
  dialects: readonly string[] | null = null,
): Compiled['compilation'] {
  const { compilation, diagnostics } = compile(inputs, { dialects });
  const [first] = diagnostics.filter(isError);
  if (first !== undefined) throw new Error(`${first.code}: ${first.message}`);
  return compilation;
}

/** The text of the one file that the emitter makes. */
export function emittedText(
  compilation: Compiled['compilation'],
  settings: OutputSettings = NO_CODE,
): string {
  const [file, ...others] = openapi.emit({
    description: descriptionOf(compilation),
    settings,
    templates: readTemplates(),
  });
  if (file?.path !== 'openapi.json' || others.length > 0) throw new Error('one openapi.json');
  return file.text;
}

export function documentFrom(compilation: Compiled['compilation']): OpenApiDocument {
  return JSON.parse(emittedText(compilation));
}

/** The endpoints of this repository. */
export function ownInputs(): readonly InputFile[] {
  return inputsBelow('endpoints');
}

/** The endpoints of the gallery. */
export function galleryInputs(): readonly InputFile[] {
  return inputsBelow('examples/gallery/endpoints');
}

function inputsBelow(folder: string): readonly InputFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .map(name => ({
      path: join(folder, name),
      bytes: readFileSync(join(ROOT, folder, name)),
    }));
}

/** Would be markup, a link, HTML, a template or the end of something, were they not texts. */
export const HOSTILE = [
  '<script>alert(1)</script> &lt;b&gt; &amp;amp; &#60;i>',
  '[a](javascript:alert(1)) ![b](x) <javascript:x> https://a.example www.b.example c@d.example',
  '`code` ```js *a* **b** _c_ __d__ ~~e~~ snake_case \\*f\\*',
  '# heading\n=====\n- item\n1. one\n2) two\n> quote\n+ plus\n\n    code\n\tcode\n***\n---\n|a|b|\n|-|-|',
  '*/ // {{7*7}} $(7*7) #{7*7} <%= 7*7 %> {alert(1)} \'\'\' """ */',
  'a\\\nb  \nc\u2028# d\u2029- e',
  '日本語 🎈 \u202e שלום \u200b [x]: y',
] as const;

const said = (at: number) => JSON.stringify(HOSTILE[at]);

const SOURCES = `
sources:
  things:
    tables: { bigquery: { table: things }, duckdb: { table: things }, clickhouse: { table: things } }
    columns:
      id: { type: string, required: true, description: ${said(0)} }
      timestamp: { type: timestamp, required: true, description: ${said(1)}, unit: ${said(2)} }
      whole: { type: int64, required: true }
      maybe_whole: { type: int64, unit: B }
      fraction: { type: float64, required: true, unit: ms }
      flag: bool
      day: { type: date, required: true }
      anything: { type: json, description: Whatever }
      toString: string
      tags: { list: string, description: ${said(4)} }
      rates: { list: float64 }
      labels: { map: string, description: ${said(5)} }
      firsts: { map: timestamp }
      record:
        description: ${said(3)}
        record:
          class: { type: string, description: ${said(4)} }
          inner: { record: { at: timestamp, count: int64, rate: float64, on: date, tags: json, flag: bool } }
`;

const EVERYTHING = `
endpoint: every.thing-1
id: 10000000-0000-4000-8000-0000000000AB
summary: ${said(4)}
description: ${said(3)}
from: things
params:
  text: { type: string, required: true, min_length: 2, max_length: 40, pattern: '[a-z]{2,40}', description: ${said(1)}, example: ab }
  re2: { type: string, pattern: '(?i)[a-z]+', default: Abc }
  least: { type: int64, min: -5, max: 9007199254740993, default: 7, example: 9007199254740993 }
  most: { type: int64, default: 9007199254740993 }
  share: { type: float64, min: 0, max: 1e300, default: 0.25, example: 1 }
  flag: { type: bool, default: true, example: false }
  since: { type: timestamp, min: '2000-01-01', max: '2100-01-01T00:00:00.5Z', default: '2020-01-01T00:00:00+02:00' }
  day: { type: date, min: '2000-01-01', default: '2020-02-29', deprecated: true }
  item: { type: uuid, description: No period }
  path: { type: regex, default: 'a|b', max_length: 10 }
  kind: { enum: ['15', '<b>', '\`*\`', '7', constructor], default: '<b>', otherwise: default, description: ${said(2)} }
  toString: { enum: [a, b], required: true, example: b }
where:
  - id = @text or id = @re2 or whole between @least and @most or fraction < @share
  - flag = @flag and timestamp > @since and day > @day and matches(id, @path)
  - { when: item, filter: id = @item }
  - id != @kind and id != @toString
select:
  - id
  - timestamp
  - whole
  - maybe_whole
  - fraction
  - flag
  - day
  - anything
  - toString
  - record
limit: 7
max_rows: 9
cache: off
`;

const SEVERAL = `
endpoint: every.several
id: 20000000-0000-4000-8000-000000000002
from: things
select: [tags, rates, labels, firsts]
`;

const ENCODED = `
endpoint: every.encode
id: 20000000-0000-4000-8000-000000000001
from: things
select:
  at: { value: timestamp, encode: rfc3339 }
  micros: { value: timestamp, encode: epoch_micros }
  millis: { value: timestamp, encode: epoch_millis, unit: ms }
  digits: { value: maybe_whole, encode: string, description: ${said(5)} }
max_rows: 3
cache: { ttl: 60s }
tests:
  says nothing: { now: 2026-01-15, given: [] }
  answers nothing: { now: 2026-01-15, given: [], expect: [] }
  ${JSON.stringify(HOSTILE[0])}:
    now: 2026-01-15T10:07:00.5Z
    given: [{ id: a, timestamp: 2026-01-15T10:07:00Z, whole: 1, fraction: 1, day: 2026-01-15, maybe_whole: 5 }]
    expect: [{ at: 2026-01-15T10:07:00Z, micros: 1768471620000000, millis: 1768471620000, digits: '5' }]
  another: { now: 2026-01-15, given: [], expect: [{ at: 2026-01-15T00:00:00Z, micros: 0, millis: 0, digits: ~ }] }
`;

const CHOSEN = `
endpoint: chosen
id: 30000000-0000-4000-8000-000000000001
summary: ${said(0)}
from: things
params:
  interval: { enum: [short, '7'], default: short }
  tier: { enum: [free, paid], required: true }
buckets:
  of: timestamp
  by: interval
  gaps: zero
  window: sliding
  intervals: { short: { last: 90 seconds, step: second }, '7': { last: 7 days, step: 6 hours } }
retention: { of: timestamp, by: tier, windows: { free: 36 hours, paid: 52 weeks } }
group_by: { whose: id }
select: { n: count(), mean: avg(fraction) }
cache: { ttl: 900s, refresh: 300s }
`;

/** An endpoint of one column. */
export function endpointInput(name: string, id: string): InputFile {
  const text = `endpoint: ${name}\nid: ${id}\nfrom: things\nselect: [id]\n`;
  return { path: `endpoints/${name}.yaml`, bytes: text };
}

/** Names that are reserved words, or one name once mangled. */
const NAMES = [
  'class',
  'list.endpoints',
  'a.b-c',
  'a.bc',
  'a-b.c',
  'a.b.c.by-id',
  'x.1',
  'x-1',
  'not-modified',
];

/** In engines' own SQL: what callers see of it is as of any other. */
const OWN = `
endpoint: every.own
id: 30000000-0000-4000-8000-0000000000EE
summary: ${said(2)}
params:
  project: { type: string, required: true, example: abc }
  since: { type: timestamp }
  level: { type: string, absent: '' }
  sort: { enum: [newest, oldest], default: newest }
query:
  duckdb:
    - SELECT id, timestamp AS at, whole, fraction * 1.5 AS share, flag, day, anything FROM things WHERE id = @project
    - { when: since, sql: AND timestamp > @since }
    - AND (@level = '' OR toString = @level)
    - { by: sort, cases: { newest: ORDER BY timestamp DESC, oldest: ORDER BY timestamp } }
columns:
  id: { type: string, required: true, description: ${said(4)} }
  at: { type: timestamp, required: true, encode: epoch_micros }
  whole: { type: int64, encode: string, unit: ${said(2)} }
  share: float64
  flag: bool
  day: date
  anything: json
max_rows: 5
`;

export const EVERYTHING_INPUTS: readonly InputFile[] = [
  { path: 'endpoints/sources.yaml', bytes: SOURCES },
  { path: 'endpoints/every.thing-1.yaml', bytes: EVERYTHING },
  { path: 'endpoints/every.encode.yaml', bytes: ENCODED },
  { path: 'endpoints/every.several.yaml', bytes: SEVERAL },
  { path: 'endpoints/chosen.yaml', bytes: CHOSEN },
  ...NAMES.map((name, i) => endpointInput(name, `4000000${i}-0000-4000-8000-000000000000`)),
  { path: 'endpoints/every.own.yaml', bytes: OWN },
];
