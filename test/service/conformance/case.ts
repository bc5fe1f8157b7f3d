/** One promise of the contract, and what proves it. */
import { expect } from 'vitest';
import { PROBLEMS, type ProblemCode } from '../../../server/http/problem.ts';
import type { Reply } from './ask.ts';
import type { Ask, Rows, Service } from './services.ts';

export interface Case {
  /** What is promised, in a sentence. */
  readonly promise: string;
  /** Rows that the case brings along; their project, identifier or URL is the case's own. */
  readonly rows?: Partial<Rows>;
  /** It is about texts that are not UTF-8: only of engines that store them. */
  readonly bytes?: true;
  /** It is about no engine: proven on one. */
  readonly once?: true;
  /** Requests in turn, and what is told of each. */
  readonly steps?: readonly (readonly [Ask | string, Told])[];
  /** What takes more than requests in turn. */
  readonly holds?: (on: Service) => Promise<void>;
}

/** What an answer holds; what is left out is not looked at, but for the status: without one it is 200. */
export interface Told {
  readonly status?: number;
  /** `null`: the header is not there. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The rows of a result, in order. */
  readonly rows?: readonly unknown[];
  /** Of the rows, the values of one column. */
  readonly column?: readonly [name: string, ...values: unknown[]];
  /** The body's characters. */
  readonly text?: string | RegExp;
  /** A part of the body's JSON. */
  readonly json?: unknown;
  /** What neither body nor headers may hold. */
  readonly lacks?: RegExp;
  /** All members of a problem follow from its code and these. */
  readonly problem?: Problem;
}
export interface Problem {
  readonly code: ProblemCode;
  readonly detail?: string | RegExp;
  readonly parameters?: readonly (readonly [name: string, message: string | RegExp])[];
}

/** For what comes by itself, on a machine that has much else to do. */
export const SOON = { timeout: 30_000 };

/** Proves it on one service. */
export async function prove({ steps = [], holds }: Case, on: Service): Promise<void> {
  for (const [asked, told] of steps) {
    const ask = typeof asked === 'string' ? { path: asked } : asked;
    const reply = await on.ask(ask);
    hold(reply, told, `${ask.method ?? 'GET'} ${ask.path}`);
  }
  await holds?.(on);
}

/** Holds an answer against what is to be told; `what` names it where it fails. */
export function hold(reply: Reply, told: Told, what: string): void {
  const { headers, text } = reply;
  const { status = told.problem === undefined ? 200 : PROBLEMS[told.problem.code][0] } = told;
  expect([what, reply.status, text]).toEqual([what, status, expect.any(String)]);
  for (const [name, value] of Object.entries(told.headers ?? {})) {
    const found = headers[name.toLowerCase()] ?? null;
    const wanted = value instanceof RegExp ? expect.stringMatching(value) : value;
    expect([what, name, found]).toEqual([what, name, wanted]);
  }
  if (told.lacks !== undefined) {
    expect(`${text}\n${JSON.stringify(headers)}`).not.toMatch(told.lacks);
  }
  if (told.text instanceof RegExp) expect(text).toMatch(told.text);
  else if (told.text !== undefined) expect(text).toBe(told.text);
  if (told.json !== undefined) expect(JSON.parse(text)).toMatchObject(told.json as object);
  if (told.rows !== undefined) expect(JSON.parse(text)).toEqual({ result: told.rows });
  if (told.column !== undefined) holdColumn(text, told.column);
  if (told.problem !== undefined) holdProblem(reply, told.problem);
}

function holdColumn(text: string, [name, ...values]: NonNullable<Told['column']>): void {
  const { result } = JSON.parse(text);
  expect(result.map((row: Readonly<Record<string, unknown>>) => row[name])).toEqual(values);
}

/** Member by member; nothing else stands in a problem. */
function holdProblem({ headers, text }: Reply, { code, detail, parameters }: Problem): void {
  expect(headers['content-type']).toBe('application/problem+json');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers).not.toHaveProperty('etag');
  const [status, title] = PROBLEMS[code];
  const body = JSON.parse(text);
  expect(body.detail).toMatch(/^[^ ].*\.$/s);
  expect(body).toEqual({
    type: 'about:blank',
    title,
    status,
    detail: detail === undefined ? expect.any(String) : wantedText(detail),
    code,
    ...(status === 400 && {
      parameters:
        parameters?.map(([name, message]) => ({ name, message: wantedText(message) })) ??
        expect.any(Array),
    }),
    error: { code, message: body.detail },
  });
  const members = ['type', 'title', 'status', 'detail', 'code', 'parameters', 'error'];
  expect(Object.keys(body)).toEqual(
    members.filter(name => status === 400 || name !== 'parameters'),
  );
}

function wantedText(text: string | RegExp): unknown {
  return text instanceof RegExp ? expect.stringMatching(text) : text;
}

/** The rows that all cases bring along. */
export function rowsOf(cases: readonly Case[]): Rows {
  const all = (source: keyof Rows) => cases.flatMap(({ rows }) => rows?.[source] ?? []);
  return {
    edge_logs: all('edge_logs'),
    function_edge_logs: all('function_edge_logs'),
    samples: all('samples'),
  };
}
