/** The JSON Schema of `changes.yaml`, in which a team accepts changes that break callers. */
import { type JsonSchema, mapping, words } from './parts.ts';

export function changesSchema(codes: readonly string[]): JsonSchema {
  const entry = mapping(
    {
      endpoint: words('The name of the endpoint; of one that was removed, its old name.'),
      change: { enum: codes, description: 'The change, as `quern diff` names it.' },
      of: words('The parameter, column, alias or engine; without it, every one.'),
      reason: words('Why callers can bear it.'),
    },
    ['endpoint', 'change', 'reason'],
  );
  return {
    type: 'object',
    properties: {
      changes: { type: 'array', items: entry, description: 'Changes that are meant.' },
    },
    required: ['changes'],
    additionalProperties: false,
  };
}
