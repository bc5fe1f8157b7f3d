/** The scripts of completion in their shells: the test types lines, and reads the completed words. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SHELLS } from '../../../cli/verbs/completion.ts';
import { builtScripts } from '../../support/processes/built.ts';
import { ROOT } from '../../support/root.ts';
import { LOGS, project, removeFolders } from '../cli-fixture.ts';

type Shell = (typeof SHELLS)[number];

const built = builtScripts();
const PROMPT = 'at your service$ ';
const CITIES = LOGS.replace(
  'params:',
  `params:\n  city: { enum: [New York, "O'Hare", 'a:b', $HOME] }`,
).replace('where:', 'where:\n  - { when: { city: New York }, filter: size = 1 }');

afterAll(removeFolders);

/** Keys before the Tab key, and the words of the line behind it. */
const TYPED: readonly (readonly [string, ...(readonly string[])])[] = [
  ['che', 'check'],
  ['help ke', 'help', 'keys'],
  ['keys re', 'keys', 'revoke'],
  ['completion z', 'completion', 'zsh'],
  ['run --engine=cl', 'run', '--engine=clickhouse'],
  ['run lo', 'run', 'logs'],
  ['--json explain unknown-colu', '--json', 'explain', 'unknown-column'],
  ['run logs --param lea', 'run', 'logs', '--param', 'least='],
  ['run logs --param city=N', 'run', 'logs', '--param', 'city=New York'],
  ['run logs --param city=O', 'run', 'logs', '--param', "city=O'Hare"],
  ['run logs --param city=a:', 'run', 'logs', '--param', 'city=a:b'],
  ['run logs --param=city=a', 'run', 'logs', '--param=city=a:b'],
  ['check --config que', 'check', '--config', 'quern.yaml'],
  ['nonsense x', 'nonsense', 'x'],
];

/** A project, and a home for its shell with these files, the program and the script. */
function desk(shell: Shell, files: Readonly<Record<string, string>>) {
  const { folder, put } = project({ 'endpoints/logs.yaml': CITIES });
  const home = join(folder, '.home');
  put('.home/bin/quern', `#!/bin/sh\nexec '${process.execPath}' '${built}/cli/bin.js' "$@"\n`);
  chmodSync(join(home, 'bin/quern'), 0o755);
  for (const [path, text] of Object.entries(files)) put(`.home/${path}`, text);
  const printed = spawnSync(join(home, 'bin/quern'), ['completion', shell], { encoding: 'utf8' });
  expect(printed).toMatchObject({ status: 0, stderr: '' });
  mkdirSync(join(home, 'functions'), { recursive: true });
  writeFileSync(join(home, 'functions/_quern'), printed.stdout);
  const PATH = `${home}/bin:${process.env['PATH']}`;
  return { cwd: folder, env: { PATH, HOME: home, ZDOTDIR: home, TERM: 'dumb', LANG: 'C.UTF-8' } };
}

/** The words that each line has after the Tab key, and all that was shown. */
function typedAt(command: readonly string[], at: ReturnType<typeof desk>, typings = TYPED) {
  const lines = typings.map(([typed]) => `quern ${typed}\t\u0001printf "<%s>" \n`);
  const args = [PROMPT, JSON.stringify([...lines, 'exit\n']), ...command];
  const { stdout } = spawnSync('python3', [join(ROOT, 'test/support/terminal.py'), ...args], {
    ...at,
    encoding: 'utf8',
    timeout: 240_000,
  });
  const printed = [...stdout.matchAll(/[\r\n]((?:<[^<>\r\n]*>)+)/g)];
  const words = printed.map(([, line = '']) => line.slice(1, -1).split('><').slice(1));
  return { stdout, words };
}

const LEFT_WITH = TYPED.map(([, ...words]) => words);

function isThere(program: string): boolean {
  const found = spawnSync(program, ['--version']).status === 0;
  if (!found) process.stdout.write(`${program} is not there: its completion is not tried\n`);
  return found;
}

const hasPython = isThere('python3');

describe.skipIf(!hasPython || !isThere('bash'))('Bash', () => {
  it('completes', () => {
    const rc = `PS1='${PROMPT}'\nbind 'set enable-bracketed-paste off'\nsource ~/functions/_quern\n`;
    const at = desk('bash', { rc });
    const command = ['bash', '--noprofile', '--rcfile', `${at.env.HOME}/rc`, '-i'];
    const { words, stdout } = typedAt(command, at);
    expect(words, stdout).toEqual(LEFT_WITH);
    expect(stdout).not.toContain('bash: ');
  });
});

describe.skipIf(!hasPython || !isThere('zsh'))('Zsh', () => {
  const START = `PROMPT='${PROMPT}'\nunsetopt prompt_sp\nbindkey -e\nautoload -Uz compinit\n`;

  it('completes, from a folder of $fpath', () => {
    const at = desk('zsh', { '.zshrc': `${START}fpath=(~/functions $fpath)\ncompinit -D\n` });
    const { words, stdout } = typedAt(['zsh', '-d', '-i'], at);
    expect(words, stdout).toEqual(LEFT_WITH);
    expect(stdout).not.toContain('_quern:');
  });

  it('completes, from a file that is sourced', () => {
    const at = desk('zsh', { '.zshrc': `${START}compinit -D\nsource ~/functions/_quern\n` });
    const { words, stdout } = typedAt(['zsh', '-d', '-i'], at, TYPED.slice(0, 2));
    expect(words, stdout).toEqual(LEFT_WITH.slice(0, 2));
  });
});

describe.skipIf(!isThere('fish'))('fish', () => {
  it('completes', () => {
    const at = desk('fish', {});
    for (const [typed, ...words] of TYPED) {
      const script = `source ~/functions/_quern; complete -C ${JSON.stringify(`quern ${typed}`)}`;
      const ran = spawnSync('fish', ['--no-config', '-c', script], { ...at, encoding: 'utf8' });
      const found = ran.stdout.split('\n').filter(Boolean);
      const last = typed.startsWith('nonsense') ? [] : [words.at(-1)];
      expect([found.map(line => line.split('\t')[0]), ran.stderr], typed).toEqual([last, '']);
    }
  });
});
