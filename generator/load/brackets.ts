/** Finds brackets that are opened but not closed. The YAML library would report the indentation of a later line instead. */
import { CST } from 'yaml';

const CLOSERS: Readonly<Record<string, string>> = { 'flow-seq-start': ']', 'flow-map-start': '}' };

export interface Bracket {
  readonly start: number;
  readonly open: string;
  readonly close: string;
  /** Whether a bracket inside it is also open: closing that one may close this one. */
  readonly around: boolean;
}

/** All brackets without a closing one, in the order of the text. */
export function unclosedBrackets(tokens: readonly CST.Token[]): readonly Bracket[] {
  return tokens.flatMap(unclosedIn);
}

/** Depth is at most `MAX_DEPTH`, so recursion is safe. */
function unclosedIn(token: CST.Token): readonly Bracket[] {
  if (token.type === 'document') return token.value === undefined ? [] : unclosedIn(token.value);
  if (!CST.isCollection(token)) return [];
  const inside = token.items.flatMap(({ key, value }) =>
    [key, value].flatMap(part => (part ? unclosedIn(part) : [])),
  );
  if (token.type !== 'flow-collection') return inside;
  const { offset, source, type } = token.start;
  const close = CLOSERS[type] ?? '';
  if (token.end.some(end => 'source' in end && end.source === close)) return inside;
  return [{ start: offset, open: source, close, around: inside.length > 0 }, ...inside];
}
