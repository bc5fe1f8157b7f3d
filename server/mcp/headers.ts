/** The headers that a message must have; the SDK would refuse them in its own words. */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { Answer } from '../http/context.ts';
import type { Incoming } from '../http/incoming.ts';
import { problem } from '../http/problem.ts';

const ANSWERS = ['application/json', 'text/event-stream'] as const;

/** Returns the refusal of a message with wrong headers. A request to initialise has no version yet. */
export function refusedHeaders({ header }: Incoming, isFirst: boolean): Answer | null {
  const accept = header('accept') ?? '';
  if (!ANSWERS.every(type => accept.includes(type))) {
    return problem('not_acceptable', `\`Accept\` must name \`${ANSWERS.join('` and `')}\`.`);
  }
  if (!/^application\/json *(;|$)/i.test(header('content-type') ?? '')) {
    return refused('A message must be JSON: `Content-Type: application/json`.', 415);
  }
  const version = header('mcp-protocol-version');
  if (isFirst || version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return null;
  const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
  return refused(`\`MCP-Protocol-Version\` must be one of ${known}.`, 400);
}

function refused(detail: string, status: number): Answer {
  return problem('invalid_request', detail, { status, parameters: [] });
}
