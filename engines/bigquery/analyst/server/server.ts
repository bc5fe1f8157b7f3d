/** Calls ZetaSQL's server. The package's own client lacks most of the calls, so this reads its .proto files. */
import { join } from 'node:path';
import type { Client, ServiceError } from '@grpc/grpc-js';
import type {
  EnumTypeDefinition,
  MethodDefinition,
  PackageDefinition,
  ServiceDefinition,
} from '@grpc/proto-loader';
import { findPackages, type Packages } from './packages.ts';
import { serverBinary, startProcess } from './process.ts';
import type { AnalyserMethods, Method } from './protocol.ts';

export interface Server<Calls extends { readonly [K in keyof Calls]: Method } = AnalyserMethods> {
  /** Every member of `LanguageFeature`, by name. */
  readonly features: readonly string[];
  /** Rejects with `CallFailure`. Without `timeoutMs`, there is no limit. */
  readonly call: <M extends keyof Calls & string>(
    method: M,
    request: Calls[M]['request'],
    timeoutMs?: number,
  ) => Promise<Calls[M]['response']>;
  /** Kills the server. Unfinished calls fail as `gone`. */
  readonly stop: () => Promise<void>;
}

/**
 * `statement`: the server reports an error in the statement; `size`: too long, or nested too deeply, for the server or for this
 * reader; `late`: no answer in time; `gone`: the server died; `fault`: it failed in another way.
 */
export type CallFailureKind = 'statement' | 'size' | 'late' | 'gone' | 'fault';

export class CallFailure extends Error {
  readonly kind: CallFailureKind;
  /** Counted from 1; `null` if the server reports no place. */
  readonly place: { readonly line: number; readonly column: number } | null;

  constructor(
    kind: CallFailureKind,
    message: string,
    place: CallFailure['place'],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CallFailure';
    this.kind = kind;
    this.place = place;
  }
}

const START_MS = 60_000;

/** Starts servers from one installation. */
export interface Installation<
  Calls extends { readonly [K in keyof Calls]: Method } = AnalyserMethods,
> {
  /** Rejects with the reason if the server does not start. */
  readonly start: () => Promise<Server<Calls>>;
}

/**
 * `places` are those of `findPackages`. An answer of more than `mostBytes` fails as `size`; `null`: there is no limit.
 * Throws `NotInstalled`.
 */
export function findServer<Calls extends { readonly [K in keyof Calls]: Method } = AnalyserMethods>(
  places: readonly string[],
  mostBytes: number | null = null,
): Installation<Calls> {
  const packages = findPackages(places);
  const binary = serverBinary(packages.zetasql);
  const definition = definitionOf(packages);
  return { start: () => start<Calls>(packages, definition, binary, mostBytes) };
}

/** By the package's folder: reading a definition takes most of a second. */
const definitions = new Map<string, PackageDefinition>();

function definitionOf({ loader, zetasql }: Packages): PackageDefinition {
  const known = definitions.get(zetasql);
  if (known !== undefined) return known;
  const definition = loader.loadSync('local_service.proto', {
    keepCase: true,
    longs: String,
    enums: String,
    includeDirs: [join(zetasql, 'lib/zetasql/protos')],
  });
  definitions.set(zetasql, definition);
  return definition;
}

async function start<Calls extends { readonly [K in keyof Calls]: Method }>(
  { grpc }: Packages,
  definition: PackageDefinition,
  binary: string,
  mostBytes: number | null,
): Promise<Server<Calls>> {
  const { socket, ended, stop: kill } = startProcess(binary);
  const client = new grpc.Client(`unix:${socket}`, grpc.credentials.createInsecure(), {
    'grpc.max_receive_message_length': mostBytes ?? -1,
    // The server listens after some tenths of a second. By default, the second try would come only after a whole second.
    'grpc.initial_reconnect_backoff_ms': 50,
    'grpc.max_reconnect_backoff_ms': 50,
  });
  const stop = async () => {
    client.close();
    await kill();
  };
  const failed = ended.then(reason => Promise.reject(new Error(reason)));
  try {
    await Promise.race([ready(client), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    features: featureNames(definition),
    call: (method, request, timeoutMs) => {
      // The loader has no types for a service's messages, but `Calls` has them.
      const service = definition['zetasql.local_service.ZetaSqlLocalService'] as ServiceDefinition;
      const {
        path,
        requestSerialize: from,
        responseDeserialize: to,
      } = service[method] as MethodDefinition<object, object>;
      const options = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
      return new Promise((resolve, reject) => {
        client.makeUnaryRequest(path, from, to, request, options, (error, value) => {
          if (error !== null) reject(failureOf(error));
          else resolve(value ?? {});
        });
      });
    },
    stop,
  };
}

function ready(client: Client): Promise<void> {
  return new Promise((resolve, reject) => {
    client.waitForReady(Date.now() + START_MS, error => (error ? reject(error) : resolve()));
  });
}

/** By gRPC status code. */
const KINDS: Readonly<Record<number, CallFailureKind | undefined>> = {
  1: 'gone', // CANCELLED, by `stop`
  3: 'statement', // INVALID_ARGUMENT
  4: 'late', // DEADLINE_EXCEEDED
  5: 'statement', // NOT_FOUND
  8: 'size', // RESOURCE_EXHAUSTED
  11: 'statement', // OUT_OF_RANGE
  12: 'statement', // UNIMPLEMENTED
  14: 'gone', // UNAVAILABLE
};

function failureOf(error: ServiceError): CallFailure {
  const { code, details } = error;
  // An answer that is nested too deeply for protobufjs or for JavaScript's stack has the code INTERNAL.
  const isUnread = details.startsWith('Response message parsing error');
  const kind = isUnread ? 'size' : (KINDS[code] ?? 'fault');
  const place = / \[at (\d+):(\d+)\]$/.exec(details);
  if (place === null) return new CallFailure(kind, details, null, { cause: error });
  const [line, column] = [Number(place[1]), Number(place[2])];
  return new CallFailure(kind, details.slice(0, place.index), { line, column }, { cause: error });
}

function featureNames(definition: PackageDefinition): readonly string[] {
  const feature = definition['zetasql.LanguageFeature'] as EnumTypeDefinition;
  const { value } = feature.type as { readonly value: readonly { readonly name: string }[] };
  return value.map(({ name }) => name);
}
