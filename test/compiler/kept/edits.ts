/** A small project that is edited: files come, change, go and have faults. */
import fc from 'fast-check';
import type { Compiled, InputFile } from '../../../generator/compile.ts';

const SOURCES = `sources:
  logs:
    tables: { duckdb: { table: logs }, clickhouse: { table: logs } }
    columns: { id: string, at: { type: timestamp, required: true }, status: int64, project: string }
params:
  project: { type: string, required: true }
`;
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const listed = (name: string, n: number, column: string) =>
  `endpoint: ${name}\nid: ${id(n)}\nparams: { project: { use: project } }\nfrom: logs\nwhere: [project = @project]\nselect: [${column}]\n`;
const own = (file: string) =>
  `endpoint: own\nid: ${id(3)}\nquery: { duckdb: { file: ${file} } }\ncolumns: { id: string }\n`;
const asked = (text: string) =>
  `endpoint: asked\nid: ${id(4)}\nquery: |\n  ${text}\ncolumns: { id: string }\n`;

export const TEXTS_OF_SOURCES: readonly string[] = [
  SOURCES,
  SOURCES.replace('status: int64', 'status: string'),
  SOURCES.replace('required: true }\n', 'default: x }\n'),
  SOURCES.replace('clickhouse: { table: logs }', ''),
  `${SOURCES}# seen\n`,
  SOURCES.replace('columns:', 'colums:'),
  'sources: [',
];

/** The possible texts of each file; `null`: the file does not exist. */
const VARIANTS: Readonly<Record<string, readonly (string | Uint8Array | null)[]>> = {
  'endpoints/sources.yaml': TEXTS_OF_SOURCES,
  'endpoints/a.yaml': [
    listed('a', 1, 'id'),
    listed('a', 1, 'id, status'),
    listed('b', 1, 'id'),
    listed('a', 2, 'id'),
    listed('a', 1, 'nothing'),
    new Uint8Array([0xff, 0xfe]),
    null,
  ],
  'endpoints/b.yaml': [
    listed('b', 2, 'status'),
    listed('b', 2, 'status, id'),
    listed('b', 2, 'id').replace('select: [id]', 'select: { st: upper(status) }'),
    // a warning: the order is not total
    listed('b', 2, 'id').replace(
      'select: [id]',
      'select: { n: row_number() over (order by status) }',
    ),
    'endpoint: b\n',
    // an error while there is no file `a.yaml`
    `${listed('b', 2, 'id')}deprecated: 2026-06-01\nreplaced_by: a\n`,
    null,
    // an error that only the statements show
    `${listed('b', 2, 'id, at')}tests: { one: { now: '2026-01-01T00:00:00Z', given: [{ id: a }], params: { project: x }, expect: [] } }\n`,
  ],
  'endpoints/own.yaml': [own('one.sql'), own('other.sql'), null],
  'endpoints/one.sql': [
    'SELECT id FROM logs',
    'SELECT id FROM logs WHERE id IS NULL',
    'SELECT id FROM logs WHERE id = @id',
    null,
  ],
  'endpoints/other.sql': ['SELECT id FROM logs LIMIT 1', '', null],
  'endpoints/asked.yaml': [asked('SELECT id FROM logs'), asked('SELECT id FROM nowhere'), null],
};
const PATHS = Object.keys(VARIANTS);
export const DIALECTS = [null, ['duckdb'], ['duckdb', 'clickhouse']];

export interface State {
  readonly files: Readonly<Record<string, number>>;
  readonly dialects: number;
}
type Edit = readonly [path: string | null, to: number];
/** A file takes another text, or the project other dialects. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 7, arbitrary: fc.tuple(fc.constantFrom(...PATHS), fc.nat(10)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant(null), fc.nat(2)) },
);

export function edited({ files, dialects }: State, [path, to]: Edit): State {
  if (path === null) return { files, dialects: to };
  return { files: { ...files, [path]: to % (VARIANTS[path]?.length ?? 1) }, dialects };
}

/** Bytes that are equal are another object each time, as files are that are read again. */
export function inputsOf({ files }: State): readonly InputFile[] {
  return PATHS.flatMap(path => {
    const bytes = VARIANTS[path]?.[files[path] ?? 0];
    return bytes === null || bytes === undefined ? [] : [{ path, bytes: Buffer.from(bytes) }];
  });
}

export const START: State = { files: {}, dialects: 0 };

/** Diagnostics as plain data. */
export function faultsOf({ diagnostics }: Pick<Compiled, 'diagnostics'>) {
  return diagnostics.map(({ code, place, message, hint }) => {
    const { source, start, end } = place;
    return { code, file: source.file, text: source.text, start, end, message, hint };
  });
}
