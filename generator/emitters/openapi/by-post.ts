/** Operations by POST, which have parameters in a body. */
import { sentences } from '../../core/report/words.ts';
import { byPost } from '../facts/names.ts';
import {
  componentReference,
  type Operation,
  type OperationParameter,
  type Reference,
  type RequestBody,
  type Schema,
  SECURITY,
} from './document-types.ts';
import { neverEmpty } from './parameters.ts';
import { problems } from './problems.ts';
import { BY_POST_TAG } from './tags.ts';

/**
 * Returns the operation with the parameters in a body. It contains references, so that a document of hundreds of endpoints stays
 * short; the GET operation has the details.
 */
export function postOf(
  { summary, deprecated }: Operation,
  operationId: string,
  { body, beside, format, responses }: Posted,
): Operation {
  const same = `The same as \`${operationId}\`, for parameters that are too long for a URL.`;
  return {
    tags: [BY_POST_TAG],
    summary: `By POST: ${summary}`,
    description: beside.length === 0 ? same : `${same} ${EITHER_PLACE}`,
    operationId: byPost(operationId),
    ...(beside.length + format.length === 0 ? {} : { parameters: [...beside, ...format] }),
    requestBody: componentReference('requestBodies', body),
    responses,
    security: SECURITY,
    ...(deprecated === undefined ? {} : { deprecated }),
  };
}

/** The parts of a POST: the name of its body, and the parameters that its address may have. */
interface Posted {
  readonly body: string;
  readonly beside: readonly OperationParameter[];
  /** The parameter that chooses the format of the rows. */
  readonly format: readonly Reference[];
  readonly responses: Responses;
}

type Responses = NonNullable<Operation['responses']>;

/** The responses of a POST, by those of the GET. */
export function responsesByPost({ '304': _unchanged, ...responses }: Responses): Responses {
  return { ...responses, ...OF_BODIES };
}

const OF_BODIES = problems('BodyTooLarge', 'UnsupportedMediaType');

/** Of endpoints with `compat`. */
const EITHER_PLACE =
  'Each parameter may stand in the address or in the body, but not in both. A GET may have such a body, too.';

/** The parameters in the address of a POST. None is required, because the body may have it instead. */
export function besideBody(
  parameters: readonly OperationParameter[],
): readonly OperationParameter[] {
  return parameters.map(({ required: _, ...parameter }) => parameter);
}

/**
 * `isWhole`: all parameters stand in the body. Its schema is no component of schemas: there, openapi-typescript makes every property
 * required that has a default.
 */
export function requestBody(
  parameters: readonly OperationParameter[],
  isWhole: boolean,
): RequestBody {
  const properties = parameters.map(({ name, description, schema }): [string, object] => {
    if ('$ref' in schema) return [name, schema];
    const words = sentences(description ?? null, isOpen(schema) ? LARGE : null);
    return [name, { ...inBody(schema), ...(words === '' ? {} : { description: words }) }];
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

const GREATEST = Number.MAX_SAFE_INTEGER;
const LARGE =
  'A whole number beyond 2^53 − 1 is sent as text, because many writers of JSON round it.';

/** Whether the schema, or that of its items, leaves out whole numbers that many readers and writers of JSON round. */
function isOpen(schema: Schema): boolean {
  if ('items' in schema) return isOpen(schema.items as Schema);
  const { type, minimum, maximum } = schema;
  return type === 'integer' && (minimum === undefined || maximum === undefined);
}

/** Bounds open whole numbers. An address leaves out empty items of a list, and a body has none. */
function inBody(schema: Schema): Schema {
  if ('items' in schema) return { ...schema, items: neverEmpty(inBody(schema.items as Schema)) };
  const { minimum = -GREATEST, maximum = GREATEST } = schema;
  return isOpen(schema) ? { ...schema, minimum, maximum } : schema;
}
