/** Go at work on what the emitter prints. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import go from '../../../generator/emitters/clients/go/go.ts';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { clientFiles as filesOf } from '../../support/client-files.ts';
import { ROOT } from '../../support/root.ts';

export const hasGo = spawnSync('go', ['version']).status === 0;
export const MODULE = 'example.com/log-endpoints';

/**
 * No module from elsewhere, no other tool chain. All folders share one cache: to compile the packages that come with Go takes
 * half a minute of CPU. Tests run with `-count=1`, so that what one said is never taken from it.
 */
export const GO_SETTINGS = {
  // without what debuggers read, a program is linked in half the time
  GOFLAGS: '-mod=mod -ldflags=-w',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GOCACHE: join(ROOT, 'node_modules/.cache/quern-go'),
  CGO_ENABLED: '0',
};

/** The files of the client, in the folder of the client. */
export function clientFiles(compilation: Compilation, module = MODULE): readonly GeneratedFile[] {
  return filesOf(go, compilation, { name: module });
}

/** The text of the one endpoint's file. */
export function endpointText(compilation: Compilation): string {
  const [file, ...others] = clientFiles(compilation).filter(f => f.path.endsWith('_endpoint.go'));
  if (file === undefined || others.length > 0) throw new Error('one endpoint');
  return file.text;
}

export interface Ended {
  readonly code: number;
  /** Both outputs. */
  readonly text: string;
}
export interface GoFolder {
  readonly path: string;
  /** Puts files into a folder below. */
  readonly write: (below: string, files: readonly GeneratedFile[]) => void;
  /** Copies a Go file of `fixtures/`, or those of a folder, into a folder below. */
  readonly copy: (below: string, from: string) => void;
  readonly run: (
    command: 'go' | 'gofmt',
    args: readonly string[],
    options?: { readonly below?: string; readonly env?: Readonly<Record<string, string>> },
  ) => Promise<Ended>;
  readonly close: () => void;
}

/** An empty folder for sources. */
export function openGoFolder(): GoFolder {
  const path = mkdtempSync(join(tmpdir(), 'go-client-'));
  const at = (below: string) => join(path, 'src', below);
  const settings = { ...GO_SETTINGS, GOPATH: join(path, 'path') };
  mkdirSync(at(''), { recursive: true });
  return {
    path,
    write: (below, files) => {
      for (const file of files) {
        const path = join(at(below), file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, file.text);
      }
    },
    copy: (below, from) => {
      mkdirSync(at(below), { recursive: true });
      const path = join(import.meta.dirname, 'fixtures', from);
      const files = path.endsWith('.go') ? [path] : readdirSync(path).map(name => join(path, name));
      for (const file of files) cpSync(file, join(at(below), basename(file)));
    },
    run: (command, args, { below = '', env = {} } = {}) =>
      new Promise(resolve => {
        const options = {
          cwd: at(below),
          env: { ...process.env, ...settings, ...env },
          maxBuffer: 1e9,
        };
        execFile(command, args, options, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
          resolve({ code, text: stdout + stderr });
        });
      }),
    close: () => rmSync(path, { recursive: true, force: true }),
  };
}
