/** The report formats for changes. */
import { counted, listed } from '../../generator/core/report/words.ts';
import type { Paint } from '../terminal/colors.ts';
import type { FileFinding } from '../terminal/reports/findings.ts';
import { block, codeSpan, prose } from '../terminal/reports/markdown.ts';
import { ACCEPTED_FILE } from './accepted.ts';
import { CHANGES, type Change, isBreaking, judgeLevel } from './changes.ts';

/** A change, and the reason why it is accepted; `null` if it is not accepted or does not break anything. */
export interface Judged {
  readonly change: Change;
  readonly accepted: string | null;
  /** The file that accepts it, as the user would type it. */
  readonly file: string;
}

type Group = 'breaking' | 'accepted' | 'meaning' | 'safe';

const GROUPS: Readonly<
  Record<Group, { readonly title: string; readonly style: 'red' | 'yellow' | 'dim' }>
> = {
  breaking: { title: 'Breaking', style: 'red' },
  accepted: { title: 'Breaking, and accepted', style: 'yellow' },
  meaning: { title: 'Other rows or other times', style: 'yellow' },
  safe: { title: 'Safe', style: 'dim' },
};
const ORDER = Object.keys(GROUPS) as readonly Group[];

export function groupOf({ change, accepted }: Judged): Group {
  if (isBreaking(change)) return accepted === null ? 'breaking' : 'accepted';
  return judgeLevel(change) === null ? 'safe' : 'meaning';
}

function grouped(all: readonly Judged[]): readonly (readonly [Group, readonly Judged[]])[] {
  return ORDER.map(group => [group, all.filter(one => groupOf(one) === group)] as const).filter(
    ([, members]) => members.length > 0,
  );
}

const WORDS: Readonly<Record<Group, string>> = {
  breaking: 'breaking',
  accepted: 'breaking and accepted',
  meaning: 'of rows or times',
  safe: 'safe',
};

/** `7 changes since main: 2 breaking, 4 of rows or times and 1 safe`. */
export function summarizeChanges(all: readonly Judged[], since: string): string {
  if (all.length === 0) return `nothing changed for callers since ${since}`;
  const parts = grouped(all).map(([group, { length }]) => `${length} ${WORDS[group]}`);
  return `${counted(all.length, 'change')} since ${since}: ${listed(parts)}`;
}

export function formatChanges(all: readonly Judged[], paint: Paint): string {
  return grouped(all)
    .map(([group, members]) => {
      const { title, style } = GROUPS[group];
      const lines = members.map(({ change, accepted }) => {
        const reason = accepted === null ? '' : `\n    accepted: ${accepted}`;
        return `  ${change.endpoint}: ${change.message} [${change.code}]${reason}\n`;
      });
      return `${paint(style, title)}\n${lines.join('')}`;
    })
    .join('\n');
}

export function formatChangesAsJson(all: readonly Judged[], since: string): string {
  const changes = all.map(({ change, accepted, file }) => {
    const { code, endpoint, of, message, patch } = change;
    return {
      code,
      level: judgeLevel(change),
      breaking: isBreaking(change),
      endpoint,
      of,
      message,
      file,
      accepted,
      ...(patch === undefined ? {} : { patch }),
    };
  });
  return `${JSON.stringify({ since, changes }, null, 2)}\n`;
}

/** For formats that show findings at places. */
export function listChangeFindings(all: readonly Judged[]): readonly FileFinding[] {
  return all.map(one => {
    const { change, accepted, file } = one;
    const { code, endpoint, message } = change;
    const severity = (
      { breaking: 'error', accepted: 'note', meaning: 'warning', safe: 'note' } as const
    )[groupOf(one)];
    const reason = accepted === null ? '' : ` (accepted: ${accepted})`;
    return {
      file,
      code,
      title: CHANGES[code].title,
      severity,
      message: `${endpoint}: ${message}${reason}`,
    };
  });
}

/** Advice for breaking changes. */
export const BREAKING_ADVICE = `Undo them, or accept each in \`${ACCEPTED_FILE}\` with a reason.`;

/** The maximum number of patch lines in a comment: GitHub allows 65,536 characters. */
const MOST_LINES = 60;
const MOST_PATCHES = 8;

function cut(patch: string): string {
  const [, , ...lines] = patch.trimEnd().split('\n');
  const more = lines.length - MOST_LINES;
  return [
    ...lines.slice(0, MOST_LINES),
    ...(more > 0 ? [`… and ${counted(more, 'more line')}`] : []),
  ].join('\n');
}

/** For a comment on a pull request: breaking changes first, SQL folded. */
export function markdownOf(all: readonly Judged[], since: string): string {
  const head = '## Changes for callers of the endpoints\n\n';
  if (all.length === 0) return `${head}Nothing changed since ${codeSpan(since)}.\n`;
  const sections = grouped(all).map(([group, members]) => {
    const names = [...new Set(members.map(({ change }) => change.endpoint))];
    const lines = names.map(name => {
      const own = members.filter(({ change }) => change.endpoint === name);
      return `**${codeSpan(name)}**\n\n${own.map(markdownLine).join('')}`;
    });
    const advice = group === 'breaking' ? `${BREAKING_ADVICE}\n\n` : '';
    return `### ${GROUPS[group].title}\n\n${advice}${lines.join('\n')}`;
  });
  const changed = all.filter(({ change }) => change.patch !== undefined);
  const patches = changed
    .slice(0, MOST_PATCHES)
    .flatMap(({ change: { endpoint, patch } }) =>
      patch === undefined
        ? []
        : [
            `<details>\n<summary>SQL of <code>${endpoint}</code></summary>\n\n${block('diff', cut(patch))}\n</details>\n`,
          ],
    );
  const summary = `${capital(summarizeChanges(all, codeSpan(since)))}.\n`;
  return `${[`${head}${summary}`, ...sections, ...patches].join('\n')}`;
}

function markdownLine({ change, accepted }: Judged): string {
  const reason = accepted === null ? '' : ` Accepted: ${prose(accepted)}`;
  return `* ${prose(change.message)}.${reason} (\`${change.code}\`)\n`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The reason for the exit code, for people. */
export function refusalOf(all: readonly Judged[]): string {
  const breaking = all.filter(one => groupOf(one) === 'breaking').length;
  return `${counted(breaking, 'change')} ${breaking === 1 ? 'breaks' : 'break'} callers`;
}
