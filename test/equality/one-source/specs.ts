/** Random endpoints over one data set: each clause, function, operator and parameter type of the language in many places. */
import fc from 'fast-check';
import type { Scalar, Type } from '../../../generator/core/types/scalar.ts';
import { PLAIN } from '../../../generator/functions/library.ts';
import { CHOOSERS, choice, declaredFor } from './choices.ts';
import { DECLARED, FILTER_PARAMS, filters } from './filters.ts';

const TABLES =
  'bigquery: { table: entries, records: repeated }, duckdb: { table: entries }, clickhouse: { table: entries }';

export const SOURCES = `
sources:
  entries:
    tables: { ${TABLES} }
    key: [id]
    columns:
      id: { type: string, required: true }
      ts: { type: timestamp, required: true }
      at: timestamp
      s: string
      u: string
      i: int64
      j: { type: int64, required: true }
      x: float64
      m: { type: decimal, precision: 18, scale: 2 }
      b: bool
      d: date
      doc: json
      tags: { list: string }
      codes: { list: int64 }
      labels: { map: string }
      counts: { map: int64 }
      events:
        list: { record: { name: { type: string, required: true }, ms: int64, at: timestamp, from: { record: { ratio: float64 } } } }
        by: name
      meta:
        record:
          name: string
          count: int64
          inner: { record: { ratio: float64, seen: timestamp } }
      alias: { type: string, is: meta.name }
${DECLARED.map(line => `    ${line}`).join('\n')}
params: { ${FILTER_PARAMS.join(', ')} }
`;

// ---- expressions ----------------------------------------------------------------------------------------------------

const word = (...words: readonly string[]) => fc.constantFrom(...words);

/** Words with one space between them. */
function join(...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  const arbitraries = parts.map(part => (typeof part === 'string' ? fc.constant(part) : part));
  return fc.tuple(...arbitraries).map(words => words.join(' '));
}

const TEXTS = word(
  "'alpha'",
  "'beta'",
  "''",
  "'it\\'s'",
  "'$0 $1 #0 #1 %s {p} @p'",
  "r'\\d+'",
  '"42"',
);
const PATTERNS = word(
  "'^al'",
  "'a$'",
  "'(?i)ALPHA|rest'",
  "r'\\d+'",
  "'line.two'",
  "'[^a-z]'",
  "'b{1,2}'",
);
const STEPS = word(
  'second',
  'minute',
  'HOUR',
  'day',
  'week',
  'interval 5 minute',
  'interval 6 hours',
  'month',
  'interval 1 quarter',
  'year',
);
const SPANS = word('90 second', '5 minutes', '1 hour', '1 day', '2 week', '1 month', '5 years');
const DAYS = word('day', 'week', 'month', 'QUARTER', 'year');
const PARTS = word('year', 'quarter', 'month', 'week', 'day', 'dayofweek');
const CLOCK_PARTS = word('hour', 'Minute', 'second', 'day', 'week');
const FORMATS = word(
  "'%F %T'",
  "'%FT%T%z'",
  "'%A, %d %B %Y'",
  "'%I:%M %p (%j) 100%%'",
  "'%G-W%V-%u'",
);
/** The last digits of these differ between engines. */
const ROOTS = word(
  'sqrt( exp( x / 1000 ) )',
  'sqrt( pow( ln( abs( j ) + 1.5 ) , 0.5 ) )',
  'exp( log10( abs( i ) + 1 ) )',
  'ln( pow( 2 , mod( j , 9 ) ) )',
  'log10( exp( abs( x ) / 1000 ) )',
  'sin( i ) + cos( x ) * tan( j / 100 ) + asin( sin( j ) ) + acos( cos( x ) ) + atan( j ) + atan2( x , i )',
  'asin( x / 1000 ) * acos( i / 1000 ) * atan2( j , i ) * sin( x ) * cos( j ) * tan( i ) * atan( x )',
);
const NOT = word('', '', 'not');
/** Conditions on an item of a list of records. */
const ITEM_TESTS = word(
  ...['.name = s', '.ms > i', '.at <= ts', '.from.ratio is null', "starts_with( .name , 'a' )"],
  ...['.ms = j or .name != u', 'not ( .at > at )', ".name in ( 'alpha' , s )", 'b', 'true'],
);

const EXACT = word(
  ...['m', 'abs( m )', 'm + i', '1.25 - m', 'm * 2', '- ( m )', 'coalesce( m , 0 )'],
  ...['cast_decimal( j )', 'cast_decimal( s )', 'nullif( m , 0.5 )', 'round( m , 1 )'],
);

/** Calls of the functions with one signature and this result. Floats are left out: the last digits of some are open. */
function plainCalls(result: Scalar, t: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const args: ReadonlyMap<Type, fc.Arbitrary<string>> = new Map<Type, fc.Arbitrary<string>>([
    ['string', t],
    ['int64', word('i', 'j')],
    ['list<string>', word('tags')],
  ]);
  const calls = PLAIN.filter(({ gives, domains }) => gives === result && domains.length === 0);
  return fc.oneof(
    ...calls.flatMap(({ name, takes }) => {
      const taken = takes.flatMap(type => args.get(type) ?? []);
      const listed = taken.flatMap((arg, i) => (i === 0 ? [arg] : [',', arg]));
      return taken.length < takes.length ? [] : join(`${name}(`, ...listed, ')');
    }),
  );
}

type Kind = 'number' | 'text' | 'condition' | 'instant' | 'day';

/** Expressions of each kind over a row. Numbers stay small: what happens at an overflow is not promised. */
const { number, text, condition, instant, day } = fc.letrec<Record<Kind, string>>(tie => {
  const [n, t, c] = [tie('number'), tie('text'), tie('condition')];
  const [at, d] = [tie('instant'), tie('day')];
  const compared = word('=', '!=', '<>', '<', '<=', '>', '>=');
  const small = { depthSize: 'small', maxDepth: 3, withCrossShrink: true } as const;
  return {
    number: fc.oneof(
      small,
      word('i', 'j', 'x', 'meta.count', 'ceil( x )', '0', '1', '400', '0.5', '-7'),
      word('meta.inner.ratio', 'ceil( meta.inner.ratio )'),
      join(n, word('+', '-'), n),
      join(word('i', 'x', 'j'), '*', word('2', '-3', '0.5')),
      join(n, '/', word('2', 'j', '0.5', 'i')),
      join('(', word('x', '0.5'), word('+', '-'), 'x ) /', word('2', 'j')),
      join('- (', n, ')'),
      join('(', n, ')'),
      join('if(', c, ',', n, ',', word('null', '1', 'x'), ')'),
      join('coalesce(', n, ',', n, ')'),
      join('nullif(', n, ',', n, ')'),
      join(word('abs(', 'round(', 'floor(', 'ceil('), n, ')'),
      join('length(', t, ')'),
      join(word('greatest(', 'least('), n, ',', n, ')'),
      join(word('sign(', 'trunc_number('), n, ')'),
      join('mod(', word('i', 'j'), ',', word('7', 'j', 'i'), ')'),
      join('bit_and( i ,', word('j', '255'), ')'),
      join('bit_or( i ,', word('j', '255'), ')'),
      join('bit_count(', word('i', 'j'), ')'),
      join('round(', ROOTS, ', 3 )'),
      join('strpos(', t, ',', fc.oneof(TEXTS, t), ')'),
      join('length(', word('tags', 'codes'), ')'),
      word('codes[0]', 'codes[1]'),
      join('length(', word('labels', 'counts'), ')'),
      plainCalls('int64', t),
      join(word('safe_add(', 'safe_subtract(', 'safe_multiply('), n, ',', n, ')'),
      join(word('safe_negate(', 'safe_abs('), n, ')'),
      join('div(', word('i', 'j'), ',', word('i', '3', 'j'), ')'),
      join('round_exact(', word('x', 'x / 3'), ', 2 )'),
      join('parse_int64(', word('s', 'u'), ')'),
      word("events['alpha'].ms", 'events[s].from.ratio', 'count_items( events )'),
      join('count_items( events ,', ITEM_TESTS, ')'),
      join('item( events ,', ITEM_TESTS, ') .ms'),
      word("counts['alpha']", "counts['7']", 'counts[s]'),
      join('cast_float64(', word('i', 'meta.count'), ')'),
      join('cast_int64(', word('b', 'x / 2'), ')'),
      join(word('epoch_seconds(', 'epoch_millis(', 'epoch_micros('), at, ')'),
      join('extract(', PARTS, 'from', fc.oneof(at, d), ')'),
      join('extract(', CLOCK_PARTS, 'from', at, ')'),
      join('timestamp_diff(', at, ',', at, ',', word('millisecond', 'second', 'hour', 'day'), ')'),
      word(
        "json_int64( doc , 'a' )",
        "json_length( doc , 'b' )",
        "json_float64( doc , 'b[0]' )",
        'json_int64( s )',
      ),
      join('date_diff(', d, ',', d, ',', DAYS, ')'),
    ),
    text: fc.oneof(
      small,
      word('id', 's', 'u', 'meta.name', 'alias'),
      TEXTS,
      join('concat(', t, ',', t, ')'),
      join(word('lower(', 'upper('), t, ')'),
      join('if(', c, ',', t, ',', t, ')'),
      join("if( @pick = 'left' ,", t, ',', t, ')'),
      join('coalesce(', t, ',', t, ')'),
      join('nullif(', t, ',', TEXTS, ')'),
      join('cast_string(', word('i', 'b', 'd', 's'), ')'),
      join('format_timestamp(', FORMATS, ',', at, ')'),
      join(word('substr(', 'left(', 'right('), t, ',', word('0', '1', '3'), ')'),
      join('substr(', t, ', -2 , 1 )'),
      join(word('trim(', 'ltrim(', 'rtrim('), t, word(')', ", 'al' )")),
      join('replace(', t, ',', TEXTS, ", 'x' )"),
      join('split_part(', t, ", '/' ,", word('1', '2'), ')'),
      join(word('lpad(', 'rpad('), t, ", 6 , '-' )"),
      plainCalls('string', t),
      word(
        "list_join( tags , '-' )",
        "json_text( doc , 'a' )",
        'json_text( doc )',
        "json_type( doc , 'd' )",
        'json_type( doc )',
      ),
      join('repeat(', t, ', 2 )'),
      join('format_number(', word('x', 'i', 'x / 3'), ',', word('0', '2'), ')'),
      join('format_bytes(', word('x', 'i', 'j', 'i * 1e6', 'x * 1e12'), ')'),
      join(word('reverse(', 'url_encode('), t, ')'),
      join(word('url_host(', 'url_path('), word('s', 'u'), ')'),
      join('url_param(', word('s', 'u'), ", 'next' )"),
      join('regexp_extract(', t, ',', word("'[a-z]+'", "'^/([a-z]+)'"), ')'),
      join('regexp_replace(', t, ", '[a-z]' , '_' )"),
      join('item( events ,', ITEM_TESTS, ') .name'),
      word('tags[0]', 'tags[2]', 'json_list( doc )[0]'),
      word("json_string( doc , 'c' )", 'json_string( doc , \'d."é"\' )', 'json_string( u )'),
      word("labels['alpha']", "labels['it\\'s']", 'labels[s]'),
    ),
    condition: fc.oneof(
      small,
      word('b', 'true', 'meta is null', 'meta.inner is not null'),
      join(n, compared, n),
      join(EXACT, compared, EXACT),
      join(t, compared, t),
      join(at, word('<', '>=', '='), at),
      join(d, word('=', '>', '!='), fc.oneof(d, at)),
      join(n, NOT, 'between', n, 'and', n),
      join(n, NOT, 'in (', n, ', 0, 1,', word('2', 'null', 'j'), ')'),
      join(t, NOT, 'in (', TEXTS, ',', TEXTS, ')'),
      join(fc.oneof(n, t, at, d), 'is', NOT, 'null'),
      join('not', c),
      join(c, word('and', 'or'), c),
      join('(', c, ')'),
      join(word('contains(', 'starts_with(', 'ends_with('), t, ',', fc.oneof(TEXTS, t), ')'),
      join('matches(', t, ',', PATTERNS, ')'),
      join('like(', t, ',', word("'%a%'", "'_l%'", 's'), ')'),
      plainCalls('bool', t),
      join(word('any(', 'all(', 'not any('), 'events ,', ITEM_TESTS, ')'),
      join(t, NOT, 'in tags'),
      join('i', NOT, 'in codes'),
      join('has_key(', word('labels', 'counts'), ',', fc.oneof(TEXTS, word('s')), ')'),
      join('contains_any(', t, ', tags )'),
      word('overlaps( tags , tags )', 'not overlaps( codes , codes )'),
      word(
        "json_bool( doc , 'f' )",
        "json_exists( doc , 'd' )",
        'json_exists( doc )',
        "overlaps( tags , json_list( doc , 'g' ) )",
      ),
      join(word('cast_int64(', 'cast_float64('), word('s', 'u'), ') > 41'),
    ),
    instant: fc.oneof(
      small,
      word('ts', 'at', 'meta.inner.seen', 'now()'),
      join('trunc(', at, ',', STEPS, ')'),
      join(at, word('+', '-'), 'interval', SPANS),
      join('coalesce(', word('at', 'meta.inner.seen'), ",'2026-01-15T10:07:00Z')"),
      join('cast_timestamp(', word('s', 'u'), ')'),
      join(
        word('from_epoch_seconds(', 'from_epoch_millis(', 'from_epoch_micros('),
        word('i', 'j'),
        ')',
      ),
      join('timestamp(', d, ')'),
    ),
    day: fc.oneof(
      small,
      word('d'),
      join('coalesce(d,', word("'2026-01-15'", "'2000-02-29'"), ')'),
      join('date(', at, ')'),
      join('trunc(', d, ',', DAYS, ')'),
      join(d, word('+', '-'), 'interval', word('1 day', '3 weeks', '1 month', '2 quarter')),
      join('cast_date(', word('s', 'u'), ')'),
    ),
  };
});

const chosenOf = (one: fc.Arbitrary<string>, other = one) =>
  fc
    .tuple(word(...CHOOSERS.keys()), one, other)
    .map(([by, a, b]) => choice(by, quote(a), quote(b)));

const plainOr = (one: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: one.map(quote) }, { weight: 1, arbitrary: chosenOf(one) });

const anyValue = fc.oneof(number, text, condition, instant, day, EXACT);
/** Sums of halves are exact in any order. */
const summed = word('i', 'x', 'm', 'meta.count', 'if(b, x, 0.5)', 'i * 2', 'length(s)', 'j');
const ranked = word('i', 'x', 'm', 'ts', 'at', 'd', 'j', 'meta.inner.ratio');
const RANKS = word('0', '0.07', '0.5', '0.95', '1');

const sorted = fc.oneof(number, text, instant, day, condition);
const DIRECTIONS = word('', 'asc', 'desc');

const plainAggregate = fc.oneof(
  word('count()'),
  join('count(', anyValue, ')'),
  join('count_if(', condition, ')'),
  join('count_distinct(', fc.oneof(text, word('i', 'ts', 'd', 'b')), ')'),
  join(word('sum(', 'avg('), summed, ')'),
  join(word('min(', 'max('), fc.oneof(number, text, instant, day, EXACT), ')'),
  join('quantile(', ranked, ',', RANKS, ')'),
  join('quantile_cont(', word('i', 'x', 'm', 'j'), ',', RANKS, ')'),
  join(word('stddev(', 'variance('), word('i', 'j', 'i * 2'), ')'),
  join(word('stddev_pop(', 'var_pop('), word('i', 'j', 'i * 2'), ')'),
  join('bit_or_agg(', word('i', 'j'), ')'),
  join(word('arg_min(', 'arg_max('), fc.oneof(number, text, instant), ',', ranked, ')'),
  join('string_agg(', text, ", '; ' order by", sorted, DIRECTIONS, ',', sorted, DIRECTIONS, ')'),
  // BigQuery orders by the argument alone beside DISTINCT, and takes two queries of one text for different ones
  join('string_agg( distinct', word('s', 'u', 'meta.name', 'lower( alias )'), ", '')"),
);
const aggregate = fc.oneof(
  { weight: 3, arbitrary: plainAggregate },
  { weight: 1, arbitrary: join(plainAggregate, 'filter ( where', condition, ')') },
);
const partition = fc.oneof(
  word(''),
  join('partition by', fc.oneof(text, instant, day, condition, word('i', 'j'))),
);
/** Total: by the key of the data set in the end. */
const inOrder = join('order by', sorted, DIRECTIONS, ', id', DIRECTIONS);
const FRAMES = word(
  '',
  'rows between 2 preceding and current row',
  'rows between 1 following and unbounded following',
  'rows between 3 preceding and 2 preceding',
);
const RANGES = word(
  'range between 2 preceding and current row',
  'range between 1 following and unbounded following',
  'range between 3 preceding and 2 preceding',
  'range between current row and 1 following',
);
const byKey = join('order by', word('i', 'j'), DIRECTIONS, RANGES);
const around = join('over (', partition, fc.oneof(word(''), join(inOrder, FRAMES), byKey), ')');
const overRows = fc.oneof(
  {
    weight: 2,
    arbitrary: join(
      word('row_number()', 'rank()', 'dense_rank()', 'ntile( 1 )', 'ntile( 3 )'),
      'over (',
      partition,
      inOrder,
      ')',
    ),
  },
  join(word('lag(', 'lead('), anyValue, word(') over (', ', 2 ) over ('), partition, inOrder, ')'),
  join(
    word('first_value(', 'last_value('),
    anyValue,
    word(') over (', 'ignore nulls ) over ('),
    partition,
    inOrder,
    FRAMES,
    ')',
  ),
  join(word('count()', 'count( s )', 'count_if( b )', 'count() filter ( where b )'), around),
  join(word('sum(', 'avg('), summed, ')', around),
  join(word('min(', 'max('), fc.oneof(number, text, instant, day, EXACT), ')', around),
  join('count_distinct(', text, ') over (', partition, ')'),
  join('sum( j ) filter ( where', condition, ')', around),
);
const overGroups = word(
  'count() / sum( count() ) over ()',
  'rank() over ( order by count() desc )',
  'max( count() ) over () - count()',
);
/** Lists are not an order. */
const listing = fc.oneof(
  join('list_agg(', text, 'order by', sorted, DIRECTIONS, ', id', word('', 'limit 2'), ')'),
  join('list_agg( distinct', word('i', 's', 'd', 'ts'), ')'),
  join('length( list_agg( distinct', word('lower( s )', 'i', 'trunc( ts , day )'), ') )'),
);
/** Engines have some freedom in these, so each is an output of its own. */
const free = fc.oneof(
  join('approx_quantile(', ranked, ',', RANKS, ')'),
  join('approx_count_distinct(', word('s', 'i'), ')'),
  join('any_value(', word('s', 'doc', 'ts', 'x'), ')'),
);
const ofAggregates = fc.oneof(
  { weight: 4, arbitrary: aggregate },
  { weight: 1, arbitrary: join('sum(', summed, ') / count()') },
  { weight: 1, arbitrary: join('if( count() > 1 ,', 'max(', summed, '), null )') },
  { weight: 1, arbitrary: overGroups },
  { weight: 1, arbitrary: join('coalesce( sum(i), 0 ) +', 'count_if(', condition, ')') },
);

/** Numbers of any type but decimals. */
const counted = fc.oneof(
  word('count()', 'count( s )', 'sum(x)', 'avg( x )', 'max(j)', 'sum(i) / count()', '0.5'),
  join('count_if(', condition, ')'),
);

// ---- clauses --------------------------------------------------------------------------------------------------------

/** Lines of a specification. */
type Lines = readonly string[];
const quote = (expression: string) => JSON.stringify(expression);
const some = (items: fc.Arbitrary<string>, most: number, least = 0) =>
  fc.array(items, { minLength: least, maxLength: most });

/** Parameters, each with the condition that uses it. */
const PARAMS: readonly (readonly [declared: string, condition: string])[] = [
  ['text: { type: string }', '{ when: text, filter: s = @text }'],
  ['name: { type: string, default: alpha, max_length: 9 }', 'alias = @name or j > -900'],
  ['least: { type: int64, required: true }', 'i >= @least or i is null'],
  ['ratio: { type: float64, min: -2, max: 4000 }', '{ when: ratio, filter: x < @ratio }'],
  ['flag: { type: bool }', '{ when: flag, filter: b = @flag }'],
  ['since: { type: timestamp }', '{ when: since, filter: ts > @since }'],
  ['born: { type: date }', '{ when: born, filter: d != @born }'],
  ['key: { type: uuid }', '{ when: key, filter: id != @key }'],
  ['pattern: { type: regex }', '{ when: pattern, filter: "matches(s, @pattern)" }'],
  ['kind: { enum: [one, two], default: one, otherwise: default }', "concat(u, '') != @kind"],
  ['strict: { enum: [a, b] }', '{ when: strict, filter: u != @strict }'],
  ['level: { type: int64, enum: [-3, 0, 12], default: 0 }', 'i > @level or i is null'],
  ['back: { type: duration, default: 7d }', 'ts > now() - @back or b'],
  ['grain: { type: duration, enum: [15m, 6h, 3d], default: 6h }', 'trunc(ts, @grain) < ts'],
  ['days: { type: int64, min: 0, max: 60, default: 3 }', 'at >= now() - interval @days day'],
  ['gone: { type: string }', '{ when: { absent: gone }, filter: i is not null }'],
  ['mode: { enum: [calm, wild], default: calm }', '{ when: { mode: wild }, filter: x > 0 }'],
  ['off: { type: bool }', '{ when: { off: false }, filter: b is null or not b }'],
  [
    'low: { type: int64 }, high: { type: int64 }',
    '{ when: [low, high], filter: i between @low and @high }',
  ],
  [
    'one: { type: string }, two: { type: int64 }',
    '{ when: { any: [one, two] }, filter: s is not null }',
  ],
  [
    'part: { type: string }, size: { type: int64 }',
    '{ any: [{ when: part, filter: "contains(s, @part)" }, { when: size, filter: i = @size }, { when: { absent: part }, filter: b }] }',
  ],
];

const params = fc
  .subarray([...PARAMS], { maxLength: 3 })
  .map(chosen => ({ declared: chosen.map(([name]) => name), where: chosen.map(([, one]) => one) }));

const INTERVALS = [
  'last: 60 minutes, step: minute',
  'last: 1 day, step: hour',
  'last: 7 days, step: day',
  'last: 2 weeks, step: week',
  'last: 3 hours, step: 15 minutes',
  'last: 50 seconds, step: second',
];
const interval = word(...INTERVALS);

interface Clause {
  readonly params: Lines;
  readonly lines: Lines;
}

const GAPS = word('omit', 'zero', 'empty', 'previous');

const recent: fc.Arbitrary<Clause> = fc
  .record({
    of: word('ts', 'at', 'ts + interval 30 minutes', 'meta.inner.seen'),
    window: word('aligned', 'sliding'),
    gaps: GAPS,
    one: interval,
    other: interval,
    chosen: fc.boolean(),
  })
  .map(({ of, window, gaps, one, other, chosen }) => {
    const span = chosen ? `by: span, intervals: { short: { ${one} }, long: { ${other} } }` : one;
    return {
      params: chosen ? ['span: { enum: [short, long], default: short, otherwise: default }'] : [],
      lines: [
        `buckets: { of: ${quote(of)}, as: bucket, window: ${window}, gaps: ${gaps}, ${span} }`,
      ],
    };
  });

/** From and to instants that callers give. */
const ranged: fc.Arbitrary<Clause> = fc
  .record({
    of: word('ts', 'at', 'meta.inner.seen'),
    gaps: GAPS,
    to: word("'@until'", 'now()', 'now() - interval 1 hour', "'@until + interval 1 month'"),
    step: word(
      'step: hour',
      'step: 3 days',
      "step: '@every'",
      "step: '@unit'",
      'step: { by: unit, cases: { hour: 6 hours, day: day, week: 2 weeks, month: quarter } }',
      'steps: { 15 minutes: 2 hours, hour: 3 days, day: 60 days, month: }',
    ),
    zone: word('', '', 'UTC', 'Europe/Berlin', "'@place'"),
  })
  .map(({ of, gaps, to, step, zone }) => {
    const clause = `from: '@began', to: ${to}, ${step}`;
    const isZoned = zone !== '' && !step.includes('@every');
    return {
      params: [
        'began: { type: timestamp, required: true }',
        ...(to.includes('@') ? ['until: { type: timestamp, required: true }'] : []),
        ...(step.includes('@every') ? ['every: { type: duration, default: 1d }'] : []),
        ...(step.includes('unit')
          ? ['unit: { enum: [hour, day, week, month], default: day }']
          : []),
        ...(isZoned && zone.includes('@') ? ['place: { type: timezone, default: UTC }'] : []),
      ],
      lines: [
        `buckets: { of: ${of}, as: bucket, gaps: ${gaps}, ${clause}${isZoned ? `, zone: ${zone}` : ''} }`,
      ],
    };
  });
const buckets = fc.oneof(recent, ranged);

const WINDOWS = word('1 day', '7 days', '90 minutes');
const retention: fc.Arbitrary<Clause> = fc
  .record({ of: word('ts', 'at'), one: WINDOWS, other: WINDOWS, chosen: fc.boolean() })
  .map(({ of, one, other, chosen }) => ({
    params: chosen ? ['tier: { enum: [free, paid], required: true }'] : [],
    lines: [
      chosen
        ? `retention: { of: ${of}, by: tier, windows: { free: ${one}, paid: ${other} } }`
        : `retention: { of: ${of}, window: ${one} }`,
    ],
  }));

/** Open at the ends whose parameters a request leaves out. */
const within: fc.Arbitrary<Clause> = word(
  "window: { of: ts, from: '@begins', to: '@ends', open: true }",
  "window: { of: at, from: '@begins - interval 1 day', to: now(), open: true }",
  "window: { of: at, from: '@begins', to: 'greatest( @begins , @ends )', open: true }",
).map(line => ({
  params: [
    'begins: { type: timestamp }',
    ...(line.includes('@ends') ? ['ends: { type: timestamp }'] : []),
  ],
  lines: [line],
}));

const NONE: Clause = { params: [], lines: [] };
const maybe = (clause: fc.Arbitrary<Clause>, weight = 1) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(NONE) }, { weight, arbitrary: clause });

interface Selected {
  readonly groups: Lines;
  readonly values: Lines;
  /** Names that rows may be ordered by. */
  readonly keys: Lines;
  /** Conditions on what is computed. */
  readonly having: Lines;
}

function outputs(values: readonly string[], prefix: string): Lines {
  return values.map((value, i) => `${prefix}${i}: ${value}`);
}

const KINDS = [number, text, condition, instant, day];

const entries: fc.Arbitrary<Selected> = fc
  .record({
    values: some(fc.oneof(anyValue.map(quote), ...KINDS.map(kind => chosenOf(kind))), 3, 1),
    windows: some(overRows.map(quote), 3, 1),
    more: fc.subarray(['doc', 'meta', 'alias']),
  })
  .map(({ values, windows, more }) => ({
    groups: [],
    values: [
      ...outputs(values, 'o'),
      ...outputs(windows, 'w'),
      ...more.map(name => `${name}: ${name}`),
      'later: "if( first > \'b\', first, null )"',
      'first: { value: id, hidden: true }',
    ],
    keys: [...values.map((_, i) => `o${i}`), ...windows.map((_, i) => `w${i}`), 'later', 'first'],
    having: [
      'row_number() over ( order by id ) < 9',
      'count() over ( partition by b ) > 2',
      "first > 'a' or later is null",
      'w0 is not null',
    ],
  }));

/** Not beside what stands in for approximate aggregates on ZetaSQL, whose evaluator refuses it there. */
function isOrdered(values: Lines): boolean {
  return values.some(value => /quantile\(|count_distinct\(|arg_|(?:string|list)_agg\(/.test(value));
}

/** Values in which engines are free are never an order. */
const grouped = (isGrouped: boolean): fc.Arbitrary<Selected> =>
  fc
    .record({
      groups: isGrouped
        ? some(
            fc.oneof(
              fc.oneof(text, instant, condition, day, word('i', 'floor(x / 100)')).map(quote),
              chosenOf(text, fc.oneof(text, word('null'))),
              chosenOf(instant),
            ),
            2,
          )
        : fc.constant<readonly string[]>([]),
      values: some(fc.oneof(ofAggregates.map(quote), chosenOf(counted)), 3, 1),
      lists: some(listing.map(quote), 1),
      more: some(free.map(quote), 1),
    })
    .map(({ groups, values, lists, more }) => ({
      groups: outputs(groups, 'g'),
      values: [
        ...outputs(values, 'o'),
        ...outputs(lists, 'l'),
        ...outputs(
          more.filter(() => !isOrdered([...values, ...lists])),
          'f',
        ),
        "How many: \"if( n > 1, 'many', 'few' )\"",
        'n: { value: count(), hidden: true }',
        ...groups.slice(0, 1).map(() => 'known: g0 is not null'),
      ],
      keys: [...groups.map((_, i) => `g${i}`), ...values.map((_, i) => `o${i}`), 'n', 'How many'],
      having: ['n > 1', 'count( s ) > 0', "`How many` = 'many' or n < 3", 'n > avg( n ) over ()'],
    }));

const shape: fc.Arbitrary<{ readonly buckets: Clause; readonly selected: Selected }> = fc.oneof(
  fc.record({ buckets: fc.constant(NONE), selected: entries }),
  fc.record({ buckets: fc.constant(NONE), selected: grouped(true) }),
  fc.record({ buckets, selected: grouped(true) }),
  fc.record({ buckets, selected: grouped(false) }),
);

/** The text of an endpoint named `random`. */
export const anyEndpoint: fc.Arbitrary<string> = fc
  .record({
    params,
    shape,
    retention: maybe(retention),
    within: maybe(within),
    where: some(plainOr(condition), 1),
    filters: fc.oneof({ weight: 3, arbitrary: fc.constant<Lines>([]) }, filters),
    having: fc.nat({ max: 7 }),
    chosen: word('', '', '', ...CHOOSERS.keys()),
    order: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
    descending: fc.boolean(),
    limit: word(
      ...['', '', 'limit: 7', 'max_rows: 200', "limit: '@most'"],
      ...[...CHOOSERS.keys()].map(by => `limit: ${choice(by, '3', "'@most'")}`),
    ),
  })
  .map(made => {
    const { buckets: bucket, selected } = made.shape;
    const most = made.limit.includes('@')
      ? ['most: { type: int64, min: 0, max: 40, default: 5 }']
      : [];
    const where = [...made.params.where, ...made.where];
    const keys = made.order.flatMap(at => selected.keys[at % selected.keys.length] ?? []);
    // every other endpoint has one
    const having = selected.having
      .slice(made.having, made.having + 1)
      .map(
        one =>
          `- ${made.chosen === '' ? quote(one) : choice(made.chosen, quote(one), quote('true'))}`,
      );
    const order = orderOf([...new Set(keys)], made.descending ? ' desc' : '', made.chosen);
    const body = [
      ...listed(
        'where:',
        where.map(one => `- ${one}`),
      ),
      ...made.filters,
      ...bucket.lines,
      ...listed('group_by:', selected.groups),
      ...made.retention.lines,
      ...made.within.lines,
      ...listed('select:', selected.values),
      ...listed('having:', having),
      ...order,
      made.limit,
    ].join('\n');
    const declared = [
      ...(/f_how|f_id/.test(body) ? FILTER_PARAMS : []),
      ...[...most, ...made.params.declared, ...bucket.params, ...made.retention.params],
      ...made.within.params,
      ...declaredFor(body),
    ];
    return [
      'endpoint: random',
      'id: 00000000-0000-4000-8000-000000000001',
      'from: entries',
      `params: { ${declared.join(', ')} }`,
      body,
    ].join('\n');
  });

function orderOf(keys: Lines, direction: string, by: string): Lines {
  const items = keys.map(key => `${key}${direction}`);
  const [first = ''] = items;
  if (first === '') return [];
  if (by === '') return [`order_by: [${items.join(', ')}]`];
  return [`order_by: [${choice(by, `[${items.join(', ')}]`, first)}]`];
}

function listed(key: string, lines: Lines): Lines {
  return lines.length === 0 ? [] : [key, ...lines.map(line => `  ${line}`)];
}
