/**
 * Runs ZetaSQL's server as a process. The server listens without authentication, so it uses only a socket, in its own directory
 * that no other user may enter. It gets no environment. It ends with the process that started it, even if that process is
 * killed.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotInstalled } from '../../../analyst.ts';

export interface ServerProcess {
  /** The socket, once the server listens. */
  readonly socket: string;
  /** Resolves with the server's last output once the server and the directory are gone. */
  readonly ended: Promise<string>;
  /** Kills the server. */
  readonly stop: () => Promise<void>;
}

/** The binary joins its two arguments with a colon and listens there. */
const [NAME, PORT] = ['s', '0'];

/** `binary`: from `serverBinary`. */
export function startProcess(binary: string): ServerProcess {
  // Its mode is 0700, so only its owner may enter it.
  const directory = mkdtempSync(join(tmpdir(), 'quern-'));
  const child = spawn(...supervised(binary, directory));
  const ended = endOf(child);
  return {
    socket: join(directory, `${NAME}:${PORT}`),
    ended,
    stop: async () => {
      child.stdio[3]?.destroy();
      await ended;
    },
  };
}

const SUFFIXES: Readonly<Record<string, string>> = {
  'darwin-arm64': '_arm',
  'darwin-x64': '',
  'linux-arm64': '_arm.so',
  'linux-x64': '.so',
};

/** The server for this platform, from the package's folder. Throws `NotInstalled` if there is none. */
export function serverBinary(zetasql: string): string {
  const platform = `${process.platform}-${process.arch}`;
  const suffix = SUFFIXES[platform];
  const binary = join(zetasql, `lib/zetasql/remote_server${suffix}`);
  if (suffix === undefined || !existsSync(binary)) {
    throw new NotInstalled([`@fivetrandevelopers/zetasql for ${platform}`]);
  }
  return binary;
}

// Runs the server ($1) on a socket in the directory ($2) until file 3, a pipe from the parent, is closed: by `stop`, or by the
// system when the parent dies. In both cases nothing is left behind. The shell reports the kill on its standard error, and must
// survive if nobody reads that any more.
const SUPERVISOR = `
trap '' PIPE
env -i "$1" "unix:$2/${NAME}" ${PORT} 3<&- & server=$!
{ read -r _ <&3; kill -9 $server; } & lifeline=$!
wait $server; status=$?
kill $lifeline 2>/dev/null
rm -rf -- "$2"
exit $status`;

/** Arguments for `spawn` that run the binary for as long as the caller's process lives. */
export function supervised(binary: string, directory: string): [string, string[], SpawnOptions] {
  const args = ['-c', SUPERVISOR, 'supervisor', binary, directory];
  const { PATH } = process.env;
  return [
    '/bin/sh',
    args,
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: PATH === undefined ? {} : { PATH },
      // An interrupt from the terminal is for the parent, which the shell must outlive.
      detached: true,
    },
  ];
}

function endOf(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-2000);
  });
  return new Promise(resolve => {
    child.once('error', error => resolve(`ZetaSQL's server does not start: ${error.message}`));
    child.once('close', code => resolve(`ZetaSQL's server ended with ${code}: ${said}`));
  });
}
