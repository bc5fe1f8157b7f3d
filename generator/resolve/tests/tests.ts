/**
 * Tests: checks that the endpoint accepts the request, that the given entries fit the data sets, and that the expected rows fit the
 * outputs.
 */

import type { EndpointTest, GivenEntries, LackingEntry } from '../../core/plan/endpoint.ts';
import type { Param } from '../../core/plan/param.ts';
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { Entry, Located, PlainOrList } from '../../core/spec/located.ts';
import type { Source } from '../../core/spec/source.ts';
import type { GivenSpec, TestSpec } from '../../core/spec/spec.ts';
import { readParam } from '../../params/read-param.ts';
import { parseScalar } from '../../params/scalar-text.ts';
import { distinctNames, suggestKey, summarizeNames } from '../names/names.ts';
import type { Params } from '../params/params.ts';
import { quoteExcerpt, refuse } from './cells.ts';
import { entryText } from './entries.ts';
import { type AnsweredOutput, rowOf } from './rows.ts';

/** The parts of an endpoint with which its tests are checked. */
interface Subject {
  readonly params: Params;
  readonly given: GivenSources;
  readonly columns: readonly AnsweredOutput[];
}
/** The data set whose entries a test lists; or all data sets, of which a test names some. */
export type GivenSources =
  | { readonly one: Source }
  | { readonly one: null; readonly all: ReadonlyMap<string, Source> };

/** The tests in order. Reports every part that does not fit; the result is usable only if nothing is reported. */
export function resolveTests(
  specs: readonly Entry<TestSpec>[],
  subject: Subject,
  report: Report,
): readonly EndpointTest[] {
  distinctNames(specs, 'test', report);
  return specs.map(({ name, place, value: spec }) => {
    const [ofEntries, ofRows] = [ofFirst(report), ofFirst(report)];
    return {
      name,
      now: instantOf(spec.now, report),
      params: paramsOf(place, spec, subject.params, report),
      given: givenOf(spec.given, subject.given, ofEntries),
      expect: spec.expect?.map(node => rowOf(subject.columns, node, ofRows)) ?? null,
      unordered: spec.unordered,
    };
  });
}

/** Rows have the same columns: one that is unknown or missing is reported for the first row only. */
function ofFirst(report: Report): Report {
  const told = new Set<string>();
  return (code, place, message, hint) => {
    if (code !== 'invalid-test' && told.has(message)) return;
    told.add(message);
    report(code, place, message, hint);
  };
}

function instantOf({ value, place }: Located<string>, report: Report): bigint {
  const parsed = parseScalar('timestamp', value);
  if (parsed.ok) return BigInt(parsed.value);
  report('invalid-test', place, `\`now\` must be ${parsed.expected}`);
  return 0n;
}

// ---- the entries ----------------------------------------------------------------------------------------------------

function givenOf(
  { value, place }: Located<readonly GivenSpec[]>,
  given: GivenSources,
  report: Report,
): readonly GivenEntries[] {
  const isList = value.some(({ source }) => source === null);
  const all = given.one === null ? given.all : new Map([[given.one.name, given.one]]);
  if (isList && given.one === null) {
    const [name = 'name'] = all.keys();
    const message = '`given` must name the data sets of its entries';
    report('invalid-test', place, message, `Write a mapping: \`given: { ${name}: [ … ] }\`.`);
    return [];
  }
  const names = value.map(({ source }) => ({ name: source?.value ?? '' }));
  return value.flatMap(({ source: named, entries }) => {
    const source = named === null ? given.one : sourceNamed(all, named, names, report);
    if (source === null) return [];
    const lacking: LackingEntry[] = [];
    const texts = entries.map(node => entryText(source, node, report, one => lacking.push(one)));
    const found = lacking.length === 0 ? {} : { lacking };
    return { source: source.name, entries: texts, ...found };
  });
}

function sourceNamed(
  all: ReadonlyMap<string, Source>,
  named: Located<string>,
  others: readonly { readonly name: string }[],
  report: Report,
): Source | null {
  const found = all.get(named.value);
  if (found === undefined) {
    const message = `The endpoint reads no data set ${quoteExcerpt(named.value)}`;
    const hint = suggestKey(named.value, [...all.keys()], others) ?? 'Remove it.';
    report('unknown-source', named.place, message, hint);
  }
  return found ?? null;
}

// ---- the request ----------------------------------------------------------------------------------------------------

function paramsOf(name: Place, { params }: TestSpec, declared: Params, report: Report) {
  const given = params?.value ?? [];
  for (const { name, place, value } of given) {
    const param = declared.byName.get(name);
    if (param === undefined) {
      const hint = suggestKey(name, [...declared.byName.keys()], given) ?? 'Remove it.';
      report('unknown-parameter', place, `There is no parameter \`${name}\``, hint);
    } else if (!declared.untyped.has(name)) {
      checkText(param, value, report);
    }
  }
  const there = new Set(given.map(each => each.name));
  const missing = [...declared.byName.values()]
    .filter(({ required, name }) => required && !there.has(name) && !declared.faulty.has(name))
    .map(param => param.name);
  if (missing.length > 0) {
    const message = `The test gives no ${summarizeNames(missing)}, which the endpoint requires`;
    report('missing-key', params?.place ?? name, message, 'Add what is missing under `params`.');
  }
  return Object.fromEntries(given.map(({ name, value }) => [name, textsOf(value.value)]));
}

function textsOf(value: PlainOrList): string | readonly string[] {
  return 'text' in value ? value.text : value.map(item => item.value.text);
}

/** Checks the value of a parameter. An empty value counts as absent. */
function checkText(param: Param, { value, place }: Located<PlainOrList>, report: Report): void {
  const { name, required, list } = param;
  const text = textsOf(value);
  if (list === null && typeof text !== 'string') {
    refuse(name, place, 'one value', 'a list', report);
  } else if (list === null && text === '') {
    if (required) refuse(name, place, 'given, because it is required', 'empty', report);
  } else {
    const read = readParam(param, text);
    if (!read.ok) refuse(name, place, read.expected, shownOr(read.found), report);
  }
}

function shownOr(found: string | null): string | null {
  return found === null ? null : quoteExcerpt(found);
}
