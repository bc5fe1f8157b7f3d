import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { type Compilation, NO_CODE } from '../../../generator/emitters/emitter.ts';
import { FRAMEWORKS, type FrameworkName } from '../../../generator/emitters/routes/frameworks.ts';
import routes from '../../../generator/emitters/routes.ts';
import { NAMES, PAYLOADS, PLANTED } from '../../contracts/client/emission/payloads.ts';
import { namesakes, twins } from '../../contracts/client/emission/twins.ts';
import { compiled, EVERYTHING_INPUTS, endpointInput } from '../../support/openapi-fixture.ts';

const NAMES_OF_FRAMEWORKS = Object.keys(FRAMEWORKS) as readonly FrameworkName[];

function emitted(compilation: Compilation, framework: FrameworkName = 'hono'): string {
  const settings = { ...NO_CODE, framework };
  const [file, ...others] = routes.emit({
    description: descriptionOf(compilation),
    settings,
    templates: new Map(),
  });
  expect(others).toEqual([]);
  expect(file?.path).toBe('server/routes.ts');
  return file?.text ?? '';
}

interface Token {
  readonly kind: ts.SyntaxKind;
  readonly text: string;
  readonly value: string;
}
/** Comments are among them, and each stands for the lines that it has. */
function tokens(text: string): readonly Token[] {
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  const found: Token[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    found.push({ kind, text: scanner.getTokenText(), value: scanner.getTokenValue() });
  }
  return found;
}

/** All twins have the same harmless one. */
let harmlessKinds: readonly ts.SyntaxKind[] = [];
function kindsOf(harmless: Compilation): readonly ts.SyntaxKind[] {
  if (harmlessKinds.length === 0) {
    harmlessKinds = tokens(emitted(harmless))
      .filter(isSeen)
      .map(({ kind }) => kind);
  }
  return harmlessKinds;
}

const COMMENTS = [ts.SyntaxKind.SingleLineCommentTrivia, ts.SyntaxKind.MultiLineCommentTrivia];
const SPACE = [ts.SyntaxKind.WhitespaceTrivia, ts.SyntaxKind.NewLineTrivia];
const isSeen = ({ kind }: Token) => !SPACE.includes(kind);

/** The text of a documentation comment, as it was before it stood there. */
function told({ text }: Token): string {
  return text
    .replace(/^\/\*\*\n? ?| ?\*\/$/g, '')
    .replace(/^ *\* ?/gm, '')
    .replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/g, (_, hex: string | undefined, plain: string) =>
      hex === undefined ? plain : String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function syntaxFaults(text: string): readonly string[] {
  const file = ts.createSourceFile('routes.ts', text, ts.ScriptTarget.Latest);
  // What a program would report of the file alone; compiling it is for the slow tests.
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  return parseDiagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}

const SOURCES = `sources:
  things:
    tables: { bigquery: { table: t }, duckdb: { table: t }, clickhouse: { table: t } }
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true, description: When it was. }
      size: { type: int64, unit: bytes }
      share: { type: float64, required: true }
      anything: json
      inner: { record: { flag: { type: bool, required: true }, day: date } }
`;
const THINGS = `endpoint: things.all-of-them
id: 40000000-0000-4000-8000-000000000009
summary: All things.
from: things
params:
  text: { type: string, required: true, description: Searched. }
  least: int64
  share: { type: float64, default: 0.5 }
  since: { type: timestamp, deprecated: true }
  day: { type: date, default: '2026-01-15' }
  exact: { type: bool, required: true }
  kind: { enum: [a, b-c], otherwise: default, default: a }
where:
  - id = @text and share > @share and @exact
  - { when: least, filter: size > @least }
  - { when: since, filter: at > @since }
  - inner.day > @day and id != @kind
select: [id, at, size, share, anything, inner]
`;

function things(): Compilation {
  const inputs = [
    { path: 'sources.yaml', bytes: SOURCES },
    {
      path: 'things.all-of-them.yaml',
      bytes: THINGS.replace('least: int64', 'least: { type: int64 }'),
    },
  ];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return compilation;
}

describe('routes', () => {
  it('are none where none are wanted, or there is nothing to route to', () => {
    const compilation = things();
    const templates = new Map();
    expect(
      routes.emit({ description: descriptionOf(compilation), settings: NO_CODE, templates }),
    ).toEqual([]);
    const settings = { ...NO_CODE, framework: 'hono' } as const;
    const nothing = { ...compilation, endpoints: [] };
    expect(routes.emit({ description: descriptionOf(nothing), settings, templates })).toEqual([]);
  });

  it('have types of parameters after defaults, and of rows before they are written', () => {
    const text = emitted(things());
    expect(text).toContain(`/** Parameters of \`things.all-of-them\`, after defaults. */
export interface ThingsAllOfThemParams {
  /** Searched. */
  readonly text: string;
  readonly least?: bigint | undefined;
  readonly share: number;
  /**
   * Microseconds since 1970 UTC.
   *
   * @deprecated
   */
  readonly since?: bigint | undefined;
  /** As \`2026-01-15\`. */
  readonly day: string;
  readonly exact: boolean;
  readonly kind: 'a' | 'b-c';
}

/** A row of \`things.all-of-them\`, before it is written. */
export interface ThingsAllOfThemRow {
  readonly id: string;
  /**
   * When it was.
   *
   * As a bigint, microseconds since 1970 UTC.
   */
  readonly at: Date | bigint;
  /** Unit: bytes */
  readonly size: bigint | number | null;
  readonly share: number | null;
  readonly anything: unknown;
  readonly inner: {
    readonly flag: boolean | null;
    /** As \`2026-01-15\`. */
    readonly day: string | null;
  } | null;
}
`);
    expect(text).toContain(`  /**
   * \`GET /api/endpoints/things.all-of-them\`
   *
   * All things.
   */
  readonly thingsAllOfThem: Handler<ThingsAllOfThemParams, ThingsAllOfThemRow, C>;
`);
  });

  it('have no parameters where there are none', () => {
    const [sources] = EVERYTHING_INPUTS;
    if (sources === undefined) throw new Error('there are sources');
    const one = endpointInput('one', '50000000-0000-4000-8000-000000000000');
    expect(emitted(compiled([sources, one]))).toContain(
      'export type OneParams = Readonly<Record<string, never>>;',
    );
  });

  it.each(NAMES_OF_FRAMEWORKS)('of %s import nothing but the package, and types', framework => {
    const text = emitted(things(), framework);
    expect(syntaxFaults(text)).toEqual([]);
    const imports = [...text.matchAll(/^import (type )?[^;]* from '(.*)';$/gm)].map(
      ([, isType, from]) => [from, isType !== undefined],
    );
    expect(imports).toEqual([
      ...(framework === 'next' ? [] : [[framework, true]]),
      ['quern', false],
    ]);
  });
});

describe("a stranger's text in routes", () => {
  // One framework has all of it: they differ in texts of ours.
  it.each(Object.entries(PAYLOADS))('is text, whatever it says: %s', (_, payload) => {
    const { hostile, harmless, places } = twins(payload);
    const found = tokens(emitted(hostile)).filter(isSeen);
    expect(found.map(({ kind }) => kind)).toEqual(kindsOf(harmless));
    const planted = found.filter(
      ({ kind, text }) => text.includes(PLANTED) && kind !== ts.SyntaxKind.StringLiteral,
    );
    expect(planted.filter(({ kind }) => !COMMENTS.includes(kind))).toEqual([]);
    const literals = new Set(
      found.filter(({ kind }) => kind === ts.SyntaxKind.StringLiteral).map(({ value }) => value),
    );
    const comments = found.filter(({ kind }) => COMMENTS.includes(kind)).map(told);
    const texts = (names: RegExp) => places.filter(({ name }) => names.test(name));
    const values = texts(/^param\..*\.value$/);
    expect(values.length).toBeGreaterThan(1);
    expect(values.filter(({ text }) => !literals.has(text))).toEqual([]);
    const words = texts(/^summary$|^param\..*\.description$|^source\.(field|leaf|nested|json)\./);
    expect(words.length).toBeGreaterThan(4);
    const isTold = ({ text }: { readonly text: string }) =>
      comments.some(comment => comment.includes(text.replace(/\n+$/, '')));
    expect(words.filter(word => !isTold(word)).map(({ name }) => name)).toEqual([]);
  });

  it('is a name, whatever else it means', () => {
    expect(syntaxFaults('class {')).not.toEqual([]);
    for (const name of NAMES) {
      const text = emitted(namesakes(name));
      expect([name, ...syntaxFaults(text)]).toEqual([name]);
      expect(text).toMatch(
        new RegExp(`readonly (${name}|\\['${name}'\\]): '${name}' \\| 'other';`),
      );
    }
  });
});
