import { makeCall } from '../../core/expr/calls.ts';
import { fitsWhole, present } from '../expressions.ts';
import type { ParamType } from '../param-type.ts';

const PATTERN = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const GRAMMAR = new RegExp(`^${PATTERN}$`);

/** A UUID with its hyphens, in any letter case; the value is lower case. */
export default {
  name: 'uuid',
  scalar: 'string',
  written: 'With its hyphens, in any letter case; its value is in lower case.',
  note: 'A UUID.',
  sample: () => '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
  constraints: [],
  parse: text =>
    GRAMMAR.test(text)
      ? { ok: true, value: text.toLowerCase() }
      : { ok: false, expected: 'a UUID such as `3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01`' },
  format: String,
  decode: raw => makeCall('lower', 'string', [present(raw)]),
  accepts: raw => [fitsWhole(raw, PATTERN)],
  schema: () => ({ type: 'string', format: 'uuid' }),
} as const satisfies ParamType;
