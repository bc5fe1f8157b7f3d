/** The purpose of a column, as far as its type and its name reveal it. */
import { formatPlain } from './json-text.ts';
import { hasScale } from './numbers.ts';
import { type AnswerRow, type Column, cellOf, type Overall } from './row.ts';
import { isNumeric } from './values.ts';

/** Numbers that name or rank a thing: their sum, or a bar for them, is meaningless. */
const NAMING =
  /(?:^|_)(?:id|code|status|port|pid|year|quarter|month|week|weekday|day|hour|minute|place|rank|position|run|index|version)$/i;
const FAILURE =
  /(?:^|[_\W])(?:errors?|err|fail(?:ed|ing|ures?)?|fatal|critical|panic|crash(?:es)?|5xx)(?:$|[_\W])/i;
const WARNING = /(?:^|[_\W])(?:warn(?:ings?)?|4xx)(?:$|[_\W])/i;

/** A number that can be summed, compared and drawn. */
export function isMeasure(column: Column): boolean {
  return isNumeric(column) && !NAMING.test(column.name);
}

/** A number whose digits are read individually, without separators. */
export function isNaming(column: Column): boolean {
  return NAMING.test(column.name);
}

/** A whole number that counts, such as requests. */
export function isCount(column: Column): boolean {
  return column.type === 'int64' && isMeasure(column) && column.unit === undefined;
}

/**
 * Whether a sum of its values may mean something. Where nothing says how they were computed, sums of shares mean nothing, nor do those of
 * lengths of time: many of these are means.
 */
export function addsUp({ unit, overall }: Column): boolean {
  if (overall !== undefined) return overall === 'sum';
  return unit !== '%' && (unit === 'bytes' || unit === 'B' || !hasScale(unit));
}

const NOT_SUMMED =
  /(?:^|_)(?:avg|average|mean|median|min|max|least|most|p\d+|quantile|per|rate|ratio|share)(?:$|_)/i;

/**
 * The value that stands for all values of a series over time. Where nothing says how they were computed, sums are whole numbers that count, and
 * numbers with a unit that adds up, unless their name says otherwise; lengths of time and shares are means.
 */
export function overallOf(column: Column): Overall {
  if (column.overall !== undefined) return column.overall;
  if (NOT_SUMMED.test(column.name) || !addsUp(column)) return 'mean';
  return isCount(column) || column.unit !== undefined ? 'sum' : 'last';
}

/** The column that the rows are ordered by, before all others; else the first. */
export function leadingOf<C extends Column>(columns: readonly C[]): C | undefined {
  return columns.toSorted((a, b) => (a.order ?? MOST) - (b.order ?? MOST))[0];
}

const MOST = 99;

export function isCategory({ type }: Column): boolean {
  return type === 'string' || type === 'bool';
}

export type Tone = 'plain' | 'bad' | 'warning';

/** The tone of the name of a column or of a group. */
export function toneOf(name: string): Tone {
  if (FAILURE.test(name)) return 'bad';
  return WARNING.test(name) ? 'warning' : 'plain';
}

const LEVELS = /^(?:level|log_level|severity|error_severity|status|status_code)$/i;

/**
 * Whether a name is a usual one for the level or HTTP status of an entry. No type shows this, so the name decides: the worst effect of a
 * wrong guess is a colour next to the text.
 */
export function isLevelName(name: string): boolean {
  return LEVELS.test(name);
}

/** Whether a column is a level, by its own name or by the name of a data set's column whose values it shows. */
export function isLevelColumn({ name, shows = [] }: Column): boolean {
  return [name, ...shows].some(isLevelName);
}

export type LevelTone = Tone | 'good' | 'quiet';

/** The tone of a level such as `warn` or a status such as `503`. */
export function toneOfLevel(text: string): LevelTone {
  if (/^5\d\d$|^(?:fatal|panic|crit|emerg|alert|err|fail)/i.test(text)) return 'bad';
  if (/^4\d\d$|^warn/i.test(text)) return 'warning';
  if (/^[23]\d\d$|^(?:ok|success)/i.test(text)) return 'good';
  return /^(?:debug|trace|verbose)/i.test(text) ? 'quiet' : 'plain';
}

/** The tone of a group: the worst of its values in the columns that name it. */
export function toneOfGroup(labels: readonly Column[], row: AnswerRow): Tone {
  const tones = labels.flatMap((label): LevelTone[] => {
    const text = formatPlain(cellOf(row, label.name), 200);
    return [toneOf(text), isLevelColumn(label) ? toneOfLevel(text) : 'plain'];
  });
  if (tones.includes('bad')) return 'bad';
  return tones.includes('warning') ? 'warning' : 'plain';
}

/** The column of `columns` whose previous period a column shows; else `null`. */
export function findCurrentColumn(column: Column, columns: readonly Column[]): Column | null {
  const name =
    column.previous ??
    /^previous_(.+)$/.exec(column.name)?.[1] ??
    /^(.+)_before$/.exec(column.name)?.[1];
  return columns.find(other => other.name === name) ?? null;
}
