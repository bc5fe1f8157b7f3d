/** The outcomes of answers that are not the service's: no HTTP, broken compression, rows or problems of another form. */
import type { Case } from '../case.ts';
import { fine, fineAnswer, json, page } from './scripted.ts';

const ofAnother = { kind: 'service', code: null, status: 404, requestId: null } as const;

export const GARBLED_CASES: readonly Case[] = [
  {
    ...page,
    does: 'asks again after what is no HTTP',
    on: ['noise', fine],
    asked: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'takes what is no HTTP for a broken connection',
    on: ['noise'],
    client: { maxRetries: 0 },
    asked: 1,
    gives: { kind: 'connection' },
  },
  ...[200, 400].map(status => ({
    ...page,
    does: `asks again after an answer of ${status} that cannot be unpacked`,
    on: [{ status, headers: { ...json, 'Content-Encoding': 'gzip' }, body: 'no gzip' }, fine],
    asked: 2,
    gives: fineAnswer,
  })),
  {
    ...page,
    does: 'takes no rows from an encoding that nobody asked for',
    on: [{ status: 200, headers: { ...json, 'Content-Encoding': 'odd' }, body: 'packed' }, fine],
    asked: 1,
    gives: { kind: 'invalid', requestId: null },
  },
  {
    ...page,
    does: 'takes no column for another whose name differs in case alone',
    on: [{ status: 200, headers: json, body: '{"result":[{"Id":2,"id":"a","ID":"b"}]}' }],
    asked: 1,
    gives: { ...fineAnswer, partly: true },
  },
  ...['{"detail":"Not here."}', '{"code":7,"detail":"Not here.","parameters":{}}'].map(body => ({
    ...page,
    does: `reads what another problem says: ${body}`,
    on: [{ status: 404, headers: json, body }],
    asked: 1,
    gives: { ...ofAnother, detail: 'Not here.' },
  })),
];
