/** Keeping passwords that stand in the configuration out of what is told of it. */
import type { Place, Report } from '../core/diagnostics.ts';

/**
 * The rest of a line behind `password:`, however the file is broken; a key that was misspelt counts too. What is a variable and
 * nothing else may be shown.
 */
const SECRET =
  /(\bpass\w*["']?[ \t]*:)(?![ \t]*["']?\$\{\w+\}["']?[ \t]*(?:[,}#\r\n]|$))([^\r\n]*)/gi;

/** A report whose messages and lines show no password. */
export function withoutSecrets(report: Report): Report {
  return (code, place, message, hint = null) => {
    const { source, start, end } = place;
    const text = source.text.replace(SECRET, (_, key: string, rest: string) => {
      return key + '*'.repeat(rest.length);
    });
    const isSecret = text.slice(start, end) !== source.text.slice(start, end);
    const shown: Place = { ...place, source: { ...source, text } };
    const quoted = `\`${source.text.slice(start, end)}\``;
    report(
      code,
      shown,
      isSecret ? message.replaceAll(quoted, '`…`') : message,
      isSecret ? null : hint,
    );
  };
}
