/** All faults of the pieces of a cut value are one mistake, which is reported once. */
import { cutAt } from './cut-values.ts';
import type { DiagnosticCode, Place, Report } from './diagnostics.ts';
import { onOneLine, quotedValue } from './whole-text.ts';

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

/** The texts of one file that commas cut. */
export interface Commas {
  /** Whether the text is read whole. */
  readonly isWhole: (text: Place) => boolean;
  /** Takes texts to read whole. */
  readonly add: (texts: readonly Place[]) => void;
}

/**
 * A report that replaces the faults of each cut value by one, with the text to write as its hint. `more`: what else is wrong with such a
 * text, as a sentence. Without `commas`, all texts with commas have been read whole.
 */
export function reportingCuts(
  report: Report,
  more: (text: string) => string | null,
  commas: Commas | null = null,
): Report {
  const told = new Set<string>();
  const tell = (cut: Place) => {
    const saying = `${cut.source.file} ${cut.start}`;
    if (told.has(saying)) return;
    told.add(saying);
    const text = cut.source.text.slice(cut.start, cut.end);
    const words = cutWords(text);
    const other = more(text);
    report('yaml-syntax', cut, words.message, `${words.hint}${other === null ? '' : ` ${other}`}`);
  };
  return (code, place, message, hint) => {
    const cut = EFFECTS.has(code) ? cutAt(place) : null;
    if (code === 'unquoted-comma') {
      commas?.add([place]);
      tell(place);
    } else if (cut === null || (cut.sign === ',' && commas?.isWhole(cut.place) !== false)) {
      report(code, place, message, hint);
    } else {
      commas?.add(cut.whole);
      tell(cut.place);
    }
  };
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
  return { message, hint: `Write \`${quotedValue(onOneLine(text))}\`.` };
}
