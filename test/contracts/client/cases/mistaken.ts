/** Values of a caller that no service can read, and values that only look so. */
import { type Answer, type Case, ODD_TEXT, type Value } from '../case.ts';
import { fine, fineAnswer, page } from './scripted.ts';

const given = { endpoint: 'values.all', on: [fine] } as const;

const twoRows: Answer = {
  rows: [{ id: 'full' }, { id: ODD_TEXT }],
  truncated: true,
  rowLimit: 2,
  cache: 'kept',
};

const REFUSED: readonly (readonly [name: string, value: Value])[] = [
  ['ratio', { $number: 'NaN' }],
  ['ratio', { $number: 'Infinity' }],
  ['ratio', { $number: '-Infinity' }],
  ['name', { $text: 'broken' }],
];

/** Values that only the service can refuse. */
const UNREAD: readonly (readonly [name: string, value: Value, cannot?: Case['cannot']])[] = [
  ['name', 'a\0b'],
  ['at', { $instant: '1899-12-31T23:59:59Z' }],
  ['at', { $instant: '9999-12-31T23:59:59Z' }],
  ['at', '2026-01-15T10:07:00.1234567Z', { go: 'it takes no text for an instant' }],
  ['day', { $day: '1899-12-31' }],
  ['large', { $integer: '9223372036854775808' }, { go: 'an int64 holds no more' }],
];

/** They unpack whatever comes. */
const CANNOT_TELL = {
  typescript: 'it is `fetch` that unpacks',
  'typescript deno': 'it is `fetch` that unpacks',
  'typescript bun': 'it is `fetch` that unpacks',
};

export const ARGUMENT_CASES: readonly Case[] = [
  ...UNREAD.map(([name, value, cannot = {}]) => ({
    endpoint: 'values.all',
    does: `is told that ${name} cannot be ${JSON.stringify(value)}`,
    params: { id: 'full', [name]: value },
    cannot,
    gives: {
      kind: 'service',
      status: 400,
      code: 'invalid_parameter',
      parameters: [[name, '']],
    } as const,
  })),
  ...REFUSED.map(([name, value]) => ({
    ...given,
    does: `sends nothing where ${name} is ${JSON.stringify(value)}`,
    params: { id: 'full', [name]: value },
    asked: 0,
    gives: { kind: 'argument', detail: `\`${name}\` must be ` } as const,
  })),
  ...[{ timeoutMs: -1 }, { maxRetries: -1 }].map(call => ({
    ...page,
    does: `sends nothing with ${JSON.stringify(call)}`,
    on: [fine],
    call,
    asked: 0,
    gives: { kind: 'argument' } as const,
  })),
  {
    ...page,
    does: 'sends nothing that asks for an encoding of the caller',
    on: [fine],
    call: { headers: { 'accept-encoding': 'br' } },
    cannot: CANNOT_TELL,
    asked: 0,
    gives: { kind: 'argument' },
  },
  {
    ...page,
    does: 'asks with its own key, whatever headers say',
    client: { headers: { 'X-API-KEY': 'of-another' } },
    call: { headers: { 'x-api-key': 'of-another' } },
    gives: twoRows,
  },
  ...['/', '//'].map(ending => ({
    ...page,
    does: `finds the service where its address ends in ${ending}`,
    on: [fine],
    ending,
    asked: 1,
    gives: fineAnswer,
  })),
];
