/**
 * Checks a message before the SDK reads it. The SDK answers wrong parameters as a failure of the service, in the words of
 * its library.
 */

import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../generator/core/types/json-object.ts';
import { repeatedParameter } from '../../generator/params/fault-words.ts';
import type { ExactJson } from '../http/reading/exact-json.ts';
import { shown } from '../http/reading/read-request.ts';

/** A fault of a request, as the protocol reports it. */
export class ProtocolFault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ProtocolFault';
    this.code = code;
  }
}

/** A message that the SDK accepts, or the fault of a request with this identifier. */
export type Checked =
  | { readonly message: unknown }
  | { readonly id: string | number; readonly fault: ProtocolFault };

/** Returns `null` for what is neither a request, nor a notification, nor a response. */
export function checkMessage(json: ExactJson): Checked | null {
  const request = requestIn(json.value);
  const fault = request === null ? null : faultIn(request, json);
  if (request !== null && fault !== null) return { id: request.id, fault };
  if (!JSONRPCMessageSchema.safeParse(json.value).success) return null;
  return { message: request === null ? json.value : withoutTask(json.value, request) };
}

interface Request {
  readonly id: string | number;
  readonly method: string;
  readonly params: unknown;
}

function requestIn(value: unknown): Request | null {
  const { jsonrpc, id, method, params = {} } = Object(value);
  const isRequest = jsonrpc === '2.0' && typeof method === 'string';
  const isNamed = typeof id === 'string' || Number.isSafeInteger(id);
  return isRequest && isNamed ? { id, method, params } : null;
}

const SCHEMAS = new Map(
  Object.entries({
    initialize: InitializeRequestSchema,
    ping: PingRequestSchema,
    'tools/list': ListToolsRequestSchema,
    'tools/call': CallToolRequestSchema,
    'resources/list': ListResourcesRequestSchema,
    'resources/read': ReadResourceRequestSchema,
  }),
);
/** The members of a call. An answer that ignored another one, such as `args`, would have other rows than asked for. */
const CALL: ReadonlySet<string> = new Set(['name', 'arguments', '_meta', 'task']);

function faultIn(request: Request, json: ExactJson): ProtocolFault | null {
  const schema = SCHEMAS.get(request.method);
  if (schema === undefined) {
    const words = `There is no method \`${shown(request.method)}\`.`;
    return new ProtocolFault(ErrorCode.MethodNotFound, words);
  }
  const [issue] = schema.safeParse(json.value).error?.issues ?? [];
  const words = wordsFor(request, json, issue);
  return words === null ? null : new ProtocolFault(ErrorCode.InvalidParams, words);
}

function wordsFor(
  { method, params }: Request,
  { value, repeated }: ExactJson,
  issue: Issue | undefined,
): string | null {
  const [twice] = repeated;
  if (twice !== undefined) return repeatedParameter(shown(twice.join('.')));
  if (!isObject(params)) return '`params` must be an object.';
  if (issue !== undefined) return issueWords(issue, value);
  if (method.endsWith('/list') && 'cursor' in params) {
    return '`params.cursor` is not known: the service lists everything in one answer.';
  }
  const other = Object.keys(params).find(name => !CALL.has(name));
  if (method !== 'tools/call' || other === undefined) return null;
  return `\`params.${shown(other)}\` is not known: a call has \`name\` and \`arguments\`.`;
}

/** Types of the SDK's schemas, in words. */
const EXPECTED: Readonly<Record<string, string | undefined>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly expected?: string;
}

function issueWords({ path, expected = '' }: Issue, value: unknown): string {
  const place = shown(path.map(String).join('.'));
  const found: unknown = path.reduce<unknown>((from, name) => Object(from)[name], value);
  if (found === undefined) return `\`${place}\` is missing.`;
  return `\`${place}\` must be ${EXPECTED[expected] ?? 'of another form'}.`;
}

/** The service runs no tasks, so it answers at once (protocol 2025-11-25, tasks); the SDK would fail. */
function withoutTask(value: unknown, { params }: Request): unknown {
  const { task: _, ...others } = Object(params);
  return { ...Object(value), ...('params' in Object(value) ? { params: others } : {}) };
}
