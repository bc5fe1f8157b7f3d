/** Paths into JSON documents whose dot belongs to a name in the data: without quotes around that name, they read nothing. */
import { randomUUID } from 'node:crypto';
import type { InputFile } from '../../generator/compile.ts';
import { isSourcesFile, readTree } from '../../generator/compile-specs.ts';
import type { PlanExpr, RecordExpr } from '../../generator/core/expr/expr.ts';
import { visitExpr } from '../../generator/core/expr/walk.ts';
import type { Endpoint } from '../../generator/core/plan/endpoint.ts';
import type { NamedExpr, Plan, Relation } from '../../generator/core/plan/relation.ts';
import { inputsOf, visitPlan } from '../../generator/core/plan/walk-plan.ts';
import type { Place, Report } from '../../generator/core/report/diagnostics.ts';
import type { Node, ScalarNode } from '../../generator/core/spec/document.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { statementOf } from '../asked.ts';
import { asFailure, openNamedEngine } from '../engines.ts';
import type { Session } from '../session.ts';
import { catalogueOf, compiled } from './compiled.ts';
import { documentOf } from './specifications/specifications.ts';
import { type AskedTables, placeOfEndpoint } from './tables.ts';
import type { Workspace } from './workspace.ts';

/** A path that is read in a column of a data set: names, and numbers of items. */
interface ReadPath {
  readonly endpoint: string;
  readonly source: string;
  readonly column: readonly string[];
  readonly parts: readonly (string | bigint)[];
}

/** The rows that are looked at, in no order. */
const LOOKED_AT = 10_000;
/** Engines that bill bytes read the whole column, also for few rows. */
const MOST_BYTES = 2 ** 30;

/**
 * Warns of paths that find nothing in the first rows, where a name with a dot would be found. Rejects with `Failure` if the engine
 * cannot be reached.
 */
export async function reportDottedPaths(
  session: Session,
  workspace: Workspace,
  inputs: readonly InputFile[],
  { engine: name, database }: AskedTables,
  report: Report,
): Promise<void> {
  const { compilation } = await compiled(workspace, inputs);
  const paths = compilation.project.endpoints
    .filter(({ engines }) => engines.includes(name))
    .flatMap(dottedPaths);
  if (paths.length === 0) return;
  const files = inputs.filter(({ path }) => isSourcesFile(path));
  const probes = paths.map((path, at) => probeOf(path, at, name));
  const { compilation: probing } = await compiled(workspace, [...files, ...probes]);
  const manifest = catalogueOf(probing);
  const engine = await openNamedEngine(name, { workspace, manifest, database, concurrency: 1 });
  const limits = {
    maxRows: LOOKED_AT + 1,
    maxBytes: Number.POSITIVE_INFINITY,
    timeoutMs: workspace.config.service.timeoutMs,
    signal: session.host.interrupted,
    label: { endpoint: 'check', request: 'quern-check' },
  };
  try {
    for (const [at, path] of paths.entries()) {
      const probe = manifest.endpoints.find(one => one.name === probeName(at));
      if (probe === undefined) throw new Error(`there is no ${probeName(at)}`);
      const statement = statementOf(probe, name, new Map(), session.host.clock());
      const cost = await engine.estimate(statement, limits).catch(asFailure);
      if (cost?.unit === 'bytes' && cost.amount > MOST_BYTES) {
        session.note(
          `the path \`${pathText(path.parts)}\` was not looked at: ${name} would read ${cost.amount} bytes`,
        );
        continue;
      }
      const { rows } = await engine.run(statement, limits).catch(asFailure);
      const isFound = (column: number) => rows.some(row => Number(row[column]) === 1);
      const found = joinedNames(path.parts).find((_, other) => isFound(other + 1));
      if (!isFound(0) && found !== undefined) warn(path, found, inputs, report);
    }
  } finally {
    await engine.close();
  }
}

function probeName(at: number): string {
  return `probe.p${at}`;
}

/** An endpoint that says for each row whether the path finds something, and for each name with a dot whether that would. */
function probeOf({ source, column, parts }: ReadPath, at: number, engine: string): InputFile {
  const document = column.map(name => `\`${name}\``).join('.');
  const finds = (path: ReadPath['parts']) =>
    `if(json_exists(${document}, '${pathText(path)}'), 1, 0)`;
  const columns = [parts, ...joinedNames(parts)].map((path, index) => [`c${index}`, finds(path)]);
  const probe = {
    endpoint: probeName(at),
    id: randomUUID(),
    engines: [engine],
    from: source,
    unscoped: true,
    select: Object.fromEntries(columns),
    limit: LOOKED_AT,
    max_rows: LOOKED_AT,
  };
  return { path: `endpoints/${probe.endpoint}.yaml`, bytes: JSON.stringify(probe) };
}

/** The paths that have, in place of two or more names in a row, one name with dots. */
function joinedNames(parts: ReadPath['parts']): readonly ReadPath['parts'][] {
  return parts.flatMap((_, from) =>
    parts.flatMap((_, last) => {
      const names = parts.slice(from, last + 1);
      if (names.length < 2 || !names.every(part => typeof part === 'string')) return [];
      return [[...parts.slice(0, from), names.join('.'), ...parts.slice(last + 1)]];
    }),
  );
}

function pathText(parts: ReadPath['parts']): string {
  const written = parts.map(part => {
    if (typeof part === 'bigint') return `[${part}]`;
    return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part) ? `.${part}` : `."${part}"`;
  });
  return written.join('').replace(/^\./, '');
}

function warn(
  { endpoint, source, column, parts }: ReadPath,
  found: ReadPath['parts'],
  inputs: readonly InputFile[],
  report: Report,
): void {
  const [path, right] = [pathText(parts), pathText(found)];
  const of = `\`${column.join('.')}\` of \`${source}\``;
  report(
    'dotted-path',
    placeOfPath(path, endpoint, inputs),
    `The path \`${path}\` finds nothing in ${of}, which has a name with a dot: \`${right}\``,
    `Write \`'${right}'\`: quotes keep a name with a dot whole.`,
  );
}

/** The paths with two names in a row, each once. */
function dottedPaths(endpoint: Endpoint): readonly ReadPath[] {
  if (endpoint.body !== 'portable' && endpoint.body !== 'googlesql') return [];
  const plan = endpoint.body === 'portable' ? planEndpoint(endpoint) : endpoint.plan;
  const found = new Map<string, ReadPath>();
  const relations = relationsOf(plan);
  const visit = (expr: PlanExpr) => {
    if (expr.kind !== 'call' || !/^json_(?!from_string)/.test(expr.fn)) return;
    const [document, ...path] = expr.args;
    const parts = path.flatMap(part =>
      part.kind === 'literal' && (typeof part.value === 'string' || typeof part.value === 'bigint')
        ? [part.value]
        : [],
    );
    const read = storedColumn(document, plan, relations);
    if (read === null || joinedNames(parts).length === 0) return;
    const { source, path: column } = read;
    found.set(JSON.stringify([source, column, parts.map(String)]), {
      endpoint: endpoint.name,
      source,
      column,
      parts,
    });
  };
  visitPlan<PlanExpr>(plan, expr => visitExpr<PlanExpr>(expr, visit));
  return [...found.values()];
}

/** By their names, which are unique in a plan. */
function relationsOf({ views, steps, answer }: Plan): ReadonlyMap<string, Relation> {
  const named = new Map<string, Relation>();
  const add = (relation: Relation) => {
    if ('name' in relation) named.set(relation.name, relation);
    for (const input of inputsOf(relation)) add(input);
  };
  for (const { relation } of [...views, ...steps]) add(relation);
  add(answer);
  return named;
}

interface StoredColumn {
  readonly source: string;
  readonly path: readonly string[];
}

/** The column of a data set that the document is, also through steps that pass it on; `null` for any other document. */
function storedColumn(
  expr: PlanExpr | RecordExpr | undefined,
  plan: Plan,
  relations: ReadonlyMap<string, Relation>,
  fields: readonly string[] = [],
): StoredColumn | null {
  if (expr?.kind === 'call' && expr.fn === 'json_from_string')
    return storedColumn(expr.args[0], plan, relations, fields);
  if (expr?.kind !== 'column') return null;
  const path = [...expr.path, ...fields];
  const shownBy = (relation: Relation | undefined): StoredColumn | null => {
    const found = (columns: readonly NamedExpr<PlanExpr | RecordExpr>[]) =>
      storedColumn(
        columns.find(({ name }) => name === path[0])?.expr,
        plan,
        relations,
        path.slice(1),
      );
    switch (relation?.node) {
      case 'table':
        return { source: relation.source.name, path };
      case 'read':
        return shownBy(plan.steps.find(({ name }) => name === relation.step)?.relation);
      case 'project':
        return found(relation.columns);
      case 'aggregate':
        return found(relation.keys);
      case 'window':
        if (relation.kept !== null) return found(relation.kept);
        return relation.columns.some(({ name }) => name === path[0])
          ? null
          : shownBy(relation.input);
      case 'filter':
      case 'sort':
      case 'limit':
      case 'named':
        return shownBy(relation.input);
      default:
        return null;
    }
  };
  return shownBy(relations.get(expr.relation));
}

/** The first text with the path, in the specification of the endpoint or in those of data sets; else the name of the endpoint. */
function placeOfPath(path: string, endpoint: string, inputs: readonly InputFile[]): Place {
  const sources = inputs.filter(one => isSourcesFile(one.path));
  const documents = [documentOf(inputs, endpoint), ...sources.flatMap(one => readTree(one) ?? [])];
  for (const { root } of documents)
    for (const { text, place } of textsIn(root)) if (text.includes(path)) return place;
  return placeOfEndpoint(endpoint, inputs);
}

function textsIn(node: Node): readonly ScalarNode[] {
  switch (node.kind) {
    case 'scalar':
      return [node];
    case 'sequence':
      return node.items.flatMap(textsIn);
    case 'mapping':
      return node.entries.flatMap(({ value }) => textsIn(value));
  }
}
