/** Maps ranges of an expression to ranges of its file. */
import type { Place } from '../../core/report/diagnostics.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import type { Span } from './syntax.ts';

/** The place of `span` in the file. */
export function locateSpan(text: ExpressionText, span: Span): Place {
  return { source: text.place.source, start: text.at(span.start), end: text.at(span.end) };
}
