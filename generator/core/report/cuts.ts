/** Messages about files of which faulty parts were cut, so that the rest can be read. */
import type { DiagnosticCode, Place, Report } from './diagnostics.ts';

/** The parts that were cut from a file. */
export interface Cuts {
  /** The names of what was cut, and of what it was part of. */
  readonly names: ReadonlySet<string>;
  /** Places whose texts may be pieces of something else. */
  readonly torn: readonly Place[];
  /** Whether names of the rest may be unknown because a clause that declares some is gone. */
  readonly isWide: boolean;
}

/** Faults of a text itself, of one parameter, or of a text beside the values of one, which depend on nothing else around it. */
const OF_TEXTS: readonly DiagnosticCode[] = [
  'expression-syntax',
  'expression-too-large',
  'unknown-function',
  'wrong-arguments',
  'invalid-pattern',
  'invalid-default',
  'parameter-conflict',
  'choice-mismatch',
  'invalid-duration',
  'invalid-name',
  'invalid-value',
  'invalid-step',
];

/** Faults of one expression, which a missing clause elsewhere does not cause. */
const OF_PARTS: readonly DiagnosticCode[] = [
  'unknown-source',
  'unknown-column',
  'unknown-parameter',
  'unknown-enum-value',
  'unknown-engine',
  'type-mismatch',
  'unsupported-function',
  'unsupported-pattern',
  'sql-text',
];

const WIDE: ReadonlySet<DiagnosticCode> = new Set(OF_TEXTS);
const NARROW: ReadonlySet<DiagnosticCode> = new Set([...OF_TEXTS, ...OF_PARTS]);

/** A report of what is certainly wrong besides the cuts. Without any, it is `report`. */
export function besides(cuts: readonly Cuts[], report: Report): Report {
  if (cuts.length === 0) return report;
  const codes = cuts.some(({ isWide }) => isWide) ? WIDE : NARROW;
  return (code, place, message, hint) => {
    if (codes.has(code) && !cuts.some(cut => mayCause(cut, place, message)))
      report(code, place, message, hint);
  };
}

function mayCause({ names, torn }: Cuts, { source, start }: Place, message: string): boolean {
  if (torn.some(one => one.source === source && one.start <= start && start < one.end)) return true;
  return [...message.matchAll(/`([^`]+)`/g)].some(([, text = '']) =>
    text
      .split(/[^\w-]+/)
      .some(word => names.has(word) || names.has(word.replace(/^previous_/, ''))),
  );
}
