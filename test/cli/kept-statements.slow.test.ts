/** Statements kept on disk: the same output as without them, after any edits and any damage. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { keptStatements } from '../../cli/generate/kept-statements.ts';
import { compile, emit, type InputFile } from '../../generator/compile.ts';
import { compileEndpoint } from '../../generator/compile-endpoint.ts';
import { ROOT } from '../support/root.ts';
import { project, removeFolders, temporaryFolder } from './cli-fixture.ts';

afterAll(removeFolders);

const KEPT = '.quern/statements-of-quern.yaml';
const EDITED = ['functions.invocation-stats', 'logs.all', 'usage.api-counts'].map(
  name => `endpoints/${name}.yaml`,
);
const TEXTS = ['endpoints/sources.yaml', ...EDITED].map(
  path => [path, readText(ROOT, path)] as const,
);

/** Edits of the text of an endpoint; some results are faulty. */
const EDITS: readonly ((text: string) => string)[] = [
  text => text.replace(/^summary: .*$/m, 'summary: Another one.'),
  text => text.replace(/^endpoint: (.*)$/m, 'endpoint: $1.copy'),
  text => text.replace(/^limit: .*$/m, 'limit: 7'),
  text => text.replace(/^order_by: .*\n/m, ''),
  text => text.replace(/\btimestamp\b/, 'nothing'),
  text => `# a line above\n${text}`,
];
const DIALECTS = [['bigquery', 'duckdb', 'clickhouse'], ['duckdb'], ['clickhouse', 'duckdb']];

const edit = fc.record({
  file: fc.nat(EDITED.length - 1),
  change: fc.nat(EDITS.length),
  dialects: fc.nat(DIALECTS.length - 1),
  damage: fc.option(
    fc.record({ entry: fc.nat(50), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  ),
});

describe('statements kept on disk', () => {
  it('give the output of a run without them, after any edits and any damage', () => {
    const folder = temporaryFolder();
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), edits => {
        const texts = new Map(TEXTS);
        for (const { file, change, dialects, damage } of edits) {
          const path = EDITED[file] ?? '';
          const original = readText(ROOT, path);
          texts.set(path, EDITS[change]?.(original) ?? original);
          if (damage !== null) damageEntry(join(folder, KEPT), damage);
          const inputs = [...texts].map(([path, bytes]) => ({ path, bytes }));
          const own = keptStatements(join(folder, 'quern.yaml'));
          expect(outcome(inputs, DIALECTS[dialects] ?? [], own.statementsOf)).toEqual(
            outcome(inputs, DIALECTS[dialects] ?? []),
          );
        }
      }),
      { numRuns: process.env['QUERN_ALL'] ? 60 : 4 },
    );
  });

  it('are compiled for what an edit concerns alone, and forgotten with it', async () => {
    const { folder, quern, put } = project();
    expect((await quern(['generate'])).exit).toBe(0);
    const before = entries(folder);
    expect(before).toHaveLength(2);
    put(
      'endpoints/logs.yaml',
      readText(folder, 'endpoints/logs.yaml').replace('max_rows: 3', 'max_rows: 4'),
    );
    expect((await quern(['generate'])).exit).toBe(0);
    const after = entries(folder);
    expect(after).toHaveLength(2);
    expect(after.filter(entry => before.includes(entry))).toHaveLength(1);
    expect((await quern(['generate', '--check'])).exit).toBe(0);
  });

  it('are not compiled again', () => {
    const folder = temporaryFolder();
    const inputs = TEXTS.map(([path, bytes]) => ({ path, bytes }));
    let compiled = 0;
    const run = () => {
      const { statementsOf } = keptStatements(join(folder, 'quern.yaml'), (endpoint, dialects) => {
        compiled += 1;
        return compileEndpoint(endpoint, dialects);
      });
      outcome(inputs, ['duckdb'], statementsOf);
    };
    run();
    expect(compiled).toBe(EDITED.length);
    run();
    expect(compiled).toBe(EDITED.length);
  });

  it('are not trusted under the name of others', async () => {
    const { folder, quern } = project();
    await quern(['generate']);
    const [one = '', other = ''] = readdirSync(join(folder, KEPT));
    writeFileSync(join(folder, KEPT, one), readFileSync(join(folder, KEPT, other)));
    const sql = readText(folder, 'generated/sql/duckdb/logs.sql');
    const counts = readText(folder, 'generated/sql/duckdb/counts.sql');
    rmSync(join(folder, 'generated'), { recursive: true });
    expect((await quern(['generate'])).exit).toBe(0);
    expect(readText(folder, 'generated/sql/duckdb/logs.sql')).toBe(sql);
    expect(readText(folder, 'generated/sql/duckdb/counts.sql')).toBe(counts);
  });

  it('are neither written nor read by a run that writes nothing', async () => {
    const { folder, quern } = project();
    await quern(['generate', '--dry-run']);
    await quern(['generate', '--check']);
    expect(existsSync(join(folder, KEPT))).toBe(false);
  });

  it('may be where nothing can be kept', async () => {
    const { folder, quern, put } = project();
    put(KEPT, 'a file');
    expect((await quern(['generate'])).exit).toBe(0);
    expect(readText(folder, KEPT)).toBe('a file');
  });
});

function outcome(
  inputs: readonly InputFile[],
  dialects: readonly string[],
  statementsOf = compileEndpoint,
) {
  const { compilation, diagnostics } = compile(inputs, { dialects, statementsOf });
  return {
    files: emit(compilation),
    faults: diagnostics.map(({ code, message }) => [code, message]),
  };
}

/** Changes a byte of an entry, or cuts the entry there. */
function damageEntry(folder: string, { entry, at }: { entry: number; at: number }): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names[entry % names.length];
  if (name === undefined) return;
  const bytes = readFileSync(join(folder, name));
  const place = Math.floor(at * (bytes.length - 1));
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ 1;
  writeFileSync(join(folder, name), entry % 2 === 0 ? changed : bytes.subarray(0, place));
}

/** Names and times of what is kept. */
function entries(folder: string): readonly string[] {
  return readdirSync(join(folder, KEPT)).map(name => {
    return `${name} ${statSync(join(folder, KEPT, name)).mtimeMs}`;
  });
}

function readText(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}
