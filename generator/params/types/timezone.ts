import { present } from '../expressions.ts';
import type { ParamType } from '../param-type.ts';
import { ZONES } from '../time/zones.ts';

/** A time zone of the IANA database that all engines support, under exactly that name. */
export default {
  name: 'timezone',
  scalar: 'string',
  written:
    'The name of a time zone such as `Europe/Berlin` or `UTC`, in its exact letter case. All engines must have the same local times in the zone.',
  note: 'A time zone of the IANA database, such as Europe/Berlin.',
  sample: () => 'Europe/Berlin',
  isZone: true,
  constraints: [],
  parse: text =>
    ZONES.has(text)
      ? { ok: true, value: text }
      : { ok: false, expected: 'a time zone such as `Europe/Berlin`, in its exact letter case' },
  format: String,
  decode: present,
  // a list of all names would be most of a saved query, so the engine itself rejects a name that it does not have
  accepts: () => [],
  schema: () => ({
    type: 'string',
    description: 'The name of a time zone, such as `Europe/Berlin`.',
  }),
} as const satisfies ParamType;
