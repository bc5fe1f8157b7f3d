/** The files of the package: those that ship unchanged, and the modules that combine all endpoints. */
import { type Parts, type PlannedFile, planFile, type Text } from '../../../core/output/content.ts';
import type { ManifestEndpoint } from '../../../core/output/manifest.ts';
import type { FirstCall } from '../../facts/calls.ts';
import type { ExampleRows } from '../../facts/example-rows.ts';
import { findNames } from '../../facts/names.ts';
import { type EndpointPiece, textIn } from '../../pieces.ts';
import { fill } from '../../text/fill.ts';
import { type Code, code, fileText, joinCode, linesText } from '../../text/writer.ts';
import type { Client } from '../client-language.ts';
import { ENDPOINTS, kindName, type MethodKind } from './methods.ts';
import { pythonCall, pythonSample } from './sample.ts';
import { identifier, literal } from './text.ts';

const PROJECT_FILES = ['README.md', 'pyproject.toml'];
const MODULES = [
  ...[
    '__init__.py',
    '_arrow.py',
    '_async.py',
    '_errors.py',
    '_failure.py',
    '_formats.py',
    '_idle.py',
    '_request.py',
  ],
  ...[
    '_response_as.py',
    '_retry.py',
    '_streams.py',
    '_sync.py',
    '_timed.py',
    '_values.py',
    'mock.py',
    'py.typed',
  ],
];

/** Files that builds and runs leave behind. They are ignored, so that the next generation does not report them as foreign. */
const IGNORED = ['/dist/', '__pycache__/'];

/** Not a template, because npm would leave a file of that name out of the package. */
export const IGNORE_FILE = planFile('.gitignore', IGNORED.map(line => `${line}\n`).join(''));

/**
 * Returns the files that ship with their holes filled, below the client's folder. Throws if a template is missing, which is a
 * bug.
 */
export function shippedFiles(
  { name, first, templates }: Client,
  methods: ReadonlyMap<string, string>,
): readonly PlannedFile[] {
  const values = { package: identifier(name), ...firstHoles(name, first, methods) };
  const shipped = (template: string, path: string) => {
    const text = templates.get(template);
    if (text === undefined) throw new Error(`no template python/${template}`);
    return planFile(path, fill(text, values));
  };
  return [
    ...PROJECT_FILES.map(file => shipped(file, file)),
    ...MODULES.map(file => shipped(file, `src/${name}/${file}`)),
  ];
}

function firstHoles(name: string, first: FirstCall | null, methods: ReadonlyMap<string, string>) {
  if (first === null) {
    return {
      endpoint: code`endpoint`,
      call: code`endpoint()`,
      sample: code`# There are no endpoints yet.`,
    };
  }
  const own = findNames(methods, first.endpoint.name);
  const { params } = first.endpoint;
  const sample = pythonSample(name, own, params, first.given);
  return { endpoint: identifier(own), call: pythonCall(own, params, first.given), sample };
}

interface Names {
  readonly client: Code;
  readonly base: Code;
  readonly core: Code;
  readonly module: Code;
  readonly about: Code;
}
const SYNC: Names = {
  client: code`Client`,
  base: code`BaseClient`,
  core: code`SyncCore`,
  module: code`_sync`,
  about: code`The synchronous client, with one method for each endpoint.`,
};
const ASYNC: Names = {
  client: code`AsyncClient`,
  base: code`BaseAsyncClient`,
  core: code`AsyncCore`,
  module: code`_async`,
  about: code`The client for asyncio, with one method for each endpoint.`,
};

/** The methods of an endpoint. */
interface Methods {
  readonly endpoint: ManifestEndpoint;
  /** By the names of their kinds, indented as in a class. */
  readonly texts: EndpointPiece['texts'];
}

/** Builds the module of the blocking client or of the asyncio client. */
export function clientParts(methods: readonly Methods[], isAsync: boolean): Parts {
  const { client, base, core, module, about } = isAsync ? ASYNC : SYNC;
  const all = (gives: MethodKind['gives']) =>
    methods.flatMap(({ endpoint, texts }) => {
      const text = () => textIn(texts, kindName({ isAsync, gives }));
      if (gives !== 'pages') return ['\n\n', text()];
      return ['\n\n', nameLine(endpoint), ...(endpoint.pages === undefined ? [] : ['\n', text()])];
    });
  const hasPages = methods.some(({ endpoint }) => endpoint.pages !== undefined);
  const arrowProperty = code`

    @property
    def arrow(self) -> ${client}Arrow:
        """The same methods, which return a \`pyarrow.Table\` with the types of the columns."""
        return ${client}Arrow(self._core)
  `;
  const pagesProperty = code`

    @property
    def pages(self) -> ${client}Pages:
        """The methods of endpoints that answer in pages, which return the rows of all pages."""
        return ${client}Pages(self._core)
  `;
  const head = code`
    """${about}"""

    from __future__ import annotations

    ${imports(methods, { base, core, module }, isAsync)}


    class ${client}(${base}):
        """Requests rows from the service, with one method for each endpoint.

        Every method accepts \`timeout\`, \`max_retries\` and \`headers\`, which replace those of the client, and raises \`QuernError\`.
        Parameters that are None are left out.
        """

        @property
        def with_response(self) -> ${client}WithResponse:
            """The same methods, which return a \`Response\`: the rows and the metadata of the response."""
            return ${client}WithResponse(self._core)
        ${methods.length === 0 ? [] : arrowProperty}
        ${hasPages ? pagesProperty : []}
  `;
  const further = (name: Code, words: Code) => {
    const text = code`
      class ${client}${name}:
          """The methods of \`${client}\`${words}"""

          def __init__(self, core: ${core}) -> None:
              self._core = core
    `;
    return `\n\n\n${linesText(text)}`;
  };
  const lazy = code` that answer in pages. Each page is requested when its rows are read.`;
  return [
    linesText(head),
    ...all('rows'),
    further(code`WithResponse`, code`, which return a \`Response\`.`),
    ...all('respond'),
    // not at the end of the file, where a line that follows an endpoint's method would be missing
    ...(hasPages ? [further(code`Pages`, lazy), ...all('pages')] : []),
    ...(methods.length === 0
      ? []
      : [further(code`Arrow`, code`, which return a \`pyarrow.Table\`.`), ...all('arrow')]),
    '\n',
  ];
}

/** Begins an endpoint's place in a list that not all are in. The line stays, so Git merges changes of neighbours. */
function nameLine({ name }: ManifestEndpoint): string {
  return linesText(code`# ${literal(name)}`, '    ');
}

/** Returns only the imports that the module needs. */
function imports(
  methods: readonly Methods[],
  { base, core, module }: Pick<Names, 'base' | 'core' | 'module'>,
  isAsync: boolean,
): Code {
  // an enum has a type of its own
  const params = methods.flatMap(({ endpoint }) => endpoint.params);
  const used = new Set(params.filter(({ values }) => values === null).map(({ scalar }) => scalar));
  const values = [
    ...(used.has('date') ? [code`Day`] : []),
    ...(used.has('decimal') ? [code`Exact`] : []),
    code`Response`,
    ...(used.has('timestamp') ? [code`Timestamp`] : []),
  ];
  if (methods.length === 0) return code`from .${module} import ${base}, ${core}`;
  const hasList = methods.some(({ endpoint }) => endpoint.params.some(({ list }) => list));
  const isPaged = methods.some(({ endpoint }) => endpoint.pages !== undefined);
  const iterated = isPaged && isAsync ? code`AsyncIterator, ` : code``;
  const iterator = isPaged && !isAsync ? code`Iterator, ` : code``;
  return code`
    from typing import Any, ${iterated}${iterator}List, Mapping, Optional${hasList ? code`, Sequence` : code``}

    from . import endpoints as ${ENDPOINTS}
    from .${module} import ${base}, ${core}
    from ._values import ${joinCode(values, ', ')}
  `;
}

/** Builds the module of examples, which only mocks import, from the texts of endpoints. */
export function examplesParts(examples: readonly Text[]): Parts {
  const head = fileText(code`
    """Names of endpoints, and rows that they have answered in their tests, by the names of their methods."""

    from __future__ import annotations

    from typing import Dict, List, Optional, Tuple

    EXAMPLES: Dict[str, Tuple[str, Optional[List[str]]]] = {
  `);
  return [head, ...examples, '}\n'];
}

/** Builds the member of one endpoint in the module of examples. Its rows are texts of JSON, if it has any. */
export function exampleEntry(endpoint: string, method: string, rows: ExampleRows | null): string {
  const texts = rows?.map(row => code`${literal(JSON.stringify(row))},`);
  const member = code`
    ${literal(method)}: (
        ${literal(endpoint)},
        ${texts === undefined ? code`None,` : [code`[`, ...texts.map(text => code`    ${text}`), code`],`]}
    ),
  `;
  return `${linesText(member, '    ')}\n`;
}

/**
 * Builds the package of the endpoints' types. Type checkers, and frameworks that read a method's hints, find each type in its
 * module. A program loads only the modules that it names, because loading all of them is slow with many endpoints.
 */
export function endpointsModule(names: readonly string[]): string {
  const head = code`
    """One module for each endpoint: the types of its rows, and of its parameters with listed values."""
  `;
  if (names.length === 0) return fileText(head);
  const modules = names.map(identifier);
  return fileText(code`
    ${head}

    from importlib import import_module as _import_module
    from typing import TYPE_CHECKING

    __all__ = [
        ${names.map(name => code`${literal(name)},`)}
    ]

    if TYPE_CHECKING:
        ${modules.map(name => code`from . import ${name} as ${name}`)}
    else:

        def __getattr__(name):
            # a module is loaded once it is asked for
            if name not in __all__:
                raise AttributeError("module %r has no attribute %r" % (__name__, name))
            return _import_module("." + name, __name__)

        def __dir__():
            return __all__
  `);
}
