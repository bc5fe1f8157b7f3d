/** The behaviour that clients in all languages share: one table drives each of them. */
import { PARAM_CASES, ROW_CASES } from './answered.ts';
import type { Case } from './case.ts';
import { GARBLED_CASES } from './garbled.ts';
import { ARGUMENT_CASES } from './mistaken.ts';
import { REFUSED_CASES } from './refused.ts';
import { RETRY_CASES } from './retried.ts';
import { SECURED_CASES } from './secured.ts';
import { UNRELIABLE_CASES } from './unreliable.ts';

export const CASES: readonly Case[] = [
  ...ROW_CASES,
  ...PARAM_CASES,
  ...REFUSED_CASES,
  ...ARGUMENT_CASES,
  ...UNRELIABLE_CASES,
  ...GARBLED_CASES,
  ...RETRY_CASES,
  ...SECURED_CASES,
];
