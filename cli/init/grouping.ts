/** The groups and measures of an endpoint that `quern new` writes. */
import { suggestion } from '../../generator/core/report/diagnostics.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import type { DataSetShape } from './data-set.ts';

/** Steps of time that rows can be grouped by. */
export const STEPS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

/** The values of the flags. */
export interface AskedGrouping {
  readonly by: (typeof STEPS)[number] | null;
  readonly groups: readonly string[];
  readonly measures: readonly string[];
}

/** Columns of the answer: the name of each and its expression. */
export interface NewGrouping {
  readonly groups: readonly Column[];
  readonly measures: readonly Column[];
  /** Whether the first group is a step of time. */
  readonly isByTime: boolean;
}
type Column = readonly [name: string, text: string];

/** Returns `null` if the flags ask for no groups and no measures. Throws `Failure` if the data set lacks what they name. */
export function groupingOf(
  asked: AskedGrouping,
  source: Source,
  shape: DataSetShape,
): NewGrouping | null {
  const { by, groups, measures } = asked;
  if (by === null && groups.length === 0 && measures.length === 0) return null;
  const columns = groups.map(path => columnOf(path, source));
  const step = by === null ? [] : [stepOf(by, shape, groups)];
  const values = measures.length === 0 ? ['count'] : measures;
  return {
    groups: [...step, ...columns],
    measures: values.map(text => measureOf(text, source)),
    isByTime: by !== null,
  };
}

function stepOf(by: string, { name, time }: DataSetShape, groups: readonly string[]): Column {
  if (time === null) {
    const message = `\`--by ${by}\` needs a time, and \`${name}\` has no column, or several, that could be the time of a row`;
    const hint = `Write \`${by}: trunc(…, ${by})\` with a column under \`group_by\` of the endpoint.`;
    throw new Failure(EXIT.usage, message, { hint });
  }
  const isTaken = groups.includes(by);
  return [isTaken ? `${time.name}_${by}` : by, `trunc(${time.name}, ${by})`];
}

function columnOf(path: string, { name, columns }: Source): Column {
  const [first = '', ...fields] = path.split('.');
  const names = columns.map(column => column.name);
  if (!names.includes(first))
    throw new Failure(EXIT.usage, `The data set \`${name}\` has no column \`${first}\``, {
      hint: suggestion(first, names),
    });
  return [fields.at(-1) ?? first, path];
}

function measureOf(text: string, { name, measures }: Source): Column {
  if (text === 'count') return [text, 'count()'];
  if (measures?.has(text) === true) return [text, text];
  if (text.includes('(')) return [nameOf(text), text];
  const known = [...(measures?.keys() ?? []), 'count'];
  throw new Failure(EXIT.usage, `The data set \`${name}\` has no measure \`${text}\``, {
    hint: `${suggestion(text, known) ?? `Use one of ${known.join(', ')}.`} An aggregate such as \`sum(amount)\` is a measure, too.`,
  });
}

/** A name made of the words of an expression: `sum_amount` of `sum(amount)`. */
function nameOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('_') ?? 'value'
  );
}
