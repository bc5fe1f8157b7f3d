/** Faults that a test can make the server have. */
import type { ServerResponse } from 'node:http';

export type Fault =
  /** An error in the API's form. */
  | {
      readonly kind: 'refuse';
      readonly code: number;
      readonly reason: string;
      readonly message?: string;
    }
  /** Whatever bytes. */
  | {
      readonly kind: 'raw';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Buffer;
    }
  /** The connection breaks before an answer. */
  | { readonly kind: 'reset' }
  /** The connection breaks in the middle of the right answer. */
  | { readonly kind: 'cut' }
  /** No answer ever. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly millis: number }
  /** The right answer, changed. */
  | { readonly kind: 'edit'; readonly edit: (body: Record<string, unknown>) => unknown };

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** An error as the API writes it. */
export function errorAnswer(code: number, reason: string, message: string): Answer {
  const errors = [{ message, domain: 'global', reason }];
  return { status: code, body: { error: { code, message, errors, status: statusName(code) } } };
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  503: 'UNAVAILABLE',
};

function statusName(code: number): string {
  return STATUS_NAMES[code] ?? 'INTERNAL';
}

/** Sends the answer, or what the fault makes of it. */
export async function respond(
  response: ServerResponse,
  fault: Fault | null,
  answer: () => Promise<Answer>,
): Promise<void> {
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'raw':
      response.writeHead(fault.status ?? 200, fault.headers ?? JSON_TYPE).end(fault.body);
      return;
    case 'refuse':
      send(response, errorAnswer(fault.code, fault.reason, fault.message ?? fault.reason));
      return;
    case 'cut':
      cut(response, await answer());
      return;
    case 'delay':
      await new Promise(resolve => setTimeout(resolve, fault.millis).unref());
      send(response, await answer());
      return;
    case 'edit': {
      const { status, body } = await answer();
      send(response, { status, body: fault.edit(body as Record<string, unknown>) });
      return;
    }
    case undefined:
      send(response, await answer());
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' };

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, JSON_TYPE).end(JSON.stringify(body));
}

function cut(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.socket?.resetAndDestroy());
}
