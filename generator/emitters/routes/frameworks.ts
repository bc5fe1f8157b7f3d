/** The differences between the supported server frameworks: their types, and how requests and responses pass through them. */
import type { OutputSettings } from '../emitter.ts';
import { type Code, code } from '../text/writer.ts';

export type FrameworkName = NonNullable<OutputSettings['framework']>;
export interface Framework {
  readonly imports: Code;
  /** The context of a request that a handler receives with the request itself. */
  readonly context: Code;
  /** The function that adds the routes and returns the endpoints. It uses `PATHS`, `BY_ID`, `byName` and `pathOf`. */
  readonly register: Code;
}

export const FRAMEWORKS: Readonly<Record<FrameworkName, Framework>> = {
  hono: {
    imports: code`import type { Context, Env, Hono } from 'hono';`,
    context: code`Context`,
    register: code`
      /** Adds the routes. Call \`close()\` of the returned endpoints to stop their background work, such as keeping answers warm. */
      export function register<E extends Env>(
        app: Hono<E>,
        handlers: Handlers<Context<E>>,
        options: EndpointsOptions,
      ): Endpoints<Context<E>> {
        const endpoints = createEndpoints<Context<E>>(options, byName(handlers));
        const answer = async (path: string, c: Context<E>) => {
          const response = await endpoints.fetch(path, await requestOf(c), c);
          // Set on the context, these headers override those of the server; its names in \`Vary\` stay.
          response.headers.forEach((value, name) => {
            c.header(name, value, { append: name === 'vary' });
          });
          response.headers.delete('vary');
          return c.newResponse(response.body, response);
        };
        for (const path of PATHS) app.all(path, c => answer(path, c));
        app.all(BY_ID, c => answer(pathOf(c.req.param('id')), c));
        return endpoints;
      }

      /** The request, with the body as Hono keeps it if a handler before has read it. */
      async function requestOf(c: Context): Promise<Request> {
        const { raw } = c.req;
        if (raw.method !== 'POST' || !raw.bodyUsed) return raw;
        const { method, headers, signal } = raw;
        return new Request(raw.url, { method, headers, signal, body: await c.req.arrayBuffer() });
      }
    `,
  },
  fastify: {
    imports: code`
      import type {
        ContextConfigDefault,
        FastifyBaseLogger,
        FastifyInstance,
        FastifyReply,
        FastifyRequest,
        FastifySchema,
        FastifyTypeProvider,
        RawReplyDefaultExpression,
        RawRequestDefaultExpression,
        RawServerBase,
        RouteGenericInterface,
      } from 'fastify';
    `,
    context: code`FastifyRequest`,
    register: code`
      /** A request of an instance with its own server, logger or types. */
      type RequestOf<
        S extends RawServerBase,
        Q extends RawRequestDefaultExpression<S>,
        L extends FastifyBaseLogger,
        T extends FastifyTypeProvider,
      > = FastifyRequest<RouteGenericInterface, S, Q, FastifySchema, T, ContextConfigDefault, L>;

      /** Adds the routes. Call \`close()\` of the returned endpoints to stop their background work, such as keeping answers warm. */
      export function register<
        S extends RawServerBase,
        Q extends RawRequestDefaultExpression<S>,
        P extends RawReplyDefaultExpression<S>,
        L extends FastifyBaseLogger,
        T extends FastifyTypeProvider,
      >(
        app: FastifyInstance<S, Q, P, L, T>,
        handlers: Handlers<RequestOf<S, Q, L, T>>,
        options: EndpointsOptions,
      ): Endpoints<RequestOf<S, Q, L, T>>;
      export function register(
        app: FastifyInstance,
        handlers: Handlers,
        options: EndpointsOptions,
      ): Endpoints<FastifyRequest> {
        const endpoints = createEndpoints<FastifyRequest>(options, byName(handlers));
        const answer = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
          const { status, headers, body } = await endpoints.reply(path, request.raw, reply.raw, request);
          const vary = [reply.getHeader('vary') ?? [], headers['vary']].flat().join(', ');
          return reply.code(status).headers({ ...headers, vary }).send(body);
        };
        app.register(async scope => {
          const route = <P>(path: string, pathFor: (params: P) => string) => {
            const handler = (request: FastifyRequest, reply: FastifyReply) =>
              answer(pathFor(request.params as P), request, reply);
            // Other methods are answered before Fastify reads a body, or checks its content type.
            const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
              /^(GET|HEAD)$/.test(request.method) ? undefined : handler(request, reply);
            scope.all(path, { onRequest }, handler);
          };
          // Names may be longer than Fastify allows for a parameter.
          const inPlaceOfId = PATHS.map(path => path.replace('/endpoints/', '/endpoints/query/'));
          for (const path of [...PATHS, ...inPlaceOfId]) route(path, () => path);
          route<{ id: string }>(BY_ID, ({ id }) => pathOf(id));
        });
        return endpoints;
      }
    `,
  },
  express: {
    imports: code`import type { IRouter, NextFunction, Request, Response } from 'express';`,
    context: code`Request`,
    register: code`
      /** Adds the routes. Call \`close()\` of the returned endpoints to stop their background work, such as keeping answers warm. */
      export function register(
        app: IRouter,
        handlers: Handlers,
        options: EndpointsOptions,
      ): Endpoints<Request> {
        const endpoints = createEndpoints<Request>(options, byName(handlers));
        const answer = (path: string, request: Request, response: Response, next: NextFunction) => {
          endpoints
            .reply(path, request, response, request)
            .then(({ status, headers: { vary = '', ...headers }, body }) =>
              response.status(status).set(headers).vary(vary).end(body),
            )
            .catch(next);
        };
        // Express compares a path with the address as it is written, and decodes a parameter.
        const paths = new Set(PATHS);
        app.all('/api/endpoints/:name', (request, response, next) => {
          const path = '/api/endpoints/' + request.params.name;
          if (paths.has(path)) answer(path, request, response, next);
          else next();
        });
        app.all(BY_ID, (request, response, next) =>
          answer(pathOf(request.params.id), request, response, next),
        );
        return endpoints;
      }
    `,
  },
};
