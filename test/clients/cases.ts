/** What every client does, whatever its language: one table, which each of them is driven by. */
import { PARAM_CASES, ROW_CASES } from './answered.ts';
import type { Case } from './case.ts';
import { REFUSED_CASES } from './refused.ts';
import { UNRELIABLE_CASES } from './unreliable.ts';

export const CASES: readonly Case[] = [
  ...ROW_CASES,
  ...PARAM_CASES,
  ...REFUSED_CASES,
  ...UNRELIABLE_CASES,
];
