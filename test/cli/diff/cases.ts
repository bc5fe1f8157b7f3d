/** Edits of a project, each with the changes that callers see. */

const SOURCES = `sources:
  entries:
    tables: { duckdb: { table: entries }, clickhouse: { table: entries } }
    key: [id]
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      project: string
      size: int64
      tags: { list: string }
      meta: { record: { region: string, ratio: float64 } }
  notes:
    tables: { duckdb: { table: notes }, clickhouse: { table: notes } }
    scope: [team]
    columns: { team: string, text: string }
`;

const ENTRIES = `endpoint: entries
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01
aliases: [log-entries]
summary: The newest entries.
from: entries
params:
  project: { type: string, required: true, max_length: 20, pattern: '[a-z]+' }
  least: { type: int64, min: 0, max: 9000000000000000000 }
  pause: { type: duration, max: 9m }
  price: { type: decimal, max: 9007199254740992.5 }
  kind: { enum: [small, large], default: small, aliases: { big: large } }
  sizes: { list: int64, max_items: 5 }
  since: { type: timestamp, min: 2026-01-15T10:00:00Z, accept: epoch_millis }
  tier: { enum: [free, paid], default: free, otherwise: default }
  word: { type: string, min_length: 2 }
where:
  - project = @project
  - { when: least, filter: size >= @least }
  - { when: price, filter: '@price > 0' }
  - { when: pause, filter: at > now() - @pause }
  - { when: sizes, filter: size in @sizes }
  - { when: since, filter: at >= @since }
  - { when: word, filter: id = @word }
  - size > if(@kind = 'small', 0, 100)
  - size < if(@tier = 'free', 1000, 10000)
select:
  id: id
  at: at
  size: { value: size, unit: bytes }
  meta: meta
order_by: [at desc, id]
max_rows: 100
cache: { ttl: 10m, refresh: 1m }
`;

const WINDOW = `endpoint: windows
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a02
from: entries
params:
  since: { type: timestamp, required: true }
  until: { type: timestamp, required: true }
buckets: { of: at, from: '@since', to: '@until', step: hour, gaps: zero }
select: { entries: count() }
order_by: [at]
max_rows: 1000
`;

const PAGES = `endpoint: pages
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a03
from: entries
where: [project = 'a']
select: [id, at]
order_by: [at, id]
pages: { size: 10, max_size: 50, expires: 1 hour }
`;

const NOTES = `endpoint: notes
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a05
from: notes
params:
  team: { type: string, required: true }
  word: { type: string, required: true }
where: [team = @team, text != @word]
select: [text]
max_rows: 10
`;

export type Files = Readonly<Record<string, string>>;
export const FILES: Files = {
  'sources.yaml': SOURCES,
  'entries.yaml': ENTRIES,
  'windows.yaml': WINDOW,
  'pages.yaml': PAGES,
  'notes.yaml': NOTES,
};

export interface Edit {
  readonly title: string;
  readonly now: Files;
  /** The changes as `code of`, in their order; SQL that changed is left out. */
  readonly forth: readonly string[];
  /** Those of the edit that takes it back. */
  readonly back: readonly string[];
}

function edit(
  title: string,
  file: keyof typeof FILES & string,
  replaced: Readonly<Record<string, string>>,
  forth: readonly string[],
  back: readonly string[],
): Edit {
  let text = FILES[file] ?? '';
  for (const [find, put] of Object.entries(replaced)) {
    if (text.split(find).length !== 2) throw new Error(`${title}: \`${find}\` is not there once`);
    text = text.replace(find, () => put);
  }
  return { title, now: { ...FILES, [file]: text }, forth, back };
}

const { 'pages.yaml': pages = '', ...others } = FILES;
const WORD = 'word: { type: string, min_length: 2 }';

export const EDITS: readonly Edit[] = [
  { title: 'nothing', now: FILES, forth: [], back: [] },
  { title: 'an endpoint less', now: others, forth: ['endpoint-removed'], back: ['endpoint-added'] },
  {
    title: 'another name',
    now: { ...others, 'leaves.yaml': pages.replace('endpoint: pages', 'endpoint: leaves') },
    forth: ['endpoint-renamed', 'alias-added leaves', 'operation-renamed'],
    back: ['endpoint-renamed', 'alias-added pages', 'operation-renamed'],
  },
  {
    title: 'another name beside the old one',
    now: {
      ...others,
      'leaves.yaml': pages.replace('endpoint: pages', 'endpoint: leaves\naliases: [pages]'),
    },
    forth: ['alias-added leaves', 'operation-renamed'],
    back: ['endpoint-renamed', 'operation-renamed'],
  },
  {
    title: 'a second endpoint with the same name for clients',
    now: {
      ...FILES,
      'pages-by-id.yaml': pages
        .replace('endpoint: pages', 'endpoint: pages-by-id')
        .replace('8a03', '8a04'),
    },
    forth: ['operation-renamed', 'endpoint-added'],
    back: ['operation-renamed', 'endpoint-removed'],
  },
  edit(
    'another identifier',
    'pages.yaml',
    { '8a03': '8a04' },
    ['identifier-changed'],
    ['identifier-changed'],
  ),
  edit(
    'an alias less',
    'entries.yaml',
    { 'aliases: [log-entries]\n': '' },
    ['alias-removed log-entries'],
    ['alias-added log-entries'],
  ),
  edit(
    'an end',
    'entries.yaml',
    { 'summary: The': 'deprecated: 2026-06-01\nreplaced_by: pages\nsummary: The' },
    ['endpoint-deprecated'],
    [],
  ),
  edit(
    'an owner and tags',
    'pages.yaml',
    { 'from: entries': 'owner: us\ntags: [a]\nfrom: entries' },
    [],
    [],
  ),
  edit(
    'an engine less',
    'pages.yaml',
    { 'from: entries': 'engines: [duckdb]\nfrom: entries' },
    ['engine-removed clickhouse'],
    ['engine-added clickhouse'],
  ),
  edit(
    'answers as another service has them',
    'entries.yaml',
    { 'from: entries': 'compat: logflare\nignore: [ref]\nfrom: entries' },
    ['compat-changed', 'column-type at', 'column-type meta'],
    [
      'compat-changed',
      'form-removed since',
      'ignored-removed ref',
      'column-type at',
      'column-type meta',
    ],
  ),
  edit(
    'an optional parameter more',
    'pages.yaml',
    {
      "where: [project = 'a']":
        "params: { least: { type: int64 } }\nwhere: [project = 'a', { when: least, filter: size > @least }]",
    },
    ['parameter-added least'],
    ['parameter-removed least'],
  ),
  edit(
    'a required parameter more',
    'pages.yaml',
    {
      "where: [project = 'a']":
        'params: { project: { type: string, required: true } }\nwhere: [project = @project]',
    },
    ['parameter-required project'],
    ['parameter-removed project'],
  ),
  edit(
    'a filter more',
    'pages.yaml',
    { 'select: [id, at]': 'filters: { size: { of: size, operators: [gte] } }\nselect: [id, at]' },
    ['parameter-added size__gte'],
    ['parameter-removed size__gte'],
  ),
  edit(
    'another parameter that names the tenant',
    'notes.yaml',
    { 'team = @team, text != @word': 'team = @word, text != @team' },
    ['keys-refused'],
    ['keys-refused'],
  ),
  edit(
    'a second parameter that names the tenant',
    'notes.yaml',
    { 'text != @word': 'team = @word' },
    [],
    ['keys-refused'],
  ),
  edit(
    'a parameter that must be given',
    'entries.yaml',
    {
      [WORD]: 'word: { type: string, min_length: 2, required: true }',
      '{ when: word, filter: id = @word }': 'id = @word',
    },
    ['parameter-required word'],
    ['parameter-optional word'],
  ),
  edit(
    'another type',
    'entries.yaml',
    { [WORD]: 'word: { type: uuid }' },
    ['parameter-type word'],
    ['parameter-type word'],
  ),
  edit(
    'a list in place of a value',
    'entries.yaml',
    {
      [WORD]: "word: { list: { type: string, min_length: 2 }, separator: ',' }",
      'id = @word': 'id in @word',
    },
    ['parameter-list word', 'form-removed word'],
    ['parameter-type word'],
  ),
  edit(
    'fewer items',
    'entries.yaml',
    { 'max_items: 5': 'max_items: 4' },
    ['bound-tightened sizes'],
    ['bound-loosened sizes'],
  ),
  edit(
    'another separator',
    'entries.yaml',
    { 'max_items: 5': "max_items: 5, separator: ';'" },
    ['form-removed sizes'],
    ['form-removed sizes'],
  ),
  edit(
    'a value less',
    'entries.yaml',
    { 'enum: [free, paid]': 'enum: [free]' },
    ['value-removed tier'],
    ['value-added tier'],
  ),
  edit(
    'an alias of a value less',
    'entries.yaml',
    { ', aliases: { big: large }': '' },
    ['value-removed kind'],
    ['value-added kind'],
  ),
  edit(
    'an alias of another value',
    'entries.yaml',
    { 'big: large': 'big: small' },
    ['value-removed kind'],
    ['value-removed kind'],
  ),
  edit(
    'listed values',
    'entries.yaml',
    { [WORD]: 'word: { enum: [one, two] }' },
    ['parameter-type word'],
    ['parameter-type word'],
  ),
  edit(
    'a greater least value',
    'entries.yaml',
    { 'min: 0': 'min: 1' },
    ['bound-tightened least'],
    ['bound-loosened least'],
  ),
  edit(
    'a smaller greatest value, beyond what doubles tell apart',
    'entries.yaml',
    { '9000000000000000000': '8999999999999999999' },
    ['bound-tightened least'],
    ['bound-loosened least'],
  ),
  edit(
    'a smaller greatest decimal, beyond what doubles tell apart',
    'entries.yaml',
    { '9007199254740992.5': '9007199254740992.499999999' },
    ['bound-tightened price'],
    ['bound-loosened price'],
  ),
  edit(
    'no greatest value',
    'entries.yaml',
    { ', max: 9000000000000000000': '' },
    ['bound-loosened least'],
    ['bound-tightened least'],
  ),
  edit(
    'a longer least text',
    'entries.yaml',
    { 'min_length: 2': 'min_length: 3' },
    ['bound-tightened word'],
    ['bound-loosened word'],
  ),
  edit(
    'a shorter greatest text',
    'entries.yaml',
    { 'max_length: 20': 'max_length: 10' },
    ['bound-tightened project'],
    ['bound-loosened project'],
  ),
  edit(
    'another pattern',
    'entries.yaml',
    { "pattern: '[a-z]+'": "pattern: '[a-z-]+'" },
    ['bound-tightened project'],
    ['bound-tightened project'],
  ),
  edit(
    'no pattern',
    'entries.yaml',
    { ", pattern: '[a-z]+'": '' },
    ['bound-loosened project'],
    ['bound-tightened project'],
  ),
  edit(
    'a longer greatest duration, whose text is before in the order of characters',
    'entries.yaml',
    { 'max: 9m': 'max: 1h' },
    ['bound-loosened pause'],
    ['bound-tightened pause'],
  ),
  edit(
    'a later first instant, by less than its text shows in characters',
    'entries.yaml',
    { 'min: 2026-01-15T10:00:00Z': 'min: 2026-01-15T10:00:00.5Z' },
    ['bound-tightened since'],
    ['bound-loosened since'],
  ),
  edit(
    'a form of instants less',
    'entries.yaml',
    { ', accept: epoch_millis': '' },
    ['form-removed since'],
    [],
  ),
  edit(
    'invalid values refused',
    'entries.yaml',
    { ', otherwise: default': '' },
    ['otherwise-rejected tier'],
    [],
  ),
  edit(
    'another default',
    'entries.yaml',
    { 'default: small': 'default: large' },
    ['default-changed kind'],
    ['default-changed kind'],
  ),
  edit(
    'a default more',
    'entries.yaml',
    {
      'min: 0, max: 9000000000000000000': 'min: 0, max: 9000000000000000000, default: 7',
      '{ when: least, filter: size >= @least }': 'size >= @least',
    },
    ['default-changed least'],
    ['default-changed least'],
  ),
  edit(
    'a deprecated parameter',
    'entries.yaml',
    { 'min_length: 2': 'min_length: 2, deprecated: true' },
    ['parameter-deprecated word'],
    [],
  ),
  edit(
    'a column less',
    'entries.yaml',
    { '  meta: meta\n': '' },
    ['column-removed meta'],
    ['column-added meta'],
  ),
  edit(
    'a column of another type',
    'entries.yaml',
    { '  id: id\n': '  id: length(id)\n' },
    ['column-type id'],
    ['column-type id'],
  ),
  edit(
    'a column that may be NULL',
    'entries.yaml',
    { '  id: id\n': "  id: nullif(id, '')\n" },
    ['column-nullable id'],
    ['column-required id'],
  ),
  edit(
    'columns in another order',
    'entries.yaml',
    { '  id: id\n  at: at\n': '  at: at\n  id: id\n' },
    ['column-ordered'],
    ['column-ordered'],
  ),
  edit(
    'another unit',
    'entries.yaml',
    { 'unit: bytes': 'unit: kB' },
    ['unit-changed size'],
    ['unit-changed size'],
  ),
  {
    title: 'a field of a record less',
    now: { ...FILES, 'sources.yaml': SOURCES.replace(', ratio: float64', '') },
    forth: ['column-removed meta.ratio'],
    back: ['column-added meta.ratio'],
  },
  edit(
    'fewer rows',
    'entries.yaml',
    { 'max_rows: 100': 'max_rows: 99' },
    ['limit-lowered'],
    ['limit-raised'],
  ),
  edit(
    'a limit',
    'entries.yaml',
    { 'max_rows: 100': 'max_rows: 100\nlimit: 50' },
    ['limit-lowered'],
    ['limit-raised'],
  ),
  edit(
    'no pages',
    'pages.yaml',
    { 'pages: { size: 10, max_size: 50, expires: 1 hour }': 'max_rows: 10' },
    ['parameter-removed page_size', 'parameter-removed cursor', 'limit-lowered', 'pages-changed'],
    ['parameter-added page_size', 'parameter-added cursor', 'limit-raised', 'pages-changed'],
  ),
  edit('cursors that end sooner', 'pages.yaml', { '1 hour': '5 minutes' }, ['pages-changed'], []),
  edit(
    'gaps that are filled',
    'windows.yaml',
    { 'gaps: zero': 'gaps: omit' },
    [],
    ['window-bounded'],
  ),
  edit(
    'answers kept for less',
    'entries.yaml',
    { 'ttl: 10m': 'ttl: 5m' },
    ['cache-changed'],
    ['cache-changed'],
  ),
  edit(
    'answers that are not kept',
    'entries.yaml',
    { 'cache: { ttl: 10m, refresh: 1m }\n': 'cache: off\n' },
    ['cache-changed'],
    ['cache-changed'],
  ),
];
