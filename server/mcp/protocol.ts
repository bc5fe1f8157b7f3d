/** Answers a message of the Model Context Protocol with the official SDK. Loaded with the first message. */
import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { suggestion } from '../../generator/core/report/suggestion.ts';
import { sentences } from '../../generator/core/report/words.ts';
import type { ServedEndpoint } from '../answers/manifest/manifest.ts';
import { textBody } from '../http/body.ts';
import type { Answer, ReceivedRequest } from '../http/context.ts';
import type { Served } from '../http/endpoints/served.ts';
import { problem } from '../http/problem.ts';
import type { ExactJson } from '../http/reading/exact-json.ts';
import { readMembers } from '../http/reading/members.ts';
import { type Descriptions, readDescriptions } from './document.ts';
import { refusedHeaders } from './headers.ts';
import { type Checked, checkMessage, ProtocolFault } from './message.ts';
import { resourceText, resourceUri } from './resources.ts';
import { tellAnswer } from './result.ts';
import { createTools, type ToolEndpoint, type Tools, toolName } from './tools.ts';

/** Answers a message. Rejects if the service fails. */
export type Speaker = (received: ReceivedRequest, json: ExactJson) => Promise<Answer>;

export type ServedEndpoints = ReadonlyMap<ServedEndpoint, Served>;

interface Known {
  readonly served: ServedEndpoints;
  readonly descriptions: Descriptions;
  readonly tools: Tools;
}

/** Creates the speaker for some endpoints, from the text of their OpenAPI document. */
export function createSpeaker(served: ServedEndpoints, openapi: string): Speaker {
  const descriptions = readDescriptions(openapi);
  const known = { served, descriptions, tools: createTools([...served.keys()], descriptions) };
  return async (received, json) => {
    const isFirst = Object(json.value).method === 'initialize';
    const refusal = refusedHeaders(received.incoming, isFirst);
    if (refusal !== null) return refusal;
    const found = checkMessage(json);
    if (found === null) return problem('invalid_request', NO_MESSAGE, { parameters: [] });
    return 'fault' in found ? faultAnswer(found) : speak(known, received, found.message);
  };
}

const NO_MESSAGE = 'The body must be a message of JSON-RPC 2.0.';

function faultAnswer({ id, fault: { code, message } }: Extract<Checked, { id: unknown }>): Answer {
  const text = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: textBody(text) };
}

/** The outcome of the call that a message may contain. */
interface Call {
  answer: Answer | null;
  /** All rows as JSON text. */
  rows: string | null;
  /** Contains the thrown value. */
  failure: { readonly cause: unknown } | null;
}

async function speak(known: Known, received: ReceivedRequest, message: unknown): Promise<Answer> {
  const call: Call = { answer: null, rows: null, failure: null };
  const mark = randomUUID();
  const server = serverFor(known, received, call, mark);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    const response = await transport.handleRequest(received.incoming.request, {
      parsedBody: message,
    });
    if (call.failure !== null) throw call.failure.cause;
    return await answerOf(response, call, mark);
  } finally {
    await server.close();
  }
}

/** Inserts rows as the service wrote them, because parsing and writing them again would lose digits. */
async function answerOf(response: Response, call: Call, mark: string): Promise<Answer> {
  const { status } = response;
  const written = await response.text();
  const { rows, answer } = call;
  const text = rows === null ? written : written.replace(JSON.stringify({ [mark]: 0 }), () => rows);
  const type = response.headers.get('content-type');
  return {
    status,
    headers: type === null ? {} : { 'Content-Type': type },
    body: text === '' ? null : textBody(text),
    ...(answer === null ? {} : { outcome: answer.status }),
    ...(answer?.code === undefined ? {} : { code: answer.code }),
  };
}

const INSTRUCTIONS =
  'Each tool runs one query endpoint and returns its rows; no tool changes data. Resources document the endpoints.';

function serverFor(known: Known, received: ReceivedRequest, call: Call, mark: string): Server {
  const { descriptions, tools } = known;
  const { title, version } = descriptions;
  const server = new Server(
    { name: 'quern', title, version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: INSTRUCTIONS,
      // creating the default validator takes milliseconds, and this service never asks a client for input
      jsonSchemaValidator: { getValidator: () => unused() },
    },
  );
  const { key } = received;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.of(key).map(one => tools.toolFor(key, one)),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    run(known, received, call, { ...params, mark }),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: tools.of(key).map(resourceOf),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const found = tools.of(key).find(one => resourceUri(one) === uri);
    if (found === undefined)
      throw new ProtocolFault(
        RESOURCE_NOT_FOUND,
        'The resource does not exist, or the key may not read it.',
      );
    const text = resourceText(found, tools.toolFor(key, found));
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  });
  return server;
}

/** The protocol's code; the SDK has no name for it. */
const RESOURCE_NOT_FOUND = -32_002;

function unused(): never {
  throw new Error('the service asks its clients for no input');
}

function resourceOf(described: ToolEndpoint) {
  const { endpoint, description } = described;
  return {
    uri: resourceUri(described),
    name: endpoint.name,
    title: description.summary,
    mimeType: 'text/markdown',
  };
}

async function run(
  { served, tools }: Known,
  received: ReceivedRequest,
  call: Call,
  asked: {
    readonly name: string;
    readonly arguments?: Record<string, unknown> | undefined;
    readonly mark: string;
  },
): Promise<CallToolResult> {
  const { key, entry } = received;
  const found = tools.named(key, asked.name);
  if (found === undefined) throw unknownTool(asked.name, tools, received);
  const { endpoint, params } = found;
  entry.endpoint = endpoint.name;
  try {
    const answer = await served.get(endpoint)?.(
      received,
      readMembers(asked.arguments ?? {}, params),
    );
    if (answer === undefined) throw new Error(`\`${endpoint.name}\` is not served`);
    const { text, rows } = tellAnswer(answer, entry.rows ?? 0, endpoint.pages !== undefined);
    call.answer = answer;
    call.rows = rows;
    const content = [{ type: 'text' as const, text }];
    if (rows === null) return { content, isError: true };
    return { content, structuredContent: { [asked.mark]: 0 } };
  } catch (cause) {
    // The SDK would show its message to the caller.
    call.failure = { cause };
    throw new ProtocolFault(ErrorCode.InternalError, 'The service failed.');
  }
}

function unknownTool(name: string, tools: Tools, { key }: ReceivedRequest): ProtocolFault {
  const names = tools.of(key).map(toolName);
  const words = sentences(`There is no tool \`${name.slice(0, 64)}\`.`, suggestion(name, names));
  return new ProtocolFault(ErrorCode.InvalidParams, words);
}
