/** Messages for the definitions of the schemas: why a text does not match, and an example of one that does. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { DiagnosticCode } from '../../core/report/diagnostics.ts';
import { PARTS } from '../../schema/parts.ts';
import { SIZE_HINT, SIZE_TITLE } from '../../schema/size.ts';

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
  [PARTS.duration.title]: {
    code: 'invalid-duration',
    what: 'not a duration',
    hint: 'Use a whole number above 0 and a unit: `900s`, `15m`, `1h`, `7d`, `2w`, or words as in `5 minutes`.',
    calendarHint:
      'Use days, or a condition such as `at >= now() - interval 3 month`: months, quarters and years differ in length.',
    isNoNumber: true,
  },
  [SIZE_TITLE]: {
    code: 'invalid-value',
    what: 'not a size',
    hint: SIZE_HINT,
    isNoNumber: true,
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
