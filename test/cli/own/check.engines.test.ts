/** `quern check` before statements in DuckDB's own SQL, whose parser is always installed, and `quern check --update`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { withColumns } from '../../../cli/own/rewrite.ts';
import { entryOf } from '../../../generator/core/spec/document.ts';
import { SCALARS, type Scalar } from '../../../generator/core/types/scalar.ts';
import { loadDocument } from '../../../generator/load/load.ts';
import { type Fence, fences, readPage, withFences } from '../../pages/docs-markdown.ts';
import { type Project, project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const HEAD = 'endpoint: own\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a07\n';
const SOURCES = `sources:
  things:
    tables: { duckdb: { table: things } }
    columns:
      id: { type: string, required: true }
      seen: timestamp
      size: int64
      share: float64
      price: { type: decimal, precision: 18, scale: 2 }
      ok: bool
      day: date
      tags: json
`;

function own(text: string, more: Readonly<Record<string, string | null>> = {}): Project {
  return project({
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': SOURCES,
    'endpoints/own.yaml': HEAD + text,
    ...more,
  });
}
const textOf = ({ folder }: Project) => readFileSync(join(folder, 'endpoints/own.yaml'), 'utf8');
/** Lines that begin with a place or report what was done. */
const said = (stderr: string) => stderr.split('\n').filter(line => /^(endpoints|\w)/.test(line));

describe('the pages of its diagnostics', () => {
  const codes = ['column-mismatch', 'undeclared-read', 'undeclared-table', 'not-analysed'];

  it.each(codes)('%s shows it, and what is right', async code => {
    const shared = readFileSync('endpoints/sources.yaml', 'utf8');
    const shown = async (block: string) => {
      const made = own('', {
        'endpoints/sources.yaml': shared,
        'endpoints/own.yaml': HEAD + block,
      });
      const { stderr } = await made.quern(['check']);
      return stderr.replaceAll(/own\.yaml:(\d+)/g, (_, line) => `example.yaml:${Number(line) - 2}`);
    };
    const blocks = (page: string, info: string) => fences(page).filter(one => one.info === info);
    const before = readFileSync(`docs/diagnostics/${code}.md`, 'utf8');
    const [wrong, right] = ['yaml wrong', 'yaml right'].map(info => blocks(before, info)[0]?.text);
    const told = await shown(wrong ?? '');
    const end = told.search(/\n\n?(\d+ errors?|\w+ is left out|\d+ endpoint)/);
    const message = renumbered(told.slice(0, end + 1));
    const page = readPage(`docs/diagnostics/${code}.md`, text => {
      const [fence] = blocks(text, 'text message');
      return fence === undefined
        ? text
        : withFences(text, new Map<Fence, string>([[fence, message]]));
    });
    expect(blocks(page, 'text message').map(({ text }) => text)).toEqual([message]);
    expect(await shown(right ?? '')).toMatch(/no errors\n$/);
  });

  /** Frames count lines of the page's block, which has no head. */
  function renumbered(message: string): string {
    return message.replaceAll(/^( +)(\d+) \|/gm, (_, pad, line) => `${pad}${Number(line) - 2} |`);
  }
});

it('asks about a statement beside data sets with rollups and computed columns', async () => {
  const sources = `${SOURCES}      twice: { is: size * 2 }
      at: { type: timestamp, required: true }
    rollups:
      hourly: { of: at, step: hour, measures: [sum(size)] }
`;
  const { quern } = own(
    'query: { duckdb: "SELECT id, size FROM things" }\ncolumns: { id: string }\nengines: [duckdb]\n',
    { 'endpoints/sources.yaml': sources },
  );
  const { exit, stderr } = await quern(['check']);
  expect(exit).toBe(1);
  expect(stderr).toContain('error[column-mismatch] The statement answers `size`');
});

describe('a message of the parser', () => {
  it('is reported at its place, in literal, folded and quoted blocks, in pieces and in files', async () => {
    const columns = 'columns: { id: string }\n';
    const texts = [
      `query:\n  duckdb: |\n    SELECT id -- é😀\n    FROM things WHERE size = SUMM(\n${columns}`,
      `query:\n  duckdb: >-\n    SELECT id\n    FROM things\n    WHERE size = SUMM(\n${columns}`,
      `query:\n  duckdb: "SELECT id\\n\\tFROM things WHERE 'é' = SUMM("\n${columns}`,
      `query:\n  duckdb: [SELECT id FROM things, 'WHERE size = SUMM(']\n${columns}`,
    ];
    for (const text of texts) {
      const { exit, stderr } = await own(text).quern(['check']);
      expect({ exit, stderr }).toMatchObject({ exit: 1 });
      expect(stderr).toMatch(/error\[sql-statement\]/);
      const line = text.split('\n').findIndex(one => one.includes('SUMM(')) + 3;
      expect(stderr, stderr).toContain(`endpoints/own.yaml:${line}:`);
    }
    const made = own(`query:\n  duckdb: { file: own.sql }\n${columns}`);
    writeFileSync(
      join(made.folder, 'endpoints/own.sql'),
      'SELECT id\nFROM things WHERE size = SUMM(',
    );
    expect((await made.quern(['check'])).stderr).toContain('endpoints/own.sql:2:');
  });

  it('is reported, too, of an endpoint that `generate` has kept', async () => {
    const text = `query: { duckdb: SELECT id FROM things WHERE size = SUMM( }\ncolumns: { id: string }\n`;
    const made = own(text);
    const before = await made.quern(['check']);
    expect(before.stderr).toContain('error[sql-statement]');
    expect((await made.quern(['generate'])).exit).toBe(0);
    expect(await made.quern(['check'])).toEqual(before);
  });

  it('is of every piece: one that is broken alone is found', async () => {
    const text = `params: { since: { type: timestamp }, sort: { enum: [a, b], default: a } }
query:
  duckdb:
    - SELECT id FROM things WHERE true
    - { when: since, sql: AND seen > > @since }
    - { by: sort, cases: { a: ORDER BY id, b: ORDER id } }
columns: { id: string }
`;
    const { stderr } = await own(text).quern(['check']);
    expect(said(stderr).filter(line => line.includes('sql-statement'))).toHaveLength(2);
    expect(stderr).toContain('endpoints/own.yaml:7:');
    expect(stderr).toContain('endpoints/own.yaml:8:');
  });

  it('refuses columns that no mapping could hold', async () => {
    const text = `query: { duckdb: "SELECT id, id, count(*) FROM things GROUP BY id" }\ncolumns: { id: string }\n`;
    const { exit, stderr } = await own(text).quern(['check']);
    expect(exit).toBe(1);
    expect(stderr).toContain('Two columns have the name `id` (duckdb)');
    expect(stderr).toContain(
      'The column `count_star()` does not have a valid name of an output (duckdb)',
    );
  });

  it('warns of tables that no data set declares, and fails for them under --strict', async () => {
    const text = `query: { duckdb: SELECT name FROM elsewhere }\ncolumns: { name: string }\n`;
    const made = own(text);
    expect(await made.quern(['check'])).toMatchObject({ exit: 0 });
    const { exit, stderr } = await made.quern(['check', '--strict']);
    expect(exit).toBe(1);
    expect(stderr).toContain(
      'endpoints/own.yaml:3:35 warning[undeclared-table] The table `elsewhere`',
    );
  });
});

describe('fifty edits of a table behind declared columns', () => {
  const TYPES = ['string', 'int64', 'float64', 'bool', 'timestamp', 'date', 'json'] as const;
  const DECLARED: Readonly<Record<string, Scalar>> = {
    id: 'string',
    seen: 'timestamp',
    size: 'int64',
    share: 'float64',
    ok: 'bool',
    day: 'date',
  };
  /** By DuckDB's type of a column: other types that it may be declared as. */
  const READ_AS: Readonly<Partial<Record<Scalar, readonly Scalar[]>>> = {
    int64: ['float64'],
    string: ['json'],
    json: ['string'],
  };
  const edit = fc.record({
    column: fc.constantFrom(...Object.keys(DECLARED)),
    to: fc.constantFrom('drop', 'rename', 'add', ...TYPES),
  });
  const edits = fc.sample(edit, { seed: 10, numRuns: 50 });

  function edited({ column, to }: (typeof edits)[number]): object {
    const columns = Object.entries(DECLARED).flatMap(([name, type]) => {
      if (name !== column || to === 'add') return [[name, type]];
      if (to === 'drop') return [];
      return to === 'rename' ? [[`${name}_2`, type]] : [[name, to]];
    });
    return Object.fromEntries([...columns, ...(to === 'add' ? [['more', 'bool']] : [])]);
  }

  it('are reported by column, with what was declared and found', async () => {
    const sources = edits.map((one, i) => {
      const columns = JSON.stringify(edited(one));
      return `  t${i}: { tables: { duckdb: { table: t${i} } }, columns: ${columns} }\n`;
    });
    const endpoints = edits.map((_, i) => {
      const id = `6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b9${String(i).padStart(3, '0')}`;
      const text = `endpoint: e${i}\nid: ${id}\nquery: { duckdb: SELECT * FROM t${i} }\ncolumns: ${JSON.stringify(DECLARED)}\n`;
      return [`endpoints/e${i}.yaml`, text] as const;
    });
    const made = own('', {
      ...Object.fromEntries(endpoints),
      'endpoints/own.yaml': null,
      'endpoints/sources.yaml': `sources:\n${sources.join('')}`,
    });
    const { exit, stderr } = await made.quern(['check']);
    expect(exit).toBe(1);
    let faults = 0;
    for (const [i, { column, to }] of edits.entries()) {
      const told = said(stderr)
        .filter(line => line.startsWith(`endpoints/e${i}.yaml:`))
        .join('\n');
      const declared = DECLARED[column] as Scalar;
      const isFit = to === declared || READ_AS[to as Scalar]?.includes(declared) === true;
      if (isFit) expect([column, to, told]).toEqual([column, to, '']);
      else if (to === 'add')
        expect(told).toContain('answers `more`, BOOLEAN, which is not declared');
      else if (to === 'drop' || to === 'rename') {
        expect(told).toContain(
          `\`${column}\` is declared, but the statement has no such column (duckdb)`,
        );
      } else {
        const found = new RegExp(`\`${column}\` is [A-Z]+, and \`${declared}\` is declared`);
        expect(told).toMatch(found);
      }
      faults += isFit ? 0 : 1;
    }
    expect(faults).toBeGreaterThan(25);
  });
});

describe('--update', () => {
  const STATEMENT =
    'SELECT id, seen, size * 2 AS double, tags, price, [1, 2] AS list FROM things ORDER BY id';
  const FOUND = `columns:
  id: string
  seen: timestamp
  double: int64
  tags: json
  price: decimal
  list: json
`;

  it('writes the columns behind the statements, and changes nothing then', async () => {
    const made = own(`query:\n  duckdb: ${STATEMENT} # fine\n# more\nmax_rows: 3\n`);
    const { exit, stderr } = await made.quern(['check', '--update']);
    expect({ exit, stderr: said(stderr)[0] }).toEqual({
      exit: 0,
      stderr: 'wrote columns into 1 file',
    });
    const written = textOf(made);
    expect(written).toBe(
      `${HEAD}query:\n  duckdb: ${STATEMENT} # fine\n${FOUND}# more\nmax_rows: 3\n`,
    );
    expect(said((await made.quern(['check', '--update'])).stderr)[0]).toBe('nothing to write');
    expect(textOf(made)).toBe(written);
  });

  it('keeps what fits: order, words, encodings and comments', async () => {
    const before = `columns:
  # the oldest first
  double: { type: int64, encode: string, description: Twice. } # really
  seen: { type: date, required: true }
  gone: string
  id: string

  # last
`;
    const made = own(`${before}query: { duckdb: ${JSON.stringify(STATEMENT)} }\n`);
    expect((await made.quern(['check', '--update'])).exit).toBe(0);
    expect(textOf(made)).toBe(`${HEAD}columns:
  # the oldest first
  double: { type: int64, encode: string, description: Twice. } # really
  seen: { type: timestamp, required: true }
  id: string
  tags: json
  price: decimal
  list: json

  # last
query: { duckdb: ${JSON.stringify(STATEMENT)} }
`);
  });

  it('writes nothing where statements differ or are refused, and says why', async () => {
    const text = `params: { sort: { enum: [a, b], default: a } }\nquery: { duckdb: [{ by: sort, cases: { a: SELECT id FROM things, b: SELECT seen FROM things } }] }\ncolumns: { id: string }\n`;
    const made = own(text);
    const { exit, stderr } = await made.quern(['check', '--update']);
    expect(exit).toBe(1);
    expect(said(stderr)[0]).toBe('nothing to write');
    expect(stderr).toContain('`id` is declared, but the statement has no such column');
    expect(textOf(made)).toBe(HEAD + text);
  });

  it.each([
    [
      'SELECT count(*) FROM things',
      '3:1 error[column-mismatch] The column `count_star()` does not have a valid name of an output',
    ],
    ['SELECT id FROM things WHERE SUMM(', '3:52 error[sql-statement]'],
    [
      'SELECT name FROM elsewhere',
      '3:1 error[missing-columns] The columns of the rows are not declared, and no parser can find them',
    ],
  ])('says why an endpoint without columns gets none: %s', async (statement, fault) => {
    const made = own(`query: { duckdb: "${statement}" }\n`);
    const { exit, stderr } = await made.quern(['check', '--update']);
    expect(exit).toBe(1);
    expect(said(stderr)[0]).toBe('nothing to write');
    expect(stderr).toContain(`endpoints/own.yaml:${fault}`);
    expect(stderr).not.toContain('check --update');
  });

  it('writes the columns of other endpoints, whatever one is without', async () => {
    const wrong = `endpoint: wrong\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a08\nquery: { duckdb: SELECT id + size FROM things }\n`;
    const made = own('query: { duckdb: SELECT id FROM things }\n', {
      'endpoints/wrong.yaml': wrong,
    });
    const { exit, stderr } = await made.quern(['check', '--update']);
    expect(exit).toBe(1);
    expect(said(stderr)[0]).toBe('wrote columns into 1 file');
    expect(stderr).toContain('endpoints/wrong.yaml:3:');
    expect(textOf(made)).toContain('columns:\n  id: string\n');
    expect(readFileSync(join(made.folder, 'endpoints/wrong.yaml'), 'utf8')).toBe(wrong);
  });

  it('of any columns, in any style, gives those that are found and keeps what it may', () => {
    const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
    const type = fc.constantFrom(...SCALARS);
    const columns = fc.uniqueArray(fc.record({ name, type }), {
      selector: column => column.name,
      minLength: 1,
      maxLength: 6,
    });
    const style = fc.constantFrom('block', 'flow', 'none');
    const property = fc.property(columns, columns, style, (declared, found, kind) => {
      const mapping =
        kind === 'flow'
          ? `columns: { ${declared.map(one => `${one.name}: ${one.type}`).join(', ')} } # end\n`
          : kind === 'none'
            ? ''
            : `columns:\n${declared.map(one => `  ${one.name}: ${one.type} # ${one.name}!\n`).join('')}`;
      const text = `${HEAD}query:\n  duckdb: |\n    SELECT 1\n${mapping}max_rows: 3 # kept\n`;
      const rootOf = (source: string) => {
        const document = loadDocument('own.yaml', source, fault => {
          throw new Error(`${fault} in\n${source}`);
        });
        if (document?.root.kind !== 'mapping') throw new Error('no mapping');
        return document.root;
      };
      const types = new Map(found.map(one => [one.name, one.type]));
      const after = withColumns(
        text,
        rootOf(text),
        found,
        (column, is) => types.get(column) === is,
      );
      const written = entryOf(rootOf(after), 'columns')?.value;
      if (written?.kind !== 'mapping') throw new Error(`no columns in\n${after}`);
      const got = written.entries.map(entry => {
        return [entry.name, entry.value.kind === 'scalar' ? entry.value.text : null] as const;
      });
      expect(new Map(got)).toEqual(types);
      expect(after).toContain('max_rows: 3 # kept\n');
      const kept = declared.filter(one => types.has(one.name)).map(one => one.name);
      if (kept.length > 0 && kind !== 'none') {
        expect(got.map(([column]) => column).filter(one => kept.includes(one))).toEqual(kept);
      }
      if (kind === 'block' && kept.length > 0) {
        for (const column of kept) expect(after).toContain(`# ${column}!\n`);
      }
      const again = withColumns(
        after,
        rootOf(after),
        found,
        (column, is) => types.get(column) === is,
      );
      expect(again).toBe(after);
    });
    fc.assert(property, { numRuns: 500 });
  });
});
