/** The description of `quern.yaml`. Every key is optional. */
import { type Report, suggestion } from '../core/report/diagnostics.ts';
import type { Entry } from '../core/spec/located.ts';
import { type FileShape, fileSchema } from '../shape/emission.ts';
import type { JsonSchema } from '../shape/json-schema.ts';
import { oneOrMany } from '../shape/kinds/list.ts';
import { each, object, optional, usually } from '../shape/kinds/object.ts';
import { open, text } from '../shape/kinds/texts.ts';
import { orNull } from '../shape/kinds/union.ts';
import { as, type Of, type Shape } from '../shape/shape.ts';
import { asShown, bareChoice, bareText, type ShownName } from './bare.ts';
import { type ConfiguredEngine, engineShape } from './engine-settings.ts';
import { serviceOf } from './service.ts';
import { clientName, type NameRules, parsed, server } from './values.ts';

/** A client language, as far as `quern.yaml` knows it. */
export interface ConfiguredLanguage {
  readonly name: string;
  /** Without a full stop. */
  readonly description: string;
  readonly setting: NameRules & { readonly key: string; readonly description: string };
}

export type WrittenProject = Of<ReturnType<typeof projectFile>['shape']>;
export type WrittenService = NonNullable<WrittenProject['service']>;

/** The file of a project that may have clients in these languages, and these engines. */
export function projectFile(
  languages: readonly ConfiguredLanguage[],
  engines: readonly ConfiguredEngine[],
) {
  const names = engines.map(({ dialect }) => dialect.name);
  const whole = object({
    endpoints: optional(bareText('The directory of the data sets and endpoints.')),
    output: optional(bareText('The directory that generated files are written to.')),
    dialects: optional(dialectsOf(names)),
    openapi: optional(OPENAPI),
    clients: usually(clientsOf(languages), undefined),
    server: optional(SERVER),
    service: optional(serviceOf(engines)),
    engines: usually(enginesOf(engines), []),
  });
  const shape = as(whole, (of, _node, _key, report) => {
    checkEngine(of.dialects, of.service?.engine ?? null, names, report);
    return of;
  });
  const description = `The configuration of a project. A text may contain an environment variable, as in \`\${NAME}\`.`;
  return { title: 'Configuration', description, shape } satisfies FileShape<unknown>;
}

/** The JSON Schema of the file. */
export function projectSchema(
  languages: readonly ConfiguredLanguage[],
  engines: readonly ConfiguredEngine[],
): JsonSchema {
  const dialects = engines.map(({ dialect }) => dialect.name);
  return fileSchema(projectFile(languages, engines), { dialects, paramTypes: [] });
}

// ---- output ---------------------------------------------------------------------------------------------------------

/** Reports names that are no engines, and those that occur twice. */
function dialectsOf(known: readonly string[]): Shape<readonly ShownName[]> {
  const all = oneOrMany(asShown(open('dialects', 'An engine that SQL is generated for.')), {
    min: 1,
    divisible: true,
    description:
      'The engines that SQL is generated for; by default those that every data set has a table on.',
  });
  return as(all, (names, _node, _key, report) => {
    names.forEach(({ value, place, shown }, index) => {
      if (!known.includes(value)) {
        const free = known.filter(one => !names.some(other => other.value === one));
        report('unknown-engine', place, `There is no engine ${shown}`, suggestion(value, free));
      } else if (names.findIndex(other => other.value === value) < index) {
        const message = `The engine ${shown} occurs twice`;
        report('duplicate-name', place, message, 'Remove one of them.');
      }
    });
    return names;
  });
}

const OPENAPI = object(
  {
    title: optional(bareText('The name of the API, such as `Log endpoints`.')),
    version: optional(
      bareText(
        'The version of the API, such as `"1.2.0"`, which its team raises; by default `0.0.0`.',
      ),
    ),
    server: optional(
      parsed(
        'server',
        text(
          'The address of the API, such as `https://logs.example.com`, or a path such as `/logs` on the server of the document.',
        ),
        server,
      ),
    ),
  },
  { description: 'Facts about the API in the OpenAPI document.' },
);

/** The name of a client; `null` if its mapping names none. */
interface WrittenClient {
  readonly name: string | null;
}

/** By language; `null` disables a client. */
function clientsOf(
  languages: readonly ConfiguredLanguage[],
): Shape<readonly Entry<WrittenClient | null>[]> {
  const shapes = new Map(languages.map(one => [one.name, clientOf(one)]));
  const named = each([...shapes.keys()], name => {
    const shape = shapes.get(name);
    if (shape === undefined) throw new Error(`There is no client language ${name}.`);
    return shape;
  });
  return as(
    object(
      { named },
      {
        description:
          'The clients that are generated, and no others; without the key, one of each language.',
      },
    ),
    of => of.named,
  );
}

function clientOf({ description, setting }: ConfiguredLanguage): Shape<WrittenClient | null> {
  const { key, named } = setting;
  const words = `${setting.description}, by default \`${named('shop')}\` for a project \`shop\`.`;
  const name = parsed(key, text(words), clientName(setting));
  const mapping = object(
    { [key]: optional(name) },
    { description: `${description}; \`null\` for none.` },
  );
  return orNull(as(mapping, of => ({ name: Object.values<string | null>(of)[0] ?? null })));
}

const SERVER = object(
  {
    framework: usually(
      orNull(
        bareChoice(
          ['hono', 'fastify', 'express', 'next'],
          'The server framework that routes are generated for; `null` for none.',
        ),
      ),
      undefined,
    ),
  },
  { description: 'The routes that mount the endpoints in another server.' },
);

/** Compares only explicit values, so a project that compiles for one engine needs to name that engine only once. */
function checkEngine(
  dialects: readonly ShownName[] | null,
  engine: ShownName | null,
  known: readonly string[],
  report: Report,
): void {
  if (dialects === null || engine === null) return;
  const names = dialects.map(({ value }) => value);
  if (names.includes(engine.value) || !names.every(name => known.includes(name))) return;
  const { shown } = engine;
  const message = `\`engine\` is ${shown}, which is not among \`dialects\`: no endpoint would be compiled for it`;
  const hint = `Add ${shown} to \`dialects\`, or name one of them.`;
  report('clause-conflict', engine.place, message, hint);
}

// ---- engines --------------------------------------------------------------------------------------------------------

function enginesOf(engines: readonly ConfiguredEngine[]): Shape<readonly Entry<object>[]> {
  const shapes = new Map(
    engines.map(({ dialect: { name }, settings }) => [name, engineShape(name, settings)]),
  );
  const named = each([...shapes.keys()], name => {
    const shape = shapes.get(name);
    if (shape === undefined) throw new Error(`There is no engine ${name}.`);
    return shape;
  });
  return as(object({ named }, { description: 'How to reach the engines.' }), of => of.named);
}
