/** Services over TLS: no certificate is better a second later. */
import type { Case, Secured } from './case.ts';
import { fine, fineAnswer, json, page, problem } from './scripted.ts';

const WRONG: readonly Secured[] = ['self-signed', 'expired', 'of another host'];

export const SECURED_CASES: readonly Case[] = [
  {
    ...page,
    does: 'asks again over TLS',
    on: ['reset', fine],
    secured: 'sound',
    asked: 2,
    connected: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'keeps its connections, whatever it is answered',
    on: [
      problem(503, 'overloaded', { 'Retry-After': '0' }),
      { status: 307, headers: { Location: 'https://elsewhere.example' }, body: 'x'.repeat(5_000) },
      problem(400, 'forbidden'),
      { status: 200, headers: json, body: '[]' },
      fine,
    ],
    secured: 'sound',
    times: 12,
    asked: 13,
    // some pools open a second one before they know that the first is free again
    connected: 2,
    gives: fineAnswer,
  },
  ...WRONG.map(secured => ({
    ...page,
    does: `comes once to a service with a certificate that is ${secured}`,
    on: [fine],
    secured,
    asked: 0,
    connected: 1,
    gives: { kind: 'connection' } as const,
  })),
];
