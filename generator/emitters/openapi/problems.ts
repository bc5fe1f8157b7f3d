/** Errors: RFC 9457 problem details, one response for each status. */
import { SANDBOX_SQL } from '../../core/plan/endpoint.ts';
import { FORMATS_TOLD } from '../../core/types/formats.ts';
import { componentReference, type Response, type Schema } from './document-types.ts';
import { type HeaderName, headers } from './headers.ts';

/** For each code, its title and an example of its detail. An example from an endpoint would change with other endpoints. */
type Codes = Readonly<Record<string, readonly [title: string, detail: string]>>;
interface ProblemResponse {
  readonly status: number;
  readonly description: string;
  readonly headers: readonly HeaderName[];
  readonly codes: Codes;
}

const INVALID =
  'The request is invalid. `parameters` lists every error; `code` is the code of the first one.';
const INVALID_CODES = {
  missing_parameter: ['Missing parameter', '`project` must be given and not empty.'],
  invalid_parameter: ['Invalid parameter', '`interval` must be one of hour, day, not `another`.'],
  unknown_parameter: [
    'Unknown parameter',
    '`projects` is not a parameter; there are `project`, `interval`.',
  ],
  repeated_parameter: ['Repeated parameter', '`project` is given more than once.'],
  invalid_request: ['Invalid request', 'The request is not well-formed.'],
} as const;
const TOO_LARGE = [
  'Result too large',
  'The rows take more bytes than an answer may have.',
] as const;

const RESPONSES = {
  BadRequest: { status: 400, description: INVALID, headers: [], codes: INVALID_CODES },
  Unauthorized: {
    status: 401,
    description: 'The key is missing or invalid, or the request has two different keys.',
    headers: ['WWW-Authenticate'],
    codes: {
      unauthorized: ['Unauthorized', 'A valid key is needed in the header `X-API-KEY`.'],
    },
  },
  Forbidden: {
    status: 403,
    description: 'The key may not run this endpoint, or not with these values of parameters.',
    headers: [],
    codes: { forbidden: ['Forbidden', 'The key may not run this endpoint.'] },
  },
  UnknownEndpoint: {
    status: 404,
    description: 'The service does not run this endpoint.',
    headers: [],
    codes: { unknown_endpoint: ['Unknown endpoint', 'There is no such endpoint.'] },
  },
  NotAcceptable: {
    status: 406,
    description: '`Accept` allows none of the formats of rows.',
    headers: [],
    codes: { not_acceptable: ['Not acceptable', `Rows are answered as ${FORMATS_TOLD}.`] },
  },
  BodyTooLarge: {
    status: 413,
    description: 'The body has too many bytes.',
    headers: [],
    codes: { invalid_request: ['Invalid request', 'A body may have at most 1048576 bytes.'] },
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not JSON, or it is compressed.',
    headers: [],
    codes: {
      invalid_request: [
        'Invalid request',
        'A body must be JSON: `Content-Type: application/json`.',
      ],
    },
  },
  RateLimited: {
    status: 429,
    description:
      '`rate_limited`: the key sends too many requests. `budget_exhausted`: the key, or all keys together, used up the bytes of the day.',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Budget-Reset'],
    codes: {
      rate_limited: ['Rate limited', 'The key sends too many requests.'],
      budget_exhausted: [
        'Budget exhausted',
        'The key has used up the bytes of the day. It ends at 2026-01-16T00:00:00.000Z.',
      ],
    },
  },
  InternalError: {
    status: 500,
    description:
      '`unsafe_integer`: a column contains an integer beyond 2^53 - 1. `result_too_large`: the rows take too many bytes. `internal`: an error in the service.',
    headers: [],
    codes: {
      internal: ['Internal error', 'The log has details under the request id.'],
      unsafe_integer: ['Unsafe integer', '`total` contains an integer beyond 2^53-1.'],
      result_too_large: TOO_LARGE,
    },
  },
  EngineError: {
    status: 502,
    description:
      '`engine_error`: the engine could not run the statement. `stored_value`: a column contains a value that its type lacks.',
    headers: [],
    codes: {
      engine_error: ['Engine error', 'The engine could not run the statement.'],
      stored_value: [
        'Stored value',
        '`timestamp` contains a value that is not between the years 1 and 9999.',
      ],
    },
  },
  Unavailable: {
    status: 503,
    description: 'The engine is unavailable, or the service is overloaded.',
    headers: ['Retry-After'],
    codes: {
      engine_unavailable: ['Engine unavailable', 'The engine or a table is unavailable.'],
      overloaded: ['Overloaded', 'The service is overloaded.'],
    },
  },
  EngineTimeout: {
    status: 504,
    description: 'The answer was not ready in time. A time-out is never an empty result.',
    headers: [],
    codes: { engine_timeout: ['Engine time-out', 'The answer was not ready in time.'] },
  },
  // the last one, so that the codes of other projects keep their order
  BadSandboxRequest: {
    status: 400,
    description: `${INVALID} A caller chooses the statement in \`${SANDBOX_SQL}\`, so an integer beyond 2^53 - 1 in its rows, and rows with too many bytes, are errors of this parameter.`,
    headers: [],
    codes: {
      ...INVALID_CODES,
      unsafe_integer: [
        'Unsafe integer',
        '`total` contains an integer beyond 2^53-1. Cast it to STRING.',
      ],
      result_too_large: TOO_LARGE,
    },
  },
} as const satisfies Readonly<Record<string, ProblemResponse>>;
export type ProblemName = keyof typeof RESPONSES;

/** No listed operation returns this error: only other methods do. The example is that of an endpoint. */
const OTHER: Codes = {
  method_not_allowed: ['Method not allowed', 'Only GET, HEAD and POST are answered.'],
};

/** Returns references to problem responses, by status, and to the one for any other status. */
export function problems(...names: readonly ProblemName[]) {
  return {
    ...Object.fromEntries(
      names.map(
        name => [String(RESPONSES[name].status), componentReference('responses', name)] as const,
      ),
    ),
    default: componentReference('responses', 'Problem'),
  };
}

/** Returns the problem responses by the names of their components. */
export function problemResponses(): Record<string, Response> {
  const byStatus: readonly (readonly [string, ProblemResponse])[] = Object.entries(RESPONSES);
  return {
    ...Object.fromEntries(byStatus.map(([name, response]) => [name, responseOf(name, response)])),
    Problem: {
      description: 'Any other problem, such as a 405 for a method that is not allowed.',
      headers: headers('Allow'),
      content: problemContent(componentReference('schemas', 'Problem'), 405, OTHER),
    },
  };
}

function responseOf(name: string, response: ProblemResponse): Response {
  const { status, description, headers: own, codes } = response;
  const content = problemContent(componentReference('schemas', schemaName(name)), status, codes);
  return { description, headers: headers(...own), content };
}

const schemaName = (name: string) => `${name}Problem`;

/** Returns the schemas of these responses, by the names of their components; the schema of all others is `Problem`. */
export function problemSchemas(names: ReadonlySet<string>): Record<string, Schema> {
  const byName: readonly (readonly [string, ProblemResponse])[] = Object.entries(RESPONSES);
  const used = byName.filter(([name]) => names.has(name));
  return {
    ...Object.fromEntries(used.map(([name, one]) => [schemaName(name), narrowedSchema(one)])),
    Problem: problemSchema(),
  };
}

function narrowedSchema({ status, codes }: ProblemResponse): Schema {
  // A constant would be exact, but openapi-python-client drops a response that narrows an integer to one.
  const narrowed: Schema = {
    type: 'object',
    properties: {
      status: { type: 'integer', examples: [status] },
      code: { type: 'string', enum: Object.keys(codes) },
    },
  };
  return { allOf: [componentReference('schemas', 'Problem'), narrowed] };
}

function problemContent(
  schema: NonNullable<Response['content']>[string]['schema'] & {},
  status: number,
  codes: Codes,
) {
  const examples = Object.entries(codes).map(([code, [title, detail]]) => [
    code,
    { value: exampleOf(status, code, title, detail) },
  ]);
  return { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } };
}

function exampleOf(status: number, code: string, title: string, detail: string) {
  const name = faultyParameter(status, code, detail);
  return {
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    ...(name === undefined ? {} : { parameters: [{ name, message: detail }] }),
    error: { code, message: detail },
  };
}

/** Returns the first parameter that the detail names, or the statement of a caller, whose details name its columns. */
function faultyParameter(status: number, code: string, detail: string): string | undefined {
  if (code.endsWith('_parameter')) return /`(\w+)`/.exec(detail)?.[1];
  return status === 400 && code !== 'invalid_request' ? SANDBOX_SQL : undefined;
}

/** Returns the schema of the body of every error. */
function problemSchema(): Schema {
  const responses: readonly ProblemResponse[] = Object.values(RESPONSES);
  const all = [...responses.map(({ codes }) => codes), OTHER];
  const codes = [...new Set(all.flatMap(Object.keys))];
  const text = (description: string): Schema => ({ type: 'string', description });
  const code: Schema = { type: 'string', enum: codes };
  const error: Schema = {
    type: 'object',
    description: 'The code and the detail again.',
    required: ['code', 'message'],
    properties: { code, message: { type: 'string' } },
  };
  return {
    type: 'object',
    description: 'The problem details of RFC 9457, and `error` for callers that expect it.',
    required: ['type', 'title', 'status', 'detail', 'code', 'error'],
    properties: {
      type: { type: 'string', const: 'about:blank' },
      title: text('The code in words.'),
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: text('The error in words, with names and values.'),
      code: { ...code, description: 'The kind of error, for programs.' },
      parameters: {
        type: 'array',
        description: 'Every invalid parameter; only on a 400.',
        items: {
          title: 'ProblemParameter',
          type: 'object',
          required: ['name', 'message'],
          properties: { name: { type: 'string' }, message: { type: 'string' } },
        },
      },
      error,
    },
  };
}
