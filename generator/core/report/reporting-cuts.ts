/** All faults of the pieces of a cut value are one mistake, which is reported once. */
import { cutAt } from './cut-values.ts';
import type { DiagnosticCode, Place, Report } from './diagnostics.ts';
import { quoteHint } from './whole-text.ts';

/** The faults that pieces of a cut value have. */
const EFFECTS: ReadonlySet<DiagnosticCode> = new Set([
  'yaml-syntax',
  'unknown-key',
  'wrong-type',
  'invalid-name',
  'invalid-value',
  'duplicate-key',
  'duplicate-name',
  'expression-syntax',
]);

/** The texts of one file that need quotes in YAML. */
export interface Unquoted {
  /** Whether the text is read whole. */
  readonly isWhole: (text: Place) => boolean;
  /** Takes texts to read whole. */
  readonly add: (texts: readonly Place[]) => void;
}

/**
 * A report that replaces the faults of each cut value by one, with the text to write as its hint. `more`: what else is wrong with such a
 * text, as a sentence. Without `unquoted`, all texts have been read whole.
 */
export function reportingCuts(
  report: Report,
  more: (text: string) => string | null,
  unquoted: Unquoted | null = null,
): Report {
  const told = new Set<string>();
  const tell = (text: Place, message: string, hint: string | null) => {
    const saying = `${text.source.file} ${text.start}`;
    if (told.has(saying)) return;
    told.add(saying);
    const hints = [hint, more(writtenAt(text))].filter(one => one !== null);
    report('yaml-syntax', text, message, hints.join(' '));
  };
  return (code, place, message, hint = null) => {
    const cut = EFFECTS.has(code) ? cutAt(place) : null;
    if (code === 'unquoted-text') {
      unquoted?.add([place]);
      tell(place, message, hint);
    } else if (cut === null || (cut.sign === ',' && unquoted?.isWhole(cut.place) !== false)) {
      report(code, place, message, hint);
    } else {
      unquoted?.add(cut.whole);
      const words = cutWords(writtenAt(cut.place));
      tell(cut.place, words.message, words.hint);
    }
  };
}

function writtenAt({ source, start, end }: Place): string {
  return source.text.slice(start, end);
}

/** The same for files in which no text is read whole: each cut is an error. */
export function refusingCuts(report: Report): Report {
  return reportingCuts(report, () => null, { isWhole: () => false, add: () => {} });
}

/** The fact and the remedy for the whole of a text that YAML cuts. */
export function cutWords(text: string): { readonly message: string; readonly hint: string } {
  const message = text.includes(' #')
    ? `The \`#\` cuts \`${text}\`: behind a space, it begins a comment`
    : `The comma cuts \`${text}\`: between braces and brackets, it ends a text without quotes`;
  return { message, hint: quoteHint(text) };
}
