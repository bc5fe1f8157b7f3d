/** Answers of scripted services, and their outcomes in clients. */
import type { Answer, Reply } from '../case.ts';

export const json = { 'Content-Type': 'application/json' };
export const fine: Reply = { status: 200, headers: json, body: '{"result":[{"id":"a"}]}' };
export const fineAnswer: Answer = {
  rows: [{ id: 'a' }],
  rowLimit: null,
  cache: null,
  requestId: null,
};
export const problem = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: JSON.stringify({ status, code, detail: `Of ${code}.`, error: { code } }),
});
export const page = { endpoint: 'values.page' } as const;
