/** The module of an endpoint: the types of its rows and of its enum parameters. */
import type { ManifestEndpoint, ManifestParam } from '../../../core/output/manifest.ts';
import { held, type Scalar } from '../../../core/types/scalar.ts';
import { hasOpenRows, holdsNull, mayBeNull } from '../../facts/columns.ts';
import { type Code, code, joinCode, printNumeral } from '../../text/writer.ts';
import { docstring } from './docstring.ts';
import { claimed, pascal } from './names.ts';
import { documented, identifier, isKeyword, literal } from './text.ts';
import {
  ANNOTATION_NAMES,
  deepFields,
  type RowTypes,
  rowTypes,
  type TextPaths,
  textPaths,
} from './types.ts';

export interface EndpointModule {
  readonly text: Code;
  /** The type of each enum parameter, by the parameter's name. */
  readonly enums: ReadonlyMap<string, Code>;
}

/** Builds the module of one endpoint. */
export function buildEndpointModule(endpoint: ManifestEndpoint): EndpointModule {
  const { name, summary, description, columns } = endpoint;
  const about = code`A row of \`${documented(name)}\`.`;
  const taken = new Set(ANNOTATION_NAMES);
  const plain = hasOpenRows(endpoint) ? openRows(taken) : rowTypes(columns, about, taken, null);
  const texts = textPaths(columns);
  const parsing = hasOpenRows(endpoint)
    ? [openParsing(name)]
    : parsingOf(endpoint, texts, about, taken, plain);
  const enums = enumsOf(endpoint, taken);
  const words = [summary ?? `Rows of \`${name}\`.`, description].filter(text => text !== null);
  const definitions = [
    ...enums.map(({ definition }) => definition),
    ...plain.definitions,
    ...parsing,
  ];
  const text = code`
    ${docstring(words.map(documented))}

    from __future__ import annotations

    ${imports(endpoint, texts, parsing.length > 0)}
    ${definitions.flatMap((each, index) => [...blankLines(each, index), each])}
  `;
  return { text, enums: new Map(enums.map(({ param, alias }) => [param, alias])) };
}

/** Returns the empty lines that formatters expect: fewer between the imports and an assignment. */
function blankLines(definition: Code, index: number): readonly Code[] {
  const isNear = index === 0 && !definition.startsWith('class ');
  return isNear ? [code``] : [code``, code``];
}

/** The type of rows that may have any columns. */
function openRows(taken: Set<string>): RowTypes {
  const row = identifier(claimed('Row', taken, 'number'));
  return { row, definitions: [code`${row} = Dict[str, Any]`], records: new Map() };
}

/** Returns only the imports that the module needs, because type checkers report unused ones. */
function imports(
  endpoint: ManifestEndpoint,
  { timestamp, date, decimal }: TextPaths,
  isParsed: boolean,
): readonly Code[] {
  const { columns, params } = endpoint;
  const isOpen = hasOpenRows(endpoint);
  const fields = deepFields(columns);
  const has = (scalar: string) => fields.some(({ type }) => type === scalar);
  const holds = (as: 'list' | 'map') =>
    fields.some(({ type }) => type !== 'record' && held(type).as === as);
  const hasMap = holds('map');
  const days = [
    ...(date.length > 0 ? [code`date`] : []),
    ...(timestamp.length > 0 ? [code`datetime`] : []),
  ];
  const typing = [
    ...(isOpen || has('json') ? [code`Any`] : []),
    ...(isOpen || hasMap ? [code`Dict`] : []),
    ...(isParsed ? [code`Iterable`] : []),
    ...(isParsed || holds('list') || fields.some(({ array }) => array) ? [code`List`] : []),
    ...(params.some(isAlias) ? [code`Literal`] : []),
    ...(hasMap || fields.some(field => mayBeNull(field) || holdsNull(field))
      ? [code`Optional`]
      : []),
    ...(isOpen ? [] : [code`TypedDict`]),
  ];
  const runtime = isOpen ? code`Column, rows_parsed_by` : code`parsed_rows`;
  return [
    ...(days.length === 0 ? [] : [code`from datetime import ${joinCode(days, ', ')}`]),
    ...(decimal.length > 0 ? [code`from decimal import Decimal`] : []),
    code`from typing import ${joinCode(typing, ', ')}`,
    ...(isParsed ? [code``, code`from .._values import ${runtime}`] : []),
  ];
}

interface EnumAlias {
  readonly param: string;
  readonly alias: Code;
  readonly definition: Code;
}

/** Whether the parameter's values can form a type. Python's `Literal` does not support floats. */
function isAlias(
  param: Pick<ManifestParam, 'scalar' | 'values'>,
): param is { readonly scalar: Scalar; readonly values: readonly string[] } {
  return param.values !== null && param.scalar !== 'float64';
}

function enumsOf({ params }: ManifestEndpoint, taken: Set<string>): readonly EnumAlias[] {
  return params.flatMap(param => {
    if (!isAlias(param)) return [];
    const { name, scalar, values } = param;
    const base = pascal(name);
    const start = /^[A-Za-z]/.test(base) && !isKeyword(base) ? base : `Value${base}`;
    const alias = identifier(claimed(start, taken, 'number'));
    const definition = code`
      ${alias} = Literal[
          ${values.map(value => code`${scalar === 'int64' ? printNumeral(value) : literal(value)},`)}
      ]
    `;
    return [{ param: name, alias, definition }];
  });
}

/** Returns the row types with values instead of texts, and the function that builds such rows; empty if rows have no such texts. */
function parsingOf(
  { name, columns }: ManifestEndpoint,
  { timestamp, date, decimal }: TextPaths,
  about: Code,
  taken: Set<string>,
  plain: RowTypes,
): readonly Code[] {
  if (timestamp.length + date.length + decimal.length === 0) return [];
  const hasDecimals = decimal.length > 0;
  const kinds = hasDecimals ? code`nstants, days and decimals` : code`nstants and days`;
  const parsed = code`${about} I${kinds} are objects instead of texts.`;
  const { row, definitions } = rowTypes(columns, parsed, taken, plain);
  const parse = code`
    def parse_rows(rows: Iterable[${plain.row}]) -> List[${row}]:
        """The rows with i${kinds} as objects instead of texts."""
        timestamps = ${paths(timestamp)}
        dates = ${paths(date)}
        ${hasDecimals ? code`decimals = ${paths(decimal)}` : []}
        return parsed_rows(${literal(name)}, rows, timestamps, dates${hasDecimals ? code`, decimals` : code``})
  `;
  return [...definitions, parse];
}

/** Returns the parsing function for rows whose columns the caller's statement determines. */
function openParsing(name: string): Code {
  return code`
    def parse_rows(rows: Iterable[Row], columns: Iterable[Column]) -> List[Row]:
        """The rows with instants, days and decimals as objects instead of texts, by the \`columns\` of their response."""
        return rows_parsed_by(${literal(name)}, rows, columns)
  `;
}

function paths(of: readonly (readonly string[])[]): Code {
  return tuple(of.map(path => tuple(path.map(literal))));
}

function tuple(items: readonly Code[]): Code {
  const only = items.length === 1 ? code`,` : code``;
  return code`(${joinCode(items, ', ')}${only})`;
}
