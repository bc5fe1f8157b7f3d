import { makeCall } from '../../core/expr/calls.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { present } from '../expressions.ts';
import type { ParamType } from '../param-type.ts';

const YES = makeLiteral('string', 'true');

/** Exactly `true` or `false`. */
export default {
  name: 'bool',
  scalar: 'bool',
  written: '`true` or `false`.',
  note: null,
  sample: () => 'true',
  constraints: [],
  parse: text =>
    text === 'true' || text === 'false'
      ? { ok: true, value: text === 'true' }
      : { ok: false, expected: '`true` or `false`' },
  format: String,
  decode: raw => makeCall('eq', 'bool', [present(raw), YES]),
  accepts: raw => [makeCall('in', 'bool', [raw, YES, makeLiteral('string', 'false')])],
  schema: () => ({ type: 'boolean' }),
} as const satisfies ParamType;
