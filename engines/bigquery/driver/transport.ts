/**
 * One exchange with BigQuery's REST API. The library finds credentials, signs and sends. The answer is read here, because the
 * library's own calls read answers inside callbacks. There, an answer of another form ends the process, and a call cannot be
 * aborted.
 */
import { createRequire } from 'node:module';
import type * as BigQueryApi from '@google-cloud/bigquery';
import { EngineFailure } from '../../engine.ts';

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** Parts of the path below the version, not yet escaped. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}
/** An answer with any status. */
interface Reply {
  readonly status: number;
  readonly text: string;
}
/** Rejects with an `EngineFailure`, with a `ConnectionFault` if no complete answer arrived, or with the signal's reason when aborted. */
export type SendCall = (call: ApiCall, signal: AbortSignal) => Promise<Reply>;

export interface Transport {
  /** The project that is billed. */
  readonly project: string;
  readonly exchange: SendCall;
}

/** The connection was refused, or broke before the answer was complete. The call may be tried again. */
export class ConnectionFault extends EngineFailure {
  constructor(message: string, options?: ErrorOptions) {
    super('unavailable', message, options);
    this.name = 'ConnectionFault';
  }
}

/** The API promises pages of about 10 MB. A longer answer, compressed or not, is not read to its end. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Loads the optional dependency and finds the project. Rejects with an `unavailable` failure. */
export async function openTransport(options: {
  readonly project: string | null;
  readonly apiEndpoint: string | null;
}): Promise<Transport> {
  const { BigQuery } = await loadLibrary();
  const { project, apiEndpoint } = options;
  const client = new BigQuery({
    ...(project === null ? {} : { projectId: project }),
    // Without credentials, the library would ask the metadata server of a cloud.
    ...(apiEndpoint === null ? {} : { apiEndpoint, authClient: anonymous() }),
  });
  return {
    project: project ?? (await projectOf(client, apiEndpoint)),
    exchange: (call, signal) => exchange(client, call, signal),
  };
}

async function loadLibrary(): Promise<typeof BigQueryApi> {
  try {
    return await import('@google-cloud/bigquery');
  } catch (cause) {
    const hint = '`npm install @google-cloud/bigquery@8` installs it';
    throw new EngineFailure('unavailable', `\`@google-cloud/bigquery\` cannot be loaded: ${hint}`, {
      cause,
    });
  }
}

/** A client that adds no credentials. It comes from the library's own copy of its dependency, so that nobody else has to install it. */
function anonymous(): BigQueryApi.BigQueryOptions['authClient'] & object {
  const library = createRequire(import.meta.url).resolve('@google-cloud/bigquery');
  const common = createRequire(library).resolve('@google-cloud/common');
  const auth: typeof import('google-auth-library') = createRequire(common)('google-auth-library');
  return new auth.PassThroughClient();
}

async function projectOf(
  client: BigQueryApi.BigQuery,
  apiEndpoint: string | null,
): Promise<string> {
  if (apiEndpoint !== null) {
    throw new EngineFailure('unavailable', 'an endpoint of its own needs a `project`');
  }
  try {
    return await client.authClient.getProjectId();
  } catch (cause) {
    throw refusedCredentials(cause);
  }
}

async function exchange(
  client: BigQueryApi.BigQuery,
  call: ApiCall,
  signal: AbortSignal,
): Promise<Reply> {
  const url = addressOf(client.baseUrl, call);
  // Fetched first: later, an answer from the token's issuer could be mistaken for BigQuery's.
  await client.authClient.getRequestHeaders(url).catch((cause: unknown) => {
    throw refusedCredentials(cause);
  });
  signal.throwIfAborted();
  try {
    const { status, data } = await client.authClient.request<unknown>({
      url,
      method: call.method,
      ...(call.body === undefined ? {} : { data: JSON.stringify(call.body) }),
      headers: { 'content-type': 'application/json' },
      responseType: 'text',
      maxContentLength: MAX_ANSWER_BYTES,
      retry: false,
      // It would remove the whole of an answer that contains the word `secret`, which may be a column's name. Such errors are
      // never logged whole.
      errorRedactor: false,
      signal,
    });
    return { status, text: String(data) };
  } catch (cause) {
    signal.throwIfAborted();
    return replyOf(cause);
  }
}

function addressOf(base: string, { path, query = {} }: ApiCall): string {
  const pairs = new URLSearchParams({ ...query, prettyPrint: 'false' });
  return `${base}/${path.map(encodeURIComponent).join('/')}?${pairs}`;
}

/** The answer that the library reports as an error, because of its status. Throws if there is none. */
function replyOf(cause: unknown): Reply {
  const { response, code } = Object(cause);
  if (typeof response?.status === 'number' && typeof response.data === 'string') {
    return { status: response.status, text: response.data };
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  if (Object(Object(cause).cause).type === 'max-size') {
    throw new EngineFailure('too_large', message, { cause });
  }
  // An error of zlib is not a fault of the connection.
  if (typeof code === 'string' && code.startsWith('Z_')) {
    throw new EngineFailure('failed', message, { cause });
  }
  throw new ConnectionFault(message, { cause });
}

function refusedCredentials(cause: unknown): EngineFailure {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new EngineFailure('unavailable', `no usable credentials: ${message}`, { cause });
}
