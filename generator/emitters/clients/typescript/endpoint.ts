/** The module of one endpoint: its documented types, and the few lines of JavaScript that run it. */
import type { ManifestEndpoint, ManifestParam } from '../../../core/output/manifest.ts';
import { describeEnd, type Life } from '../../../core/plan/life.ts';
import { counted } from '../../../core/report/words.ts';
import { describeBounds } from '../../facts/bounds.ts';
import { hasOpenRows } from '../../facts/columns.ts';
import { type FactWords, factsOf } from '../../facts/facts.ts';
import { type FilterGroup, groupFilters } from '../../facts/filters.ts';
import { comment, commentWords, identifier, key, literal } from '../../javascript/text.ts';
import { type Code, code, fileText, joinCode } from '../../text/writer.ts';
import type { TypeScriptNames } from './names.ts';
import { columnEntries, hasInstant, parameterForm, parameterType, rowProperties } from './types.ts';
import { valuesModule, valuesType } from './values.ts';

type Described = Pick<
  ManifestEndpoint,
  | 'name'
  | 'summary'
  | 'description'
  | 'params'
  | 'columns'
  | 'views'
  | 'limit'
  | 'maxRows'
  | 'pages'
  | 'cache'
  | keyof Life
>;

/** Names the types of a JavaScript module. Deno reads them only if the module names them. */
export function typesBeside(module: Code): Code {
  return code`// @ts-self-types="./${module}.d.ts"`;
}

/** Builds the JavaScript: the endpoint's function, created from the facts that the runtime needs. */
export function printEndpointModule(endpoint: Described, names: TypeScriptNames): string {
  const { name, params, columns, pages } = endpoint;
  const isPaged = pages !== undefined;
  const isOpen = hasOpenRows(endpoint);
  const integers = params
    .filter(param => param.scalar === 'int64')
    .map(param => literal(param.name));
  const filters = groupFilters(params).flatMap(one => ('pairs' in one ? literal(one.filter) : []));
  const hasFilters = filters.length > 0;
  const own = hasFilters ? [] : [code`endpoint`];
  const used = isPaged ? [...own, code`paged`] : own;
  const imports = [
    ...(used.length === 0 ? [] : [code`import { ${joinCode(used, ', ')} } from '../endpoint.js';`]),
    ...(hasFilters ? [code`import { filtered } from '../filters.js';`] : []),
    ...(isOpen ? [code`import { opened } from '../opened.js';`] : []),
  ];
  const lists = params.filter(({ list }) => list).map(({ name: of }) => literal(of));
  const separators = params.flatMap(({ name: of, list }) =>
    list?.separator === undefined ? [] : [code`${key(of)}: ${literal(list.separator)}`],
  );
  return fileText(code`
    ${typesBeside(identifier(names.run))}
    ${imports}

    export const ${identifier(names.run)} = /* @__PURE__ */ ${isPaged ? code`paged(/* @__PURE__ */ ` : code``}${hasFilters ? code`filtered` : code`endpoint`}({
      name: ${literal(name)},
      columns: {
        ${columnEntries(columns)}
      },
      ${integers.length === 0 ? [] : code`integers: [${joinCode(integers, ', ')}],`}
      ${lists.length === 0 ? [] : code`lists: [${joinCode(lists, ', ')}],`}
      ${separators.length === 0 ? [] : code`separators: { ${joinCode(separators, ', ')} },`}
      ${isOpen ? code`opened,` : []}
    }${hasFilters ? code`, [${joinCode(filters, ', ')}]` : code``})${isPaged ? code`)` : code``};
    ${valuesModule(params, names)}
  `);
}

/** Builds the types of the module. */
export function endpointTypes(endpoint: Described, names: TypeScriptNames): string {
  return fileText(code`
    import type { CallOptions, Client, Endpoint, ${isNeeded(endpoint) ? code`Given, ` : code``}${endpoint.pages === undefined ? code`` : code`InfiniteQueryOptions, `}QueryOptions, Rows } from '../client.js';

    ${paramsType(endpoint, names)}

    ${rowType(endpoint, names)}
    ${valuesType(endpoint, names)}

    ${functionType(endpoint, names)}
  `);
}

function paramsType({ name, params }: Described, names: TypeScriptNames): Code {
  const doc = comment(code`Parameters of \`${commentWords(name)}\`.`);
  if (params.length === 0) {
    return code`
      ${doc}
      export type ${identifier(names.params)} = Readonly<Record<string, never>>;
    `;
  }
  return code`
    ${doc}
    export interface ${identifier(names.params)} {
      ${groupFilters(params).map(one => ('pairs' in one ? filterOf(one) : parameter(one)))}
    }
  `;
}

/**
 * Prints the property of a filter: an object of operators. A plain value or list instead means the same as the parameter with
 * only the filter's name.
 */
function filterOf({ filter, pairs }: FilterGroup): Code {
  const plain = pairs.filter(({ name }) => name === filter).map(parameterType);
  const operators = pairs.map(pair => parameter(pair, pair.filter.operator));
  const object = code`
    {
      ${operators}
    }
  `;
  const doc = comment(code`Filters by \`${commentWords(filter)}\`.`, null);
  const type = joinCode([...plain, object, code`undefined`], ' | ');
  return joinCode([...doc, code`readonly ${key(filter)}?: ${type};`], '\n');
}

function parameter(param: ManifestParam, written: string = param.name): Code {
  const name = key(written);
  const type = parameterType(param);
  const property = param.required
    ? code`readonly ${name}: ${type};`
    : code`readonly ${name}?: ${type} | undefined;`;
  const notes = factsOf(param, REMARKS);
  const doc = comment(said(param.description), notes.length === 0 ? null : joinCode(notes, '\n'));
  return joinCode([...doc, property], '\n');
}

function said(text: string | null): Code | null {
  return text === null ? null : commentWords(text);
}

const shown = (value: string) => code`\`${commentWords(value)}\``;

/** Words the facts that a caller cannot see from the type. Values are in the form that the service reads. */
const REMARKS: FactWords<Code> = {
  note: commentWords,
  form: parameterForm,
  min: value => code`At least ${shown(value)}.`,
  max: value => code`At most ${shown(value)}.`,
  minLength: count => code`At least ${commentWords(counted(count, 'character'))}.`,
  maxLength: count => code`At most ${commentWords(counted(count, 'character'))}.`,
  minItems: count => code`At least ${commentWords(counted(count, 'item'))}.`,
  maxItems: count => code`At most ${commentWords(counted(count, 'item'))}.`,
  separator: null,
  step: () => code`Must divide a day or be a number of whole days.`,
  pattern: text => code`The whole text must match the RE2 pattern ${shown(text)}.`,
  otherwise: () => code`Any other value means the default.`,
  default: value => code`@defaultValue ${shown(value)}`,
  example: value => code`@example ${commentWords(value)}`,
  deprecated: () => code`@deprecated`,
  required: null,
  values: null,
  // only for callers who cannot change; typed callers use the values
  aliases: null,
};

const INSTANTS = code`Timestamp extends string | Date`;

function rowType(endpoint: Described, names: TypeScriptNames): Code {
  const { name, columns } = endpoint;
  const type = identifier(names.row);
  if (hasOpenRows(endpoint))
    return code`
      ${comment(code`A row of \`${commentWords(name)}\`, with the columns of the statement in \`sql\`.`)}
      export interface ${type} {
        readonly [column: string]: unknown;
      }
    `;
  return code`
    ${comment(code`A row of \`${commentWords(name)}\`.`)}
    export interface ${hasInstant(columns) ? code`${type}<${INSTANTS} = string>` : type} {
      ${rowProperties(columns)}
    }
  `;
}

/** Whether a call must have parameters; a key may fix some of them. */
function isNeeded({ params }: Described): boolean {
  return params.some(param => param.required);
}

/**
 * Returns the type parameters of an endpoint's functions: the form of timestamps, or the columns of the caller's statement, and
 * the names of fixed parameters.
 */
function genericOf(endpoint: Described, row: Code) {
  const fixed = isNeeded(endpoint) ? [code`Fixed extends string = never`] : [];
  const clientOf = (timestamp: Code) =>
    code`Client<${joinCode([timestamp, ...fixed.map(() => code`Fixed`)], ', ')}>`;
  const withFixed = (...own: readonly Code[]) => {
    const all = [...own, ...fixed];
    return all.length === 0 ? code`` : code`<${joinCode(all, ', ')}>`;
  };
  const client = clientOf(code`string | Date`);
  if (hasOpenRows(endpoint))
    return { generic: withFixed(code`Row extends object = ${row}`), client, rows: code`Row` };
  if (!hasInstant(endpoint.columns)) return { generic: withFixed(), client, rows: row };
  const rows = code`${row}<Timestamp>`;
  return { generic: withFixed(INSTANTS), client: clientOf(code`Timestamp`), rows };
}

function functionType(endpoint: Described, names: TypeScriptNames): Code {
  const { summary, description, pages } = endpoint;
  const run = identifier(names.run);
  const row = identifier(names.row);
  const { generic, client, rows } = genericOf(endpoint, row);
  const given = isNeeded(endpoint)
    ? code`params: Given<${identifier(names.params)}, Fixed>`
    : code`params?: ${identifier(names.params)}`;
  const pagesFunction = code`
    /** The rows of all pages, one page after another: \`for await (const row of …)\`. */
    function pages${generic}(
      client: ${client},
      ${given},
      options?: CallOptions,
    ): AsyncGenerator<${rows}, void, undefined>;
    /** Options for \`useInfiniteQuery\` of TanStack Query. */
    function infiniteQueryOptions${generic}(
      client: ${client},
      ${given},
    ): InfiniteQueryOptions<${rows}>;
  `;
  const declared = code`
    export declare function ${run}${generic}(
      client: ${client},
      ${given},
      options?: CallOptions,
    ): Rows<${rows}>;
    export declare namespace ${run} {
      /** The description of the endpoint that the client uses. */
      const endpoint: Endpoint;
      /** Options for \`useQuery\` of TanStack Query. */
      function queryOptions${generic}(
        client: ${client},
        ${given},
      ): QueryOptions<${rows}>;
      ${pages === undefined ? [] : pagesFunction}
    }
  `;
  const open = hasOpenRows(endpoint)
    ? code`The caller chooses the type \`Row\`; the client does not check rows against it.`
    : null;
  const end = describeEnd(endpoint);
  const doc = comment(
    said(summary),
    said(description),
    commentWords(describeBounds(endpoint)),
    open,
    end === null ? null : code`@deprecated ${commentWords(end)}`,
  );
  return joinCode([...doc, declared], '\n');
}
