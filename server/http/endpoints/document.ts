/** The OpenAPI document as callers with a key that hides columns see it. */
import { SANDBOX_SQL } from '../../../generator/core/plan/endpoint.ts';
import { partShownTo, type ShownPart, showsBuckets } from '../../access/hidden.ts';
import type { Caller } from '../../access/keys/key-file.ts';
import type { ServedEndpoint } from '../../answers/manifest/manifest.ts';

type Json = { readonly [name: string]: unknown };

/**
 * Returns the document without the columns and parameters that the key hides, and without the endpoints that it closes. Examples of answers,
 * and code samples of narrowed endpoints, are left out: they may contain what is hidden. `null` if nothing is.
 */
export function documentFor(
  key: Caller,
  endpoints: readonly ServedEndpoint[],
  text: string,
): string | null {
  const hiding = new Map(
    endpoints.flatMap(endpoint => {
      const shown = partShownTo(key, endpoint);
      return shown === null ? [] : [[endpoint.name, shown] as const];
    }),
  );
  if (hiding.size === 0) return null;
  const document: Json = JSON.parse(text);
  const paths = Object(document['paths']) as Readonly<Record<string, Json>>;
  const shared = new Narrowing(Object(document['components']));
  const left = Object.entries(paths).flatMap(([path, item]) => {
    const shown = hiding.get(nameOf(item));
    if (shown === undefined) return [[path, item] as const];
    return shown.isClosed ? [] : [[path, shared.item(item, shown)] as const];
  });
  const components = shared.components();
  const narrowed = { ...document, paths: Object.fromEntries(left), components };
  return JSON.stringify({ ...narrowed, components: onlyUsed(narrowed) });
}

/** Leaves out the properties of an object's schema that are not named. */
export function onlyProperties(schema: Json, names: readonly string[]): Json {
  const { properties, required } = schema as { properties?: Json; required?: readonly string[] };
  if (properties === undefined) return schema;
  const left = Object.entries(properties).filter(([name]) => names.includes(name));
  const needed = required?.filter(name => names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(left),
    ...(needed === undefined ? {} : { required: needed }),
  };
}

/** The name of the endpoint of a path, which the operation of its GET has; empty for other paths. */
function nameOf({ get }: Json): string {
  return String(Object(Object(get)['x-quern']).name ?? '');
}

class Narrowing {
  readonly #components: Readonly<Record<string, Record<string, Json>>>;

  constructor(components: Json) {
    const copy = structuredClone(components) as Record<string, Record<string, Json>>;
    const answers = Object.entries(copy['responses'] ?? {});
    copy['responses'] = Object.fromEntries(
      answers.map(([name, answer]) => [name, withSchema(answer, schema => schema)]),
    );
    this.#components = copy;
  }

  item(item: Json, shown: ShownPart): Json {
    const operations = Object.entries(item).map(([method, operation]) => {
      return [method, this.#operation(Object(operation), shown)] as const;
    });
    return Object.fromEntries(operations);
  }

  components(): Json {
    return this.#components;
  }

  #operation(operation: Json, shown: ShownPart): Json {
    const { 'x-codeSamples': _, parameters = [], requestBody, responses, ...rest } = operation;
    const params = (parameters as readonly Json[])
      .filter(param => !shown.closed.includes(String(this.#at(param)['name'])))
      .map(param => this.#changed(param, of => withoutViews(of, shown)));
    this.#answer(this.#at(Object(responses)['200']), shown);
    const narrowed = (body: Json) => withSchema(body, of => closedBody(of, shown));
    const facts = Object(rest['x-quern']);
    return {
      ...rest,
      ...(showsBuckets(shown, facts.buckets ?? null)
        ? {}
        : { 'x-quern': { ...facts, buckets: null } }),
      parameters: params,
      ...(requestBody === undefined
        ? {}
        : { requestBody: this.#changed(Object(requestBody), narrowed) }),
      responses,
    };
  }

  #answer(response: Json, { definition: { columns } }: ShownPart): void {
    const names = columns.map(({ name }) => name);
    const schema = Object(response['content'])['application/json']?.schema;
    const row = Object(this.#at(Object(schema))['properties']).result?.items;
    if (row !== undefined) this.#changed(row, schema => onlyProperties(schema, names));
  }

  #at(part: Json): Json {
    const { $ref } = part;
    if ($ref === undefined) return part;
    const [, , kind = '', name = ''] = String($ref).split('/');
    return this.#components[kind]?.[name] ?? {};
  }

  /** A part as it is changed; one that is shared is changed where it stands. */
  #changed(part: Json, change: (part: Json) => Json): Json {
    const { $ref } = part;
    if ($ref === undefined) return change(part);
    const [, , kind = '', name = ''] = String($ref).split('/');
    const group = this.#components[kind];
    const shared = group?.[name];
    if (group !== undefined && shared !== undefined) group[name] = change(shared);
    return part;
  }
}

/** Changes the schemas of all media types, and leaves examples out. */
function withSchema(part: Json, change: (schema: Json) => Json): Json {
  if (part['content'] === undefined) return part;
  const content = Object.entries(Object(part['content'])).map(([type, media]) => {
    const { example: _, examples: __, schema, ...rest } = Object(media);
    return [type, { ...rest, schema: change(Object(schema)) }] as const;
  });
  return { ...part, content: Object.fromEntries(content) };
}

function closedBody(schema: Json, { closed }: ShownPart): Json {
  const { properties } = schema;
  const names = Object.keys(Object(properties)).filter(name => !closed.includes(name));
  return onlyProperties(schema, names);
}

/** The description of a caller's statement lists the columns of all views. */
function withoutViews(param: Json, { definition: { views } }: ShownPart): Json {
  if (views === undefined || param['name'] !== SANDBOX_SQL) return param;
  const { description: _, example: __, examples: ___, ...rest } = param;
  return rest;
}

/** Leaves out shared parts to which nothing refers any more. */
function onlyUsed({ components, paths }: { readonly components: Json; readonly paths: Json }) {
  const used = new Set<string>();
  const visit = (text: string): void => {
    for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (used.has(reference)) continue;
      used.add(reference);
      const [kind = '', name = ''] = reference.split('/');
      visit(JSON.stringify(Object(components[kind])[name] ?? {}));
    }
  };
  visit(JSON.stringify(paths));
  const kinds = Object.entries(components).map(([kind, parts]) => {
    const left = Object.entries(Object(parts)).filter(
      ([name]) => kind === 'securitySchemes' || used.has(`${kind}/${name}`),
    );
    return [kind, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(kinds);
}
