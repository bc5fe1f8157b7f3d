/** Questions at a terminal, answered by typing: before `check --fix` writes, and which code `init` generates. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';
import { LOGS, project, removeFolders, temporaryFolder } from '../cli-fixture.ts';
import { BIN, ENVIRONMENT } from '../executable.ts';

afterAll(removeFolders);

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stdout.write('python3 is not there: no terminal is tried\n');

/** All that `quern` shows while somebody types an answer at each prompt. */
function typed(cwd: string, words: readonly string[], prompt: string, answers: readonly string[]) {
  const script = join(ROOT, 'test/support/terminal.py');
  const args = [script, prompt, JSON.stringify(answers), process.execPath, BIN, ...words];
  const { stdout } = spawnSync('python3', args, {
    cwd,
    env: { ...ENVIRONMENT, TERM: 'dumb' },
    encoding: 'utf8',
    timeout: 240_000,
  });
  return stdout.replaceAll('\r', '');
}

describe.skipIf(!hasPython)('check --fix at a terminal', () => {
  const wrong = LOGS.replace('order_by', 'orderby');
  const ask = (answer: string) => {
    const { folder } = project({ 'endpoints/logs.yaml': wrong });
    const shown = typed(folder, ['check', '--fix'], '(y/n) ', [answer]);
    return { shown, text: readFileSync(join(folder, 'endpoints/logs.yaml'), 'utf8') };
  };

  it('shows the changes and writes them after a yes', () => {
    const { shown, text } = ask('y\n');
    expect(shown).toContain('+order_by: [timestamp desc, id]');
    expect(shown.indexOf('+order_by')).toBeLessThan(shown.indexOf('Write 1 file? (y/n)'));
    expect(shown).toContain('fixed 1 file');
    expect(text).toBe(LOGS);
  });

  it.each([
    ['n', 'n\n'],
    ['nothing', '\n'],
    ['the end of the input', '\u0004'],
  ])('writes nothing after %s, and reports the fault', (_, answer) => {
    const { shown, text } = ask(answer);
    expect(shown).toContain('nothing written');
    expect(shown).toContain('error[unknown-key]');
    expect(text).toBe(wrong);
  });

  it('writes nothing after an interrupt', () => {
    expect(ask('\u0003').text).toBe(wrong);
  });
});

describe.skipIf(!hasPython)('init at a terminal', () => {
  const asked = (answers: readonly string[]) => {
    const folder = temporaryFolder();
    const shown = typed(folder, ['init'], 'none): ', answers);
    return { shown, folder, config: readFileSync(join(folder, 'quern.yaml'), 'utf8') };
  };

  it('asks for clients and routes, and generates those', () => {
    const { shown, config, folder } = asked(['TypeScript, python\n', 'hono\n']);
    expect(shown).toMatch(/Clients to generate \(typescript, python, go; empty for none\): /);
    expect(shown).toMatch(/Routes to generate \(hono, fastify, express, next; empty for none\): /);
    expect(config).toMatch(/^clients:\n {2}typescript: .*\n {2}python: .*\n(?! {2}go)/m);
    expect(config).toMatch(/framework: hono/);
    expect(existsSync(join(folder, 'endpoints'))).toBe(true);
  });

  it('generates no code after empty answers', () => {
    const { config } = asked(['\n', '\n']);
    expect(config).toMatch(/^clients: \{\} .*\nserver: \{ framework: null \}\n/m);
  });

  it('asks again for a name that it does not know', () => {
    const { shown, config } = asked(['typscript\n', 'typescript\n', '\n']);
    expect(shown).toContain('There is no client language typscript. Use `typescript`');
    expect(config).toMatch(/^clients:\n {2}typescript: /m);
  });
});
