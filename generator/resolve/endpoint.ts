/** Resolves one endpoint in the portable language: its parameters, its steps, its answer. */

import { resolveOffset, warnOfTies } from '../clauses/answer/offset.ts';
import { resolvePages } from '../clauses/answer/pages.ts';
import { callersSql, resolveSandbox } from '../clauses/answer/sandbox.ts';
import { checkStatements } from '../clauses/answer/statements.ts';
import type { Body, Find } from '../clauses/clause.ts';
import { readAlone } from '../clauses/fold.ts';
import { resolveFrom } from '../clauses/from/from.ts';
import { viewOf } from '../clauses/readings.ts';
import type { PortableEndpoint, SandboxEndpoint } from '../core/plan/endpoint.ts';
import { PAGE_SIZE } from '../core/plan/pages.ts';
import type { Param } from '../core/plan/param.ts';
import { clauseLists, type Proof, type ProofClause } from '../core/plan/proof.ts';
import { counting, type Report } from '../core/report/diagnostics.ts';
import type { Source } from '../core/spec/source.ts';
import type { EndpointSpec, PortableSpec } from '../core/spec/spec.ts';
import { type BodyDraft, resolveBody } from './bodies/body.ts';
import { presentInSteps } from './bodies/guarded-steps.ts';
import { findSource, type InputSearch, reportHiddenTables } from './bodies/inputs.ts';
import { Steps } from './bodies/steps.ts';
import { relationIn } from './cases.ts';
import { lifeFrom } from './life.ts';
import { maxRowsOf } from './max-rows.ts';
import { distinctNames, suggestKey } from './names/names.ts';
import { warnOfAll } from './params/for-all.ts';
import { reportIgnored } from './params/ignored.ts';
import { type Params, resolveParams } from './params/params.ts';
import type { BodyContext } from './scope.ts';
import type { Surroundings } from './surroundings.ts';
import { answeredOutput } from './tests/rows.ts';
import { type GivenSources, resolveTests } from './tests/tests.ts';
import { reportTies } from './tests/ties.ts';
import { reportUndecodable, reportUnused } from './usage.ts';

/** The endpoint, or `null` if anything but its tests has faults. All faults are reported. */
export function resolvePortable(
  spec: PortableSpec,
  surroundings: Surroundings,
  report: Report,
): PortableEndpoint | SandboxEndpoint | null {
  const faults = counting(report);
  const compat = spec.compat?.value ?? null;
  const params = resolveParams(spec.params, faults.report, compat);
  for (const { value } of spec.params) {
    if (value.absent === null || value.absent.place.source !== spec.source) continue;
    const message = '`absent` can only be used with `query`';
    faults.report('clause-conflict', value.absent.place, message, 'Remove it.');
  }
  const clauses: ProofClause[] = [];
  const shared = {
    params,
    used: new Set<string>(),
    clauses,
    report: faults.report,
    maxRows: maxRowsOf(spec),
    compat,
    ...lengthsOf(spec, faults.report),
  };
  const engines = resolveEngines({ spec, report: faults.report }, surroundings);
  const target = { engines, abilities: surroundings.abilities };
  const names = spec.steps.map(({ name }) => name);
  const finding: InputSearch = { surroundings, engines, steps: names, report: faults.report };
  const views = findViews(spec, finding);
  const present = presentInSteps(spec);
  const steps = new Steps(spec.steps, shared, finding, target, 'step', present);
  const sandbox =
    spec.sandbox === null ? null : resolveSandbox(spec.sandbox, shared, finding, target);
  if (sandbox !== null && spec.from === null && spec.union === null) {
    reportUndecodable(spec.params, shared, engines, surroundings.abilities);
    reportUnused(spec.params, shared);
    reportIgnored(spec, [...params.byName.values()], faults.report);
    if (!spec.sound || faults.count() > 0 || !sandbox.sound) return null;
    const head = headOf(spec, params, clauses);
    const given = [...head.params, callersSql(true)];
    const { maxRows } = shared;
    const { views } = sandbox;
    return {
      ...head,
      params: given,
      body: 'sandbox',
      sandbox: views(),
      limit: null,
      maxRows,
      engines,
      tests: [],
    };
  }
  const context: BodyContext = {
    ...shared,
    spec,
    owner: 'endpoint',
    scopeOf: name => steps.scopeOf(name),
    step: name => steps.step(name),
    elsewhere: (column, read) => steps.elsewhere(column, read),
  };
  const bodies = [spec, ...spec.steps.map(({ value }) => value)];
  checkStatements(shared, bodies, spec.pages === null ? [] : spec.orderBy);
  const find: Find = name => steps.find(name);
  const from = resolveFrom(context, find);
  if (from === null) readAlone(context);
  const sources = views.named.map(({ source }) => source);
  const answer =
    from === null ? null : resolveBody(context, from.input, views.named, { ...target, find });
  steps.reportUnused();
  if (from !== null) {
    const main = from.input.kind === 'source' ? [from.input.source] : [];
    reportHiddenTables(spec, finding, [...main, ...sources]);
    reportUndecodable(spec.params, context, engines, surroundings.abilities);
  }
  const { pages } = spec;
  const paged =
    answer === null || pages === null ? null : resolvePages({ ...spec, pages }, context, answer);
  const offset = resolveOffset(spec, context, answer);
  warnOfTies(spec, context, answer);
  const [size] = paged?.params ?? [];
  const tests =
    answer === null || steps.isMissing()
      ? []
      : testsOf(spec, withParam({ ...context, report }, size), answer, steps.sources());
  reportUnused(spec.params, context);
  warnOfAll(spec, params.byName.values(), faults.report);
  reportIgnored(
    spec,
    [...params.byName.values(), ...params.filters.values(), ...(paged?.params ?? [])],
    faults.report,
  );
  if (answer === null || !spec.sound || faults.count() > 0) return null;
  if (from?.sound !== true || !answer.sound || !views.sound) return null;
  if (sandbox?.sound === false) return null;
  const head = headOf(spec, params, clauses);
  const { answer: query, steps: read } = steps.finished(answer.query());
  return {
    body: 'portable',
    ...head,
    params: [
      ...head.params,
      ...(paged?.params ?? []),
      ...(sandbox === null ? [] : [callersSql(false)]),
    ],
    sandbox: sandbox?.views() ?? null,
    ...query,
    limitBy: paged === null ? query.limitBy : PAGE_SIZE,
    pages: paged?.pages ?? null,
    offset,
    rollup: spec.rollup,
    // an aggregate of all rows returns one row, so `max_rows` does not apply
    maxRows: answer.isOneRow ? 1 : shared.maxRows,
    steps: read,
    views: answer.views.map(viewOf),
    engines,
    tests,
  };
}

/** Adds the page size to the parameters that tests may set; tests request first pages. */
function withParam(context: BodyContext, param: Param | undefined): BodyContext {
  if (param === undefined) return context;
  const { byName } = context.params;
  const params = { ...context.params, byName: new Map([...byName, [param.name, param]]) };
  return { ...context, params };
}

/** The steps from which the length of a window selects, for use in choices. Reports a second window with such steps. */
function lengthsOf(
  { buckets, steps }: PortableSpec,
  report: Report,
): { readonly lengths?: readonly string[] } {
  const all = [...steps.map(({ value }) => value.buckets), buckets].flatMap(clause => {
    const step = clause?.range?.step;
    return step?.kind === 'lengths' ? [step] : [];
  });
  const [first, ...others] = all;
  for (const { place } of others) {
    const message =
      'Only one `buckets` of an endpoint can have `steps`, and another one already has them';
    const hint = 'Use its choice here: `step: { by: step, cases: … }`.';
    report('clause-conflict', place, message, hint);
  }
  return first === undefined ? {} : { lengths: first.steps.map(({ name }) => name) };
}

/** The data sets that the saved query also defines as views; unsound if one is missing or has faults. */
function findViews(
  spec: PortableSpec,
  finding: InputSearch,
): { readonly named: Body['views']; readonly sound: boolean } {
  const { views, steps } = spec;
  const main = relationIn(spec);
  const read = main === null ? views : [main, ...views];
  const named = read.map(({ value, place }) => ({ name: value, place }));
  distinctNames(named, 'data set of this endpoint', finding.report, 'Remove it.');
  const [view] = views;
  const several = otherRelation(spec);
  const isShared = main !== null && finding.surroundings.relations.byName.has(main.value);
  const what = main === null ? several : `the ${isShared ? 'relation' : 'step'} \`${main.value}\``;
  const isStep = isShared || steps.some(({ name }) => name === main?.value);
  if (view !== undefined && (main === null || isStep)) {
    const message = `\`views\` use the conditions of the answer, so the answer must read a data set; it reads ${what}`;
    finding.report('clause-conflict', view.place, message, 'Remove `views`.');
    return { named: [], sound: false };
  }
  const found = views.flatMap(name => {
    const known = findSource(finding, name);
    return known === null ? [] : [{ name, source: known.source, sound: known.sound }];
  });
  const sound = found.length === views.length && found.every(each => each.sound);
  return { named: found.map(({ name, source }) => ({ name, source })), sound };
}

/** Names in words a relation that is neither a data set nor a step. */
function otherRelation({ from }: PortableSpec): string {
  if (from === null) return 'a union';
  return 'series' in from ? 'a series' : 'one of several relations';
}

function testsOf(
  spec: PortableSpec,
  context: BodyContext,
  { drafts, outputs, isOneRow }: BodyDraft,
  sources: readonly Source[],
): PortableEndpoint['tests'] {
  const columns = drafts.flatMap(({ name }, i) => {
    const output = outputs[i] ?? null;
    if (output?.hidden === true) return [];
    return {
      name,
      answered: output === null ? null : answeredOutput(output, context.compat ?? null),
    };
  });
  const [first, second] = sources;
  const given: GivenSources =
    first !== undefined && second === undefined
      ? { one: first }
      : { one: null, all: new Map(sources.map(source => [source.name, source])) };
  const { params, report } = context;
  const all = { ...params, byName: new Map([...params.byName, ...params.filters]) };
  const tests = resolveTests(spec.tests, { params: all, given, columns }, report);
  if (!isOneRow) reportTies(spec, tests, columns, report);
  return tests;
}

/** The members that all kinds of endpoints share. */
export function headOf(spec: EndpointSpec, { byName, steps, filters }: Params, clauses: Proof) {
  const { value: cache } = spec.cache ?? { value: 'off' as const };
  return {
    name: spec.endpoint.value,
    id: spec.id.value.toLowerCase(),
    life: lifeFrom(spec),
    compat: spec.compat?.value ?? null,
    ignore: spec.ignore.map(({ value }) => value),
    summary: spec.summary,
    description: spec.description?.value ?? null,
    params: [...byName.values(), ...filters.values()].map(param =>
      steps.has(param.name)
        ? { ...param, constraints: { ...param.constraints, step: true as const } }
        : param,
    ),
    cache: cache === 'off' ? null : cache,
    hasDefaultCap: spec.maxRows === null,
    scopedBy: clauseLists(clauses),
    sandbox: null,
  };
}

// ---- engines and data sets ------------------------------------------------------------------------------------------

/** The engines that both the project and the endpoint list. Reports an engine that quern does not have. */
export function resolveEngines(
  { spec, report }: Pick<BodyContext, 'report'> & { readonly spec: Pick<EndpointSpec, 'engines'> },
  { known, enabled }: Pick<Surroundings, 'known' | 'enabled'>,
): readonly string[] {
  if (spec.engines === null) return enabled;
  const named = spec.engines.value.map(({ value }) => ({ name: value }));
  for (const { value, place } of spec.engines.value) {
    if (known.includes(value)) continue;
    const hint = suggestKey(value, known, named);
    report('unknown-engine', place, `There is no engine \`${value}\``, hint);
  }
  const chosen = new Set(spec.engines.value.map(engine => engine.value));
  return enabled.filter(engine => chosen.has(engine));
}
