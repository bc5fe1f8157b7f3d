/** Services over TLS: no certificate is better a second later. */
import type { Case, Reply, Secured } from '../case.ts';
import { fine, fineAnswer, json, page, problem } from './scripted.ts';

const WRONG: readonly Secured[] = ['self-signed', 'expired', 'of another host'];

const ROUNDS = 20;

/** A round of what may be left unread, and an answer. */
const MISHAPS: readonly Reply[] = [
  problem(503, 'overloaded'),
  { status: 307, headers: { Location: 'https://elsewhere.example' }, body: 'x'.repeat(50_000) },
  problem(400, 'forbidden'),
  { status: 200, headers: json, body: '[]' },
  fine,
];

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
    on: Array.from({ length: ROUNDS }, () => MISHAPS).flat(),
    secured: 'sound',
    client: { maxRetries: 0 },
    times: ROUNDS * MISHAPS.length,
    asked: ROUNDS * MISHAPS.length,
    // a pool may open a few more before it knows that the first is free again; bodies left unread take one nearly every round
    connected: ROUNDS / 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'takes no hints for an answer, nor an answer for that of another call',
    on: Array.from({ length: ROUNDS }, (_, index) => ({
      status: 200,
      headers: json,
      body: `{"result":[{"id":"${index + 1}"}]}`,
      isHinted: true,
    })),
    secured: 'sound',
    client: { maxRetries: 0 },
    times: ROUNDS,
    asked: ROUNDS,
    connected: ROUNDS / 2,
    gives: { ...fineAnswer, rows: [{ id: `${ROUNDS}` }] },
  },
  {
    ...page,
    does: 'takes nothing for an answer that came before it asked',
    on: [{ status: 200, headers: json, body: '{"result":[]}', isFarewell: true }, fine],
    secured: 'sound',
    client: { maxRetries: 0 },
    times: 2,
    pauseMs: 1_000,
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
