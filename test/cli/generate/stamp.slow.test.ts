import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openMemory } from '../../../cli/generate/memory.ts';
import { inputsBefore, keepRun, stampedOutcome } from '../../../cli/generate/stamp.ts';
import type { Environment } from '../../../generator/config/config.ts';
import { LOGS, project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const CONFIG = `output: generated\nopenapi: { title: '\${TITLE}' }\n`;
const ENVIRONMENT = { TITLE: 'Logs' };
const NOTHING = /^nothing to do: \d+ files up to date\n$/m;

/** A project whose generated files are in order, with the stamp of that. */
async function stamped(config = CONFIG) {
  const made = project({ 'quern.yaml': config });
  const ran = await made.quern(['generate'], { environment: ENVIRONMENT });
  expect(ran.exit).toBe(0);
  const outcome = (environment: Environment = ENVIRONMENT) =>
    stampedOutcome(join(made.folder, 'quern.yaml'), environment);
  expect(outcome()).not.toBeNull();
  return { ...made, outcome };
}

describe('a run after one that left all in order', () => {
  it('says the same without compiling', async () => {
    const { folder, quern, outcome } = await stamped();
    const count = outcome()?.files;
    const again = await quern(['generate'], { environment: ENVIRONMENT });
    const engines = [
      'postgres is left out: the data set `edge_logs` has no table on it',
      'generated for bigquery, duckdb, clickhouse',
    ].join('\n');
    expect(again.stderr).toBe(`${engines}\nnothing to do: ${count} files up to date\n`);
    const checked = await quern(['generate', '--check'], { environment: ENVIRONMENT });
    expect(checked.stderr).toBe(`${engines}\n\`generated\` is up to date\n`);
    const full = await quern(['generate', '--dry-run'], { environment: ENVIRONMENT });
    expect(full.stderr).toBe(again.stderr);
    expect(existsSync(join(folder, '.quern'))).toBe(true);
  });

  it.each<[string, (folder: string) => void]>([
    ['an endpoint is changed', at => writeFileSync(`${at}/endpoints/logs.yaml`, `${LOGS}# more\n`)],
    ['an endpoint is gone', at => rmSync(`${at}/endpoints/counts.yaml`)],
    ['an endpoint comes', at => writeFileSync(`${at}/endpoints/x.yaml`, 'endpoint: x\n')],
    ['a text of SQL comes', at => writeFileSync(`${at}/endpoints/x.sql`, 'SELECT 1')],
    ['the configuration is changed', at => writeFileSync(`${at}/quern.yaml`, `${CONFIG}# more\n`)],
    ['the configuration is gone', at => rmSync(`${at}/quern.yaml`)],
    ['the project gets a name', at => put(`${at}/package.json`, '{ "name": "shop" }')],
    ['a template comes', at => put(`${at}/templates/go/README.md`, 'mine')],
    ['a generated file is edited', at => writeFileSync(`${at}/generated/openapi.json`, '{}')],
    ['a generated file is edited and dated back', at => dateBack(`${at}/generated/openapi.json`)],
    ['a generated file is gone', at => rmSync(`${at}/generated/sql/duckdb/logs.sql`)],
    ['a file that is not ours comes', at => put(`${at}/generated/sql/mine.sql`, 'SELECT 1')],
    ['an earlier run was interrupted', at => put(`${at}/.generated.quern-journal`, '{}')],
    ['the output is gone', at => rmSync(`${at}/generated`, { recursive: true })],
    ['the stamp is broken', at => breakStamp(at)],
    ['the stamp is gone', at => rmSync(`${at}/.quern`, { recursive: true })],
  ])('compiles when %s', async (_, change) => {
    const { folder, outcome } = await stamped();
    change(folder);
    expect(outcome()).toBeNull();
  });

  it('compiles when a generated file is edited before the stamp is kept', async () => {
    const { folder, outcome } = await stamped();
    const [file, output] = [join(folder, 'quern.yaml'), join(folder, 'generated')];
    const ground = { file, endpoints: join(folder, 'endpoints'), output };
    const { before } = openMemory(ground);
    expect(before.size).toBeGreaterThan(0);
    const keep = () => {
      const inputs = inputsBefore(ground, ENVIRONMENT) ?? '';
      keepRun(ground, { inputs, files: before.size, notes: [] }, before, []);
    };
    keep();
    expect(outcome()).not.toBeNull();
    writeFileSync(join(output, 'openapi.json'), '{}');
    keep();
    expect(outcome()).toBeNull();
  });

  it('compiles when a variable of the configuration is another', async () => {
    const { quern, outcome } = await stamped();
    expect(outcome({ TITLE: 'Others' })).toBeNull();
    expect(outcome({})).toBeNull();
    expect(outcome({ ...ENVIRONMENT, OTHER: 'x' })).not.toBeNull();
    const ran = await quern(['generate'], { environment: { TITLE: 'Others' } });
    expect(ran.stderr).toMatch(/wrote 1 file,/);
  });

  it('reports a mistake as ever, and is in order again when it is undone', async () => {
    const { folder, quern } = await stamped();
    const run = () => quern(['generate'], { environment: ENVIRONMENT });
    const file = join(folder, 'endpoints/logs.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('edge_logs', 'edge_log'));
    expect((await run()).exit).toBe(1);
    expect((await run()).exit).toBe(1);
    writeFileSync(file, text);
    expect((await run()).stderr).toMatch(NOTHING);
  });
});

function put(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

/** The same size, the same time of change. */
function dateBack(file: string): void {
  const text = readFileSync(file, 'utf8');
  const time = new Date(1_768_471_632_000);
  writeFileSync(file, text.replace('{', '['));
  utimesSync(file, time, time);
}

function breakStamp(folder: string): void {
  writeFileSync(join(folder, '.quern/generated-by-quern.yaml.bin'), '{');
}
