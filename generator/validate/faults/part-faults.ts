/** Messages for the definitions of the schemas: why a text does not match, and an example of one that does. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { DiagnosticCode } from '../../core/report/diagnostics.ts';
import { SCALARS } from '../../core/types/scalar.ts';
import { LIMIT_TITLE, MAX_ROWS, OFFSET_TITLE } from '../../schema/body-schema.ts';
import { STEP_TITLE } from '../../schema/buckets-schema.ts';
import { CACHE_TITLE } from '../../schema/endpoint-schema.ts';
import { PARTS } from '../../schema/parts.ts';
import { SIZE_HINT, SIZE_TITLE } from '../../schema/size.ts';
import { COLUMN_TITLE } from '../../schema/sources-schema.ts';

export interface PartFault {
  readonly code: DiagnosticCode;
  /** Ends the message "`text` is …". */
  readonly what: string;
  readonly hint: string;
  /** The hint for a text with a month, a quarter or a year, whose lengths differ. */
  readonly calendarHint?: string;
  /** Whether the usual mistake is a number without a unit. */
  readonly isNoNumber?: true;
}

const PART_FAULTS: Readonly<Record<string, PartFault | undefined>> = {
  [PARTS.name.title]: {
    code: 'invalid-name',
    what: 'not a valid name',
    hint: 'Use letters, digits and `_`, not beginning with a digit; at most 128 characters.',
  },
  [PARTS.endpointName.title]: {
    code: 'invalid-name',
    what: 'not a valid name of an endpoint',
    hint: 'Use lower-case letters, digits, `_` and `-`, in parts joined by `.`, beginning with a letter, at most 128 characters. `query`, `schema` and UUIDs are not allowed.',
  },
  [PARTS.id.title]: {
    code: 'invalid-value',
    what: 'not a UUID',
    hint: 'Use a new UUID, for example from `uuidgen`.',
  },
  [PARTS.duration.title]: {
    code: 'invalid-duration',
    what: 'not a duration',
    hint: 'Use a whole number above 0 and a unit: `900s`, `15m`, `1h`, `7d`, `2w`, or words as in `5 minutes`.',
    calendarHint:
      'Use days, or a condition such as `at >= now() - interval 3 month`: months, quarters and years differ in length.',
    isNoNumber: true,
  },
  [PARTS.refresh.title]: {
    code: 'invalid-duration',
    what: 'not a duration',
    hint: 'Use 0, or a whole number and a unit: `300s`, `5m`, `1h`, or words as in `5 minutes`.',
    isNoNumber: true,
  },
  [PARTS.step.title]: {
    code: 'invalid-step',
    what: 'not a step of time',
    hint: 'Use `second`, `minute`, `hour`, `day`, `week`, or a part of a day such as `5 minutes`.',
    calendarHint:
      'Group by an expression such as `trunc(at, month)`, or use `from` and `to` instead of `last`: months, quarters and years differ in length.',
    isNoNumber: true,
  },
  [PARTS.bucketStep.title]: {
    code: 'invalid-step',
    what: 'not a step of buckets',
    hint: 'Use `second`, `minute`, `hour`, `day`, `week`, `month`, `quarter`, `year`, a part of a day such as `5 minutes`, or whole days such as `3 days`.',
    isNoNumber: true,
  },
  [STEP_TITLE]: {
    code: 'invalid-step',
    what: 'not a step of a window',
    hint: 'Use a unit such as `hour` or `month`, a part of a day, whole days, or a parameter such as `@step`.',
    isNoNumber: true,
  },
  [PARTS.path.title]: {
    code: 'invalid-name',
    what: 'not the path of a column',
    hint: 'Use names joined by dots.',
  },
  [PARTS.order.title]: {
    code: 'invalid-value',
    what: 'not a sort key',
    hint: 'Use the name of an output column, then `desc` for descending.',
  },
  [PARTS.testName.title]: {
    code: 'invalid-name',
    what: 'not a valid name of a test',
    hint: 'Use a few words on one line; at most 128 characters.',
  },
  [SIZE_TITLE]: {
    code: 'invalid-value',
    what: 'not a size',
    hint: SIZE_HINT,
    isNoNumber: true,
  },
  [LIMIT_TITLE]: {
    code: 'invalid-value',
    what: 'not a limit',
    hint: `Use a whole number from 1 to ${MAX_ROWS}, or a parameter such as \`@limit\`.`,
  },
  [OFFSET_TITLE]: {
    code: 'invalid-value',
    what: 'not an offset',
    hint: "Use a parameter, as in `offset: '@skip'`.",
    isNoNumber: true,
  },
  [CACHE_TITLE]: {
    code: 'invalid-value',
    what: 'not a cache setting',
    hint: 'Use `off`, or a mapping as in `{ ttl: 15m, refresh: 5m }`.',
  },
  [COLUMN_TITLE]: {
    code: 'invalid-value',
    what: 'not a column type',
    hint: `Use one of ${quoteAll(SCALARS)}.`,
  },
};

/** The message for an error in a definition. The title identifies the definition. */
export function explainPartFault({ parentSchema }: ErrorObject): PartFault | null {
  return PART_FAULTS[String(parentSchema?.['title'])] ?? null;
}

/** The texts, quoted for a message and joined. */
export function quoteAll(values: readonly string[]): string {
  return values.map(value => `\`${value}\``).join(', ');
}
