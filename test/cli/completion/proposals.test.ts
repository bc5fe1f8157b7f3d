/** The words that a shell completes another to. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ENGINE_NAMES } from '../../../engines/index.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { LOGS, type Project, project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const environment = { QUERN_COMPLETE: '1' };

const CITIES = LOGS.replaceAll('logs', 'cities')
  .replace('from: edge_cities', 'from: edge_logs')
  .replace('8a01', '8a03')
  .replace(
    'params:',
    `params:
  city: { enum: [New York, "O'Hare", 'a:b', $HOME] }
  sizes: { list: int64 }
  big: { type: bool }`,
  )
  .replace(
    'where:',
    `where:
  - { when: { city: New York }, filter: size = 1 }
  - { when: sizes, filter: size in @sizes }
  - { when: big, filter: (size > 5) = @big }`,
  );

/** The words that are proposed for the last of the words that are typed, without what they mean. */
async function proposed({ quern }: Project, ...words: readonly string[]) {
  const { exit, stdout, stderr } = await quern(words, { environment });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map(line => line.split('\t')[0]);
}

describe('proposes', () => {
  it('commands, each with what it does', async () => {
    const { quern } = project();
    const { stdout } = await quern(['ch'], { environment });
    expect(stdout).toBe(
      'check\tCompile every endpoint and report mistakes, without writing files\n',
    );
    expect(await proposed(project(), '')).toEqual(
      expect.arrayContaining(['init', 'check', 'completion', 'help']),
    );
    expect(await proposed(project(), 'keys', '')).toEqual([
      'create',
      'rotate',
      'list',
      'log',
      'revoke',
    ]);
  });

  it('commands behind `help` and behind flags of every command', async () => {
    const one = project();
    expect(await proposed(one, 'help', 'ke')).toEqual(['keys']);
    expect(await proposed(one, 'help', 'keys', 're')).toEqual(['revoke']);
    expect(await proposed(one, '--json', '-c', 'quern.yaml', 'ch')).toEqual(['check']);
    expect(await proposed(one, '--cwd', '')).toEqual([]);
  });

  it('flags behind a `-`, and where nothing else can stand', async () => {
    const one = project();
    expect(await proposed(one, '--v')).toEqual(['--version']);
    expect(await proposed(one, 'run', 'logs', '--d')).toEqual(['--database']);
    expect(await proposed(one, 'generate', '')).toEqual(
      expect.arrayContaining(['--check', '--dry-run', '--reporter']),
    );
    expect(await proposed(one, 'generate', '--check', '--ch')).toEqual([]);
    expect(await proposed(one, 'run', '')).toEqual(['counts', 'logs']);
  });

  it('the values of flags, joined by `=` too', async () => {
    const one = project();
    expect(await proposed(one, 'run', '--engine', '')).toEqual(ENGINE_NAMES);
    expect(await proposed(one, 'explain', '--engine', '')).toEqual(ENGINE_NAMES);
    expect(await proposed(one, 'run', 'logs', '--engine=d')).toEqual(['--engine=duckdb']);
    expect(await proposed(one, 'check', '--reporter', 'j')).toEqual(['json', 'junit']);
    expect(await proposed(one, 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await proposed(one, 'diff', '--allow', 'column-rem')).toEqual(['column-removed']);
  });

  it('paths, which shells complete', async () => {
    const one = project();
    for (const words of [
      ['check', '--config', ''],
      ['check', '-c', 'a b'],
      ['run', '--database=x'],
      ['diff', ''],
      ['init', '--from', '~/x'],
      ['init', ''],
    ])
      expect(await proposed(one, ...words), words.join(' ')).toEqual([':path']);
  });

  it('endpoints, as their files are called', async () => {
    const one = project({
      'endpoints/deep/cities.yaml': CITIES,
      'endpoints/sql/x.sql': 'SELECT 1',
    });
    expect(await proposed(one, 'run', '')).toEqual(['counts', 'cities', 'logs']);
    expect(await proposed(one, 'test', '--only', 'l')).toEqual(['logs']);
    expect(await proposed(one, 'generate', '--only', 'co')).toEqual(['counts']);
    expect(await proposed(one, 'keys', 'create', '--endpoint', 'lo')).toEqual(['logs']);
    expect(await proposed(one, 'explain', '')).toEqual(['counts', 'cities', 'logs']);
    expect(await proposed(one, 'explain', 'unknown-c')).toEqual(['unknown-column']);
  });

  it('endpoints of the project that flags and the environment name', async () => {
    const inner = { 'inner/quern.yaml': 'endpoints: own\n', 'inner/own/other.yaml': '' };
    const one = project(inner);
    expect(await proposed(one, 'run', '--cwd', 'inner', '')).toEqual(['other']);
    expect(await proposed(one, '--cwd=inner', 'run', '')).toEqual(['other']);
    expect(await proposed(one, 'run', '-c', 'inner/quern.yaml', '')).toEqual(['other']);
    const { stdout } = await one.quern(['run', ''], {
      environment: { ...environment, QUERN_CONFIG: 'inner/quern.yaml' },
    });
    expect(stdout).toBe('other\n');
  });

  it('parameters of the endpoint, and what they may be', async () => {
    const one = project({ 'endpoints/cities.yaml': CITIES });
    const param = (...words: readonly string[]) => proposed(one, 'run', 'cities', ...words);
    expect(await param('--param', '')).toEqual(['city=', 'sizes=', 'big=', 'project=', 'least=']);
    expect(await param('--param', 'project=x', '--param', 'sizes=1', '--param', '')).toEqual([
      'city=',
      'sizes=',
      'big=',
      'least=',
    ]);
    expect(await param('--param=project=x', '--param=p')).toEqual([]);
    const cities = ['New York', "O'Hare", 'a:b', '$HOME'];
    expect(await param('--param', 'city=')).toEqual(cities.map(city => `city=${city}`));
    expect(await param('--param=city=N')).toEqual(['--param=city=New York']);
    expect(await param('--param', 'big=')).toEqual(['big=true', 'big=false']);
    expect(await param('--param', 'least=')).toEqual([]);
    expect(await proposed(one, 'explain', 'cities', '--param', 'ci')).toEqual(['city=']);
    expect(await proposed(one, 'run', '--param', '')).toEqual([]);
  });
});

describe('is no error', () => {
  it.each([
    ['a folder that is no project', { 'quern.yaml': null, 'endpoints/logs.yaml': null }],
    ['a configuration that cannot be read', { 'quern.yaml': 'outptu: x' }],
    ['an endpoint that cannot be read', { 'endpoints/logs.yaml': 'endpoint: [' }],
  ])('%s', async (_, files) => {
    const one = project(files);
    await proposed(one, 'run', '');
    expect(await proposed(one, 'run', 'logs', '--param', '')).toEqual([]);
    expect(await proposed(one, 'run', '--engine', 'd')).toEqual(['duckdb']);
  });

  it('a wrong variable, a wrong word, no word', async () => {
    const { quern } = project();
    for (const words of [['run', ''], ['nonsense', ''], ['run', '--nonsense', ''], []]) {
      const ran = await quern(words, { environment: { ...environment, QUERN_COLOR: 'x' } });
      expect(ran).toMatchObject({ exit: 0, stderr: '' });
    }
  });

  it('for any words; every proposal begins with the word that is typed', async () => {
    const one = project();
    const word = fc.oneof(
      fc.constantFrom('run', 'logs', 'keys', 'help', 'create', '--param', '--json', '-c', '--cwd'),
      fc.constantFrom('', '--', '-', '=', '--param=', 'project=', '--engine=', '--only'),
      unicodeText({ maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async words => {
        const last = words.at(-1) ?? '';
        for (const found of await proposed(one, ...words))
          if (found !== ':path') expect(found?.startsWith(last)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
