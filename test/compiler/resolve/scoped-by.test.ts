/** The manifest names the parameters that prove the scope of what an endpoint reads. */
import { expect, test } from 'vitest';
import { type CompileOptions, compile } from '../../../generator/compile.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { ownAnswers } from '../../support/projects/own-answers.ts';

const SOURCES = `
params:
  org: { type: string, required: true }
sources:
  events:
    tables: { duckdb: { table: events } }
    scope: [org]
    key: [id]
    columns: { id: { type: string, required: true }, org: string, team: string }
  orders:
    tables: { duckdb: { table: orders } }
    scope: { org: many, team: one }
    key: [id]
    columns: { id: string, org: string, team: string }
  free:
    tables: { duckdb: { table: free } }
    key: [id]
    columns: { id: string, org: string }
  open: { from: events, select: [id, org] }
  wide: { from: events, join: { o: { of: orders, on: o.id = id and o.org = org and o.team = @org } }, select: [id, org] }
  held: { from: events, where: [org = @org], select: [id, org] }
`;
const PARAMS: Readonly<Record<string, string>> = {
  org: 'type: string, required: true',
  other: 'type: string, required: true',
  third: 'type: string, required: true',
  orgs: 'list: string, required: true',
  which: 'enum: [a, b], default: a',
  maybe: 'type: string',
};
/** Relations that use `@org` themselves. */
const NEEDS_ORG = /\b(?:held|wide)\b/;

/** Declares only the parameters that the body uses: others are reported. */
function paramsOf(body: string): string {
  const text = NEEDS_ORG.test(body) ? `${body} @org` : body;
  const lines = Object.entries(PARAMS).flatMap(([name, type]) =>
    new RegExp(`(?:@|by: |when: )${name}\\b`).test(text) ? [`  ${name}: { ${type} }\n`] : [],
  );
  return lines.length === 0 ? '' : `params:\n${lines.join('')}`;
}

function scopedBy(body: string): readonly (readonly string[])[] | undefined {
  const head = 'endpoint: e\nid: 00000000-0000-4000-8000-000000000001';
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/e.yaml', bytes: `${head}\n${paramsOf(body)}${body}` },
  ];
  const options: CompileOptions = { dialects: null };
  const answers = ownAnswers(compile(inputs, options));
  const { compilation, diagnostics } = compile(inputs, { ...options, answers });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  return manifestOf(compilation).endpoints[0]?.scopedBy;
}

const BY_OTHER = 'from: events, where: [org = @other], select: [id, org]';
const BY_THIRD = 'from: events, where: [org = @third], select: [id, org]';
const STEPS = `steps:\n  s: { ${BY_OTHER} }\n  t: { ${BY_THIRD} }\n`;

/** Bodies, and what a key has to fix: one of each list. */
const CASES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'from: free\nselect: [id]': [],
  'from: events\nunscoped: true\nwhere: [org = @org]\nselect: [id]': [],
  'from: events\nwhere: [org = @org]\nselect: [id]': [['org']],
  // the other condition restricts no rows
  "from: events\nwhere: [org = @other and @org != '']\nselect: [id]": [['other']],
  'from: events\nwhere: [org = @org, org != @other]\nselect: [id]': [['org']],
  'from: events\nwhere: [org = @org or id = @other, org = @third]\nselect: [id]': [['third']],
  'from: events\nwhere: [org = @org, { when: maybe, filter: org = @maybe }]\nselect: [id]': [
    ['org'],
  ],
  // either one names the tenant
  'from: events\nwhere: [org = @org, org = @other]\nselect: [id]': [['org', 'other']],
  'from: events\nwhere: [org = @org, "@org = @other"]\nselect: [id]': [['org', 'other']],
  'from: events\nwhere: [org = team, team = @third]\nselect: [id]': [['third']],
  // every read needs its own proof
  'from: events\njoin: { e: { of: events, on: e.id = id and e.org = @other } }\nwhere: [org = @org]\nselect: [id]':
    [['org'], ['other']],
  'from: events\njoin: { e: { of: events, on: e.id = id and e.org = org } }\nwhere: [org = @org]\nselect: [id]':
    [['org']],
  // a left join restricts only its own rows
  'from: events\njoin: { e: { of: events, on: e.id = id and e.org = org and e.org = @other } }\nwhere: [org = @org]\nselect: [id]':
    [['org'], ['org', 'other']],
  'from: events\njoin: { e: { of: events, on: e.id = id, unscoped: true } }\nwhere: [org = @org]\nselect: [id]':
    [['org']],
  // each column of a scope
  'from: orders\nwhere: [org in @orgs, team = @other]\nselect: [id]': [['orgs'], ['other']],
  'from: orders\nwhere: [org in @orgs, org = @org, team = @other]\nselect: [id]': [
    ['org', 'orgs'],
    ['other'],
  ],
  // steps
  [`${STEPS}union: [s, t]\nselect: [id]`]: [['other'], ['third']],
  [`steps:\n  s: { ${BY_OTHER} }\nfrom: free\nwhere: [id in s.id]\nselect: [id]`]: [['other']],
  [`steps:\n  s: { ${BY_OTHER} }\nfrom: orders\nwhere: [team = @org, org in s.org]\nselect: [id]`]:
    [['org'], ['other']],
  // rows of either part of a union, which two parameters prove
  [`${STEPS}  u: { union: [s, t], select: [id, org] }\nfrom: u\njoin: { o: { of: events, on: o.id = id and o.org = org } }\nselect: [id]`]:
    [['other'], ['third']],
  [`${STEPS}from: { by: which, cases: { a: s, b: t } }\njoin: { o: { of: events, on: o.id = id and o.org = org } }\nselect: [id]`]:
    [['other'], ['third']],
  // the value equals one parameter in every row, whichever part it comes from
  [`${STEPS}  u: { union: [s, t], select: [id, org] }\nfrom: events\nwhere: [org in u.org, org = @org]\nselect: [id]`]:
    [['org'], ['other'], ['third']],
  // relations leave their scope to their readers
  'from: open\nwhere: [org = @other]\nselect: [id]': [['other']],
  'from: held\nselect: [id]': [['org']],
  'from: wide\nwhere: [org = @other]\nselect: [id]': [['org'], ['other']],
  'union: [open, held]\nwhere: [org = @other]\nselect: [id]': [['org'], ['other']],
  // views of a sandbox
  'sandbox: true\nviews: { v: { from: events, where: [org = @other] }, w: { from: events, where: [org = @org] } }':
    [['org'], ['other']],
  'sandbox: true\nviews: { v: { from: open, where: [org = @other] } }': [['other']],
  // own SQL: every parameter that is compared with the scope
  'query: { duckdb: select id from free }\ncolumns: { id: string }': [],
  'query: { duckdb: select id from events where org = @org }\ncolumns: { id: string }': [['org']],
  "query: { duckdb: select id from events where org = @other and @org != '' }\ncolumns: { id: string }":
    [['other']],
  'query: { duckdb: select id from events where org = @other and (org = @org or true) }\ncolumns: { id: string }':
    [['org'], ['other']],
  'query: { duckdb: [select id from events where true, { by: which, cases: { a: and org = @org, b: and org = @other } }] }\ncolumns: { id: string }':
    [['org'], ['other']],
};

test.each(Object.entries(CASES))('%s', (body, expected) => {
  expect(scopedBy(body)).toEqual(expected);
});
