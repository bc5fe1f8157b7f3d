/** A compiler with a memory gives the same output as one without, after any edits. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompileOptions, compile, emit, type InputFile } from '../../generator/compile.ts';
import { createMemory, type Recall } from '../../generator/core/recall.ts';

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

/** The possible texts of each file; `null`: the file does not exist. */
const VARIANTS: Readonly<Record<string, readonly (string | Uint8Array | null)[]>> = {
  'endpoints/sources.yaml': [
    SOURCES,
    SOURCES.replace('status: int64', 'status: string'),
    SOURCES.replace('required: true }\n', 'default: x }\n'),
    SOURCES.replace('clickhouse: { table: logs }', ''),
    `${SOURCES}# seen\n`,
    SOURCES.replace('columns:', 'colums:'),
    'sources: [',
  ],
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
    listed('b', 2, 'st: upper(status)'),
    'endpoint: b\n',
    null,
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
const DIALECTS = [null, ['duckdb'], ['duckdb', 'clickhouse']];

interface State {
  readonly files: Readonly<Record<string, number>>;
  readonly dialects: number;
}
type Edit = readonly [path: string | null, to: number];
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 7, arbitrary: fc.tuple(fc.constantFrom(...PATHS), fc.nat(10)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant(null), fc.nat(2)) },
);

function edited({ files, dialects }: State, [path, to]: Edit): State {
  if (path === null) return { files, dialects: to };
  return { files: { ...files, [path]: to % (VARIANTS[path]?.length ?? 1) }, dialects };
}

/** Bytes that are equal are another object each time, as files are that are read again. */
function inputsOf({ files }: State): readonly InputFile[] {
  return PATHS.flatMap(path => {
    const bytes = VARIANTS[path]?.[files[path] ?? 0];
    return bytes === null || bytes === undefined ? [] : [{ path, bytes: Buffer.from(bytes) }];
  });
}

function outcome(state: State, recall?: Recall) {
  const options: CompileOptions = {
    dialects: DIALECTS[state.dialects] ?? null,
    ...(recall === undefined ? {} : { recall }),
  };
  const { compilation, diagnostics, questions, ruledOut } = compile(inputsOf(state), options);
  return {
    files: emit(compilation),
    faults: diagnostics.map(({ code, place, message, hint }) => {
      const { source, start, end } = place;
      return { code, file: source.file, text: source.text, start, end, message, hint };
    }),
    questions: questions.map(({ hash }) => hash),
    ruledOut,
  };
}

const START: State = { files: {}, dialects: 0 };

describe('a compiler with a memory', () => {
  test('gives what one without gives, after any edits', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), fc.boolean(), (edits, forgets) => {
        const memory = createMemory();
        let state = START;
        for (const one of edits) {
          state = edited(state, one);
          expect(outcome(state, memory.recall)).toEqual(outcome(state));
          if (forgets) memory.forgetUnused();
        }
      }),
      { numRuns: 40 },
    );
  });

  test('compiles again what an edit concerns, and nothing else', () => {
    const memory = createMemory();
    const statements = (state: State) =>
      compile(inputsOf(state), { dialects: ['duckdb'], recall: memory.recall }).compilation
        .endpoints;
    const before = statements(START);
    const other = statements(edited(START, ['endpoints/b.yaml', 1]));
    const names = (same: boolean) =>
      other
        .filter(endpoint => before.includes(endpoint) === same)
        .map(({ endpoint }) => endpoint.name);
    expect(names(false)).toEqual(['b']);
    expect(names(true)).toEqual(['a', 'own']);
    const named = statements(edited(START, ['endpoints/one.sql', 1]));
    expect(named.filter(endpoint => !before.includes(endpoint)).map(e => e.endpoint.name)).toEqual([
      'b',
      'own',
    ]);
  });

  test('forgets what is not asked for any more', () => {
    const memory = createMemory();
    let count = 0;
    const work = (slot: string) => {
      const make = () => {
        count += 1;
      };
      memory.recall({ slot, key: [], make }, () => {});
    };
    work('a');
    work('b');
    work('a');
    memory.forgetUnused();
    work('a');
    memory.forgetUnused();
    expect(count).toBe(2);
    work('b');
    expect(count).toBe(3);
  });
});
