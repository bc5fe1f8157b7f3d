/** The words for a text that does not match its pattern. */
import type { DiagnosticCode } from '../../core/report/diagnostics.ts';
import type { Node } from '../../core/spec/document.ts';
import { textHint } from './examples.ts';
import type { Fault } from './fault.ts';
import { keyPlace, pathOf, type Spot, shortText } from './spot.ts';

export interface Misfit {
  readonly code: DiagnosticCode;
  /** Ends the message "`text` is …". */
  readonly what: string;
  readonly hint: string;
  /** A better hint for a text whose meaning is known; `null` for any other. */
  readonly meant?: (text: string, spot: Spot) => string | null;
  /** The hint for a text with a month, a quarter or a year, whose lengths differ. */
  readonly calendarHint?: string;
  /** The kind of the usual mistake: a number without a unit, or a flag in place of a day. */
  readonly isNo?: 'number' | 'boolean';
}

const CALENDAR = /\b(?:month|quarter|year)(?:s|ly)?\b/i;

export function misfitting(spot: Spot, misfit: Misfit): Fault {
  const { code, what, hint, meant, calendarHint } = misfit;
  const text = spot.node.kind === 'scalar' ? spot.node.text : '';
  const calendar = CALENDAR.test(text) ? calendarHint : undefined;
  return {
    code,
    place: spot.node.place,
    message: `${quoted(text)} is ${what}`,
    hint: meant?.(text, spot) ?? textHint(pathOf(spot), text) ?? calendar ?? hint,
  };
}

/** A key of the mapping at the spot that does not match. */
export function misnamed(spot: Spot, name: string, { code, what, hint }: Misfit): Fault {
  const message = `${quoted(name)} is ${what}`;
  const place = keyPlace(spot, name);
  return { code, place, message, hint };
}

function quoted(text: string): string {
  return text === '' ? 'The empty text' : `\`${shortText(text)}\``;
}

/** Whether a value of the wrong kind is the usual mistake: the misfit is then more helpful than “not a text”. */
export function isBare(node: Node, misfit: Misfit | null): misfit is Misfit {
  return misfit?.isNo !== undefined && node.kind === 'scalar' && typeof node.value === misfit.isNo;
}
