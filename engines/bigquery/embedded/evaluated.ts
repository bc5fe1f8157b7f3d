/** The text that ZetaSQL's evaluator runs: calls of functions that it has stand for those that it lacks. */
import { withGroups } from '../analyst/group-by-all.ts';
import { type Edit, edited, isOpening, tokensIn } from '../analyst/tokens.ts';
import { ZONED } from './functions.ts';

/** Texts of a call with arguments: `open` replaces the name and the bracket, `comma` each comma between its arguments. */
interface Call {
  readonly open: string;
  readonly comma: string;
}

/**
 * Approximate aggregates are exact. The evaluator could inline aggregates written in SQL, but no statement with one may have DISTINCT in
 * another aggregate. The clock in a zone is a function of the catalogue, where each function has one number of arguments.
 */
const CALLS: ReadonlyMap<string, Call> = new Map([
  // a function of the catalogue, over all values of the group
  ['approx_quantiles', { open: '__quantiles(ARRAY_AGG(', comma: ' IGNORE NULLS),' }],
  ['approx_count_distinct', { open: 'COUNT(DISTINCT ', comma: ',' }],
  ...ZONED.map(({ of, name }) => [of, { open: `${name}(`, comma: ',' }] as const),
]);

export function evaluatedText(sql: string): string {
  const { sql: grouped } = withGroups(sql);
  return edited(grouped, editsOf(grouped));
}

function editsOf(sql: string): readonly Edit[] {
  const tokens = tokensIn(sql);
  /** By the depth inside its brackets, the call that is open there. */
  const open = new Map<number, Call>();
  return tokens.flatMap((token, i): readonly Edit[] => {
    const { start, end, word, depth } = token;
    if (isOpening(token)) {
      const name = tokens[i - 1];
      const call = tokens[i + 1]?.word === ')' ? undefined : CALLS.get(name?.word ?? '');
      if (call === undefined) open.delete(depth + 1);
      else open.set(depth + 1, call);
      return name && call ? [{ start: name.start, end, put: call.open }] : [];
    }
    const around = word === ',' ? open.get(depth) : undefined;
    return around === undefined ? [] : [{ start, end, put: around.comma }];
  });
}
