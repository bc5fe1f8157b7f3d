/** The methods of an endpoint in the classes of clients. */

import type { ManifestEndpoint, ManifestParam } from '../../../core/output/manifest.ts';
import { describeEnd } from '../../../core/plan/life.ts';
import type { Scalar } from '../../../core/types/scalar.ts';
import { describeBounds } from '../../facts/bounds.ts';
import { type FactWords, factsOf } from '../../facts/facts.ts';
import { type Code, code, joinCode, printNumeral } from '../../text/writer.ts';
import { docstring } from './docstring.ts';
import { keywordNames } from './names.ts';
import { documented, identifier, literal } from './text.ts';

/** Whether a method blocks or is awaited, and whether it returns rows, a response, the rows of all pages, or a table. */
export interface MethodKind {
  readonly isAsync: boolean;
  readonly gives: (typeof GIVEN)[number];
}
const GIVEN = ['rows', 'respond', 'pages', 'arrow'] as const;

export function kindName({ isAsync, gives }: MethodKind): string {
  return isAsync ? `async ${gives}` : gives;
}

/** The common parts of an endpoint's methods. */
interface Common {
  /** The name of the methods, and of the module of the types. */
  readonly name: string;
  readonly endpoint: ManifestEndpoint;
  readonly signature: readonly Code[];
  /** Entries that map the names of parameters to their arguments. */
  readonly pairs: readonly Code[];
  readonly words: Code;
}

/**
 * Returns the methods of an endpoint by the names of their kinds. `name` is the methods' own name; `enums` are the types of
 * enum parameters in the endpoint's module.
 */
export function methodsOf(
  endpoint: ManifestEndpoint,
  name: string,
  enums: ReadonlyMap<string, Code>,
): ReadonlyMap<string, Code> {
  const common = commonOf(endpoint, name, enums);
  const given = GIVEN.filter(gives => gives !== 'pages' || endpoint.pages !== undefined);
  const kinds = [false, true].flatMap(isAsync => given.map(gives => ({ isAsync, gives })));
  return new Map(kinds.map(kind => [kindName(kind), method(common, kind)]));
}

function commonOf(
  endpoint: ManifestEndpoint,
  name: string,
  enums: ReadonlyMap<string, Code>,
): Common {
  const keywords = keywordsOf(endpoint.params);
  const types = typesOf(name);
  const signature = keywords.map(({ param, keyword }) => {
    const type = paramType(param, types, enums);
    return param.required
      ? code`${keyword}: ${type},`
      : code`${keyword}: Optional[${type}] = None,`;
  });
  const pairs = keywords.map(({ param, keyword }) => code`${literal(param.name)}: ${keyword},`);
  return { name, endpoint, signature, pairs, words: docstring(wordsOf(endpoint, keywords)) };
}

function method(
  { name, endpoint, signature, pairs, words }: Common,
  { isAsync, gives }: MethodKind,
): Code {
  const row = code`${typesOf(name)}.Row`;
  const given = {
    rows: code`List[${row}]`,
    respond: code`Response[${row}]`,
    pages: isAsync ? code`AsyncIterator[${row}]` : code`Iterator[${row}]`,
    arrow: code`Any`,
  };
  const said = {
    rows: words,
    respond: responseWords(name, isAsync),
    pages: pagesWords(name, isAsync),
    arrow: arrowWords(name, isAsync),
  };
  const isAwaited = isAsync && gives !== 'pages';
  return code`
    ${isAwaited ? code`async ` : code``}def ${identifier(name)}(
        self,
        *,
        ${signature}
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> ${given[gives]}:
        ${said[gives]}
        return ${isAwaited ? code`await ` : code``}self._core.${identifier(gives)}(
            ${literal(endpoint.name)},
            {
                ${pairs}
            },
            timeout,
            max_retries,
            headers,
        )
  `;
}

/** The name of the package that contains the endpoints' types, in the modules of methods. No method begins with it. */
export const ENDPOINTS = code`_endpoints`;

/** Names the module of an endpoint's types. */
function typesOf(name: string): Code {
  return code`${ENDPOINTS}.${identifier(name)}`;
}

interface Keyword {
  readonly param: ManifestParam;
  readonly keyword: Code;
}

function keywordsOf(params: readonly ManifestParam[]): readonly Keyword[] {
  const names = keywordNames(params.map(({ name }) => name));
  return params.map(param => {
    return { param, keyword: identifier(names.get(param.name) ?? param.name) };
  });
}

const TYPE_OF: Readonly<Record<Scalar, Code>> = {
  string: code`str`,
  int64: code`int`,
  float64: code`float`,
  decimal: code`Exact`,
  bool: code`bool`,
  timestamp: code`Timestamp`,
  datetime: code`str`,
  date: code`Day`,
  json: code`str`,
};

/** Restrictions that these annotations do not express. */
const FORMS: Readonly<Partial<Record<Scalar, Code>>> = {
  timestamp: code`A datetime with a time zone, or ISO 8601.`,
};

function paramType(param: ManifestParam, types: Code, enums: ReadonlyMap<string, Code>): Code {
  const alias = enums.get(param.name);
  const type = alias === undefined ? TYPE_OF[param.scalar] : code`${types}.${alias}`;
  return param.list === undefined ? type : code`Sequence[${type}]`;
}

// ---- words ----------------------------------------------------------------------------------------------------------

function responseWords(name: string, isAsync: boolean): Code {
  const client = isAsync ? code`AsyncClient` : code`Client`;
  return code`"""As \`${client}.${identifier(name)}\`, with the metadata of the response."""`;
}

function arrowWords(name: string, isAsync: boolean): Code {
  const client = isAsync ? code`AsyncClient` : code`Client`;
  return code`"""The rows of \`${client}.${identifier(name)}\` as a \`pyarrow.Table\`."""`;
}

function pagesWords(name: string, isAsync: boolean): Code {
  const client = isAsync ? code`AsyncClient` : code`Client`;
  const kind = isAsync ? code`async for` : code`for`;
  return code`"""The rows of all pages of \`${client}.${identifier(name)}\`, for \`${kind}\`."""`;
}

function wordsOf(endpoint: ManifestEndpoint, keywords: readonly Keyword[]): readonly Code[] {
  const { name, summary, description, params } = endpoint;
  const end = describeEnd(endpoint);
  const args = code`
    Args:
        ${keywords.map(paramWords)}
  `;
  return [
    documented(summary ?? `Rows of \`${name}\`.`),
    ...(description === null ? [] : [documented(description)]),
    documented(describeBounds(endpoint)),
    ...(end === null ? [] : [documented(`Deprecated ${end}`)]),
    ...(params.length === 0 ? [] : [args]),
  ];
}

function paramWords({ param, keyword }: Keyword): Code {
  const { description } = param;
  const facts = factsOf(param, FACTS);
  return code`
    ${keyword}:${description === null ? code`` : code` ${documented(description)}`}
        ${facts}
  `;
}

/** The words for each fact. Values are in the form that the service reads. */
const FACTS: FactWords<Code> = {
  deprecated: () => code`Deprecated.`,
  note: documented,
  form: scalar => FORMS[scalar] ?? null,
  values: values => code`One of: ${joinCode(values.map(quoted), ', ')}`,
  // only for callers who cannot change; typed callers use the values
  aliases: null,
  default: value => code`Default: ${documented(value)}`,
  otherwise: () => code`Any other value means the default.`,
  min: value => code`At least: ${documented(value)}`,
  max: value => code`At most: ${documented(value)}`,
  minLength: count => code`Characters, at least: ${printNumeral(String(count))}`,
  maxLength: count => code`Characters, at most: ${printNumeral(String(count))}`,
  minItems: count => code`Items, at least: ${printNumeral(String(count))}`,
  maxItems: count => code`Items, at most: ${printNumeral(String(count))}`,
  separator: null,
  step: () => code`Must divide a day or be a number of whole days.`,
  pattern: pattern => code`RE2 pattern of the whole text: ${documented(pattern)}`,
  example: value => code`Example: ${documented(value)}`,
  required: null,
};

function quoted(value: string): Code {
  return code`\`${documented(value)}\``;
}
