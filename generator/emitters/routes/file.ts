/** Builds the file of routes, from its imports to the function that adds them. */
import type { Parts } from '../../core/output/content.ts';
import type { ManifestEndpoint } from '../../core/output/manifest.ts';
import { capitalized } from '../facts/names.ts';
import { comment, commentWords, identifier, key, literal } from '../javascript/text.ts';
import { type MadePiece, piece } from '../pieces.ts';
import { type Code, code, fileText, joinCode, linesText } from '../text/writer.ts';
import type { Framework } from './frameworks.ts';
import { paramsType, rowType } from './types.ts';

export interface RouteEntry {
  readonly endpoint: ManifestEndpoint;
  /** The name of its handler. */
  readonly operation: string;
}

export function routesParts(routes: readonly RouteEntry[], framework: Framework): Parts {
  const texts = routes.map(
    route => piece(route.endpoint, 'routes', [route.operation], () => made(route)).texts,
  );
  const head = code`
    ${framework.imports}
    import { createEndpoints, type Endpoints, type EndpointsOptions, type Handler } from 'quern';
  `;
  const handlers = code`
    /** One handler for each endpoint. \`C\` is the server's own type of a request. */
    export interface Handlers<C = ${framework.context}> {
  `;
  const rest = code`
    }

    /** The handlers that let quern answer every endpoint. Spread them, and replace some with your own. */
    export const defaultHandlers: Handlers<unknown> = {
      ${routes.map(({ operation }) => code`${key(operation)}: ({ run }) => run(),`)}
    };

    ${framework.register}

    ${framework.addsPaths ? [pathsCode(routes), code``] : []}
    function byName<C>(handlers: Handlers<C>) {
      return {
        ${routes.map(({ endpoint, operation }) => code`${literal(endpoint.name)}: handlers.${identifier(operation)},`)}
      };
    }
  `;
  return [
    linesText(head),
    ...texts.flatMap(({ types }) => ['\n\n', types]),
    `\n\n${fileText(handlers)}`,
    ...texts.flatMap(({ handler }) => [handler, '\n']),
    fileText(rest),
  ];
}

/** Builds the types of a route, and the type of its handler, indented for the list of handlers. */
function made(route: RouteEntry): MadePiece<null, 'types' | 'handler'> {
  const types = code`
    ${paramsType(route.endpoint, paramsName(route))}

    ${rowType(route.endpoint, rowName(route))}
  `;
  return {
    facts: null,
    texts: { types: linesText(types), handler: linesText(handlerType(route), '  ') },
  };
}

function handlerType(route: RouteEntry): Code {
  const { endpoint, operation } = route;
  const { summary } = endpoint;
  const path = code`\`GET ${commentWords(pathOf(endpoint))}\``;
  const type = joinCode([identifier(paramsName(route)), identifier(rowName(route)), code`C`], ', ');
  const doc = comment(path, summary === null ? null : commentWords(summary));
  return joinCode([...doc, code`readonly ${key(operation)}: Handler<${type}>;`], '\n');
}

function pathsCode(routes: readonly RouteEntry[]): Code {
  return code`
    const PATHS: readonly string[] = [
      ${routes.flatMap(({ endpoint }) => pathsOf(endpoint).map(path => code`${literal(path)},`))}
    ];
    /** The addresses that an identifier or a name follows; callers of other services use the last two. */
    const BY_REFERENCE: readonly string[] = [
      ${BY_REFERENCE.map(path => code`${literal(path)},`)}
    ];
  `;
}

const BY_REFERENCE = ['/api/endpoints/query/', '/api/endpoints/query/name/', '/endpoints/query/'];

function pathOf({ name }: Pick<ManifestEndpoint, 'name'>): string {
  return `/api/endpoints/${name}`;
}

function pathsOf({ name, aliases = [] }: ManifestEndpoint): readonly string[] {
  return [name, ...aliases].map(name => pathOf({ name }));
}

function paramsName({ operation }: RouteEntry): string {
  return `${capitalized(operation)}Params`;
}

function rowName({ operation }: RouteEntry): string {
  return `${capitalized(operation)}Row`;
}
