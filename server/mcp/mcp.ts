/** The route `/mcp` has tools for agents, by the Model Context Protocol over HTTP, without sessions. */
import type { Answer, ReceivedRequest } from '../http/context.ts';
import { problem } from '../http/problem.ts';
import { readExactJson } from '../http/reading/exact-json.ts';
import { readBody } from '../http/reading/posted.ts';
import type { RouteHandler } from '../http/route.ts';
import type { ServedEndpoints, Speaker } from './protocol.ts';

/** The most bytes of a message. */
const LONGEST_MESSAGE = 262_144;

export interface McpOptions {
  readonly served: ServedEndpoints;
  /** The text of the OpenAPI document, or a function that returns it. */
  readonly openapi: string | (() => string);
  /** Origins whose pages may call, or `*`. */
  readonly cors: readonly string[];
}

/** Creates the handler of a message. It rejects foreign pages, and callers that the gate `admit` rejects. */
export function createMcp(
  { served, openapi, cors }: McpOptions,
  admit: (handler: RouteHandler) => RouteHandler,
): RouteHandler {
  let speaker: Promise<Speaker> | null = null;
  const load = async (): Promise<Speaker> => {
    const { createSpeaker } = await import('./protocol.ts');
    return createSpeaker(served, typeof openapi === 'string' ? openapi : openapi());
  };
  const admitted = admit(async request => {
    const bytes = await readBody(request.incoming, LONGEST_MESSAGE);
    if (!(bytes instanceof Uint8Array)) return bytes;
    const json = readExactJson(bytes);
    if (json === null) return refused('The body must be a message in JSON, as UTF-8.');
    if (Array.isArray(json.value))
      return refused('A request has one message: batches are refused.');
    speaker ??= load().catch((cause: unknown) => {
      // the next message tries again
      speaker = null;
      throw cause;
    });
    return (await speaker)(request, json);
  });
  return request => {
    request.entry.via = 'mcp';
    if (isForeign(request, cors)) {
      return problem('forbidden', 'Pages of this origin may not use this service.');
    }
    return admitted(request);
  };
}

/** Whether a page of another origin sends the request; programs send no origin. */
function isForeign({ incoming }: ReceivedRequest, cors: readonly string[]): boolean {
  const origin = incoming.header('origin');
  if (origin === null || cors.includes('*') || cors.includes(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== new URL(incoming.url).host;
}

function refused(detail: string): Answer {
  return problem('invalid_request', detail, { parameters: [] });
}
