import { present } from '../expressions.ts';
import type { ParamType } from '../param-type.ts';
import { textSchema } from '../schema.ts';
import { isText, TEXT_EXPECTED } from '../text.ts';

/** Any text, unchanged. */
export default {
  name: 'string',
  scalar: 'string',
  written:
    'Any well-formed text without NUL. Lengths count code points; `pattern` must match the whole text.',
  note: null,
  sample: () => 'text',
  constraints: ['min_length', 'max_length', 'pattern'],
  parse: text =>
    isText(text) ? { ok: true, value: text } : { ok: false, expected: TEXT_EXPECTED },
  format: String,
  decode: present,
  accepts: () => [],
  schema: ({ constraints }) => textSchema(constraints),
} as const satisfies ParamType;
