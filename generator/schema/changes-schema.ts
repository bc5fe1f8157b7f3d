/** The JSON Schema of `changes.yaml`, in which a team accepts changes that break callers. */
import { type JsonSchema, mapping, wordsSchema } from './parts.ts';

export function changesSchema(codes: readonly string[]): JsonSchema {
  const entry = mapping(
    {
      endpoint: wordsSchema('The name of the endpoint; if it was removed, its old name.'),
      change: { enum: codes, description: 'The change, as `quern diff` names it.' },
      of: wordsSchema(
        'The parameter, column, alias or engine that changed; without this key, any of them.',
      ),
      reason: wordsSchema('Why the change is acceptable for callers.'),
    },
    ['endpoint', 'change', 'reason'],
  );
  return {
    type: 'object',
    properties: {
      changes: {
        type: 'array',
        items: entry,
        description: 'Intended changes, which `quern diff` accepts.',
      },
    },
    required: ['changes'],
    additionalProperties: false,
  };
}
