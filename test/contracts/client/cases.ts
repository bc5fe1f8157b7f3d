/** The behaviour that clients in all languages share: one table drives each of them. */

import type { Case } from './case.ts';
import { PARAM_CASES, ROW_CASES } from './cases/answered.ts';
import { GARBLED_CASES } from './cases/garbled.ts';
import { ARGUMENT_CASES } from './cases/mistaken.ts';
import { REFUSED_CASES } from './cases/refused.ts';
import { RETRY_CASES } from './cases/retried.ts';
import { SECURED_CASES } from './cases/secured.ts';
import { UNRELIABLE_CASES } from './cases/unreliable.ts';

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
