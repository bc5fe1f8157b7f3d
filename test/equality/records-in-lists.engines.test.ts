/** Items of lists of records and of documents, over rows with empty and NULL lists, and columns named like the items. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../../engines/index.ts';
import { compile } from '../../generator/compile.ts';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { all, type Engines, openEngines } from '../engines/open-engines.ts';
import { onEveryEngine } from '../support/projects/every-engine.ts';
import { allPortable } from '../support/projects/portable.ts';
import { references } from '../support/projects/specs.ts';
import { holdsFor } from './hold.ts';

const TABLES =
  'bigquery: { table: visits }, duckdb: { table: visits }, clickhouse: { table: visits }';

const SOURCES = `sources:
  visits:
    tables: { ${TABLES} }
    key: [id]
    columns:
      id: { type: int64, required: true }
      item: int64
      item_1: string
      place: int64
      name: string
      events:
        list: { record: { name: { type: string, required: true }, ms: int64, tags: { list: string }, from: { record: { ratio: float64 } } } }
        by: name
      payload: json
`;

const ENDPOINT = `endpoint: visits.lookups
id: 00000000-0000-4000-8000-00000000e001
from: visits
select:
  id: id
  first: item(events, .ms > item).ms
  known: item(events, .from.ratio is not null and .name != item_1).from.ratio
  alpha: events['alpha'].ms
  tags: item(events, length(.tags) > 1).tags
  any: any(events, .ms > place or .name = name)
  all: all(events, .ms > 100)
  none: all(events, .ms is null)
  count: count_items(events, .name = name or .ms < item)
  events: events
order_by: [id, first, alpha]
limit: 100
`;

const JOINED = `endpoint: visits.joined
id: 00000000-0000-4000-8000-00000000e002
from: visits
join:
  event: { each: events, kind: left }
select: { id: id, name: event.name, own: name, ms: event.ms, ratio: event.from.ratio, tags: event.tags, at: event_index }
order_by: [id, at, name, ms]
limit: 200
`;

const DOCUMENTS = `endpoint: visits.documents
id: 00000000-0000-4000-8000-00000000e003
from: visits
join:
  bill: { each: "json_items(payload, 'orders')", kind: left }
  line: { each: "json_items(bill, 'lines')", kind: left }
select:
  id: id
  number: json_int64(bill, 'number')
  type: json_type(bill)
  known: json_exists(line)
  sku: json_string(line, 'sku')
  own: json_string(line)
  tags: json_list(line, 'tags')
  lines: json_length(bill, 'lines')
  at: bill_index
  place: line_index
order_by: [id, at, place]
limit: 200
`;

const GROUPED = `endpoint: visits.lines
id: 00000000-0000-4000-8000-00000000e004
from: visits
join: { bill: { each: "json_items(payload, 'orders')" }, line: { each: "json_items(bill, 'lines')" } }
where: ["json_type(line) = 'object'", "line_index < json_length(payload, 'orders')"]
group_by: { sku: "coalesce(json_string(line, 'sku'), 'none')" }
select: { lines: count(), numbers: "sum(json_int64(bill, 'number'))" }
order_by: [lines desc, sku]
`;

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

test.each([
  ['lookups', ENDPOINT],
  ['joined items', JOINED],
  ['items of documents', DOCUMENTS],
  ['groups of items of documents', GROUPED],
])('%s give the rows of the reference', async (_, text) => {
  const [name = ''] = /(?<=endpoint: ).*/.exec(text) ?? [];
  const { inputs, engines: able } = onEveryEngine([
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: `endpoints/${name}.yaml`, bytes: text },
  ]);
  const { compilation, diagnostics } = compile(inputs, { dialects: able });
  expect(able).toEqual(ENGINE_NAMES);
  expect(renderDiagnostics(diagnostics)).toBe('');
  const [endpoint] = allPortable(compilation.project.endpoints);
  const reference = references(inputs).get(name);
  if (endpoint === undefined || reference === undefined) throw new Error('no endpoint');
  const answered = await holdsFor(all(engines), { endpoint, reference }, SIZE);
  expect(answered).toBeGreaterThan(0);
});

const SIZE = { runs: 3, rows: 30, requests: 1 };
