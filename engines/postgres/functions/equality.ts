/** How conditions on the texts of stored values are written for the values, so that indexes on them are used. */
import type { EngineSql } from '../../../generator/core/spec/engine-sql.ts';
import { atom, form, type Spelling } from '../../../generator/sql/spelling.ts';
import {
  engineSql,
  engineSqlWithout,
  operand,
  quoteDoubled,
  type Sql,
  sql,
} from '../../../generator/sql/sql.ts';
import type { RawComparisons } from '../../../generator/sql/stored.ts';

/** Statements know by this word alone that a type of the database is an enum. */
const ENUM = /^enum +(?=\S)/i;

/** A stored type as a table has it. */
export function typeInTable(type: EngineSql): Sql {
  return engineSqlWithout(ENUM, type);
}

/** Equality with a text, and with one of a list, for stored values of the type; `null` for a type that has none. */
export function textComparisons(type: EngineSql): RawComparisons | null {
  if (ENUM.test(type)) return equalToLabel(typeInTable(type));
  return FORMS.find(([pattern]) => pattern.test(type))?.[1](engineSql(type)) ?? null;
}

const FORMS: readonly (readonly [RegExp, (type: Sql) => RawComparisons])[] = [
  [/^uuid$/i, type => written('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', type, true)],
  [/^macaddr$/i, type => written('[0-9a-f]{2}(:[0-9a-f]{2}){5}', type, true)],
  // also equal to texts that no address is written as, such as `::1/128`
  [/^(inet|cidr)$/i, () => written(addressPattern(), sql`inet`, false)],
  // also equal to the text with spaces behind it
  [/^(character|char|bpchar)(\(\d+\))?$/i, () => equalTo(form`${atom(0)}::bpchar`, false)],
  // also equal to the text in capitals
  [/(^|\.)citext$/i, type => equalTo(form`${atom(0)}::${type}`, false)],
];

/** `pattern` matches every text that a value is written as, and no text that the cast refuses. */
function written(pattern: string, type: Sql, isExact: boolean): RawComparisons {
  return equalTo(parsedIf(form`${atom(0)} ~ ${quoteDoubled(`^(${pattern})$`)}`, type), isExact);
}

/** The parser would read a literal as a value of the type, before it is tested. */
function parsedIf(test: Spelling, type: Sql): Spelling {
  return ([of = sql``]) =>
    sql`CASE WHEN ${test([of])} THEN ${operand(of, 'primary')}::text::${type} END`;
}

function equalTo(parsed: Spelling, isExact: boolean): RawComparisons {
  const among = (list: Sql) =>
    sql`ARRAY(SELECT ${parsed([sql`item`])} FROM unnest(${list}) AS item)`;
  return {
    eq: { isExact, compare: (of, to) => sql('comparison')`${of} = ${parsed([to])}` },
    in_list: { isExact, compare: (of, to) => sql('comparison')`${of} = ANY (${among(to)})` },
  };
}

/** The planner would compute a cast before any test of the label. */
function equalToLabel(type: Sql): RawComparisons {
  const labels = (condition: Sql) =>
    sql`(SELECT label FROM unnest(enum_range(NULL::${type})) AS label WHERE label::text = ${condition})`;
  return {
    eq: { isExact: true, compare: (of, to) => sql('comparison')`${of} = ${labels(to)}` },
    in_list: {
      isExact: true,
      compare: (of, to) => sql('comparison')`${of} = ANY (ARRAY${labels(sql`ANY (${to})`)})`,
    },
  };
}

/** Addresses of both families as PostgreSQL writes them: `::` stands for two groups or more. */
function addressPattern(): string {
  const byte = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
  const v4 = `${byte}([.]${byte}){3}`;
  const group = '[0-9a-f]{1,4}';
  const groups = `${group}(:${group}){0,5}`;
  const shortened = `(?!:*(${group}:+){6}${group})(${groups})?::(${groups})?`;
  const v6 = `${group}(:${group}){7}|${shortened}|::(ffff:)?${v4}`;
  return `${v4}(/(3[0-2]|[12]?[0-9]))?|(${v6})(/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))?`;
}
