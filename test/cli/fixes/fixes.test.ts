/** `quern check --fix`: what it writes, what it leaves alone, and the quotes of any text that a comma cuts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import { fixesOf } from '../../../cli/fixes/fixes.ts';
import { withEdits } from '../../../cli/project/specifications/edits.ts';
import { readSpecification } from '../../../generator/compile-specs.ts';
import { entryOf } from '../../../generator/core/spec/document.ts';
import { outlineOf } from '../../../generator/load/library.ts';
import { ROOT } from '../../support/root.ts';
import { project, removeFolders } from '../cli-fixture.ts';
import { applied, startEditor } from '../lsp/editor.ts';

afterAll(removeFolders);

const BIN = ['--import', join(ROOT, 'test/support/typescript.mjs'), join(ROOT, 'cli/bin.ts')];
const SOURCES = `sources:
  visits:
    key: [id]
    tables:
      bigquery: { table: visits }
      duckdb: { table: visits }
      clickhouse: { table: visits }
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      country: string
      duration: int64
`;
const HEAD = 'endpoint: visits\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nfrom: visits\n';
const TOP = `${HEAD.replace('from: visits', 'from: top')}steps:
  top:
    from: visits
    group_by: [country]
    select: { visits: count() }
`;

function projectOf(text: string) {
  const made = project({
    'endpoints/sources.yaml': SOURCES,
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/visits.yaml': text,
  });
  return { ...made, read: () => readFileSync(join(made.folder, 'endpoints/visits.yaml'), 'utf8') };
}

/** The mistakes, and the text that `--fix` writes. */
const CASES: readonly (readonly [what: string, wrong: string, right: string])[] = [
  [
    'quotes a value that a comma cuts, between braces and brackets',
    `${HEAD}where: [country in ('a', 'b')]\ngroup_by: { hour: trunc(at, hour) }\nselect: { mean: { value: round(avg(duration), 1), unit: ms } }\n`,
    `${HEAD}where: ["country in ('a', 'b')"]\ngroup_by: { hour: 'trunc(at, hour)' }\nselect: { mean: { value: 'round(avg(duration), 1)', unit: ms } }\n`,
  ],
  [
    'quotes a description with a comma, and a value over lines',
    `${HEAD}select: { n: { value: coalesce(\n  duration,\n  0), description: Seconds, or 0 } }\n`,
    `${HEAD}select: { n: { value: 'coalesce( duration, 0)', description: 'Seconds, or 0' } }\n`,
  ],
  [
    'quotes a value that begins with `@`, and a text for people with a colon',
    `${HEAD}summary: Visits: all\nparams: { part: { type: string, default: a } }\nwhere:\n  - @part = country  # a note\nselect: { n: { value: @part, description: Either: a, or b } }\n`,
    `${HEAD}summary: 'Visits: all'\nparams: { part: { type: string, default: a } }\nwhere:\n  - '@part = country'  # a note\nselect: { n: { value: '@part', description: 'Either: a, or b' } }\n`,
  ],
  [
    'quotes a text that a comment cuts',
    `${HEAD}summary: Visits of #12  # a note\nwhere: [country = 'a #b']\nselect:\n  id: id\n  mark: concat(country, ' #')  # a note\n`,
    `${HEAD}summary: 'Visits of #12'  # a note\nwhere: ["country = 'a #b'"]\nselect:\n  id: id\n  mark: "concat(country, ' #')"  # a note\n`,
  ],
  [
    'quotes a parameter',
    `${HEAD}params: { most: { type: int64, min: 1, max: 10, default: 5 } }\nselect: [id]\norder_by: [id]\nlimit: @most\n`,
    `${HEAD}params: { most: { type: int64, min: 1, max: 10, default: 5 } }\nselect: [id]\norder_by: [id]\nlimit: '@most'\n`,
  ],
  [
    'adds the groups to the order of an answer with a limit',
    `${HEAD}group_by: [country]\nselect: { visits: count() }\norder_by: [visits desc]\nlimit: 10\n`,
    `${HEAD}group_by: [country]\nselect: { visits: count() }\norder_by: [visits desc, country]\nlimit: 10\n`,
  ],
  [
    'adds them to a list of lines, and to a text that should be a list',
    `${TOP}    order_by: visits desc\n    limit: 3\nselect: [visits, country]\norder_by:\n  - visits desc\nlimit: 10\n`,
    `${TOP}    order_by: [visits desc, country]\n    limit: 3\nselect: [visits, country]\norder_by:\n  - visits desc\n  - country\nlimit: 10\n`,
  ],
  [
    'selects a key, hidden from callers, to order by it',
    `${HEAD}select:\n  country: country\norder_by: [country]\nlimit: 10\n`,
    `${HEAD}select:\n  id: { value: id, hidden: true }\n  country: country\norder_by: [country, id]\nlimit: 10\n`,
  ],
  [
    'adds an order before a limit without one',
    `${HEAD}select: [id, country]\nlimit: 10\n`,
    `${HEAD}select: [id, country]\norder_by: [id]\nlimit: 10\n`,
  ],
  [
    'completes the order of a window, in quotes between braces',
    `${HEAD}select: { id: id, running: sum(duration) over (order by at) }\n`,
    `${HEAD}select: { id: id, running: 'sum(duration) over (order by at, id)' }\n`,
  ],
  [
    'completes the order before a frame',
    `${HEAD}select:\n  id: id\n  running: sum(duration) over (order by at rows between 3 preceding and current row)\n`,
    `${HEAD}select:\n  id: id\n  running: sum(duration) over (order by at, id rows between 3 preceding and current row)\n`,
  ],
  [
    'makes lists of texts with several items',
    `${HEAD}where: id > 'a', country = 'de'\ngroup_by: country, duration\nselect: { visits: count() }\norder_by: visits desc, country\n`,
    `${HEAD}where: [id > 'a', country = 'de']\ngroup_by: [country, duration]\nselect: { visits: count() }\norder_by: [visits desc, country]\n`,
  ],
  [
    'puts names that are meant in place of near misses, fault after fault',
    `${HEAD}wher: [cuontry = 'de']\nselect: [id, at]\norder_by: [att, id]\n`,
    `${HEAD}where: [country = 'de']\nselect: [id, at]\norder_by: [at, id]\n`,
  ],
];

describe('quick fixes of an editor', () => {
  it('lead to what `--fix` writes, one after another', async () => {
    const { folder } = projectOf('');
    const editor = await startEditor(BIN, folder);
    const path = 'endpoints/visits.yaml';
    const uri = editor.uri(path);
    /** Applies the preferred action of the first fault that has one. */
    const fixOnce = async (text: string): Promise<string> => {
      await editor.change(path, text);
      const [end, context] = [{ line: 999, character: 0 }, { diagnostics: [] }];
      const range = { start: { line: 0, character: 0 }, end };
      const actions: readonly CodeAction[] = await editor.connection.sendRequest(
        'textDocument/codeAction',
        { textDocument: { uri }, range, context },
      );
      const edits = actions.find(({ isPreferred }) => isPreferred)?.edit?.changes?.[uri];
      return edits === undefined ? text : applied(text, edits);
    };
    const written: [string, string][] = [];
    await editor.open(path, '');
    for (const [what, wrong] of CASES) {
      let [before, after] = ['', wrong];
      for (let rounds = 0; before !== after && rounds < 20; rounds += 1)
        [before, after] = [after, await fixOnce(after)];
      written.push([what, after]);
    }
    expect(written).toEqual(CASES.map(([what, , right]) => [what, right]));
    expect(await editor.leave()).toBe(0);
  }, 60_000);
});

describe('quern check --fix', () => {
  it.each(CASES)('%s', async (_, wrong, right) => {
    const { quern, read } = projectOf(wrong);
    const ran = await quern(['check', '--fix']);
    expect(read()).toBe(right);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stdout).toContain('+++ b/endpoints/visits.yaml');
    expect(ran.stderr).toContain('fixed 1 file');
    expect(await quern(['check', '--fix', '--strict'])).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: expect.stringContaining('nothing to fix'),
    });
  });

  it('writes the id that the message proposes', async () => {
    const { quern, read } = projectOf(`${HEAD.replace(/id: .*\n/, '')}select: [id]\n`);
    const { stderr } = await quern(['check']);
    const [proposed = ''] = /id: [0-9a-f-]{36}/.exec(stderr) ?? [];
    expect((await quern(['check', '--fix'])).exit).toBe(0);
    expect(read()).toBe(`endpoint: visits\n${proposed}\nfrom: visits\nselect: [id]\n`);
  });

  it('is named below the faults of a check, with their number', async () => {
    const text = `${HEAD.replace(/id: .*\n/, '')}select: [id]\norder_by: [colour]\n`;
    const { quern } = projectOf(text);
    expect((await quern(['check'])).stderr).toMatch(
      /\n1 error and 1 warning\n.* `quern check --fix` to fix 1 of them\.\n$/,
    );
    expect((await quern(['check', '--fix'])).stderr).toMatch(/\n1 error\n$/);
  });

  it('writes the `id` that the endpoint has without it', async () => {
    const { quern, read, folder } = projectOf(`${HEAD.replace(/id: .*\n/, '')}select: [id]\n`);
    expect((await quern(['generate'])).stderr).toContain('warning[missing-id]');
    const index = readFileSync(join(folder, 'generated/manifest/index.json'), 'utf8');
    const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(index) ?? [];
    expect((await quern(['check', '--fix'])).exit).toBe(0);
    expect(read()).toContain(`\nid: ${id}\n`);
  });

  it('leaves a fault with several ways out, and reports it', async () => {
    const text = `${HEAD}select: [id]\norder_by: [colour]\n`;
    const { quern, read } = projectOf(text);
    const ran = await quern(['check', '--fix']);
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toContain('unknown-output');
    expect(read()).toBe(text);
  });

  it('keeps line ends, a byte order mark and comments', async () => {
    const { quern, read, folder } = projectOf('');
    const lines = `\uFEFF# a note\n${HEAD}select: { a: f, b: coalesce(country, '') } # here\n`;
    const written = lines.replace('a: f, ', '').replaceAll('\n', '\r\n');
    writeFileSync(join(folder, 'endpoints/visits.yaml'), written);
    expect((await quern(['check', '--fix'])).exit).toBe(0);
    expect(read()).toBe(written.replace("coalesce(country, '')", `"coalesce(country, '')"`));
  });

  it('prints nothing but the report with --json', async () => {
    const { quern } = projectOf(`${HEAD}group_by: { hour: trunc(at, hour) }\nselect: {}\n`);
    const { stdout } = await quern(['check', '--fix', '--json']);
    expect(JSON.parse(stdout)).toBeDefined();
  });
});

describe('a value that a comma cuts', () => {
  const name = fc.constantFrom(
    'a',
    'price',
    'customer.name',
    '@least',
    "'it''s, so'",
    "'('",
    '1.5',
  );
  const { call } = fc.letrec<{ call: string; value: string }>(tie => ({
    value: fc.oneof({ maxDepth: 2 }, name, tie('call')),
    call: fc
      .tuple(
        fc.constantFrom('f', 'coalesce', 'x + g'),
        fc.array(tie('value'), { minLength: 2, maxLength: 3 }),
      )
      .map(([fn, args]) => `${fn}(${args.join(', ')})`),
  }));
  const around = fc.constantFrom<(text: string) => string>(
    text => `select: { m: { value: ${text}, unit: ms } }\n`,
    text => `select: { m: { unit: ms, value: ${text} } }\n`,
    text => `select:\n  m: { value: ${text} }\n`,
  );
  it('is what was written, once its fixes are applied', () => {
    fc.assert(
      fc.property(call, around, (expression, write) => {
        let text = `${HEAD}${write(expression)}`;
        for (let round = 0; round < 10; round += 1) {
          const { diagnostics } = readSpecification({ path: 'visits.yaml', bytes: text });
          const [fix] = diagnostics.flatMap(fixesOf);
          if (fix === undefined) break;
          text = withEdits(text, fix.edits);
        }
        expect(valueIn(text), text).toBe(expression);
      }),
      { numRuns: 500 },
    );
  });
});

function valueIn(text: string): string | null {
  const root = outlineOf({ file: 'visits.yaml', text })?.root;
  const below = (node: typeof root, key: string) =>
    node?.kind === 'mapping' ? entryOf(node, key)?.value : undefined;
  const value = below(below(below(root, 'select'), 'm'), 'value');
  return value?.kind === 'scalar' ? value.text : null;
}
