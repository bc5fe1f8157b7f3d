/** Keeps passwords in the configuration out of messages. */
import type { Place, Report } from '../core/report/diagnostics.ts';

/**
 * Matches the rest of a line after `password:` or `secret:`, even in a broken file or after a misspelt key. A text that is only
 * a variable may be shown.
 */
const SECRET =
  /(\b(?:pass|secret)\w*["']?[ \t]*:)(?![ \t]*["']?\$\{\w+\}["']?[ \t]*(?:[,}#\r\n]|$))([^\r\n]*)/gi;

/** Matches the items of such a list, which are on the following lines. */
const SECRET_ITEMS = /(\bsecret\w*["']?[ \t]*:[ \t]*\r?\n)((?:[ \t]*-[^\n]*(?:\n|$))+)/gi;

/** Wraps `report` to keep passwords and secrets out of messages and source lines. */
export function withoutSecrets(report: Report): Report {
  return (code, place, message, hint = null) => {
    const { source, start, end } = place;
    const text = source.text
      .replace(SECRET, (_, key: string, rest: string) => key + '*'.repeat(rest.length))
      .replace(SECRET_ITEMS, (_, key: string, rest: string) => {
        return key + rest.replaceAll(/[^\s-]/g, '*');
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
