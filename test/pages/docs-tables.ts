/** The tables of the guides that follow from the compiler's own data. */

import { CHANGES, type Level } from '../../cli/diff/changes.ts';
import { DIALECTS, ENGINE_NAMES, ENGINES } from '../../engines/index.ts';
import {
  CATALOGUE,
  type DiagnosticCode,
  severityOf,
} from '../../generator/core/report/diagnostics.ts';
import { CLIENT_LANGUAGES } from '../../generator/emitters/clients/index.ts';
import { GROUPS } from '../../generator/functions/entry.ts';
import { LIBRARY } from '../../generator/functions/library.ts';
import type { LibraryFunction } from '../../generator/functions/rule.ts';
import { TRANSLATED_AGGREGATES } from '../../generator/googlesql/functions/aggregates.ts';
import { TRANSLATED_CASTS } from '../../generator/googlesql/functions/casts.ts';
import { DOCUMENT_ARRAYS } from '../../generator/googlesql/functions/documents/document-items.ts';
import { TRANSLATORS } from '../../generator/googlesql/functions/functions.ts';
import { GENERATED } from '../../generator/googlesql/scans/generated.ts';
import { TRANSLATED_WINDOWS } from '../../generator/googlesql/scans/window.ts';
import { ITEM_AGGREGATES } from '../../generator/googlesql/subqueries/own-aggregates.ts';
import { PARAM_TYPES, TYPE_NAMES } from '../../generator/params/index.ts';
import { projectSchema } from '../../generator/settings/project.ts';
import { endpointSchema, sourcesSchema } from '../../generator/shape/files.ts';
import type { JsonSchema } from '../../generator/shape/json-schema.ts';
import { sql } from '../../generator/sql/sql.ts';
import type { StoredTypes } from '../../generator/sql/stored.ts';
import { table } from './docs-markdown.ts';

const dialects = [...DIALECTS.keys()];
const ENDPOINT = endpointSchema({ dialects, paramTypes: TYPE_NAMES });
const SOURCES = sourcesSchema({ paramTypes: [], dialects });
const SOURCE = member(member(SOURCES, '$defs'), 'source');
const CONFIG = projectSchema([...CLIENT_LANGUAGES.values()], Object.values(ENGINES));

/** Writers of generated sections by name. */
export const TABLES: Readonly<Record<string, () => string>> = {
  functions: () => GROUPS.map(functions).join('\n\n'),
  diagnostics,
  googlesql,
  changes,
  'parameter-types': parameterTypes,
  'endpoint-keys': () => keys(ENDPOINT, ENDPOINT),
  'parameter-keys': () => keys(ENDPOINT, at(ENDPOINT, 'params', '*')),
  'predicate-keys': () => keys(ENDPOINT, at(ENDPOINT, 'where', '[]')),
  'filter-keys': () => keys(ENDPOINT, at(ENDPOINT, 'filters', '*')),
  'bucket-keys': () => keys(ENDPOINT, at(ENDPOINT, 'buckets')),
  'retention-keys': () => keys(ENDPOINT, at(ENDPOINT, 'retention')),
  'window-keys': () => keys(ENDPOINT, at(ENDPOINT, 'window')),
  'output-keys': () => keys(ENDPOINT, at(ENDPOINT, 'select', '*')),
  'pages-keys': () => keys(ENDPOINT, at(ENDPOINT, 'pages')),
  'cache-keys': () => keys(ENDPOINT, member(member(ENDPOINT, '$defs'), 'cache')),
  'test-keys': () => keys(ENDPOINT, at(ENDPOINT, 'tests', '*')),
  'source-keys': () => keys(SOURCES, SOURCE),
  'table-keys': () => keys(SOURCES, along(SOURCES, SOURCE, ['tables', '*'])),
  'column-keys': () => keys(SOURCES, member(member(SOURCES, '$defs'), 'column')),
  'config-keys': () => keys(CONFIG, CONFIG),
  'openapi-keys': () => keys(CONFIG, at(CONFIG, 'openapi')),
  'client-keys': () => keys(CONFIG, at(CONFIG, 'clients')),
  'server-keys': () => keys(CONFIG, at(CONFIG, 'server')),
  'service-keys': () => keys(CONFIG, at(CONFIG, 'service')),
  'jwt-keys': () => keys(CONFIG, at(CONFIG, 'service', 'jwt')),
  'answer-cache-keys': () => keys(CONFIG, at(CONFIG, 'service', 'cache')),
  'csv-keys': () => keys(CONFIG, at(CONFIG, 'service', 'csv')),
  'rate-limit-keys': () => keys(CONFIG, at(CONFIG, 'service', 'rate_limit')),
  'budget-keys': () => keys(CONFIG, at(CONFIG, 'service', 'budget')),
  'engine-keys': engineKeys,
  'stored-types': storedTypes,
};

const LEVELS: Readonly<Record<Level | 'none', string>> = {
  wire: '**breaking**: requests or answers',
  source: '**breaking**: code on a client',
  meaning: 'rows or times',
  none: 'safe',
};

function changes(): string {
  const rows = Object.entries(CHANGES).map(([code, { level, title }]) => {
    return [`\`${code}\``, LEVELS[level ?? 'none'], title];
  });
  return table(['Change', 'Concerns', 'What it is'], rows);
}

// ---- functions ------------------------------------------------------------------------------------------------------

function functions(group: (typeof GROUPS)[number]): string {
  const rows = LIBRARY.filter(fn => fn.group === group).map(fn => [
    fn.signature.replaceAll(/[a-z_0-9]+\([^)]*\)/g, '`$&`'),
    given(fn),
    fn.meaning,
    `\`${fn.example}\``,
  ]);
  return `**${group}**\n\n${table(['Function', 'Gives', 'Meaning', 'Example'], rows)}`;
}

const TIME_GIVES = {
  trunc: 'as the argument',
  date: '`date`',
  timestamp: '`timestamp`',
  extract: '`int64`',
  date_diff: '`int64`',
  timestamp_diff: '`int64`',
  format_timestamp: '`string`',
};

/** The type of the result. */
function given({ rule }: LibraryFunction): string {
  switch (rule.kind) {
    case 'scalar':
    case 'aggregate': {
      const { overloads } = rule;
      const scalars = new Set(overloads.map(({ gives }) => gives));
      return scalars.size === 1 ? `\`${[...scalars].join()}\`` : 'as the argument';
    }
    case 'items':
      return { first: 'as the field', count: '`int64`', any: '`bool`', all: '`bool`' }[rule.as];
    case 'quantile':
      return rule.fn === 'quantile_cont' ? '`float64`' : 'as the argument';
    case 'extreme':
    case 'neighbour':
    case 'alike':
    case 'safe':
      return 'as the argument';
    case 'listing':
      return rule.fn === 'list_agg' ? 'a list' : '`string`';
    case 'concat':
    case 'pattern':
    case 'size':
    case 'url':
      return '`string`';
    case 'window':
    case 'tile':
      return '`int64`';
    case 'matches':
      return '`bool`';
    case 'documents':
      return 'documents';
    case 'json':
      return `\`${rule.gives}\``;
    case 'time':
      return TIME_GIVES[rule.fn];
    case 'now':
      return '`timestamp`';
  }
}

function parameterTypes(): string {
  const rows = [...PARAM_TYPES.values()].map(({ name, scalar, constraints, written }) => [
    `\`${name}\``,
    `\`${scalar}\``,
    constraints.map(constraint => `\`${constraint}\``).join(', '),
    written,
  ]);
  return table(['Type', 'Value', 'Options', 'Text'], rows);
}

function diagnostics(): string {
  const rows = (Object.keys(CATALOGUE) as DiagnosticCode[]).map(code => [
    `[\`${code}\`](diagnostics/${code}.md)`,
    severityOf(code) === 'warning' ? `${CATALOGUE[code]} (a warning)` : CATALOGUE[code],
  ]);
  return table(['Code', 'Meaning'], rows);
}

// ---- stored types ---------------------------------------------------------------------------------------------------

/** How each engine reads the types of its tables. */
function storedTypes(): string {
  const tables = ENGINE_NAMES.map(name => {
    const { title, stored } = ENGINES[name].dialect;
    const all = stored.common;
    const keyOf = (type: string) => stored.exact(type).join() || stored.kind(type);
    const keys = new Set(all.map(keyOf));
    const rows = [...keys].map(key =>
      storedRow(
        stored,
        all.filter(type => keyOf(type) === key),
      ),
    );
    return `**${title}**\n\n${table(['Stored', 'Declared', 'Read as'], rows)}`;
  });
  return tables.join('\n\n');
}

function storedRow(
  { readings, exact, kind }: StoredTypes,
  types: readonly string[],
): readonly string[] {
  const [first = ''] = types;
  const stored = types.map(type => `\`${type}\``).join(', ');
  const unchanged = exact(first).map(scalar => `\`${scalar}\``);
  if (unchanged.length > 0) return [stored, unchanged.join(', '), 'as it is'];
  const known = readings[kind(first) ?? ''];
  if (known === undefined) throw new Error(`no statement reads ${types.join(', ')}`);
  const read = Object.entries(known).map(([scalar, { value }]) => {
    return { scalar: `\`${scalar}\``, sql: `\`${value(sql`c`, false).text}\`` };
  });
  return [
    stored,
    read.map(({ scalar }) => scalar).join(', '),
    read.map(({ sql }) => sql).join(', '),
  ];
}

// ---- keys -----------------------------------------------------------------------------------------------------------

/** The properties of a mapping's schema; `root` holds what they refer to. */
function keys(root: JsonSchema, schema: JsonSchema): string {
  return table(['Key', 'Value', 'Meaning'], keyRows(root, schema));
}

/** Those of all engines. */
function engineKeys(): string {
  const rows = Object.values(ENGINES).flatMap(({ dialect: { name, title } }) => {
    return keyRows(CONFIG, at(CONFIG, 'engines', name)).map(row => [title, ...row]);
  });
  return table(['Engine', 'Key', 'Value', 'Meaning'], rows);
}

function keyRows(root: JsonSchema, schema: JsonSchema): readonly (readonly string[])[] {
  const required = [schema['required']].flat();
  return Object.entries(member(schema, 'properties')).map(([name, property]) => {
    const part = referred(root, property as JsonSchema);
    const item = itemOf(part);
    return [
      `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
      item === null ? kindOf(part) : `${kindOf(item)}, or a list of them`,
      String((item ?? part)['description'] ?? ''),
    ];
  });
}

/** The schema of one value, where a key takes one or a list; else `null`. */
function itemOf({ type, allOf }: JsonSchema): JsonSchema | null {
  const [first] = (allOf ?? []) as readonly JsonSchema[];
  return type === undefined && first?.['else'] !== undefined ? member(first, 'else') : null;
}

/** The schema at the end of its references, with the first description on the way. */
function referred(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const name = /^#\/\$defs\/(.*)$/.exec(String(schema['$ref']))?.[1];
  if (name === undefined) return schema;
  const { description } = schema;
  const found = referred(root, member(member(root, '$defs'), name));
  return description === undefined ? found : { ...found, description };
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`',
  object: 'mapping',
  array: 'list',
  null: '`null`',
};

function kindOf(schema: JsonSchema): string {
  const { anyOf, title, minimum, maximum, default: byDefault } = schema;
  const [first, second] = (anyOf ?? []) as readonly JsonSchema[];
  const listed = schema['enum'] ?? first?.['enum'];
  const others = [second?.['type'] ?? []].flat().map(type => ` or ${WORDS[String(type)]}`);
  const types = [schema['type']].flat().map(String);
  const titled = typeof title === 'string' && !types.includes('object') ? title : null;
  const range = maximum === undefined ? '' : `, ${String(minimum)} to ${String(maximum)}`;
  const words = Array.isArray(listed)
    ? `${listed.map(valueText).join(', ')}${others.join('')}`
    : (titled?.toLowerCase() ??
      [...new Set(types)].map(type => WORDS[type] ?? type).join(' or ') + range);
  return `${words}${byDefault === undefined ? '' : `; default \`${String(byDefault)}\``}`;
}

function valueText(value: unknown): string {
  return value === '' ? 'an empty text' : `\`${String(value)}\``;
}

/** The schema under keys of `root`: `*` is any key of a mapping, `[]` an item of a list. */
function at(root: JsonSchema, ...path: readonly string[]): JsonSchema {
  return along(root, root, path);
}

/** The same from a part of `root` on. */
function along(root: JsonSchema, from: JsonSchema, path: readonly string[]): JsonSchema {
  return path.reduce((found, step) => referred(root, below(found, step)), from);
}

function below(schema: JsonSchema, step: string): JsonSchema {
  if (step === '*') return member(schema, 'additionalProperties');
  return step === '[]' ? member(schema, 'items') : member(member(schema, 'properties'), step);
}

function member(schema: JsonSchema, name: string): JsonSchema {
  const found = schema[name];
  if (typeof found !== 'object' || found === null) throw new Error(`the schema has no ${name}`);
  return found as JsonSchema;
}

/** The functions of GoogleSQL that are translated. */
function googlesql(): string {
  const named = (names: Iterable<string>) =>
    [...names]
      .filter(name => !name.startsWith('$'))
      .sort()
      .map(name => `\`${name.toUpperCase()}\``)
      .join(', ');
  // those of functions replace them where nothing may fail
  const isOperator = (name: string) =>
    name.startsWith('$') && !TRANSLATORS.has(name.replace(/^\$safe_/, ''));
  const operators = [...TRANSLATORS.keys()].filter(isOperator);
  const casts = [...TRANSLATED_CASTS.keys()].map(types => types.replace(' ', ' → ')).sort();
  return table(
    ['of', 'translated'],
    [
      ['rows', named(TRANSLATORS.keys())],
      ['`UNNEST`', named([...GENERATED, ...DOCUMENT_ARRAYS])],
      ['operators', operators.map(shownOperator).sort().join(', ')],
      ['aggregates', `\`COUNT(*)\`, ${named(TRANSLATED_AGGREGATES)}`],
      ['aggregates of a list of the row', named(ITEM_AGGREGATES)],
      ['windows', `\`COUNT(*)\`, ${named(TRANSLATED_WINDOWS)}`],
      ['`CAST`', casts.join(', ')],
    ],
  );
}

/** The analyser's name of an operator, in words. */
function shownOperator(name: string): string {
  return name.slice(1).replaceAll('_', ' ');
}
