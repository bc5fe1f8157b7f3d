/** The extension for Visual Studio Code: it starts the server of the workspace, and can be packed. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';
import { removeFolders, temporaryFolder } from '../cli-fixture.ts';

const EXTENSION = join(ROOT, 'editors/vscode');
const VSCE = join(EXTENSION, 'node_modules/.bin/vsce');

afterAll(removeFolders);

/** Runs the extension over stand-ins of the editor and of its client; prints what they were asked for. */
const SCRIPT = `
const Module = require('node:module');
const asked = { servers: [], warnings: [], commands: [], stopped: 0 };
const commands = { registerCommand: (name, run) => { asked.commands.push(name); commands[name] = run; return {}; } };
const workspace = {
  workspaceFolders: process.argv.slice(3).map(fsPath => ({ uri: { fsPath } })),
  getConfiguration: () => ({ get: () => process.argv[2] }),
};
const window = { showWarningMessage: text => asked.warnings.push(text) };
class LanguageClient {
  constructor(id, name, server, client) { asked.servers.push({ id, server, client }); }
  async start() {}
  async stop() { asked.stopped += 1; }
}
const stubs = {
  vscode: { commands, window, workspace },
  'vscode-languageclient/node': { LanguageClient, TransportKind: { stdio: 0 } },
};
const load = Module._load;
Module._load = (name, ...rest) => stubs[name] ?? load(name, ...rest);
const extension = require(process.argv[1]);
(async () => {
  await extension.activate({ subscriptions: [] });
  await commands['quern.restart']();
  await extension.deactivate();
  console.log(JSON.stringify(asked));
})();
`;

function run(path: string, folders: readonly string[]) {
  const words = ['-e', SCRIPT, join(EXTENSION, 'extension.js'), path, ...folders];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}

function installed(folder: string): string {
  const bin = join(folder, 'node_modules/quern/dist/cli/bin.js');
  mkdirSync(join(bin, '..'), { recursive: true });
  writeFileSync(bin, '');
  return bin;
}

describe('the extension', () => {
  it('starts the server of the package in the workspace, or in a folder above, and again', () => {
    const folder = temporaryFolder();
    const bin = installed(folder);
    const inner = join(folder, 'packages/endpoints');
    mkdirSync(inner, { recursive: true });
    const { servers, stopped, warnings } = run('', [temporaryFolder(), inner]);
    expect(warnings).toEqual([]);
    expect(servers).toHaveLength(2);
    expect(stopped).toBe(2);
    expect(servers[0]).toMatchObject({
      id: 'quern',
      server: { module: bin, args: ['lsp'] },
      client: { documentSelector: [{ language: 'yaml' }, { pattern: '**/*.sql' }] },
    });
  });

  it('takes the package that a setting names', () => {
    const folder = temporaryFolder();
    const bin = installed(folder);
    const { servers } = run(join(folder, 'node_modules/quern'), [temporaryFolder()]);
    expect(servers[0].server.module).toBe(bin);
  });

  it('says how to install a package that is missing', () => {
    const { servers, warnings } = run('', [temporaryFolder()]);
    expect(servers).toEqual([]);
    expect(warnings[0]).toContain('npm install --save-dev quern');
  });

  it('is packed by vsce', () => {
    if (!existsSync(VSCE)) throw new Error('`npm run install:test` installs vsce');
    const file = join(temporaryFolder(), 'quern.vsix');
    const options = { cwd: EXTENSION, encoding: 'utf8' } as const;
    execFileSync(VSCE, ['package', '--allow-missing-repository', '--out', file], options);
    expect(statSync(file).size).toBeGreaterThan(100_000);
    const files = execFileSync(VSCE, ['ls'], options).split('\n');
    expect(files).toEqual(
      expect.arrayContaining([
        ...['extension.js', 'server.js', 'package.json'],
        'node_modules/vscode-languageclient/package.json',
      ]),
    );
    expect(files.filter(one => one.includes('@vscode/vsce'))).toEqual([]);
  });
});
