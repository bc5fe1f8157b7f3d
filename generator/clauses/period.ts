/** A period of time that parameters and the clock determine: its value and its two ends. */
import { makeCall } from '../core/expr/calls.ts';
import { constantOf } from '../core/expr/constant.ts';
import type { Expr } from '../core/expr/expr.ts';
import { holds } from '../core/expr/walk.ts';
import type { ExpressionText } from '../core/spec/located.ts';
import type { Readable } from '../core/spec/source.ts';
import { type BodyContext, checkValue } from '../resolve/scope.ts';

interface Written {
  readonly of: ExpressionText;
  readonly from: ExpressionText;
  readonly to: ExpressionText;
}
/** The two ends as written; the second one is excluded. */
export interface PeriodEnds {
  readonly from: Expr;
  readonly to: Expr;
}
interface Words {
  /** The name of the period with its verb, for messages: `the window is`. */
  readonly what: string;
  /** Where aggregates are not allowed, by end. */
  readonly places: Readonly<Record<keyof PeriodEnds, string>>;
  /** Parameters that the ends may use although they may be absent. */
  readonly present?: ReadonlySet<string>;
  /** Whether an end may be left out without its parameter. */
  readonly openable?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** The ends of the period of `of`, which is `null` if it has a fault. Returns `null` if the period has faults, which are reported. */
export function resolvePeriod(
  context: BodyContext,
  written: Written,
  of: Expr | null,
  read: Readable,
  words: Words,
): PeriodEnds | null {
  const isTime = of === null || of.scalar === 'timestamp' || of.scalar === 'date';
  if (!isTime) {
    const message = `Expected a \`timestamp\` or a \`date\`, found \`${of.scalar}\``;
    context.report('type-mismatch', written.of.place, message, null);
  }
  const end = (key: keyof PeriodEnds) => resolveEnd(context, written[key], key, read, of, words);
  const [from, to] = [end('from'), end('to')];
  return !isTime || from === null || to === null ? null : { from, to };
}

function resolveEnd(
  context: BodyContext,
  text: ExpressionText,
  key: keyof PeriodEnds,
  from: Readable,
  of: Expr | null,
  { what, places, present = NONE, openable = false }: Words,
): Expr | null {
  const aggregates = places[key];
  const position = { from, expects: 'any', aggregates, steps: false, present, openable } as const;
  const expr = checkValue(context, text, position);
  if (expr === null) return null;
  const refuse = (message: string, hint: string) => {
    context.report('type-mismatch', text.place, message, hint);
    return null;
  };
  if (expr.scalar !== 'timestamp' && expr.scalar !== 'date')
    return refuse(
      `\`${key}\` is a \`timestamp\` or a \`date\`, not \`${expr.scalar}\``,
      'Use a parameter such as `@since`, or `now() - interval 7 day`.',
    );
  if (of?.scalar === 'date' && expr.scalar === 'timestamp')
    return refuse(
      `\`${key}\` is a \`timestamp\`, and ${what} of a \`date\``,
      'Convert it with `date(…)`.',
    );
  if (holds(expr, 'column'))
    return refuse(
      `\`${key}\` names a column, and a window is the same for all rows`,
      'Use parameters and `now()`, or move the condition to `where`.',
    );
  if (constantOf(expr) !== null) return expr;
  return refuse(
    `\`${key}\` is not allowed as an end of a window`,
    'Use parameters, `now()`, intervals, `trunc`, `date`, `timestamp`, `least` and `greatest`.',
  );
}

/** The ends as values of the type of `of`: in a period of instants, a day means its first instant. */
export function endsAs(
  type: Expr['scalar'],
  { from, to }: PeriodEnds,
  zone: Expr | null,
): PeriodEnds {
  const zones = zone === null ? [] : [zone];
  const begin = (expr: Expr) =>
    expr.scalar === 'date' && type === 'timestamp'
      ? makeCall('timestamp_from_date', 'timestamp', [expr, ...zones])
      : expr;
  return { from: begin(from), to: begin(to) };
}
