/** Hover: what a name means, in Markdown. */

import { compileIfShort } from '../../../generator/compile-endpoint.ts';
import { dialectOf, isSqlFile } from '../../../generator/compile-specs.ts';
import type { Endpoint } from '../../../generator/core/plan/endpoint.ts';
import { libraryFunction } from '../../../generator/functions/library.ts';
import type { TextRange } from '../lines.ts';
import { Dictionary, type DictionaryName, findField } from '../names/dictionary.ts';
import type { Occurrence } from '../names/occurrences.ts';
import { descriptionAt } from '../names/schemas.ts';
import { spotAt } from '../names/tree.ts';
import type { EditorProject } from '../project.ts';
import { namesAt } from './navigate.ts';

export interface Hover extends TextRange {
  readonly markdown: string;
}

/** `null` if nothing is known about the place. */
export function hoverAt(project: EditorProject, path: string, offset: number): Hover | null {
  const names = namesAt(project, path, offset);
  const said = names.map(one => nameText(project, path, one)).filter(text => text !== null);
  const [first] = names;
  if (first !== undefined && said.length > 0)
    return { start: first.start, end: first.end, markdown: said.join('\n\n---\n\n') };
  const root = isSqlFile(path) ? null : project.outlineOf(path);
  const spot = root === null ? null : spotAt(root, offset);
  if (spot === null) return null;
  if (spot.kind === 'scalar' && spot.path.join('.') === 'endpoint') {
    const sql = sqlText(project, project.endpointIn(path));
    return sql === null ? null : { ...spot.node.place, markdown: sql };
  }
  const description = spot.kind === 'key' ? descriptionAt(path, spot.path) : null;
  if (description === null || spot.kind !== 'key') return null;
  return { ...spot.entry.place, markdown: `**${spot.entry.name}**\n\n${description}` };
}

function nameText(project: EditorProject, path: string, { symbol }: Occurrence): string | null {
  const [kind, ...parts] = symbol.split('|');
  if (kind === 'function') return functionText(parts[0] ?? '');
  const owner = ownerOf(project, path, symbol);
  const root = project.outlineOf(owner);
  if (root === null) return null;
  const dictionary = new Dictionary(project, owner, root);
  const name = parts.at(-1) ?? '';
  if (kind === 'output') {
    const named = dictionary.outputsOf(parts.slice(1, -1)).find(one => one.name === name);
    const endpoint = parts.length === 2 ? project.endpointIn(owner) : null;
    return shown(named, 'output', sqlText(project, endpoint, name));
  }
  if (kind === 'param') return paramText(dictionary.params().find(one => one.name === name));
  if (kind === 'shared') return paramText(dictionary.sharedParams().find(one => one.name === name));
  if (kind === 'column') {
    const [set = '', ...way] = parts;
    return shown(findField(dictionary.columnsOf(set), way), `column of \`${set}\``);
  }
  if (kind === 'filter') {
    const [set = ''] = parts;
    const filter = dictionary.filtersOf(set).find(one => one.name === name);
    return shown(filter, `filter of \`${set}\``);
  }
  if (kind === 'set' || kind === 'step')
    return shown(dictionary.relation(name), kind === 'set' ? tablesOf(project, name) : 'step');
  return null;
}

/** The file that declares a name. */
function ownerOf(project: EditorProject, path: string, symbol: string): string {
  const [, owner = ''] = symbol.split('|');
  if (project.specifications().includes(owner)) return owner;
  if (!isSqlFile(path)) return path;
  return project.readersOf(path)[0] ?? path;
}

function shown(named: DictionaryName | null | undefined, kind: string, sql: string | null = null) {
  if (named === null || named === undefined) return null;
  const unit = named.unit === null ? '' : `, in ${named.unit}`;
  const lines = [`**${named.name}** \`${named.detail}\`${unit} · ${kind}`];
  if (named.description !== null) lines.push(named.description);
  if (sql !== null) lines.push(sql);
  return lines.join('\n\n');
}

function paramText(
  named: (DictionaryName & { readonly values: readonly string[] | null }) | undefined,
) {
  const values = (named?.values ?? []).map(value => `\`${value}\``).join(', ');
  return shown(named, values === '' ? 'parameter' : `parameter, one of ${values}`);
}

function tablesOf(project: EditorProject, name: string): string {
  const tables = project.ground.surroundings.sources.get(name)?.source.tables ?? {};
  const shownTables = Object.entries(tables).map(
    ([engine, { name: parts }]) => `${engine} \`${parts.join('.')}\``,
  );
  return ['data set', ...shownTables].join(' · ');
}

// ---- SQL ------------------------------------------------------------------------------------------------------------

function functionText(name: string): string | null {
  const known = libraryFunction(name);
  if (known === null) return null;
  const { signature, meaning, example } = known;
  return [`\`\`\`\n${signature}\n\`\`\``, meaning, `\`${example}\``].join('\n\n');
}

/** The statement of each engine, with the first of its choices. For one output, a statement whose only value is this output. */
function sqlText(
  project: EditorProject,
  endpoint: Endpoint | null,
  output?: string,
): string | null {
  const asked = output === undefined || endpoint === null ? endpoint : answering(endpoint, output);
  if (asked === null) return null;
  const compiled = compileIfShort(asked, project.prepared.dialects);
  if (compiled === null) return null;
  const texts = compiled.engines.map(({ dialect, statements, saved }) => {
    const [first = saved] = statements.values();
    return `${dialectOf(dialect).title}\n\n\`\`\`sql\n${first.sql.map(part => (typeof part === 'string' ? part : part.sql)).join('')}\n\`\`\``;
  });
  return texts.length === 0 ? null : texts.join('\n\n');
}

function answering(endpoint: Endpoint, name: string): Endpoint | null {
  if (endpoint.body !== 'portable') return null;
  const outputs = endpoint.outputs.filter(
    output => output.name === name || output.role !== 'value',
  );
  if (!outputs.some(output => output.name === name)) return null;
  const visible = outputs.map(output => ({
    ...output,
    hidden: output.name !== name && output.hidden,
  }));
  const having = { having: [], orderBy: [], pages: null, offset: null, limit: null, limitBy: null };
  return { ...endpoint, ...having, outputs: visible, views: [], sandbox: null, tests: [] };
}
