/** PostgreSQL's functions of dates, times and computed spans of time. The zone of the session is UTC. */
import type { SpanFunctionName, TimeFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { knownText } from '../../../generator/sql/known.ts';
import { form } from '../../../generator/sql/spelling.ts';
import {
  joined,
  numeral,
  operand,
  quoteDoubled,
  type Sql,
  sql,
  word,
} from '../../../generator/sql/sql.ts';
import { UNIT_LENGTHS } from '../../../generator/sql/time.ts';
import casts from './casts.ts';

/** Of a timestamp: all its digits, because `extract` returns a numeric. */
export const toMicros = form`(extract(epoch FROM ${0}) * 1000000)::bigint`;

export default {
  epoch_seconds: form`floor(extract(epoch FROM ${0}))::bigint`,
  epoch_millis: form`floor(extract(epoch FROM ${0}) * 1000)::bigint`,
  epoch_micros: toMicros,
  from_epoch_seconds: form('additive')`TIMESTAMPTZ 'epoch' + (${0}) * INTERVAL '1 second'`,
  from_epoch_millis: form(
    'additive',
  )`TIMESTAMPTZ 'epoch' + ((${0}) / 1000) * INTERVAL '1 second' + ((${0}) % 1000) * INTERVAL '1 millisecond'`,
  from_epoch_micros: ([of = sql``]) => movedInstant(sql`TIMESTAMPTZ 'epoch'`, sql`+`, of),
  date_from_timestamp: ([of = sql``, zone]) =>
    sql`${operand(localTime(of, zone), 'primary')}::date`,
  timestamp_from_date: ([day = sql``, zone]) => {
    const of = operand(day, 'primary');
    return zone === undefined ? sql`${of}::timestamptz` : instant(sql`${of}::timestamp`, zone);
  },
  add_days: (args, node) => {
    const [of = sql``, count = sql``] = args;
    if (node.scalar === 'date')
      return sql('additive')`${operand(of, 'additive')} + (${count})::int`;
    return sql('additive')`${operand(of, 'additive')} + make_interval(days => (${count})::int)`;
  },
  add_months: ([of = sql``, count = sql``], node) => {
    const sum = sql(
      'additive',
    )`${operand(of, 'additive')} + make_interval(months => (${count})::int)`;
    // the sum of a date and an interval is a timestamp
    return node.scalar === 'date' ? sql`(${sum})::date` : sum;
  },
  start_of: ([unit = sql``, of = sql``, zone], node) => {
    if (node.scalar === 'date')
      return sql`date_trunc(${unit}, ${operand(of, 'primary')}::timestamp)::date`;
    return zone === undefined
      ? sql`date_trunc(${unit}, ${of}, 'UTC')`
      : instant(sql`date_trunc(${unit}, ${localTime(of, zone)})`, zone);
  },
  extract: ([, of = sql``, zone], node) => part(knownText(node, 0), localTime(of, zone)),
  date_diff: ([, first = sql``, second = sql``], node) =>
    difference(knownText(node, 0), first, second),
  timestamp_diff: ([, first = sql``, second = sql``], node) => {
    const length = UNIT_LENGTHS[knownText(node, 0)];
    if (length === undefined) throw new Error(`${knownText(node, 0)} has no length`);
    const micros = sql`((extract(epoch FROM ${first}) - extract(epoch FROM ${second})) * 1000000)::bigint`;
    return length === 1n ? micros : sql('multiplicative')`${micros} / ${numeral(length)}`;
  },
  format_timestamp: ([, of = sql``, zone], node) =>
    formatted(knownText(node, 0), localTime(of, zone)),
  add_micros: ([of = sql``, micros = sql``]) => movedInstant(of, sql`+`, micros),
  subtract_micros: ([of = sql``, micros = sql``]) => movedInstant(of, sql`-`, micros),
  floor_micros: form`date_bin((${1}) * INTERVAL '1 microsecond', ${0}, TIMESTAMPTZ 'epoch')`,
  count_before: args =>
    sql`coalesce(${casts.int64_from_string([form`substring(${0} FROM ${1})`(args)])}, 0)`,
} satisfies Spellings<TimeFunctionName | SpanFunctionName>;

/** Seconds and microseconds apart: the engine multiplies an interval by a float, which has 53 bits. */
function movedInstant(start: Sql, sign: Sql, micros: Sql): Sql {
  return sql(
    'additive',
  )`${operand(start, 'additive')} ${sign} ((${micros}) / 1000000) * INTERVAL '1 second' ${sign} ((${micros}) % 1000000) * INTERVAL '1 microsecond'`;
}

/** The local date and time in a zone. */
export function localTime(of: Sql, zone: Sql | undefined): Sql {
  return zone === undefined ? of : sql`timezone(${zone}, ${operand(of, 'primary')}::timestamptz)`;
}

/**
 * The instant of a local midnight. If midnight occurs twice, the engine chooses the later one; the first follows the last microsecond of
 * the day before. That microsecond does not exist if clocks skip it, so the earlier of both results is used.
 */
function instant(midnight: Sql, zone: Sql): Sql {
  const microsecond = sql`INTERVAL '1 microsecond'`;
  const before = sql`timezone(${zone}, ${midnight} - ${microsecond}) + ${microsecond}`;
  return sql`least(timezone(${zone}, ${midnight}), ${before})`;
}

/** A cast rounds, so the fraction of a second is dropped first. */
function part(name: string, of: Sql): Sql {
  if (name === 'second') return sql`floor(extract(second FROM ${of}))::bigint`;
  if (name === 'dayofweek') return sql('additive')`extract(dow FROM ${of})::bigint + 1`;
  return sql`extract(${word(name)} FROM ${of})::bigint`;
}

/** How many starts of the unit lie between two dates. */
function difference(unit: string, first: Sql, second: Sql): Sql {
  const [a, b] = [first, second].map(of => operand(of, 'primary'));
  if (a === undefined || b === undefined) throw new Error('two dates have a difference');
  if (unit === 'day') return sql`(${a} - ${b})::bigint`;
  if (unit === 'week') {
    const monday = (of: Sql) => sql`date_trunc('week', ${of}::timestamp)::date`;
    return sql`((${monday(a)} - ${monday(b)}) / 7)::bigint`;
  }
  const months = (of: Sql) =>
    sql`(extract(year FROM ${of}) * 12 + extract(month FROM ${of}) - 1)::bigint`;
  const length = numeral(MONTHS[unit] ?? 1n);
  return sql('additive')`${months(a)} / ${length} - ${months(b)} / ${length}`;
}

const MONTHS: Readonly<Record<string, bigint | undefined>> = { month: 1n, quarter: 3n, year: 12n };

/** The engine's words for the tokens. `%w` has none: it is a piece of its own. */
const TOKENS: Readonly<Record<string, string>> = {
  '%Y': 'YYYY',
  '%m': 'MM',
  '%d': 'DD',
  '%H': 'HH24',
  '%M': 'MI',
  '%S': 'SS',
  '%j': 'DDD',
  '%a': 'Dy',
  '%A': 'FMDay',
  '%b': 'Mon',
  '%B': 'FMMonth',
  '%y': 'YY',
  '%I': 'HH12',
  '%p': 'AM',
  '%F': 'YYYY-MM-DD',
  '%T': 'HH24:MI:SS',
  '%u': 'ID',
  '%V': 'IW',
  '%G': 'IYYY',
};

function formatted(format: string, of: Sql): Sql {
  const texts = format.match(/%w|(?:%[^w]|[^%])+/gs) ?? [];
  const pieces = texts.map(text =>
    text === '%w' ? sql`extract(dow FROM ${of})::text` : sql`to_char(${of}, ${template(text)})`,
  );
  return pieces.length === 1
    ? joined(pieces, sql``)
    : sql('additive')`${joined(pieces, sql` || `)}`;
}

/**
 * Text beside tokens is quoted, and its quotes and backslashes are escaped. Two words side by side may read as another word, such as `DD`
 * and `Dy` as `DDD` and `y`.
 */
function template(text: string): Sql {
  const words = text.split(/(%.)/s).map((one, i, all) => {
    const token = TOKENS[one];
    if (token !== undefined) return token;
    const isBetween = one === '' && i > 0 && i < all.length - 1;
    if (one === '') return isBetween ? '""' : '';
    const literal = one === '%%' ? '%' : one;
    return `"${literal.replace(/[\\"]/g, '\\$&')}"`;
  });
  return quoteDoubled(words.join(''));
}
