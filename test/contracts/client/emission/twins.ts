/** One project with a stranger's text in every place that takes it, and the same with harmless words. */
import { type Compiled, compile } from '../../../../generator/compile.ts';
import { createMemo } from '../../../../generator/core/memo.ts';
import { isError } from '../../../../generator/core/report/diagnostics.ts';

type Compilation = Compiled['compilation'];

export interface Place {
  /** What the text is there, such as `param.text.default`. */
  readonly name: string;
  /** The very text there: the payload, in a pattern quoted, in an expression a literal. */
  readonly text: string;
}
export interface Twins {
  readonly hostile: Compilation;
  readonly harmless: Compilation;
  /** Where the payload stands. */
  readonly places: readonly Place[];
  /** Those of them that the language refuses this payload in, by a diagnostic. */
  readonly refused: readonly string[];
}

/** Stands where a payload does not. */
export const HARMLESS = 'harmless words';

/** A text as the double-quoted scalar of YAML that it is read from, in ASCII. */
const quoted = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/g, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/**
 * The YAML of a place. `shape` makes of the payload what the place can hold; places that are `tied` hold a payload together or
 * not at all.
 */
type Fill = (place: string, how?: How) => string;
interface How {
  readonly shape?: (text: string) => string;
  readonly tied?: string;
  /** A literal of an expression, which only statements hold. */
  readonly isSql?: true;
}

/** As a literal of the expression language, itself in a text of YAML. */
const literal = (text: string) =>
  `'${text.replace(/[\\']/g, '\\$&').replace(/[^ -~]/gu, character => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  })}'`;
const pattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

// One place on a line: a diagnostic's line says which place refuses a text.
const sources = (at: Fill) => `
sources:
  things:
    title: ${at('source.title')}
    description: ${at('source.description')}
    tables:
      bigquery: { table: things }
      duckdb: { table: things }
      clickhouse: { table: things }
    columns:
      id: { type: string, required: true, description: ${at('source.column.description')} }
      timestamp: { type: timestamp, required: true, unit: ${at('source.column.unit')} }
      whole: { type: int64, description: ${at('source.whole.description')} }
      fraction: float64
      flag: bool
      day: date
      anything: { type: json, description: ${at('source.json.description')} }
      record:
        description: ${at('source.record.description')}
        record:
          inner: { type: string, description: ${at('source.field.description')} }
          size: { type: int64, unit: ${at('source.field.unit')} }
          deeper:
            description: ${at('source.nested.description')}
            record:
              leaf: { type: float64, description: ${at('source.leaf.description')} }
              at: { type: timestamp, unit: ${at('source.leaf.unit')} }
`;

const everything = (at: Fill) => `
endpoint: every.place
id: 40000000-0000-4000-8000-000000000001
summary: ${at('summary')}
description: ${at('description')}
from: things
params:
  text:
    type: string
    required: true
    description: ${at('param.text.description')}
    example: ${at('param.text.example')}
  usual:
    type: string
    description: ${at('param.usual.description')}
    default: ${at('param.usual.default')}
  shaped:
    type: string
    pattern: ${at('param.shaped.pattern', { shape: pattern })}
  searched:
    type: regex
    default: ${at('param.searched.default', { shape: pattern })}
    example: ${at('param.searched.example', { shape: pattern })}
  many:
    type: int64
    default: 9007199254740993
    description: ${at('param.many.description')}
  since:
    type: timestamp
    deprecated: true
    description: ${at('param.since.description')}
  closed:
    enum:
      - one
      - ${at('param.closed.value', { tied: 'closed' })}
    required: true
    description: ${at('param.closed.description')}
    example: ${at('param.closed.example', { tied: 'closed' })}
  lenient:
    enum:
      - two
      - ${at('param.lenient.value', { tied: 'lenient' })}
    otherwise: default
    default: ${at('param.lenient.default', { tied: 'lenient' })}
  span:
    enum:
      - short
      - ${at('param.span.value', { tied: 'span' })}
    default: short
  tier:
    enum:
      - free
      - ${at('param.tier.value', { tied: 'tier' })}
    default: free
where:
  - id != @text and id != @usual and matches(id, @searched) and whole < @many
  - id != @closed and id != @lenient
  - ${at('where.literal', { shape: text => `id != ${literal(text)}`, isSql: true })}
  - { when: since, filter: timestamp > @since }
  - { when: shaped, filter: id != @shaped }
buckets:
  of: timestamp
  by: span
  window: aligned
  intervals:
    short: { last: 1 hour, step: minute }
    ${at('buckets.value', { tied: 'span' })}: { last: 1 day, step: hour }
retention:
  of: timestamp
  by: tier
  windows:
    free: 1 day
    ${at('retention.value', { tied: 'tier' })}: 7 days
group_by:
  kind: ${at('group.literal', { shape: text => `concat(id, ${literal(text)})`, isSql: true })}
select:
  count: { value: count(), description: ${at('column.description')} }
  total: { value: sum(fraction), unit: ${at('column.unit')} }
  exact: { value: sum(whole), encode: string, description: ${at('column.encoded.description')} }
  unseen: { value: min(whole), hidden: true, description: ${at('column.hidden.description')} }
  said: ${at('column.literal', { shape: text => `min(coalesce(id, ${literal(text)}))`, isSql: true })}
order_by: [timestamp, unseen]
max_rows: 9
cache: { ttl: 60s }
tests:
  ${at('test.name')}:
    now: 2026-01-15T10:07:00Z
    params:
      text: ${at('test.param')}
      closed: one
    given: []
    expect:
      - timestamp: 2026-01-15T10:06:00Z
        kind: ${at('test.value')}
        count: 1
        total: 0.5
        exact: '1'
        said: heard
`;

const plain = (at: Fill) => `
endpoint: plain-rows
id: 40000000-0000-4000-8000-000000000002
summary: ${at('other.summary')}
from: things
params:
  only: { enum: [${at('other.param.value')}], description: ${at('other.param.description')}, required: true }
where: [id = @only]
select:
  id: id
  at: { value: timestamp, encode: epoch_micros, unit: ${at('other.column.unit')} }
  rate: { value: fraction, description: ${at('other.column.description')} }
  flag: flag
  day: day
  anything: anything
  record: record
cache: off
`;

const FILES = { 'sources.yaml': sources, 'every.place.yaml': everything, 'plain-rows.yaml': plain };
// The code that is generated is the same for all of them.
const DIALECTS = ['duckdb'];

/**
 * The payload in every place. Where the language takes it, it is compiled; where it refuses it, it is put into what was
 * compiled, so that no emitter relies on the language. Throws where the project has a fault that no place explains.
 */
export function twins(payload: string): Twins {
  const made = known.get(payload) ?? madeTwins(payload);
  known.set(payload, made);
  return made;
}

// Compiling is what takes the time, and tests of every language ask for the same.
const known = new Map<string, Twins>();
let plainTwin: Compilation | null = null;

function harmless(): Compilation {
  plainTwin = plainTwin ?? compiled(filling(() => HARMLESS)).compilation;
  return plainTwin;
}

/** The project with words in every place that tell where they stand. */
export function labelled(): Pick<Compiled, 'compilation'> & { readonly places: readonly Place[] } {
  const { compilation, diagnostics } = compiled(filling(markOf));
  const [first] = diagnostics;
  if (first !== undefined) throw new Error(first.message);
  const places = [...placesOfLines().values()].flat();
  return { compilation, places: places.map(({ name, group }) => ({ name, text: markOf(group) })) };
}

function madeTwins(payload: string): Twins {
  const lines = placesOfLines();
  const places = [...lines.values()].flat();
  const refused = new Set<string>();
  for (;;) {
    const text = (group: string) => (refused.has(group) ? markOf(group) : payload);
    const { compilation, diagnostics } = compiled(filling(text));
    if (diagnostics.length === 0) {
      return {
        hostile: withWords(
          compilation,
          places.filter(({ group }) => refused.has(group)),
          payload,
        ),
        harmless: harmless(),
        places: places
          .filter(({ group, isSql }) => !(isSql && refused.has(group)))
          .map(({ name, shape }) => ({ name, text: shape(payload) })),
        refused: places.filter(({ group }) => refused.has(group)).map(({ name }) => name),
      };
    }
    const found = diagnostics.flatMap(({ place }) => {
      const line = place.source.text.slice(0, place.start).split('\n').length;
      return lines.get(`${place.source.file}:${line}`) ?? [];
    });
    const fresh = found.filter(({ group }) => !refused.has(group));
    if (fresh.length === 0) throw new Error(JSON.stringify(diagnostics.map(d => d.message)));
    for (const { group } of fresh) refused.add(group);
  }
}

const markOf = (group: string) => `words of ${group.replaceAll('.', ' ')} here`;

/** The compilation with payloads in place of marks. Statements stay as they are: they are compiled, or not at all. */
function withWords(
  { project, dialects, endpoints, freshness }: Compilation,
  places: readonly KnownPlace[],
  payload: string,
): Compilation {
  const words = new Map(places.map(({ group, shape }) => [markOf(group), shape(payload)]));
  const replaced = <T>(value: T): T => {
    const deep = (node: unknown): unknown => {
      if (typeof node === 'string') return words.get(node) ?? node;
      if (Array.isArray(node)) return node.map(deep);
      if (typeof node !== 'object' || node === null) return node;
      return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, deep(item)]));
    };
    return deep(value) as T;
  };
  return {
    project: replaced(project),
    dialects,
    endpoints: endpoints.map(({ endpoint, engines }) => ({
      endpoint: replaced(endpoint),
      engines,
    })),
    freshness,
  };
}

/** A project that names an endpoint, a parameter, columns, fields and a value of an enum by one word. */
export function namesakes(name: string): Compilation {
  const { compilation, diagnostics } = compiled(same, {
    'sources.yaml': namedSources,
    [`${endpointName(name)}.yaml`]: namedRows,
  });
  const [first] = diagnostics.filter(isError);
  if (first !== undefined) throw new Error(`${name}: ${first.message}`);
  return compilation;

  function namedSources() {
    return `
sources:
  things:
    tables: { bigquery: { table: things }, duckdb: { table: things }, clickhouse: { table: things } }
    columns:
      id: { type: string, required: true }
      record: { record: { '${name}': string, plain: { record: { '${name}': float64 } } } }
`;
  }

  function namedRows() {
    return `
endpoint: '${endpointName(name)}'
id: 40000000-0000-4000-8000-000000000003
from: things
params:
  '${name}': { enum: ['${name}', other], required: true }
where: [id = @${name}]
select: { '${name}': id, record: record }
`;
  }
}

/** As near to a name as an endpoint's name can be. */
function endpointName(name: string): string {
  return name.toLowerCase().replace(/^[_0-9]+/, '') || 'x';
}

interface KnownPlace {
  readonly name: string;
  readonly group: string;
  readonly shape: (text: string) => string;
  readonly isSql: boolean;
}

/** Places by `file:line`. */
function placesOfLines(): ReadonlyMap<string, readonly KnownPlace[]> {
  const places = new Map<string, KnownPlace[]>();
  for (const [file, write] of Object.entries(FILES)) {
    const inOrder: KnownPlace[] = [];
    const text = write((name, { shape = same, tied = name, isSql = false } = {}) => {
      inOrder.push({ name, group: tied, shape, isSql });
      return MARK;
    });
    text.split('\n').forEach((line, index) => {
      const here = inOrder.splice(0, line.split(MARK).length - 1);
      if (here.length > 0) places.set(`${file}:${index + 1}`, here);
    });
  }
  return places;
}

const MARK = '<place>';
const same = (text: string) => text;

/** The text of each place, by its group. */
function filling(text: (group: string) => string): Fill {
  return (name, { shape = same, tied = name } = {}) => quoted(shape(text(tied)));
}

/** Files that a refused text leaves as they are, are read once. */
const { once } = createMemo();

type Files = Readonly<Record<string, (at: Fill) => string>>;

function compiled(at: Fill, files: Files = FILES): Compiled {
  const inputs = Object.entries(files).map(([path, write]) => ({ path, bytes: write(at) }));
  return compile(inputs, { dialects: DIALECTS, once });
}
