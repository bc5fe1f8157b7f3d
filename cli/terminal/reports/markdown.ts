/** Findings as Markdown, for a comment on a pull request. */
import {
  positionAt,
  severityOf,
  sortDiagnostics,
} from '../../../generator/core/report/diagnostics.ts';
import type { Findings } from './findings.ts';

export function markdownReport({ diagnostics, files }: Findings): string {
  const lines = [
    ...sortDiagnostics(diagnostics).map(({ code, place, message, hint }) => {
      const { line, column } = positionAt(place.source.text, place.start);
      const told = hint === null ? message : `${message}. ${hint}`;
      const at = `${place.source.file}:${line}:${column}`;
      return `**${severityOf(code)}** \`${code}\` at ${codeSpan(at)}: ${prose(told)}`;
    }),
    ...files.map(({ file, code, severity, message }) => {
      return `**${severity}** \`${code}\` in ${codeSpan(file)}: ${prose(message)}`;
    }),
  ];
  return lines.length === 0 ? 'No errors.\n' : lines.map(line => `* ${line}\n`).join('');
}

/** A text between more backticks than any run of backticks in it. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** A message of quern: the parts between backticks are code, and the rest is escaped. */
export function prose(message: string): string {
  return message
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? codeSpan(part.slice(1, -1)) : plain(part)))
    .join('');
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~&@]/g, found => `\\${found}`);
}

/** Lines as a block of code, safe for any content. */
export function block(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}
