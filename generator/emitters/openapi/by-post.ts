/** Operations by POST, which have parameters in a body. */
import { byPost } from '../facts/names.ts';
import {
  type Operation,
  type OperationParameter,
  type Reference,
  type RequestBody,
  reference,
  type Schema,
  SECURITY,
} from './document-types.ts';
import { problems } from './problems.ts';
import { BY_POST_TAG } from './tags.ts';

/** Parameters by the name of their component. */
type Parameters = Readonly<Record<string, OperationParameter>>;

/**
 * Returns the operation with the parameters in a body. It contains only references, so that a document of hundreds of endpoints
 * stays short; the GET operation has the details.
 */
export function postOf(
  { summary, deprecated, responses: { '304': _unchanged, ...responses } = {} }: Operation,
  operationId: string,
  { body, beside }: Posted,
): Operation {
  const same = `The same as \`${operationId}\`, for parameters that are too long for a URL.`;
  return {
    tags: [BY_POST_TAG],
    summary: `By POST: ${summary}`,
    description: beside.length === 0 ? same : `${same} ${EITHER_PLACE}`,
    operationId: byPost(operationId),
    ...(beside.length === 0 ? {} : { parameters: [...beside] }),
    requestBody: reference('requestBodies', body),
    responses: { ...responses, ...problems('BodyTooLarge', 'UnsupportedMediaType') },
    security: SECURITY,
    ...(deprecated === undefined ? {} : { deprecated }),
  };
}

/** The parts of a POST: the name of its body, and the parameters that its address may have. */
interface Posted {
  readonly body: string;
  readonly beside: readonly Reference[];
}

/** Of endpoints with `compat`. */
const EITHER_PLACE =
  'Each parameter may stand in the address or in the body, but not in both. A GET may have such a body, too.';

/** The parameters in the address of a POST. None is required, because the body may have it instead. */
export function besideBody(parameters: Parameters): Parameters {
  const optional = Object.entries(parameters).map(
    ([key, { required: _, ...parameter }]) => [`${key}.beside`, parameter] as const,
  );
  return Object.fromEntries(optional);
}

/** `isWhole`: all parameters stand in the body. */
export function bodyOf(parameters: readonly OperationParameter[], isWhole: boolean): RequestBody {
  const properties = parameters.map(({ name, description, schema }): [string, Schema] => {
    return [name, { ...schema, ...(description === undefined ? {} : { description }) }];
  });
  const needed = isWhole ? parameters.filter(({ required }) => required === true) : [];
  const required = needed.map(({ name }) => name);
  const schema: Schema = {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
  return { required: isWhole, content: { 'application/json': { schema } } };
}
