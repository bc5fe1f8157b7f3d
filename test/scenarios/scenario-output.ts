/** What a block of a scenario has to say, by the words behind its fence. */

import { DIALECTS } from '../../engines/index.ts';
import type { Compiled } from '../../generator/compile.ts';
import { conditionWords } from '../../generator/core/expr/condition.ts';
import type { Binding, Segment, Statement } from '../../generator/core/output/statement.ts';
import { sourcesRead } from '../../generator/core/plan/endpoint.ts';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import type { CompiledEngine } from '../../generator/emitters/emitter.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { printSchema } from '../../generator/sql/schema.ts';

export const DIAGNOSTICS = 'text diagnostics';
/** The forms that `outputOf` knows, for messages. */
const FORMS = [
  'yaml <path>',
  'bytes <path>',
  'sql <engine> saved',
  'sql <engine> specialised',
  'sql <engine> specialised <key>',
  'sql <engine> tables',
  'sql <engine> view <name>',
  'json columns',
  'json params',
  'json settings',
  DIAGNOSTICS,
];

/** The text of the block `info`; throws with the reason where there is no such block, or nothing to say in it. */
export function outputOf(info: string, compiled: Compiled): string {
  if (info === DIAGNOSTICS) return diagnosticsText(compiled);
  const [, engine, form, key] =
    /^sql ([a-z]+) (saved|specialised|tables|view)(?: (.+))?$/s.exec(info) ?? [];
  if (engine !== undefined && form === 'tables' && key === undefined)
    return tables(engine, compiled);
  if (engine !== undefined && form === 'saved' && key === undefined)
    return statements(engine, compiled, found => shown(found.saved, []));
  if (engine !== undefined && form === 'specialised')
    return statements(engine, compiled, found => specialised(found, keyOf(key ?? '')));
  if (engine !== undefined && form === 'view') return viewText(engine, key ?? '', compiled);
  const view = /^json (columns|params|settings)$/.exec(info)?.[1];
  if (view !== undefined) return manifestView(view, compiled);
  throw new Error(`unknown block \`${info}\`; known are ${FORMS.map(f => `\`${f}\``).join(', ')}`);
}

/** Blocks for a scenario that has only input: its diagnostics, else every saved query. */
export function firstBlocks({ compilation, diagnostics }: Compiled): readonly string[] {
  if (diagnostics.length > 0) return [DIAGNOSTICS];
  return compilation.dialects
    .filter(name => compilation.endpoints.some(e => e.engines.some(g => g.dialect === name)))
    .map(name => `sql ${name} saved`);
}

function diagnosticsText({ diagnostics }: Compiled): string {
  if (diagnostics.length === 0) throw new Error('there are no diagnostics');
  return renderDiagnostics(diagnostics);
}

// ---- SQL ------------------------------------------------------------------------------------------------------------

/** Of each endpoint, in their order. */
function statements(
  engine: string,
  { compilation }: Compiled,
  text: (engine: CompiledEngine) => string,
): string {
  const found = compilation.endpoints.flatMap(({ engines }) =>
    engines.filter(({ dialect }) => dialect === engine),
  );
  if (found.length === 0) throw new Error(`nothing is compiled for \`${engine}\``);
  return found.map(text).join('\n');
}

/** A view of a sandbox. */
function viewText(engine: string, name: string, { compilation }: Compiled): string {
  const views = compilation.endpoints.flatMap(endpoint => endpoint.views ?? []);
  const found = views
    .filter(view => view.name === name)
    .flatMap(view => view.engines.filter(({ dialect }) => dialect === engine));
  if (found.length === 0) throw new Error(`there is no view \`${name}\` on ${engine}`);
  return found.map(one => specialised(one, '')).join('\n');
}

/** A key with characters that cannot be seen is written as JSON. */
function keyOf(text: string): string {
  return text.startsWith('"') ? JSON.parse(text) : text;
}

function specialised({ statements: byKey }: CompiledEngine, key: string): string {
  const statement = byKey.get(key);
  if (statement !== undefined) return shown(statement, statement.bind.map(bound));
  const known = [...byKey.keys()].map(name => `\`${name}\``);
  throw new Error(`there is no statement \`${key}\`, only ${known.join(', ')}`);
}

function shown({ sql }: Statement, notes: readonly string[]): string {
  const text = sql.map(piece).join('').trimEnd();
  return `${[text, ...notes].join('\n')}\n`;
}

/** A guarded piece is a run of whole lines; comments say where it begins and ends. */
function piece(segment: Segment): string {
  if (typeof segment === 'string') return segment;
  const { sql } = segment;
  const when = conditionWords(segment.when);
  if (!sql.startsWith('\n')) throw new Error(`a guarded piece does not begin a line: ${sql}`);
  return `\n  -- when ${when}:${sql}\n  -- end`;
}

const BOUND: Readonly<Record<Binding['from'], string>> = {
  param: 'the parameter',
  clock: 'the clock',
  arrival: 'the clock of the request itself',
  rows: 'page_size and one',
  after: 'the last row of the page before',
};

function bound({ name, from, scalar, when = [], absent }: Binding): string {
  const what = BOUND[from];
  const condition = when.length === 0 ? '' : `, when ${when.map(conditionWords).join(' or ')}`;
  const standIn =
    absent === undefined
      ? ''
      : `, ${absent === null ? 'NULL' : JSON.stringify(absent).replaceAll('"', "'")} where absent`;
  return `-- bound: ${name}, ${scalar}, ${what}${condition}${standIn}`;
}

function tables(engine: string, { compilation }: Compiled): string {
  const dialect = DIALECTS.get(engine);
  if (dialect === undefined) throw new Error(`there is no engine \`${engine}\``);
  const read = new Set(compilation.endpoints.flatMap(({ endpoint }) => sourcesRead(endpoint)));
  const sources = compilation.project.sources.filter(({ name }) => read.has(name));
  return `${printSchema(sources, dialect).trimEnd()}\n`;
}

// ---- the manifest ---------------------------------------------------------------------------------------------------

function manifestView(view: string, { compilation }: Compiled): string {
  const [endpoint, ...others] = manifestOf(compilation).endpoints;
  if (endpoint === undefined || others.length > 0)
    throw new Error('a block of JSON is about the one endpoint that is compiled');
  const { columns, params, summary, description, limit, maxRows, cache, sandbox } = endpoint;
  const engines = Object.keys(endpoint.engines);
  const settings = { summary, description, limit, maxRows, cache, sandbox, engines };
  const views: Readonly<Record<string, unknown>> = { columns, params, settings };
  return lines(views[view] ?? null);
}

/** JSON, an item or entry a line. */
function lines(value: unknown): string {
  if (Array.isArray(value))
    return bracketed(
      '[',
      value.map(item => JSON.stringify(item)),
      ']',
    );
  const entries = Object.entries(value ?? {}).map(
    ([name, entry]) => `${JSON.stringify(name)}: ${JSON.stringify(entry)}`,
  );
  return bracketed('{', entries, '}');
}

function bracketed(open: string, items: readonly string[], close: string): string {
  if (items.length === 0) return `${open}${close}\n`;
  return `${open}\n${items.map(item => `  ${item}`).join(',\n')}\n${close}\n`;
}
