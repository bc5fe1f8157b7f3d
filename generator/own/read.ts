/** Reads an author's text: finds its parameters, and the faults that its tokens show. */

import type { StandIn } from '../core/output/statement.ts';
import type { OwnPart, OwnText } from '../core/plan/endpoint.ts';
import type { Place, Report } from '../core/report/diagnostics.ts';
import type { ExpressionText, Located } from '../core/spec/located.ts';
import type { Scalar } from '../core/types/scalar.ts';
import type { OwnSql } from '../sql/author/own-sql.ts';
import { foreignForms, type OwnToken, sentText, splitTokens } from './tokens.ts';

/** A parameter that a placeholder may name, or the clock. */
export interface Nameable {
  /** The type of the value; for a list, of each item. */
  readonly scalar: Scalar;
  readonly isList: boolean;
  /** The value that replaces an absent parameter; `undefined` if the parameter is never absent. */
  readonly absent: StandIn | undefined;
}
export interface ReadText {
  readonly text: OwnText;
  readonly tokens: readonly OwnToken[];
  /** The names after `@` in the text, declared or not. */
  readonly parameters: readonly Located<string>[];
}

/** Replaces an undeclared parameter, which is reported. */
const UNDECLARED: Nameable = { scalar: 'string', isList: false, absent: undefined };

/** Finds the parameters of a text. Reports unclosed texts, names and comments, and foreign placeholders. */
export function readOwnText(
  written: ExpressionText,
  own: OwnSql,
  nameable: ReadonlyMap<string, Nameable>,
  report: Report,
): ReadText {
  const tokens = splitTokens(written.value, own);
  const parts: OwnPart[] = [];
  const parameters: Located<string>[] = [];
  let from = 0;
  const upTo = (end: number) => {
    if (end > from) parts.push({ kind: 'text', start: from, end });
  };
  for (const token of tokens) {
    const meant = token.kind === 'foreign' ? namedIn(written, token, nameable) : null;
    if (meant !== null) parameters.push(meant);
    reportFault(written, own, token, meant, report);
    if (token.kind !== 'parameter') continue;
    const name = written.value.slice(token.start + 1, token.end);
    parameters.push({ value: name, place: placeIn(written, token) });
    upTo(token.start);
    from = token.end;
    const { start, end } = token;
    parts.push({ kind: 'parameter', start, end, name, ...(nameable.get(name) ?? UNDECLARED) });
  }
  upTo(written.value.length);
  return { text: { written, sent: sentText(written.value, tokens), parts }, tokens, parameters };
}

/** The place of a part of the text in its file. */
export function placeIn(
  { place, at }: ExpressionText,
  { start, end }: Pick<OwnToken, 'start' | 'end'>,
): Place {
  return { source: place.source, start: at(start), end: Math.max(at(start), at(end)) };
}

const UNCLOSED = { string: 'The text', name: 'The quoted name', comment: 'The comment' } as const;

/** The declared parameter that a placeholder of another form names. */
function namedIn(
  written: ExpressionText,
  token: OwnToken,
  nameable: ReadonlyMap<string, Nameable>,
): Located<string> | null {
  const words = written.value.slice(token.start, token.end).match(/\w+/g) ?? [];
  const name = words.find(word => nameable.has(word));
  return name === undefined ? null : { value: name, place: placeIn(written, token) };
}

function reportFault(
  written: ExpressionText,
  own: OwnSql,
  token: OwnToken,
  meant: Located<string> | null,
  report: Report,
): void {
  const { kind, start, end, isClosed, isAttached } = token;
  const shown = written.value.slice(start, end);
  if ((kind === 'string' || kind === 'name' || kind === 'comment') && !isClosed) {
    const opening = { start, end: Math.min(end, start + 2) };
    const message = `${UNCLOSED[kind]} that begins here is not closed`;
    report('sql-statement', placeIn(written, opening), message, 'Close it in the same piece.');
  }
  if (kind === 'parameter' && isAttached) {
    const attached = { start: start - 1, end };
    const isOperator = own.operators.includes(written.value[start - 1] ?? '');
    const message = isOperator
      ? `\`${written.value.slice(start - 1, end)}\` is ambiguous: it can be an operator and a name, or a parameter after an operator`
      : `\`${shown}\` follows a word directly, so it is not read as a parameter`;
    const hint = `Put a space before \`${shown}\` to use the parameter.`;
    report('sql-placeholder', placeIn(written, isOperator ? attached : token), message, hint);
  }
  if (kind === 'foreign') {
    const form = foreignForms(own).find(({ endAt }) => endAt(written.value, start) === end);
    const message = `\`${shown}\` is a placeholder of ${shown.startsWith('{{') ? 'a template' : 'the engine'}${form === undefined ? '' : ` (\`${form.shown}\`)`}`;
    const hint =
      meant === null
        ? 'Declare a parameter, and write `@` and its name.'
        : `Write \`@${meant.value}\`.`;
    report('sql-placeholder', placeIn(written, token), message, hint);
  }
}
