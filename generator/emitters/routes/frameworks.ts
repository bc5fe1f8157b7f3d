/** The differences between the supported server frameworks: their types, and how requests and responses pass through them. */
import type { OutputSettings } from '../emitter.ts';
import { type Code, code } from '../text/writer.ts';

export type FrameworkName = NonNullable<OutputSettings['framework']>;
export interface Framework {
  /** None where requests are standard ones. */
  readonly imports: readonly Code[];
  /** Whether `register` adds a route for each path, from `PATHS` and `BY_REFERENCE`. */
  readonly addsPaths: boolean;
  /** The context of a request that a handler receives with the request itself. */
  readonly context: Code;
  /** The function that adds the routes and returns the endpoints. It uses `byName`. */
  readonly register: Code;
}

export const FRAMEWORKS: Readonly<Record<FrameworkName, Framework>> = {
  hono: {
    imports: [code`import type { Context, Env, Hono } from 'hono';`],
    addsPaths: true,
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
        for (const start of BY_REFERENCE) {
          app.all(start + ':reference', c =>
            answer(start + encodeURIComponent(String(c.req.param('reference'))), c),
          );
        }
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
    imports: [
      code`
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
    ],
    addsPaths: true,
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
          // Fastify would add a charset to the type of \`null\`.
          return reply.code(status).headers({ ...headers, vary }).send(body ?? undefined);
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
          for (const path of PATHS) route(path, () => path);
          for (const start of BY_REFERENCE) {
            // Names may be longer than Fastify allows for a parameter.
            for (const path of PATHS.map(path => path.replace('/api/endpoints/', start))) route(path, () => path);
            route<{ reference: string }>(
              start + ':reference',
              ({ reference }) => start + encodeURIComponent(reference),
            );
          }
        });
        return endpoints;
      }
    `,
  },
  express: {
    imports: [code`import type { IRouter, NextFunction, Request, Response } from 'express';`],
    addsPaths: true,
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
        for (const start of BY_REFERENCE) {
          app.all(start + ':reference', (request, response, next) =>
            answer(start + encodeURIComponent(String(request.params['reference'])), request, response, next),
          );
        }
        return endpoints;
      }
    `,
  },
  next: {
    imports: [],
    addsPaths: false,
    context: code`Request`,
    register: code`
      type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

      /**
       * Returns a route handler for each method, for \`app/api/endpoints/[...path]/route.ts\` in any folder of \`app\`. Call
       * \`close()\` to stop the background work of the endpoints, such as keeping answers warm.
       */
      export function register<R extends Request>(
        handlers: Handlers<R>,
        options: EndpointsOptions,
      ): Record<Method, (request: R) => Promise<Response>> & Pick<Endpoints<R>, 'close'> {
        const { fetch, close } = createEndpoints<R>(options, byName(handlers));
        const answer = async (request: R) => fetch(pathOf(request.url), request, request);
        return {
          GET: answer,
          HEAD: answer,
          POST: answer,
          PUT: answer,
          PATCH: answer,
          DELETE: answer,
          OPTIONS: answer,
          close,
        };
      }

      /** The service's path: what the folders around the route files add is in front of it. */
      function pathOf(url: string): string {
        const { pathname } = new URL(url);
        return /\/(api\/endpoints|endpoints\/query)\/.*/.exec(pathname)?.[0] ?? pathname;
      }
    `,
  },
};
