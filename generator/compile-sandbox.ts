/**
 * Compiles the views of a sandbox to a statement for each engine. A statement returns the rows of a view, with its columns as
 * they are stored. The statements of the service's callers read these rows.
 */

import type { RecordExpr } from './core/expr/expr.ts';
import { statementKey } from './core/output/statement-key.ts';
import type { Endpoint, PortableEndpoint, SandboxView } from './core/plan/endpoint.ts';
import type { Origins } from './core/plan/origins.ts';
import type { OutputColumn } from './core/plan/query.ts';
import type { Field } from './core/spec/source.ts';
import { fieldAt, fieldsOfItems, fieldsOfRecord } from './core/spec/source.ts';
import type { CompiledEngine, CompiledView } from './emitters/emitter.ts';
import { lowering } from './lower/lower.ts';
import { planRows } from './plan/plan.ts';
import { freshNames } from './plan/steps/fresh-names.ts';
import { originsOf } from './prove/origins.ts';
import { combinations, foldedChoices } from './specialize/choices.ts';
import { planningOnce } from './specialize/planned.ts';
import { listReads, storedLeaves } from './specialize/reads.ts';
import { specializeRows } from './specialize/specialize.ts';
import type { Dialect } from './sql/dialect.ts';
import { print } from './sql/print.ts';

export function compileView(
  view: SandboxView,
  endpoint: Endpoint,
  dialects: readonly Dialect[],
): CompiledView {
  const { outputs, leaves } = flatten(view.query.outputs);
  const body = asEndpoint({ ...view, query: { ...view.query, outputs } }, endpoint);
  const choices = foldedChoices(body);
  const rows = planRows(body);
  const planFor = planningOnce(body, rows, planRows);
  const plans = combinations(body, choices).map(known => {
    const plan = specializeRows(planFor(known), known, body);
    return { known, plan, lowered: lowering(plan) };
  });
  const read = view.sources.map(source => {
    const stored = storedLeaves(
      plans.map(({ plan }) => plan),
      source,
    );
    return { source, stored };
  });
  const engines = dialects.map((dialect): CompiledEngine => {
    const statements = plans.map(({ known, lowered }) => {
      const values = [...known.values()];
      return [
        statementKey(values),
        print(lowered(dialect), dialect, `the view ${view.name}`),
      ] as const;
    });
    const reads = read.map(({ source, stored }) => {
      return [source.name, listReads(stored, source, dialect.name)] as const;
    });
    return {
      dialect: dialect.name,
      saved: { sql: [], bind: [] },
      choices,
      reads: new Map(reads),
      statements: new Map(statements),
    };
  });
  const columns = view.query.outputs.flatMap(output =>
    output.hidden ? [] : columnOf(output, view),
  );
  const shown = outputs.map(({ name }) => name);
  const origins = ofRecords(originsOf(rows, shown), leaves);
  return { name: view.name, columns, leaves, repeated: isRepeated(view), engines, origins };
}

/** The origins with those of a record's single values under the name of the record. */
function ofRecords(origins: Origins, leaves: CompiledView['leaves']): Origins {
  const columns = new Map(origins.columns);
  for (const [path, leaf] of leaves) {
    const [record = ''] = path.split('.');
    const names = [
      ...(columns.get(record) ?? []),
      ...path.split('.').slice(1),
      ...(columns.get(leaf) ?? []),
    ];
    columns.set(record, [...new Set(names)].filter(name => name !== record).sort());
  }
  return { ...origins, columns };
}

/** Whether any engine stores the view's records as arrays. Callers' statements then see them as arrays, too. */
function isRepeated({ sources }: SandboxView): boolean {
  return sources.some(({ tables }) =>
    Object.values(tables).some(({ records }) => records === 'repeated'),
  );
}

/** Wraps a view as an endpoint that returns no answer itself, with the parameters of its real endpoint. */
function asEndpoint({ name, query, steps }: SandboxView, endpoint: Endpoint): PortableEndpoint {
  return {
    ...endpoint,
    name,
    body: 'portable',
    ...query,
    limit: null,
    steps,
    views: [],
    pages: null,
    offset: null,
    sandbox: null,
    tests: [],
    rollup: null,
  };
}

/** Replaces each record by its single values. `leaves` maps the path of each value to its column name. */
function flatten(outputs: readonly OutputColumn[]): {
  readonly outputs: readonly OutputColumn[];
  readonly leaves: ReadonlyMap<string, string>;
} {
  const shown = outputs.filter(({ hidden }) => !hidden);
  const fresh = freshNames(shown.map(({ name }) => name));
  const leaves = new Map<string, string>();
  const flat = shown.flatMap((output): readonly OutputColumn[] => {
    const { expr } = output;
    if (expr.kind !== 'record') return [output];
    return leavesOf(expr, [output.name]).map(({ path, leaf }) => {
      const name = fresh(path.join('_'));
      leaves.set(path.join('.'), name);
      return { ...output, name, expr: leaf };
    });
  });
  return { outputs: flat, leaves };
}

type Leaf = Exclude<RecordExpr['fields'][number]['value'], RecordExpr>;

function leavesOf(
  record: RecordExpr,
  above: readonly string[],
): readonly { readonly path: readonly string[]; readonly leaf: Leaf }[] {
  return record.fields.flatMap(({ name, value }) => {
    const path = [...above, name];
    return value.kind === 'record' ? leavesOf(value, path) : [{ path, leaf: value }];
  });
}

/** Returns the column of a view, with the description from its data set. */
function columnOf({ name, expr, ...said }: OutputColumn, { query }: SandboxView): Field {
  const { description, unit } = said;
  const shape = { ...PLAIN, name, description, unit };
  if (expr.kind !== 'record')
    return {
      ...shape,
      type: expr.scalar,
      nullable: expr.nullable,
      fields: fieldsOfItems(expr.scalar),
    };
  const fields = fieldsOfRecord(expr, path => {
    const { description = null, unit = null } = fieldAt(query.from.columns, path) ?? {};
    return { description, unit };
  });
  return { ...shape, type: 'record', nullable: true, fields };
}

const PLAIN = { digits: null, optional: false, fields: [], is: null, text: {} } as const;
