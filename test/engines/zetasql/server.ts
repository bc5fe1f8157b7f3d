/**
 * ZetaSQL's server process and the calls to it.
 *
 * The npm package's own client can neither evaluate queries nor register catalogs, so its binary
 * and its .proto files are used directly. The binary joins its two arguments with a colon and
 * listens there; given `unix:<path>` that is a socket in a directory of our own, and no port can
 * collide with another test's.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import {
  type EnumTypeDefinition,
  loadSync,
  type MethodDefinition,
  type PackageDefinition,
  type ServiceDefinition,
} from '@grpc/proto-loader';
import { SqlError } from '../sql-error.ts';
import type { Methods } from './protocol.ts';

export interface ZetaSqlServer {
  /** Every member of `LanguageFeature`, by name. */
  readonly features: readonly string[];
  call<M extends keyof Methods>(
    method: M,
    request: Methods[M]['request'],
  ): Promise<Methods[M]['response']>;
  stop(): Promise<void>;
}

const INSECURE = credentials.createInsecure();
const START_MILLIS = 60_000;
const PACKAGE = path.dirname(
  createRequire(import.meta.url).resolve('@fivetrandevelopers/zetasql/package.json'),
);
const FILES = path.join(PACKAGE, 'lib/zetasql');

/**
 * Starts a server of its own. Rejects with the reason when this platform has none or it does not
 * come up.
 */
export async function startServer(): Promise<ZetaSqlServer> {
  const definition = loadSync('local_service.proto', {
    keepCase: true,
    longs: String,
    enums: String,
    includeDirs: [path.join(FILES, 'protos')],
  });
  const binary = serverBinary();
  const directory = mkdtempSync(path.join(tmpdir(), 'zetasql-'));
  const child = spawn(...supervised(binary, directory));
  const exited = exitOf(child);
  const client = new Client(`unix:${path.join(directory, 'socket:1')}`, INSECURE, {
    'grpc.max_receive_message_length': -1,
  });
  const stop = async () => {
    client.close();
    child.stdio[3]?.destroy();
    await exited;
  };
  const failed = exited.then(reason => Promise.reject(new Error(reason)));
  try {
    await Promise.race([ready(client), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    features: featureNames(definition),
    call: (method, request) => call(client, definition, method, request),
    stop,
  };
}

const SUFFIXES: Readonly<Record<string, string>> = {
  'darwin-arm64': '_arm',
  'darwin-x64': '',
  'linux-arm64': '_arm.so',
  'linux-x64': '.so',
};

/** The server's binary for this platform; the package holds all of them. */
export function serverBinary(): string {
  const platform = `${process.platform}-${process.arch}`;
  const suffix = SUFFIXES[platform];
  const binary = path.join(FILES, `remote_server${suffix}`);
  if (suffix === undefined || !existsSync(binary)) {
    throw new Error(`ZetaSQL has no server for ${platform}`);
  }
  return binary;
}

// Runs the server ($1) on a socket in the directory ($2) until file 3, a pipe from the parent, is
// closed: by `stop`, or by the system when the parent dies in whatever way. Then nothing is left of
// either. The shell reports the kill on its standard error, which must not be its end when nobody
// reads that any more.
const SUPERVISOR = `
trap '' PIPE
"$1" "unix:$2/socket" 1 3<&- & server=$!
{ read -r _ <&3; kill -9 $server; } & lifeline=$!
wait $server; status=$?
kill $lifeline 2>/dev/null
rm -rf -- "$2"
exit $status`;

/** The arguments of a `spawn` that runs the binary for as long as the caller's process lives. */
export function supervised(binary: string, directory: string): [string, string[], SpawnOptions] {
  const args = ['-c', SUPERVISOR, 'supervisor', binary, directory];
  // Detached: an interrupt typed at the terminal is for the parent, which the shell must outlive.
  return ['/bin/sh', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true }];
}

/** Resolves, when the process has ended, with what it said last. */
function exitOf(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve(`ZetaSQL's server ended with ${code}: ${said}`));
  });
}

function ready(client: Client): Promise<void> {
  return new Promise((resolve, reject) => {
    client.waitForReady(Date.now() + START_MILLIS, error => (error ? reject(error) : resolve()));
  });
}

const SERVICE = 'zetasql.local_service.ZetaSqlLocalService';

function call<M extends keyof Methods>(
  client: Client,
  definition: PackageDefinition,
  method: M,
  request: Methods[M]['request'],
): Promise<Methods[M]['response']> {
  // The loader types every service loosely; `Methods` is where these messages are typed.
  const service = definition[SERVICE] as ServiceDefinition;
  const {
    path: rpc,
    requestSerialize,
    responseDeserialize,
  } = service[method] as MethodDefinition<Methods[M]['request'], Methods[M]['response']>;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(rpc, requestSerialize, responseDeserialize, request, (error, value) => {
      if (error !== null) reject(refusal(error));
      else if (value === undefined) reject(new Error(`${method} answered nothing`));
      else resolve(value);
    });
  });
}

// What the analyser, the evaluator and a missing function report; anything else is not the
// statement's fault.
const REFUSALS: readonly number[] = [
  status.INVALID_ARGUMENT,
  status.NOT_FOUND,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
];

function refusal(error: ServiceError): Error {
  if (error.code === status.RESOURCE_EXHAUSTED) {
    const reason = 'ZetaSQL takes at most 4 MiB a request, so fewer rows, or smaller ones';
    return new Error(`${reason}: ${error.details}`, { cause: error });
  }
  if (!REFUSALS.includes(error.code)) return error;
  const place = / \[at (\d+):(\d+)\]$/.exec(error.details);
  if (place === null) return new SqlError(error.details, { cause: error });
  const [line, column] = [Number(place[1]), Number(place[2])];
  return new SqlError(error.details.slice(0, place.index), { line, column, cause: error });
}

function featureNames(definition: PackageDefinition): readonly string[] {
  const feature = definition['zetasql.LanguageFeature'] as EnumTypeDefinition;
  const { value } = feature.type as { readonly value: readonly { readonly name: string }[] };
  return value.map(({ name }) => name);
}
