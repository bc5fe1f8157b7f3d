/** Tests: requests that the endpoint takes, entries that fit its data set, rows that fit its outputs. */
import type { Report } from '../diagnostics.ts';
import type { EndpointTest, Param, Source } from '../ir.ts';
import { checkConstraints } from '../params/constraints.ts';
import { paramType } from '../params/index.ts';
import type { Entry, Located, Plain, TestSpec } from '../spec.ts';
import { refuse, shown } from './cells.ts';
import { entryText } from './entries.ts';
import { distinct, suggest } from './names.ts';
import type { Params } from './params.ts';
import { type ResolvedOutput, rowOf } from './rows.ts';

/** What the tests of an endpoint are about. */
export interface Subject {
  readonly params: Params;
  readonly source: Source;
  readonly outputs: readonly ResolvedOutput[];
}

/** The tests in their order. Reports whatever in them does not fit; what does not is left out. */
export function resolveTests(
  specs: readonly Entry<TestSpec>[],
  subject: Subject,
  report: Report,
): readonly EndpointTest[] {
  distinct(specs, 'test', report);
  return specs.map(({ name, value: spec }) => ({
    name,
    now: instantOf(spec.now, report),
    params: paramsOf(spec, subject.params, report),
    given: spec.given.map(node => entryText(subject.source, node, report)),
    expect: spec.expect?.map(node => rowOf(subject.outputs, node, report)) ?? null,
  }));
}

function instantOf({ value, place }: Located<string>, report: Report): bigint {
  const parsed = paramType('timestamp').parse(value, { values: null, constraints: NO_CONSTRAINTS });
  if (parsed.ok) return BigInt(parsed.value);
  report('invalid-test', place, `\`now\` must be ${parsed.expected}`);
  return 0n;
}

const NO_CONSTRAINTS = { min: null, max: null, minLength: null, maxLength: null, pattern: null };

// ---- the request ----------------------------------------------------------------------------------------------------

function paramsOf(spec: TestSpec, { byName, untyped, faulty }: Params, report: Report) {
  for (const { name, place, value } of spec.params) {
    const param = byName.get(name);
    if (param === undefined) {
      const hint = suggest(name, [...byName.keys()]);
      report('unknown-parameter', place, `There is no parameter \`${name}\``, hint);
    } else if (!untyped.has(name)) {
      checkText(param, value, report);
    }
  }
  const given = new Set(
    spec.params.filter(({ value }) => value.value.text !== '').map(p => p.name),
  );
  const missing = [...byName.values()].filter(
    ({ name, required }) => required && !given.has(name) && !faulty.has(name),
  );
  for (const { name } of missing) {
    const message = `The test gives no \`${name}\`, which is required`;
    report('missing-key', spec.now.place, message, 'Add it under `params`.');
  }
  return Object.fromEntries(spec.params.map(({ name, value }) => [name, value.value.text]));
}

/** An empty text is an absent value. */
function checkText(param: Param, { value, place }: Located<Plain>, report: Report): void {
  if (value.text === '' || param.otherwise === 'default') return;
  const { parse, scalar } = paramType(param.type);
  const parsed = parse(value.text, param);
  const expected = parsed.ok
    ? checkConstraints(parsed.value, scalar, param.constraints)
    : parsed.expected;
  if (expected !== null) refuse(param.name, place, expected, shown(value.text), report);
}
