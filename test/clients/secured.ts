/** Services over TLS: no certificate is better a second later. */
import type { Case, Secured } from './case.ts';
import { fine, fineAnswer, page } from './scripted.ts';

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
