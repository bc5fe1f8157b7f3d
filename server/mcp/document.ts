/** Reads the OpenAPI document's descriptions of endpoints, in Markdown. */

/** A JSON Schema, including the members that only OpenAPI has. */
export type DocumentSchema = { readonly [keyword: string]: unknown };

export interface OperationDescription {
  /** The name of the operation. */
  readonly operation: string;
  readonly summary: string;
  readonly description: string | null;
  /** How many rows there are, and how old they may be. */
  readonly rows: string;
  readonly params: ReadonlyMap<string, ParamDescription>;
  readonly row: DocumentSchema;
  readonly time: TimeFacts;
}
export interface ParamDescription {
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | null;
  readonly schema: DocumentSchema;
  /** `undefined` if there is no example. */
  readonly example: unknown;
}

/** Facts for each value of the parameter `by`. Without a choice, `by` and the value are `null`. */
interface Chosen<Case> {
  readonly by: string | null;
  readonly cases: readonly (Case & { readonly value: string | null })[];
}
/** How far back an endpoint reads, and its buckets of time. */
export interface TimeFacts {
  readonly retention: Chosen<{ readonly seconds: number }> | null;
  readonly buckets: (Chosen<BucketCase> & BucketFacts) | null;
}
export interface BucketFacts {
  readonly column: string;
  readonly gaps: string;
}
export interface BucketCase {
  /** Such as `1 hour` or `month`; seconds if the buckets go back from now. */
  readonly step: string | number;
  /** Seconds; absent if the caller sends the window. */
  readonly last?: number;
  /** The longest window for the step. */
  readonly up_to_seconds?: number;
}

/** The members that are read here. */
interface Document {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation } | undefined>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter | undefined>>;
    readonly responses: Readonly<Record<string, Response | undefined>>;
    readonly schemas: Readonly<Record<string, (DocumentSchema & RowsSchema) | undefined>>;
  };
}
interface Reference {
  readonly $ref: string;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly responses: { readonly '200': Reference };
  readonly 'x-quern': {
    readonly retention: {
      readonly by: string | null;
      readonly windows: readonly { readonly value: string | null; readonly seconds: number }[];
    } | null;
    readonly buckets: (BucketFacts & { readonly by: string | null } & Recent & Window) | null;
  };
}
interface Recent {
  readonly intervals?: readonly {
    readonly value: string | null;
    readonly last_seconds: number;
    readonly step_seconds: number;
  }[];
}
interface Window {
  readonly steps?: readonly {
    readonly value: string | null;
    readonly step: string;
    readonly up_to_seconds?: number;
  }[];
}
interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly schema: DocumentSchema | Reference;
  readonly example?: unknown;
  readonly 'x-quern-example'?: unknown;
}
interface Response {
  readonly description: string;
  readonly content: { readonly 'application/json': { readonly schema: RowsSchema | Reference } };
}
interface RowsSchema {
  readonly properties: { readonly result: { readonly items: Reference } };
}

export interface Descriptions {
  readonly title: string;
  readonly version: string;
  /** Returns the description of an endpoint by its name. Throws if the document lacks it. */
  readonly of: (endpoint: string) => OperationDescription;
}

/** Reads the text of the document that was generated with the manifest. */
export function readDescriptions(text: string): Descriptions {
  const document: Document = JSON.parse(text);
  const { title, version } = document.info;
  return { title, version, of: endpoint => describe(document, endpoint) };
}

function describe({ paths, components }: Document, endpoint: string): OperationDescription {
  const operation = there(paths[`/api/endpoints/${endpoint}`], endpoint).get;
  const { responses, schemas } = components;
  const answer = there(responses[nameOf(operation.responses['200'])], endpoint);
  const { schema } = answer.content['application/json'];
  // documents of earlier versions have the schema in its place
  const rows = '$ref' in schema ? there(schemas[nameOf(schema)], endpoint) : schema;
  const { items } = rows.properties.result;
  const params = operation.parameters.map(param =>
    '$ref' in param ? there(components.parameters[nameOf(param)], endpoint) : param,
  );
  // the values of an enum are a component
  const whole = (schema: DocumentSchema | Reference): DocumentSchema => {
    if (isReference(schema)) return there(schemas[nameOf(schema)], endpoint);
    const items = schema['items'];
    return isReference(items) ? { ...schema, items: whole(items) } : schema;
  };
  return {
    operation: operation.operationId,
    summary: operation.summary,
    description: operation.description ?? null,
    rows: answer.description,
    params: new Map(
      params.map(param => [
        param.name,
        { ...paramDescription(param), schema: whole(param.schema) },
      ]),
    ),
    row: there(schemas[nameOf(items)], endpoint),
    time: timeFacts(operation['x-quern']),
  };
}

function paramDescription(param: Parameter): Omit<ParamDescription, 'schema'> {
  const { required, deprecated = false, description = null } = param;
  const example = param.example ?? param['x-quern-example'];
  return { required, deprecated, description, example };
}

function timeFacts({ retention, buckets }: Operation['x-quern']): TimeFacts {
  return {
    retention: retention && { by: retention.by, cases: retention.windows },
    buckets: buckets && {
      column: buckets.column,
      gaps: buckets.gaps,
      by: buckets.by,
      cases: [
        ...(buckets.steps ?? []),
        ...(buckets.intervals ?? []).map(({ value, last_seconds: last, step_seconds: step }) => {
          return { value, step, last };
        }),
      ],
    },
  };
}

function isReference(schema: unknown): schema is Reference {
  return typeof schema === 'object' && schema !== null && '$ref' in schema;
}

function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function there<T>(part: T | undefined, endpoint: string): T {
  if (part !== undefined) return part;
  throw new Error(`the OpenAPI document does not describe \`${endpoint}\`: it is of other files`);
}
