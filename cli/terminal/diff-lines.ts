/** Lines of a diff for a terminal: added lines are green, removed ones red. */
import { type Session, safeText } from '../session.ts';

const STYLES = { '+': 'green', '-': 'red', '@': 'cyan' } as const;

/** Each line with its end, coloured by its first character, with control characters made visible. */
export function diffLines(session: Session, lines: readonly string[]): string {
  const shown = lines.map(line => {
    const style = STYLES[line.charAt(0) as keyof typeof STYLES];
    const text = safeText(session, line);
    return `${style === undefined ? text : session.paint.stdout(style, text)}\n`;
  });
  return shown.join('');
}
