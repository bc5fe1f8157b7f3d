/** The methods of an endpoint in the four classes of clients. */

import type { ManifestEndpoint, ManifestParam } from '../../../core/manifest.ts';
import type { Scalar } from '../../../core/scalar.ts';
import { boundsOf } from '../../bounds.ts';
import { type Code, code, join } from '../../writer.ts';
import { docstring } from './docstring.ts';
import { keywordNames } from './names.ts';
import { documented, identifier, literal } from './text.ts';

/** Whether a method waits or is awaited, and whether it gives rows or a response. */
export interface Kind {
  readonly isAsync: boolean;
  readonly isResponse: boolean;
}
/** What the methods of an endpoint have in common. */
export interface Methods {
  /** The name of the methods, and of the module of the types. */
  readonly name: string;
  readonly endpoint: ManifestEndpoint;
  readonly signature: readonly Code[];
  /** The parameters by their names. */
  readonly pairs: readonly Code[];
  readonly words: Code;
}

/** The methods of an endpoint under a name; `enums` are the types of its enum parameters in the module of its types. */
export function methodsOf(
  endpoint: ManifestEndpoint,
  name: string,
  enums: ReadonlyMap<string, Code>,
): Methods {
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

/** One of the methods. */
export function method(
  { name, endpoint, signature, pairs, words }: Methods,
  { isAsync, isResponse }: Kind,
): Code {
  const row = code`${typesOf(name)}.Row`;
  return code`
    ${isAsync ? code`async ` : code``}def ${identifier(name)}(
        self,
        *,
        ${signature}
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> ${isResponse ? code`Response[${row}]` : code`List[${row}]`}:
        ${isResponse ? responseWords(name, isAsync) : words}
        return ${isAsync ? code`await ` : code``}self._core.${isResponse ? code`respond` : code`rows`}(
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

/** What the package of the endpoints' types is called beside the methods, none of which begins so. */
export const ENDPOINTS = code`_endpoints`;

/** The module of an endpoint's types. */
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
  decimal: code`str`,
  bool: code`bool`,
  timestamp: code`Timestamp`,
  date: code`Day`,
  json: code`str`,
};

function paramType(param: ManifestParam, types: Code, enums: ReadonlyMap<string, Code>): Code {
  const alias = enums.get(param.name);
  return alias === undefined ? TYPE_OF[param.scalar] : code`${types}.${alias}`;
}

// ---- words ----------------------------------------------------------------------------------------------------------

function responseWords(name: string, isAsync: boolean): Code {
  const client = isAsync ? code`AsyncClient` : code`Client`;
  return code`"""As \`${client}.${identifier(name)}\`, with what the service says of the rows."""`;
}

function wordsOf(endpoint: ManifestEndpoint, keywords: readonly Keyword[]): readonly Code[] {
  const { name, summary, description, params } = endpoint;
  const args = code`
    Args:
        ${keywords.map(paramWords)}
  `;
  return [
    documented(summary ?? `Rows of \`${name}\`.`),
    ...(description === null ? [] : [documented(description)]),
    documented(boundsOf(endpoint)),
    ...(params.length === 0 ? [] : [args]),
  ];
}

function paramWords({ param, keyword }: Keyword): Code {
  const { description } = param;
  const facts = factsOf(param);
  return code`
    ${keyword}:${description === null ? code`` : code` ${documented(description)}`}
        ${facts}
  `;
}

function factsOf(param: ManifestParam): readonly Code[] {
  const { default: usual, constraints, example, values } = param;
  const { min, max, minLength, maxLength, pattern } = constraints;
  const kind = KIND_WORDS[param.type];
  const fact = (label: Code, text: string | number | null | undefined) =>
    text === null || text === undefined ? [] : [code`${label}: ${documented(String(text))}`];
  return [
    ...(param.deprecated ? [code`Deprecated.`] : []),
    ...(kind === undefined ? [] : [kind]),
    ...(values === null ? [] : [code`One of: ${join(values.map(quoted), ', ')}`]),
    ...fact(code`Default`, usual),
    ...(param.otherwise === 'default' ? [code`Any other value means the default.`] : []),
    ...fact(code`At least`, min),
    ...fact(code`At most`, max),
    ...fact(code`Characters, at least`, minLength),
    ...fact(code`Characters, at most`, maxLength),
    ...fact(code`RE2 pattern of the whole`, pattern),
    ...fact(code`Example`, example),
  ];
}

function quoted(value: string): Code {
  return code`\`${documented(value)}\``;
}

/** What a parameter type takes, where the annotation does not say it. */
const KIND_WORDS: Readonly<Record<string, Code>> = {
  regex: code`An RE2 pattern.`,
  uuid: code`A UUID.`,
  timestamp: code`A datetime with a time zone, or ISO 8601.`,
};
