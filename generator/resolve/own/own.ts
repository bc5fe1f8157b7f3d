/** Resolves an endpoint in own SQL: reads its texts, binds their parameters, finds the tables that they name. */
import { counting, type Report } from '../../core/diagnostics.ts';
import type { OwnEndpoint } from '../../core/endpoint.ts';
import type { Clause } from '../../core/proof.ts';
import type { OwnSpec } from '../../core/spec.ts';
import type { Nameable } from '../../own/read.ts';
import { typeWords } from '../../params/list.ts';
import { mayBeAbsent } from '../choices.ts';
import { maxRowsOf } from '../clauses.ts';
import { headOf, resolveEngines } from '../endpoint.ts';
import { reportIgnored } from '../ignored.ts';
import { listed, suggest } from '../names.ts';
import { type Params, resolveParams } from '../params/params.ts';
import type { Surroundings } from '../surroundings.ts';
import { resolveTests } from '../tests/tests.ts';
import { reportUnused } from '../usage.ts';
import { resolveColumns } from './columns.ts';
import type { OwnContext } from './context.ts';
import { CLOCK, resolveStatement } from './statements.ts';

/** Returns `null` if the endpoint has faults, which are reported. */
export function resolveOwn(
  spec: OwnSpec,
  surroundings: Surroundings,
  report: Report,
): OwnEndpoint | null {
  const faults = counting(report);
  const compat = spec.compat?.value ?? null;
  const params = resolveParams(spec.params, faults.report, compat);
  const sources = [...surroundings.sources.values()].map(({ source }) => source);
  const { textOf } = surroundings;
  const nameable = nameableOf(spec, params, faults.report);
  refuseLists(spec, faults.report);
  const used = new Set<string>();
  const { report: tell } = faults;
  const clauses: Clause[] = [];
  const context = { spec, params, sources, textOf, nameable, used, clauses, compat, report: tell };
  const engines = ownEngines(context, surroundings);
  const statements = spec.query.flatMap(({ name, value }) => {
    const own = surroundings.ownSql(name);
    return own === null ? [] : [[name, resolveStatement(context, name, own, value)] as const];
  });
  const columns = resolveColumns(context);
  const given = new Map(sources.map(source => [source.name, source]));
  const answered = columns.map(column => ({
    name: column.name,
    answered: column.encode === null ? null : { ...column, encode: column.encode, fields: [] },
  }));
  const subject = { params, given: { one: null, all: given } as const, columns: answered };
  const tests = resolveTests(spec.tests, subject, faults.report);
  checkTests(context);
  reportUnused(spec.params, context);
  reportIgnored(spec, [...params.byName.values()], tell);
  if (!spec.sound || faults.count() > 0 || spec.columns === null) return null;
  const known = statements.flatMap(([name, statement]) =>
    statement === null ? [] : [[name, statement] as const],
  );
  return {
    ...headOf(spec, params, clauses),
    body: 'own',
    limit: null,
    maxRows: maxRowsOf(spec),
    engines,
    tests,
    statements: Object.fromEntries(known),
    columns: columns.flatMap(({ encode, ...column }) =>
      encode === null ? [] : [{ ...column, encode }],
    ),
    columnsAt: spec.columns.place,
  };
}

// ---- engines --------------------------------------------------------------------------------------------------------

/** The engines that the project and the endpoint list, and for which the endpoint has a text. */
function ownEngines(context: OwnContext, surroundings: Surroundings): readonly string[] {
  const { spec, report } = context;
  const { known } = surroundings;
  const texts = spec.query.map(({ name }) => name);
  for (const { name, place } of spec.query) {
    if (known.includes(name)) continue;
    report('unknown-engine', place, `There is no engine \`${name}\``, suggest(name, known));
  }
  for (const { value, place } of spec.engines?.value ?? []) {
    if (texts.includes(value) || !known.includes(value)) continue;
    const message = `\`query\` has no text for \`${value}\``;
    report('clause-conflict', place, message, `Write one, or leave \`${value}\` out.`);
  }
  const wanted = resolveEngines(context, surroundings);
  const engines = wanted.filter(name => texts.includes(name));
  if (engines.length === 0 && texts.every(name => known.includes(name))) {
    const message = `\`query\` has a text for ${listed(texts)}, but the endpoint is compiled for ${listed(wanted)}`;
    const hint = 'Add a text, or compile for the engine: `dialects` in `quern.yaml` lists them.';
    report('clause-conflict', spec.place, message, hint);
  }
  return engines;
}

// ---- parameters -----------------------------------------------------------------------------------------------------

export function nameableOf(
  spec: Pick<OwnSpec, 'params'>,
  { byName }: Params,
  report: Report,
): ReadonlyMap<string, Nameable> {
  const nameable = new Map<string, Nameable>();
  for (const { name, value } of spec.params) {
    const param = byName.get(name);
    if (param === undefined) continue;
    const { scalar, type, list } = param;
    const isList = list !== null;
    const isOptional = mayBeAbsent(param);
    if (value.absent !== null && (!isOptional || scalar !== 'string' || isList)) {
      const message = isOptional
        ? `\`${name}\` is of type \`${typeWords(type, list)}\`, and \`absent\` only applies to texts`
        : `\`${name}\` is never absent`;
      report('parameter-conflict', value.absent.place, message, 'Remove `absent`.');
    }
    const absent = value.absent === null ? null : '';
    const standIn = isList ? ([] as const) : absent;
    nameable.set(name, { scalar, isList, absent: isOptional ? standIn : undefined });
  }
  return nameable.set(CLOCK, { scalar: 'timestamp', isList: false, absent: undefined });
}

/** Reports lists: statements in own SQL accept only single values. */
function refuseLists({ params }: Pick<OwnSpec, 'params'>, report: Report): void {
  for (const { name, value } of params) {
    if (value.list === null) continue;
    const message = `\`${name}\` is a list, which own SQL does not take`;
    const hint = 'Write the endpoint with `from` or in GoogleSQL, or declare a single value.';
    report('parameter-conflict', value.list, message, hint);
  }
}

// ---- tests ----------------------------------------------------------------------------------------------------------

/** Tests run on the embedded engine. */
const REHEARSED = 'duckdb';

function checkTests({ spec, report }: OwnContext): void {
  const [test] = spec.tests;
  if (test === undefined || spec.query.some(({ name }) => name === REHEARSED)) return;
  const message = `Tests run on ${REHEARSED}, for which \`query\` has no text`;
  report('invalid-test', test.place, message, `Add a text for ${REHEARSED}, or remove the tests.`);
}
