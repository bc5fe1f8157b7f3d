/** Proposals for the author of a part that is refused, keyed by the words of the refusal. */
import { WRITTEN_TOKENS } from '../functions/times/formats.ts';

const COUNT =
  'Write a number of units within 100 years, and give a parameter `@n` such a `min`, `max` and a default';
const PATTERN = 'Write the pattern as a literal that every engine reads alike';
const ZONE =
  "Write the time zone as a literal such as `'Europe/Berlin'`, or as a parameter `@tz` with `type: timezone` and a default";
const TOKENS = WRITTEN_TOKENS.map(token => `%${token}`).join(' ');
const UNZONED = `Write the format as a literal, of ${TOKENS}, without %Z, %z and %Ez`;

const PUBLIC_SUFFIXES =
  'Keep the domain in a column of the table: the list of public suffixes changes, and each engine would have another';
const OF_RECORDS = 'Write a join, and `ARRAY_AGG(STRUCT(u.k, u.v))` with GROUP BY';
const ADDRESS =
  "Compare the text of the address, as in `STARTS_WITH(ip, '10.')`: engines keep bytes in different ways";

const SPAN =
  'Write a literal number of units within 100 years and a literal origin; months count from the first day of a month, and an instant has no spans of months';

const PERCENTILE =
  'Write the percentile as a literal from 0 to 1 with at most 6 decimals, without RESPECT NULLS';

const READ_DAYS = '%Y %y %m %b %B %d %a %A %F %D';
const READ = `${READ_DAYS} %H %M %S %E*S %Ez %z %T %R`;

/** The advice for an author about what is refused; `undefined`: none in particular. */
export function adviceOn(what: string): string | undefined {
  const [, name] = COUNTING.exec(what) ?? [];
  return name === undefined ? ADVICE.get(what) : `Give \`${name}\` a minimum of 0 and a default`;
}

const COUNTING = /^`@(\w+)` in (?:LIMIT|OFFSET), which may be absent or negative/;

export const ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'ROUND of these arguments',
    'Round a FLOAT64 to a literal number of digits from 0 to 4, or a NUMERIC to one from 0 on',
  ],
  [
    'a part of a JSON document without a function that reads it',
    "Read it, as in `STRING(payload.user.id)`, `LAX_STRING(payload.user.id)` or `JSON_VALUE(payload, '$.user.id')`",
  ],
  [
    'a JSON path other than names and positions',
    "Write names and positions as literals, as in `payload.items[0].id` or `'$.items[0].id'`",
  ],
  [
    'TO_JSON_STRING of a JSON value, except in a comparison with an empty object',
    "Write `TO_JSON_STRING(x) = '{}'`, or read the value, as in `LAX_STRING(x)`",
  ],
  ['PARSE_TIMESTAMP of these arguments', `Write the format as a literal, of ${READ}`],
  ['PARSE_DATE of these arguments', `Write the format as a literal, of ${READ_DAYS}`],
  [
    'FORMAT of these arguments',
    "Write the text as a literal of %d %5d %05d %'d for INT64, %s %5s %-5s for STRING, %.2f %8.2f %'.2f for FLOAT64 and NUMERIC, or of %t and %T",
  ],
  ['PERCENTILE_CONT of these arguments', PERCENTILE],
  ['PERCENTILE_DISC of these arguments', PERCENTILE],
  [
    'IF of these arguments',
    'Choose between lists of the row, with `IFNULL(list, [])` for one that may be missing',
  ],
  ['LOG of these arguments', 'Convert a NUMERIC with `CAST(x AS FLOAT64)`'],
  ['EXTRACT of these arguments', ZONE],
  ['DATE of these arguments', ZONE],
  ['DATETIME of these arguments', ZONE],
  [
    'a frame by this value',
    'Write a literal of at most 1000000 rows, or a distance of at most 2147483647, such as one of seconds',
  ],
  [
    'IN of records in this place',
    'Make it a condition of WHERE without NOT, over fields that are single values but FLOAT64, or write a join',
  ],
  ['TIMESTAMP of these arguments', ZONE],
  ['TIMESTAMP_TRUNC of these arguments', `${ZONE}; a week of a zone begins on Monday (ISOWEEK)`],
  [
    'REGEXP_CONTAINS of these arguments',
    `${PATTERN}, or as a parameter \`@pattern\` with \`type: regex\` and a default`,
  ],
  ['REGEXP_REPLACE of these arguments', PATTERN],
  [
    'REGEXP_EXTRACT of these arguments',
    `${PATTERN}, with at most one group, which every match contains`,
  ],
  [
    'REGEXP_EXTRACT_ALL of these arguments',
    `${PATTERN}, which finds at least one character, with at most one group, which every match contains`,
  ],
  ['the function FARM_FINGERPRINT', 'Write `TO_HEX(SHA256(x))`, a hash that every engine computes'],
  ['a TIME as a column', 'Write its text, `CAST(x AS STRING)`, or `FORMAT_TIME`'],
  ['CAST from or to a TIME', "Write a literal, `TIME '12:34:56'`, or read a TIMESTAMP, `TIME(ts)`"],
  ['bytes as a column', 'Write their digits, `TO_HEX(x)`, or `TO_BASE64(x)`'],
  [
    'FROM_BASE64 of these arguments',
    'Write `FROM_BASE64(x)`, which fails for a text that some engine reads in another way',
  ],
  [
    'TO_JSON_STRING of these arguments',
    'Give each field a name with AS, leave out `pretty_print`, and write `IFNULL(list, [])` for a list that may be missing',
  ],
  ['RANGE_BUCKET of these arguments', 'Write the bounds as literals in ascending order'],
  ['the function NET.HOST', "Write `REGEXP_EXTRACT(url, r'^[a-z]+://([^/:?#]+)')`"],
  ['the function NET.REG_DOMAIN', PUBLIC_SUFFIXES],
  ['the function NET.PUBLIC_SUFFIX', PUBLIC_SUFFIXES],
  ['`<<` of these arguments', 'Write the distance as a literal from 0 on'],
  ['`>>` of these arguments', 'Write the distance as a literal from 0 on'],
  ['the function NET.SAFE_IP_FROM_STRING', ADDRESS],
  ['the function NET.IP_FROM_STRING', ADDRESS],
  ['NTH_VALUE of these arguments', 'Write the number of the row as a literal above 0'],
  [
    'ARRAY_CONCAT_AGG without ORDER BY, or with LIMIT',
    'Write `ARRAY_CONCAT_AGG(tags ORDER BY id)`, by values that differ in each row',
  ],
  [
    'TRUNC of these arguments',
    'Cut a FLOAT64 to a literal number of digits from 0 to 4, or a NUMERIC to one from 0 on',
  ],
  ['TIMESTAMP_BUCKET of these arguments', SPAN],
  ['DATE_BUCKET of these arguments', SPAN],
  [
    'GROUP BY on the items of a list',
    'Write `FROM t, UNNEST(t.tags) AS tag` with GROUP BY, in a WITH of its own',
  ],
  ['an ARRAY subquery of these values', OF_RECORDS],
  [
    'an ARRAY subquery of records that it builds from a list',
    "Take whole records, as in `ARRAY(SELECT p FROM UNNEST(params) AS p WHERE p.key = 'page')`, or one of their fields",
  ],
  [
    'SAFE.PARSE_JSON, or PARSE_JSON of a long expression',
    "Read the text itself, as in `JSON_VALUE(body, '$.user.id')`, or write `IF(body LIKE '{%}', PARSE_JSON(body), NULL)`",
  ],
  ['the function IEEE_DIVIDE', 'Write `SAFE_DIVIDE(x, y)`, which is NULL for a divisor of 0'],
  ['GROUP BY a list', "Group by a text of it, as in `ARRAY_TO_STRING(tags, ',')`"],
  [
    'FORMAT_TIMESTAMP of these arguments',
    `Write the format as a literal, of ${TOKENS}, without %Z, %z and %Ez for a zone other than UTC`,
  ],
  ['FORMAT_DATE of these arguments', `${UNZONED}, and of no time, such as %H`],
  ['FORMAT_DATETIME of these arguments', UNZONED],
  ['TIMESTAMP_ADD of these arguments', COUNT],
  ['TIMESTAMP_SUB of these arguments', COUNT],
  ['DATE_ADD of these arguments', COUNT],
  ['DATE_SUB of these arguments', COUNT],
  [
    'this condition of an outer join',
    'Write comparisons in ON that cannot fail, and only equalities in a FULL JOIN',
  ],
  [
    'ARRAY_LENGTH of these arguments',
    'Write `IFNULL(list, [])` for a list that may be missing, which then counts as an empty one',
  ],
  [
    'an item of this list of records',
    "Write a literal position, `SAFE_OFFSET` for a list that may be missing, or a subquery with a condition, as in `(SELECT p.value FROM UNNEST(params) AS p WHERE p.key = 'page')`",
  ],
  [
    'a subquery over a list of single values and another list',
    'Write `FROM t, UNNEST(t.tags) AS tag, UNNEST(t.hits) AS h` with GROUP BY, or begin with the list of records',
  ],
  [
    'an INTERVAL in this place',
    'Add one interval of a literal unit to a TIMESTAMP, DATETIME or DATE, as in `ts - INTERVAL 1 DAY`; a TIMESTAMP does not move by months',
  ],
  ['SPLIT of these arguments', "Write the separator as a literal text, as in `SPLIT(path, '/')`"],
]);
